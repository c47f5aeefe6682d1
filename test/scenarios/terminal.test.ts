import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openDemo, Session } from './steps.ts';

/** The delay between the parts of an escape sequence on a remote line, longer than Ink waits for the rest. */
const TORN_MS = 60;

/** The screen without what differs between two runs of a scenario: the log, numbers, sparklines, ages, rates and blanks. */
const shape = (text: string): string[] =>
  text
    .split('\n')
    .map((line) =>
      line.replace(/(^|│)[^│]*\d\dZ (?:stor-|osd|m[a-z]+|radosgw|iscsi|nfs|kernel).*$/, '$1').trimEnd(),
    )
    .filter((line) => line !== '' && !/I\/O|SPACE|4 Log/.test(line))
    .map((line) =>
      line
        .replace(/[\d.:]+[kKMGTsmh]?|now|Z|[▁▂▃▄▅▆▇]+/g, '#')
        .replace(/[ #─-]*#[ #─-]*/g, '#')
        .replace(/ {2,}/g, ' '),
    );

const titles = (text: string) => Array.from(text.matchAll(/[─▶] ([1-6] [A-Z]\w+)/g), ([, title]) => title);

/** Every line of the frame from its first to its last column. Remains of an earlier size would be outside. */
async function frame(deck: Session): Promise<string> {
  return deck.see((text) => titles(text).length === 6 && /▶ 1 Health[^]*\n\? help/.test(text));
}

describe('resized terminal', () => {
  test.each([
    [80, 24],
    [60, 16],
    [133, 43],
  ])('a terminal resized repeatedly to %ix%i shows the same as a fresh start', async (cols, rows) => {
    await using fresh = await openDemo('calm', { cols, rows });
    await using stormy = await openDemo('calm', { cols: 300, rows: 100 });
    for (const [width, height] of [
      [200, 60],
      [60, 16],
      [299, 20],
      [61, 99],
      [80, 24],
      [120, 40],
      [60, 17],
      [300, 100],
      [75, 13],
    ] as const) {
      stormy.screen.resize(width, height);
      stormy.press('Tab', 'Shift-Tab');
    }
    stormy.screen.resize(cols, rows);
    await frame(fresh);
    // On a busy machine the frame of the earlier size may be visible for a moment, and some data comes after the first frame.
    const isSettled = (text: string) => {
      const wanted = fresh.screen.text();
      return isDeepStrictEqual([titles(text), shape(text)], [titles(wanted), shape(wanted)]);
    };
    const text = await stormy.see(isSettled);
    expect(text.split('\n')).toHaveLength(rows);
  });

  test('a dialog stays visible at any size of the terminal', async () => {
    await using deck = await openDemo('calm', { cols: 160, rows: 48 });
    await deck.command('set noout');
    await deck.see(/Type yes and press Enter/);
    for (const [cols, rows] of [
      [60, 16],
      [300, 100],
      [80, 24],
    ] as const) {
      deck.screen.resize(cols, rows);
      await deck.see(/Set flag noout[^]*Type yes and press Enter[^]*Esc cancel/);
    }
  });

  test('a terminal below the minimum size shows a part of the deck, and all of it once enlarged', async () => {
    await using deck = await openDemo('calm');
    deck.screen.resize(20, 5);
    await deck.see(/^ demo/);
    deck.screen.resize(1, 1);
    deck.screen.resize(80, 24);
    await deck.see((text) => titles(text).length === 6 && /\n\? help/.test(text));
  });
});

describe('terminal that claims 65535 columns and rows', () => {
  test.each(['cells', 'plain'])(
    'a terminal with an absurd size gets a deck of the maximum size, output %s',
    async (output) => {
      await using deck = await openDemo('calm', { env: { STOREDECK_OUTPUT: output } });
      deck.screen.resize(65_535, 65_535, false);
      deck.press('?');
      await deck.see(/Esc close/);
      deck.press('Esc');
      deck.screen.resize(80, 24, false);
      await deck.see((text) => titles(text).length === 6 && /\n\? help/.test(text));
    },
  );

  test.each([
    [65_535, 65_535],
    [65_535, 1],
    [1, 65_535],
  ])('a terminal resized many times and then to %ix%i ends at SIGTERM', async (cols, rows) => {
    await using deck = await openDemo('calm');
    for (let turn = 0; turn < 40; turn++)
      deck.screen.resize(1 + ((turn * 7919) % 65_535), 1 + turn * 1638, false);
    deck.screen.resize(cols, rows, false);
    await sleep(200);
    deck.screen.kill('SIGTERM');
    expect(await deck.screen.exit).toMatchObject({ signal: constants.signals.SIGTERM });
  });
});

const withoutBinding = `--require=${join(import.meta.dirname, '../support/withoutBinding.cjs')}`;

describe.each([
  ['as Node is', {}],
  ['where Node hands out no binding', { NODE_OPTIONS: withoutBinding }],
])('keys before the first frame, %s', (_, env) => {
  test('keys pressed before the program is ready are handled, and never written into the frame', async () => {
    await using deck = new Session(['--demo=calm', '--utc'], { env });
    deck.press('3', 'f');
    for (let turn = 0; turn < 40; turn++) {
      deck.press('Down');
      await sleep(10);
    }
    await deck.see(/▶ 3 Disks/);
    await deck.see(/HEALTH_OK/);
    const [before = '', ...frames] = deck.screen.raw().split('\u001B[?1049h');
    expect(before).not.toMatch(/─/);
    expect(frames.join('')).not.toContain('^[');
  });
});

describe('slow link', () => {
  const remote = { link: { bytesPerSecond: 4000, roundTripMs: 300 }, env: { SSH_TTY: '/dev/pts/7' } };

  test('a slow link delays keys and loses none', async () => {
    await using deck = await openDemo('osd-down', remote);
    deck.press('3', 'f', 'Down', 'Down', 'Down');
    await deck.see(/▌✓ stor-01 +osd\.2 /);
    deck.press('/');
    await deck.see(/\n\/ /);
    deck.type('stor-09');
    await deck.see(/\n\/stor-09/);
  });

  test('keys that a slow link joins are all handled', async () => {
    await using deck = await openDemo('calm');
    deck.press('3', 'f', '/');
    await deck.see(/\n\/ /);
    deck.press('wrong\u0015stor-09');
    await deck.see(/\n\/stor-09/);
  });

  test('an arrow key that a slow link splits is still read as one key', async () => {
    await using deck = await openDemo('osd-down', remote);
    deck.press('3', 'f');
    await deck.see(/▌✗ stor-03/);
    deck.press('\u001B');
    await sleep(TORN_MS);
    deck.press('[B');
    await deck.see(/▶ 3 Disks[^]*▌✓ stor-01 +osd\.0 /);
  });
});
