import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createEditor } from '../../../src/app/terminal/editor.ts';

/** A program with an environment, and a record of what happens to its terminal. */
function bench(env: Record<string, string>, mayLeave = true) {
  const happened: string[] = [];
  const handle = { readStop: () => happened.push('keys left'), readStart: () => happened.push('keys back') };
  const process = Object.assign(new EventEmitter(), { env, stdin: { _handle: handle } });
  const suspend = () => async () => {
    happened.push('terminal left');
    return { resume: async () => void happened.push('terminal back') };
  };
  const edit = createEditor({
    process: process as unknown as NodeJS.Process,
    suspend: mayLeave ? suspend : () => undefined,
  });
  return { edit, happened, process };
}

/** An editor that runs lines of shell script on its file, which is $1. */
function editorOf(lines: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'editor');
  writeFileSync(path, `#!/bin/sh\n${lines}\n`, { mode: 0o700 });
  return path;
}

test('the editor named by VISUAL gets the text in a file with the right name, and its edits are read back', async () => {
  const { edit, happened } = bench({ VISUAL: editorOf('echo "$(basename "$1")" >> "$1"'), EDITOR: 'false' });
  expect(await edit('map.json', 'old\n')).toEqual({ kind: 'edited', text: 'old\nmap.json\n' });
  expect(happened).toEqual(['terminal left', 'keys left', 'keys back', 'terminal back']);
});

test('the file for the editor is readable by its owner only, and is deleted afterwards', async () => {
  const told = join(mkdtempSync(join(tmpdir(), 'storedeck-test-')), 'told');
  onTestFinished(() => rmSync(dirname(told), { recursive: true }));
  await bench({ EDITOR: editorOf(`stat -c '%a %n' "$1" > ${told}`) }).edit('a', 'text');
  const [mode, path = ''] = readFileSync(told, 'utf8').trim().split(' ');
  expect(mode).toBe('600');
  expect(existsSync(dirname(path))).toBe(false);
});

test('an editor that fails changes nothing, and the terminal is restored', async () => {
  const { edit, happened } = bench({ EDITOR: editorOf('exit 3') });
  expect(await edit('a', 'text')).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('with 3') as string,
  });
  expect(happened.at(-1)).toBe('terminal back');
});

test('where no editor is set, a usual one that is there is run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { PATH } = process.env;
  writeFileSync(join(folder, 'nano'), '#!/bin/sh\necho nano > "$1"\n', { mode: 0o700 });
  writeFileSync(join(folder, 'vi'), 'no program', { mode: 0o600 });
  vi.stubEnv('PATH', `${folder}:${PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const edit = (env: Record<string, string>) => bench({ PATH: folder, ...env }).edit('a', 'old');
  expect(await edit({})).toEqual({ kind: 'edited', text: 'nano\n' });
  expect(await edit({ EDITOR: editorOf('echo own > "$1"') })).toEqual({ kind: 'edited', text: 'own\n' });
});

test('a missing editor, or a terminal that cannot be handed over, is reported with the reason', async () => {
  expect(await bench({}).edit('a', 'text')).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('export EDITOR') as string,
  });
  expect(await bench({ EDITOR: 'true' }, false).edit('a', 'text')).toMatchObject({ kind: 'failed' });
});

test('signals from the terminal go to the editor while it runs, and to the program afterwards', async () => {
  const { edit, process } = bench({ EDITOR: editorOf('exit 0') });
  const own = () => undefined;
  process.on('SIGINT', own).on('SIGTSTP', own);
  const seen: unknown[] = [];
  process.on('removeListener', (signal) => seen.push(signal));
  await edit('a', 'text');
  expect(seen).toContain('SIGINT');
  expect(process.listeners('SIGINT')).toEqual([own]);
  expect(process.listeners('SIGTSTP')).toEqual([own]);
});
