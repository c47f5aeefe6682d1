import { existsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { program } from '../../scripts/lib/project.mjs';
import { Screen } from '../support/screen.ts';
import { Home } from '../support/storedeck.ts';
import { openDemo, type Session } from './steps.ts';

/** The state of the terminal that the user's shell must find: the screen, the cursor, the line discipline and no active mode. */
async function expectCleanTerminal(deck: Session, exit: RegExp): Promise<string> {
  const text = await deck.see(/AFTER/);
  expect(text).toMatch(exit);
  expect(deck.screen.modes()).toEqual({
    alternateScreen: false,
    cursorVisible: true,
    bracketedPaste: false,
    mouse: false,
    focusEvents: false,
    synchronizedOutput: false,
    lineWrap: true,
  });
  expect(deck.screen.lineDiscipline()).toEqual({ echo: true, cooked: true });
  return text;
}

const inShell = { inShell: true };

describe('restored terminal', () => {
  test('the terminal is restored after q and y', async () => {
    await using deck = await openDemo('calm', inShell);
    deck.press('q');
    await deck.see(/Leave storedeck\?/);
    deck.press('y');
    const text = await expectCleanTerminal(deck, /EXIT 0/);
    expect(text).not.toMatch(/Health|Leave|storedeck/);
  });

  test('the program stays after q and any other key', async () => {
    await using deck = await openDemo('calm');
    deck.press('q');
    await deck.see(/Leave storedeck\?/);
    deck.press('Enter', 'x', 'n');
    await deck.seeNo(/Leave storedeck\?/);
    await deck.see(/▶ 1 Health/);
  });

  test('the terminal is restored after a second Ctrl-C, and the program stays after one', async () => {
    await using deck = await openDemo('calm', inShell);
    deck.press('M');
    await deck.see(/Maintenance/);
    deck.press('ctrl-c');
    await deck.seeNo(/Maintenance/);
    deck.press('2');
    await deck.see(/▶ 2 Placement/);
    deck.press('ctrl-c', 'ctrl-c');
    await expectCleanTerminal(deck, /EXIT 0/);
  });

  test('the terminal is restored after :q', async () => {
    await using deck = await openDemo('calm', inShell);
    deck.press(':', 'q', 'Enter');
    await expectCleanTerminal(deck, /EXIT 0/);
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('the terminal is restored after %s', async (signal, code) => {
    await using deck = await openDemo('calm', inShell);
    const child = await childOf(deck.screen.pid);
    process.kill(child, signal);
    await expectCleanTerminal(deck, new RegExp(`EXIT ${code}`));
  });

  test.each([
    ['a failure', 'throw new Error("the sky fell")', /the sky fell/],
    ['a rejection', 'Promise.reject(new Error("the sea rose"))', /the sea rose/],
  ])(
    'the terminal is restored after %s that is not caught, and the reason is printed',
    async (_, failure, reason) => {
      using home = new Home();
      const preload = join(home.folder, 'fail.cjs');
      writeFileSync(preload, `process.on('SIGUSR2', () => { ${failure}; });`);
      await using deck = await openDemo('calm', {
        ...inShell,
        env: { NODE_OPTIONS: `--require=${preload}` },
      });
      process.kill(await childOf(deck.screen.pid), 'SIGUSR2');
      const text = await expectCleanTerminal(deck, /EXIT 70/);
      expect(text).toMatch(/storedeck: crashed, the terminal was restored/);
      expect(text).toMatch(reason);
    },
  );
});

/** Much longer than a clean exit takes. A program that has not ended by then never will. */
const NEVER_MS = 20_000;

/** More output than any terminal buffers without reading. */
async function fillTerminal({ screen }: Session): Promise<void> {
  for (let turn = 0; turn < 60; turn++) {
    screen.resize(200 + (turn % 2), 60);
    await sleep(20);
  }
}

describe('terminal that does not read', () => {
  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'a terminal that does not read does not keep the program from ending after %s',
    async (signal, code) => {
      await using deck = await openDemo('calm', { cols: 200, rows: 60 });
      deck.screen.stopReading();
      await fillTerminal(deck);
      deck.screen.kill(signal);
      const ended = await Promise.race([deck.screen.exit, sleep(NEVER_MS, 'never')]);
      expect(ended).toMatchObject({ code });
    },
  );

  test('a terminal that reads again shows the present state', async () => {
    await using deck = await openDemo('calm', { cols: 200, rows: 60 });
    deck.screen.stopReading();
    await fillTerminal(deck);
    deck.screen.resize(120, 40);
    deck.press('3');
    deck.screen.readAgain();
    // A frame that arrives in pieces is complete only when all six panes are there.
    const text = await deck.see(/(?:[─▶] [1-6] [A-Z][^]*){6}\n\? help/);
    expect(text.match(/[─▶] [1-6] [A-Z]/g)).toHaveLength(6);
    expect(text.match(/\? help/g)).toHaveLength(1);
  });
});

test('a terminal that disappears without a signal ends the program', async () => {
  using home = new Home();
  // A session of its own has no controlling terminal that could send SIGHUP.
  const start = 'exec 3<&0; setsid "$@" <&3 & echo $! > pid; wait';
  await using shell = Screen.start('/bin/sh', ['-c', start, 'sh', process.execPath, program, '--demo=calm'], {
    cwd: home.folder,
    env: home.env,
  });
  await shell.until(/HEALTH_OK/, 30_000);
  const pid = Number(await readFile(join(home.folder, 'pid'), 'utf8'));
  shell.hangUp();
  await expect.poll(() => existsSync(`/proc/${pid}/exe`), { timeout: NEVER_MS }).toBe(false);
});

/** The program that a shell has started. */
async function childOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}

describe('Ctrl-Z', () => {
  test('Ctrl-Z returns to the shell, and fg brings the deck back', async () => {
    using home = new Home();
    await using shell = Screen.start('bash', ['--norc', '--noprofile', '-i'], {
      cwd: home.folder,
      env: { ...home.env, PS1: 'shell> ' },
    });
    await shell.until(/shell> /);
    shell.type(`'${process.execPath}' '${program}' --demo=calm --utc\r`);
    await shell.until(/HEALTH_OK/, 30_000);
    shell.press('ctrl-z');
    await shell.until(/Stopped/, 30_000);
    expect(shell.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true });
    shell.type('echo from the $((1+1))nd program\r');
    await shell.until(/from the 2nd program/);
    shell.type('fg\r');
    await shell.until((text) => /▶ 1 Health/.test(text) && /\? help/.test(text), 30_000);
    shell.press('2');
    await shell.until(/▶ 2 Placement/, 30_000);
    shell.press('q');
    await shell.until(/Leave storedeck\?/, 30_000);
    shell.press('y');
    await shell.until(/shell> \s*$/, 30_000);
    expect(shell.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true });
  });
});
