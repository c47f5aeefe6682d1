import { chmodSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { program } from '../../scripts/lib/project.mjs';
import { Screen } from '../support/screen.ts';
import { Home } from '../support/storedeck.ts';
import { openDemo, type Session } from './steps.ts';

/** The bytes that a terminal sends for the left button or the wheel over a text on the screen. */
async function point(deck: Session, wanted: RegExp, code: number): Promise<void> {
  await deck.see(wanted);
  const row = deck.screen.lines().findIndex((line) => wanted.test(line));
  const column = deck.screen.lines()[row]!.search(wanted);
  deck.press(`\x1b[<${code};${column + 1};${row + 1}M\x1b[<${code};${column + 1};${row + 1}m`);
}
const click = (deck: Session, wanted: RegExp) => point(deck, wanted, 0);
const wheelUp = (deck: Session, wanted: RegExp) => point(deck, wanted, 64);
const wheelDown = (deck: Session, wanted: RegExp) => point(deck, wanted, 65);

const withMouse = { args: ['--mouse'], cols: 120, rows: 36 };

describe('mouse', () => {
  test('the mouse is off by default, and can be switched on by a command', async () => {
    await using deck = await openDemo('calm');
    expect(deck.screen.modes().mouse).toBe(false);
    await deck.command('mouse on');
    await deck.see(/The mouse is on/);
    expect(deck.screen.modes().mouse).toBe(true);
    await click(deck, /3 Disks/);
    await deck.see(/▶ 3 Disks/);
    await deck.command('mouse off');
    await deck.see(/The mouse is off/);
    expect(deck.screen.modes().mouse).toBe(false);
  });

  test('the mouse selects with a click, opens with a second one, and scrolls with its wheel', async () => {
    await using deck = await openDemo('calm', withMouse);
    await click(deck, /osd\.2 /);
    await deck.see(/▌✓ stor-01 +osd\.2 /);
    await click(deck, /osd\.2 /);
    await deck.seeNo(/1 Health/);
    await wheelDown(deck, /osd\.5 /);
    await deck.seeNo(/ osd\.1 /);
    deck.press('Esc');
    await deck.see(/1 Health/);
  });

  test('a click on a column title sorts the table, and another one reverses the order', async () => {
    await using deck = await openDemo('calm', withMouse);
    await click(deck, /HOST +NAME/);
    await deck.see(/▶ 3 Disks and OSDs {2}worst first, by host[^]*HOST↑/);
    await click(deck, /HOST↑/);
    await deck.see(/HOST↓/);
  });

  test('a click selects a log line and pauses the log, which the wheel scrolls both ways', async () => {
    await using deck = await openDemo('calm', withMouse);
    deck.press('4', 'f');
    await deck.see(/▶ 4 Log {2}following/);
    await click(deck, / \d\d:\d\d:\d\dZ stor-/);
    await deck.see(/▶ 4 Log {2}paused[^]*▌\d\d:\d\d:\d\dZ stor-/);
    await click(deck, /▌\d\d:\d\d/);
    await deck.see(/Log line/);
    deck.press('Esc');
    await deck.see(/▶ 4 Log {2}paused/);
    await wheelUp(deck, /4 Log/);
    for (let turn = 0; turn < 400 && !/▶ 4 Log {2}following/.test(deck.screen.text()); turn++)
      await wheelDown(deck, /4 Log/);
    await deck.see(/▶ 4 Log {2}following/);
  });

  test('a click selects a file on the side it points at, and a second one opens a directory', async () => {
    await using deck = await openDemo('calm', withMouse);
    await deck.command('fs /');
    await deck.see(/▶ Cluster \/[^]*projects\//);
    await click(deck, /Local disk/);
    await deck.see(/▶ Local disk/);
    await click(deck, /projects\//);
    await deck.see(/▶ Cluster \/ *\n[^]*▌ {2}projects\//);
    await click(deck, /projects\//);
    await deck.see(/▶ Cluster \/projects/);
  });

  test('mouse events between keys work, and none is taken for a key', async () => {
    await using deck = await openDemo('calm', withMouse);
    for (let turn = 0; turn < 30; turn++)
      deck.press('\x1b[<65;100;20M', 'Tab', '\x1b[<64;100;20M\x1b[<0;2;500M');
    for (let turn = 0; turn < 6; turn++) deck.press('\x1b[<35;9;9M');
    await deck.see(/▶ 1 Health/);
    deck.press('2');
    await deck.see(/▶ 2 Placement/);
  });
});

describe('restored mouse mode', () => {
  test('the terminal no longer reports the mouse after the program ends', async () => {
    await using deck = await openDemo('calm', { ...withMouse, inShell: true });
    expect(deck.screen.modes().mouse).toBe(true);
    deck.press('q');
    await deck.see(/Leave storedeck\?/);
    deck.press('y');
    await deck.see(/AFTER/);
    expect(deck.screen.modes().mouse).toBe(false);
  });

  test('the terminal no longer reports the mouse after a crash', async () => {
    using home = new Home();
    const preload = join(home.folder, 'crash.cjs');
    writeFileSync(preload, `process.on('SIGUSR2', () => { throw new Error('on purpose'); });`);
    const env = { NODE_OPTIONS: `--require=${preload}` };
    await using deck = await openDemo('calm', { ...withMouse, inShell: true, env });
    const { pid } = deck.screen;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    process.kill(Number(children.trim().split(' ')[0]), 'SIGUSR2');
    await deck.see(/AFTER/);
    expect(deck.screen.modes().mouse).toBe(false);
  });

  test('the terminal does not report the mouse while an editor runs, and does afterwards', async () => {
    using home = new Home();
    const editor = join(home.folder, 'editor');
    writeFileSync(editor, "#!/bin/sh\nprintf 'add: '\nread -r line\n");
    chmodSync(editor, 0o755);
    await using deck = await openDemo('calm', { ...withMouse, env: { EDITOR: editor } });
    await deck.command('scripts');
    await deck.see(/announce-health\.sh/);
    deck.press('e');
    await deck.see(/add: /);
    expect(deck.screen.modes().mouse).toBe(false);
    deck.press('Enter');
    await deck.see(/was not changed/);
    await deck.see(() => deck.screen.modes().mouse);
  });

  test('the terminal does not report the mouse while the program is stopped', async () => {
    using home = new Home();
    await using shell = Screen.start('bash', ['--norc', '--noprofile', '-i'], {
      cwd: home.folder,
      env: { ...home.env, PS1: 'shell> ' },
    });
    await shell.until(/shell> /);
    shell.type(`'${process.execPath}' '${program}' --demo=calm --mouse\r`);
    await shell.until(/HEALTH_OK/, 30_000);
    shell.press('ctrl-z');
    await shell.until(/Stopped/, 30_000);
    expect(shell.modes().mouse).toBe(false);
    shell.type('fg\r');
    await shell.until((text) => /▶ 1 Health/.test(text) && /\? help/.test(text), 30_000);
    await shell.until(() => shell.modes().mouse, 30_000);
    shell.press('q');
    await shell.until(/Leave storedeck\?/, 30_000);
    shell.press('y');
    await shell.until(/shell> \s*$/, 30_000);
    expect(shell.modes().mouse).toBe(false);
  });
});
