import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { program } from '../../scripts/lib/project.mjs';
import { terminalEnvironment } from '../support/environment.ts';
import { Home } from '../support/storedeck.ts';
import { waitForGuard, openDemo, Session } from './steps.ts';

const COLOUR = /\u001B\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m/;

describe('detection of the terminal', () => {
  test.each([
    ['TERM=linux', { TERM: 'linux' }],
    ['LANG=C', { LANG: 'C' }],
    ['no locale at all', { LANG: '' }],
  ])('with %s the deck is drawn in ASCII', async (_, env) => {
    await using deck = await openDemo('osd-down', { env });
    const text = await deck.see(/> 1 Health/);
    expect(text).toMatch(/^[\x20-\x7E\n]*$/);
  });

  test('with TERM=linux the deck uses 16 colours at most', async () => {
    await using deck = await openDemo('osd-down', {
      env: { TERM: 'linux', COLORTERM: 'truecolor' },
      args: ['--theme', 'dark'],
    });
    expect(deck.screen.raw()).toMatch(COLOUR);
    expect(deck.screen.raw()).not.toMatch(/\u001B\[[\d;]*[34]8;[25];/);
  });

  test('with NO_COLOR the deck has no colours and still shows the state', async () => {
    await using deck = await openDemo('osd-down', { env: { NO_COLOR: '1' } });
    expect(deck.screen.raw()).not.toMatch(COLOUR);
    await deck.see(/✗ stor-03 +osd\.11/);
    // Node warns about NO_COLOR together with FORCE_COLOR, which the program needs for a moment.
    expect(deck.screen.lines()[0]).toMatch(/^ demo +DEMO/);
    expect(deck.screen.raw()).not.toContain('Warning');
  });

  test('--no-colour and --ascii have the same effect on the command line', async () => {
    await using deck = await openDemo('osd-down', { args: ['--no-colour', '--ascii'] });
    expect(deck.screen.raw()).not.toMatch(COLOUR);
    expect(deck.screen.text()).toMatch(/^[\x20-\x7E\n]*$/);
  });

  test('in a locale with a decimal comma the deck shows it, and in others it does not', async () => {
    await using german = await openDemo('calm', { env: { LANG: 'C.UTF-8', LC_NUMERIC: 'de_DE.UTF-8' } });
    await german.see(/\d,\d [GT]iB of/);
    await using english = await openDemo('calm', { env: { LC_ALL: 'en_US.UTF-8' } });
    await english.see(/\d\.\d [GT]iB of/);
  });

  test('--unicode wins over the locale', async () => {
    await using deck = await openDemo('calm', { env: { LANG: 'C' }, args: ['--unicode'] });
    await deck.see(/▶ 1 Health/);
  });

  test('with TERM=dumb the deck works without colour and in ASCII, or says why it cannot', async () => {
    await using deck = new Session(['--demo=calm', '--utc'], { env: { TERM: 'dumb' } });
    const text = await deck.see(/HEALTH_OK|storedeck: /);
    expect(text).toMatch(/^[\x20-\x7E\n]*$/);
    expect(deck.screen.raw()).not.toMatch(COLOUR);
  });

  test.each(['vt100', 'dumb'])('with TERM=%s nothing is sent that a VT100 does not know', async (TERM) => {
    await using deck = await openDemo('osd-down', { env: { TERM } });
    deck.press('3', 'f', 'Down', 'Down');
    await deck.see(/>\S stor-01 +osd\.1 /);
    await deck.command('set noout');
    await deck.see(/Type yes/);
    deck.press('Esc');
    await deck.seeNo(/Type yes/);
    // The program does not use unsupported modes, and ends a style by a reset of all styles.
    const known = /^\u001B\[(?:\?\d+[hl]|\d*(?:;\d*)?[HJK]|\d*[ABCD]|5n|(?:(?:[012457]|[34][0-7]);?)*m)$/;
    const sent = deck.screen.raw().match(/\u001B(?:\[[0-?]*[ -/]*[@-~]|.)/g) ?? [];
    expect(sent.filter((sequence) => !known.test(sequence))).toEqual([]);
  });

  test.each(['dark', 'light', 'terminal', 'colour-blind', 'mono'])('the theme %s starts', async (theme) => {
    await using deck = await openDemo('calm', { args: ['--theme', theme] });
    await deck.see(/▶ 1 Health/);
  });

  test('a CI variable does not keep the deck from being drawn', async () => {
    await using deck = await openDemo('calm', { env: { CI: 'true' } });
    await deck.see(/▶ 1 Health/);
  });
});

describe('programs run by the operator', () => {
  const action = ['[[actions]]', 'name = "Look"', 'key = "ctrl-o"', 'command = ["printenv", "FORCE_COLOR"]'];

  test.each([
    ['none', {}, /exit code +1\b[^]*It printed nothing/],
    ['their own', { FORCE_COLOR: '3' }, /exit code +0\b[^]*\n 3\n/],
  ])('programs run by the operator get the colour variables: %s', async (_, env, shown) => {
    using home = new Home();
    const file = join(home.folder, 'config.toml');
    writeFileSync(file, [...action, 'danger = "reversible"'].join('\n'));
    await using deck = await openDemo('calm', { args: ['--config', file], env });
    deck.press('ctrl-o');
    await deck.see(/Press y to go ahead/);
    await waitForGuard();
    deck.press('y');
    await deck.see(shown);
    deck.press('Esc');
    await deck.see(/▶ 1 Health/);
    deck.press(':');
    await deck.see(/\n: /);
    const row = deck.screen.lines().findLastIndex((line) => line.startsWith(':'));
    expect(deck.screen.cell(1, row)).toMatchObject({ char: ' ', inverse: true });
  });
});

describe('start without a terminal', () => {
  const run = (args: readonly string[], env: Record<string, string> = {}) => {
    using home = new Home();
    return new Promise<{ code: number; out: string; err: string }>((resolve) => {
      execFile(
        process.execPath,
        [program, ...args],
        { env: { ...terminalEnvironment(), ...env, ...home.env }, cwd: '/' },
        (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });
  };

  test('in a locale with a decimal comma status has commas as text, and points as JSON', async () => {
    const german = { LC_ALL: 'de_DE.UTF-8' };
    expect((await run(['status', '--demo=calm'], german)).out).toMatch(/used: .*\d,\d TiB of/);
    expect((await run(['status', '--demo=calm'], { LC_ALL: 'en_US.UTF-8' })).out).toMatch(/\d\.\d TiB of/);
    expect((await run(['status', '--demo=calm', '--json'], german)).out).not.toMatch(
      /\d,\d+ ?(?:[KMGT]iB|[kM%])/,
    );
  });

  test('without a terminal the console says so in one line and exits with 2', async () => {
    const { code, out, err } = await run(['--demo']);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(/^storedeck: the console needs a terminal[^\n]*\n$/);
  });

  test('without a terminal an unknown option is refused with a message', async () => {
    const { code, err } = await run(['--nonsense']);
    expect(code).toBe(2);
    expect(err).toMatch(/^storedeck: [^\n]*--nonsense[^\n]*\n$/);
  });
});

describe('wrong command line', () => {
  test.each([
    [['--demo=nosuch'], /there is no scenario "nosuch": choose one of demo, calm/],
    [['--demo', '--scale', '2'], /scale must be [^\n]*3 [^\n]*20000/],
    [['--demo', '--theme', 'pink'], /pink/],
    [['--url', 'gopher://x'], /the URL must begin with https/],
  ])('the command line %j is refused before the screen is drawn', async (args, words) => {
    await using deck = new Session(args, { inShell: true });
    const text = await deck.see(/AFTER/);
    expect(text).toMatch(words);
    expect(text).toMatch(/EXIT 2/);
    expect(deck.screen.raw()).not.toMatch(/\u001B\[\?1049h/);
  });
});
