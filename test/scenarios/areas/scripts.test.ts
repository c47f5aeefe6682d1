import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../../../scripts/lib/project.mjs';
import { Screen } from '../../support/screen.ts';
import { Home } from '../../support/storedeck.ts';
import { waitForGuard, opened, openDemo, Session, type SessionOptions } from '../steps.ts';

/** An editor that asks in the terminal what to write, and appends it. */
const EDITOR = `#!/bin/sh
[ "$1" = --loud ] && { shift; echo "editing $(basename "$1")"; }
printf 'add: '
read -r line
[ "$line" = fail ] && exit 3
[ -n "$line" ] && echo "$line" >> "$1"
exit 0
`;

async function openWithEditor(home: Home, env: SessionOptions['env']): Promise<Session> {
  const session = new Session(['--demo=calm', '--utc'], {
    cols: 100,
    rows: 30,
    env: { TMPDIR: home.folder, ...env },
  });
  return opened(session, (text) => /HEALTH_OK/.test(text));
}

const kept = (home: Home) => readdirSync(home.folder).filter((name) => name.startsWith('storedeck-'));

test('a script is edited in an external editor, its difference shown, and saved by typing yes', async () => {
  using home = new Home();
  const editor = join(home.folder, 'editor');
  writeFileSync(editor, EDITOR);
  chmodSync(editor, 0o755);
  await using deck = await openWithEditor(home, { EDITOR: `${editor} --loud` });
  await deck.command('scripts');
  await deck.see(/announce-health\.sh/);

  deck.press('e');
  await deck.see(/editing announce-health\.sh\s+add: /);
  deck.type('echo jkq: not keys of the console');
  deck.press('Enter');
  const difference = await deck.see(/\+ echo jkq: not keys of the console/);
  expect(difference).toMatch(/not saved: 1 line added, 0 removed/);
  expect(kept(home)).toEqual([]);

  deck.press('s');
  await deck.see(/Save script announce-health\.sh on demo[^]*PATCH \/events\/scripts\/1[^]*Type yes/);
  await waitForGuard();
  deck.type('yes');
  await deck.see(/> yes/);
  deck.press('Enter');
  await deck.see(/announce-health\.sh was saved/);
  deck.press('Enter');
  await deck.see(/echo jkq: not keys of the console/);
  expect((await deck.audited(1)).map(({ id }) => id)).toEqual(['updateScript']);
});

test('an editor that fails, or changes nothing, leaves the script unchanged', async () => {
  using home = new Home();
  const editor = join(home.folder, 'editor');
  writeFileSync(editor, EDITOR);
  chmodSync(editor, 0o755);
  await using deck = await openWithEditor(home, { VISUAL: editor, EDITOR: '/bin/false' });
  await deck.command('scripts');
  await deck.see(/announce-health\.sh/);
  for (const [typed, said] of [
    ['fail', /ended with 3: nothing was changed/],
    ['', /announce-health\.sh was not changed/],
  ] as const) {
    deck.press('e');
    await deck.see(/add: /);
    deck.type(typed);
    deck.press('Enter');
    await deck.see(said);
  }
  expect(kept(home)).toEqual([]);
  expect(deck.audit()).toEqual([]);
});

test('Ctrl-C in the external editor reaches only the editor', async () => {
  using home = new Home();
  const editor = join(home.folder, 'editor');
  writeFileSync(
    editor,
    `#!/bin/sh\ntrap 'echo interrupted' INT\necho waiting\nuntil read -r line; do :; done\nexit 0\n`,
  );
  chmodSync(editor, 0o755);
  await using deck = await openWithEditor(home, { EDITOR: editor });
  await deck.command('scripts');
  await deck.see(/announce-health\.sh/);
  deck.press('e');
  await deck.see(/waiting/);
  deck.press('ctrl-c');
  await deck.see(/interrupted/);
  deck.press('Enter');
  await deck.see(/announce-health\.sh was not changed/);
});

test('Ctrl-Z in the external editor stops both programs, and fg returns to the editor', async () => {
  using home = new Home();
  const editor = join(home.folder, 'editor');
  // Like vim, it stops the whole foreground process group.
  writeFileSync(editor, '#!/bin/sh\necho waiting\nkill -TSTP 0\necho again\nread -r line\nexit 0\n');
  chmodSync(editor, 0o755);
  await using shell = Screen.start('bash', ['--norc', '--noprofile', '-i'], {
    cwd: home.folder,
    env: { ...home.env, PS1: 'shell> ', EDITOR: editor, TMPDIR: home.folder },
  });
  await shell.until(/shell> /);
  shell.type(`'${process.execPath}' '${program}' --demo=calm --utc\r`);
  await shell.until(/HEALTH_OK/, 30_000);
  shell.type(':');
  await shell.until(/\n: /, 30_000);
  shell.type('scripts');
  await shell.until(/\n:scripts/, 30_000);
  shell.press('Enter');
  await shell.until(/announce-health\.sh/, 30_000);
  shell.press('e');
  await shell.until(/Stopped/, 30_000);
  shell.type('fg\r');
  await shell.until(/again/, 30_000);
  shell.press('Enter');
  await shell.until(/announce-health\.sh was not changed/, 30_000);
  shell.press('q', 'q');
  await shell.until(/Leave storedeck\?/, 30_000);
  shell.press('y');
  await shell.until(/shell> \s*$/, 30_000);
});

test('where no editor is set and none is there, the console says which variable to set', async () => {
  await using deck = await openDemo('calm', { env: { PATH: '/nowhere' } });
  await deck.command('scripts');
  await deck.see(/announce-health\.sh/);
  deck.press('e');
  await deck.see(/No editor is set[^]*set\s+VISUAL\s+or\s+EDITOR/);
});
