import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../scripts/build/bundle.mjs';
import { root } from '../../scripts/lib/project.mjs';
import { Screen } from '../support/screen.ts';

const folder = mkdtempSync(join(tmpdir(), 'storedeck-bundle-'));
const program = join(folder, 'dist', 'storedeck.cjs');
const env = { XDG_CACHE_HOME: join(folder, 'cache') };
let eager: string[] = [];

beforeAll(async () => {
  ({ eager } = await bundle({
    entry: join(import.meta.dirname, 'fixture/main.ts'),
    folder: join(folder, 'dist'),
  }));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('an Ink program with ink-table runs from the bundle in a terminal and restores the terminal at its end', async () => {
  await using screen = Screen.start(program, [], { env });
  await screen.until(/│ osd\.7 │ 84 % │/);
  expect(screen.lines()[0]).toBe('héading ▆▅▃');
  expect(screen.cell(0, 0).bold).toBe(true);
  screen.press('q');
  expect(await screen.exit).toEqual({ code: 0, signal: undefined });
  expect(screen.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true });
});

test('DEV=true in the environment changes nothing', async () => {
  await using screen = Screen.start(program, [], { env: { ...env, DEV: 'true' } });
  await screen.until(/osd\.7/);
  screen.press('q');
  expect((await screen.exit).code).toBe(0);
});

test('modules behind import() are part of the bundle and run only when they are imported', () => {
  expect(execFileSync(program, ['late'], { encoding: 'utf8', timeout: 10_000 })).toBe(
    'late part: function\n',
  );
  expect(eager.filter((path) => !path.endsWith('fixture/main.ts'))).toEqual([]);
});

test('the bundle does not contain the path it was built in', () => {
  const maps = globSync(join(folder, 'dist', 'parts', '*.map'));
  expect(maps.length).toBeGreaterThan(0);
  for (const path of maps) expect(readFileSync(path, 'utf8')).not.toContain(root);
});

test('the bundle is executable and keeps compiled code in the cache folder of the user', () => {
  expect(statSync(program).mode & 0o111).toBe(0o111);
  expect(readFileSync(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  execFileSync(program, ['late'], { env: { ...process.env, ...env } });
  expect(statSync(join(env.XDG_CACHE_HOME, 'storedeck')).isDirectory()).toBe(true);
});

test('the program starts even if its cache folder cannot be made', () => {
  const unwritable = { ...process.env, XDG_CACHE_HOME: '/dev/null/cache' };
  expect(execFileSync(program, ['late'], { encoding: 'utf8', timeout: 10_000, env: unwritable })).toBe(
    'late part: function\n',
  );
});

test('a module of the project that reads its own path stops the build, because its path in the bundle is different', async () => {
  const entry = join(folder, 'meta.ts');
  const fixture = join(import.meta.dirname, 'fixture/main.ts');
  writeFileSync(entry, `import ${JSON.stringify(fixture)};\nconsole.log(import.meta.dirname);\n`);
  await expect(bundle({ entry, folder: join(folder, 'meta') })).rejects.toThrow('import.meta');
});
