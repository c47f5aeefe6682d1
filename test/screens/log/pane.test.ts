import { describe, expect, test } from 'vitest';
import { createLook } from '../../../src/lib/look.ts';
import { elapsedFrom, elapsedText } from '../../../src/screens/log/times.ts';
import { priorityOf } from '../../../src/screens/logLines/words.ts';
import { updateLogs } from '../../../src/store/session/view.ts';
import { deck, letters, openDeck, text } from '../openedDeck.ts';
import type { DeckOptions, ShownDeck } from '../shownDeck.tsx';

async function open(options: Partial<DeckOptions> = {}): Promise<ShownDeck> {
  await openDeck({ scenario: 'calm', columns: 100, rows: 30, ...options });
  await deck.press('4', 'f');
  return deck;
}

/** The number of visible log lines. */
const inSight = async () => (await text()).match(/^.\d\d:\d\d:\d\dZ /gm)?.length;

describe('height of a followed log', () => {
  const ROWS = 24 - 3;

  test('a followed log fills the screen when it is enlarged, and its pane when that is reduced again', async () => {
    await openDeck({ scenario: 'calm', columns: 80, rows: 24 }, 10_000);
    await deck.press('4');
    const onDeck = await inSight();
    await deck.press('f');
    expect(await inSight()).toBe(ROWS);
    await deck.press('f');
    expect(await inSight()).toBe(onDeck);
  });

  test('a followed log takes the place of the histogram when that is closed', async () => {
    await openDeck({ scenario: 'calm', columns: 80, rows: 24 }, 10_000);
    await deck.press('4', 'f', 'i');
    expect(await inSight()).toBeLessThan(ROWS);
    await deck.press('i');
    expect(await inSight()).toBe(ROWS);
  });

  test('a followed log fills a terminal that grows', async () => {
    await openDeck({ scenario: 'calm', columns: 80, rows: 24 }, 10_000);
    await deck.press('4', 'f');
    await deck.resize(80, 40);
    expect(await inSight()).toBe(ROWS + 16);
  });
});

test('a followed log with the histogram above it keeps its rows when it is paused', async () => {
  await openDeck({ scenario: 'calm', columns: 80, rows: 24 }, 10_000);
  await deck.press('4', 'f', 'i');
  const lines = async () => (await text()).match(/\d\d:\d\d:\d\dZ stor.*$/gm);
  const before = await lines();
  await deck.press('up');
  expect(await lines()).toEqual(before);
});

describe('log pane', () => {
  test('the key i shows a histogram above the log, and z and Z zoom it', async () => {
    const { press } = await open({ scenario: 'demo' });
    await press('i');
    expect(await text()).toMatch(/[▒▓█]/);
    const held = Number(/ (\d+)m00s, most \d+ in/.exec(await text())?.[1]);
    expect(held).toBeLessThan(15);
    expect((await text()).split('\n').some((line) => /^ {0,20}[▒▓█]/.test(line))).toBe(true);
    await press('Z', 'Z', 'Z');
    expect(await text()).toMatch(/(30m00s|1h00m), most/);
    await press('z');
    expect(await text()).toMatch(/(15|30)m00s, most/);
    await press('i');
    expect(await text()).not.toMatch(/, most \d+ in/);
  });

  test('the histogram of a filtered log shows the time since its last line, in which nothing matched', async () => {
    const { press, command, clock } = await open({ scenario: 'host-down' });
    await clock.advance(60_000);
    await command('logs failed');
    await press('i');
    const bars = (await text()).split('\n').filter((line) => /^ *[▒▓█][ ▒▓█]*$/.test(line));
    expect(bars).not.toEqual([]);
    for (const line of bars) expect(line.trimEnd().length).toBeLessThan(60);
  });

  test('a line of the log can be marked, and u and U return to it', async () => {
    const { press } = await open();
    await press('up', 'up', 'm', 'up', 'up', 'up');
    expect(await text()).toMatch(/1 marked/);
    expect(await text()).toMatch(/●\d\d:\d\d:\d\dZ/);
    await press('u', 'u');
    expect(await text()).toMatch(/No later mark/);
    await press('m');
    expect(await text()).not.toMatch(/marked/);
  });

  test('repeated lines are folded to one row with their number, and the key x shows each', async () => {
    const { press, command } = await open({ scenario: 'host-down' });
    await command('logs service:mon');
    expect(await text()).toMatch(/\(PG_DEGRADED\) ×\d+$/m);
    const folded = await inSight();
    await press('x');
    expect(await text()).toMatch(/repeats shown/);
    expect(await text()).not.toMatch(/ ×\d+$/m);
    expect(await inSight()).toBeGreaterThan(folded ?? 0);
    await press('x');
    await command('logs redundancy');
    await press('up', 'd');
    expect(await text()).toMatch(/repeats +\d+ lines that differ only in numbers, since/);
  });

  test.each([
    [true, '◆'],
    [false, '!'],
  ])('a rare line is marked, with Unicode %s, and the key N goes to it', async (unicode, sign) => {
    const look = createLook({ depth: 'none', unicode });
    const { press, command, clock } = await open({ scenario: 'demo', look });
    // With few lines it is unknown which are rare.
    await command('since 1h');
    await clock.advance(2000);
    await press('N');
    expect(await text()).toMatch(/4 Log +paused/);
    await press('up');
    expect((await text()).split('\n').some((line) => line.startsWith(sign))).toBe(true);
    await press('n', 'd');
    expect(await text()).toMatch(/rare +[123] of [\d.k]+ buffered lines say this/);
  });

  test('a log in which no line passes the filter says from when on lines are buffered', async () => {
    const { command } = await open();
    await command('logs nosuchword');
    expect(await text()).toMatch(
      /no line passes the filter; lines are buffered from \d\d:\d\d:\d\dZ? on, W shows older ones/,
    );
  });

  test('filters of the log stack, and each can be switched off in a list', async () => {
    const { press } = await open();
    await press('&', ...letters('osd'), 'enter', '&', ...letters('!heartbeat'), 'enter', 'tab');
    expect(await text()).toMatch(/Log filters[^]*osd +on[^]*!heartbeat +on/);
    await press('space');
    expect(await text()).toMatch(/osd +off/);
    await press('esc');
    expect(await text()).toMatch(/1\/2 filters/);
  });

  test('a filter of the log matches server, service, level and time, also by column', async () => {
    const { press, command } = await open({ scenario: 'host-down' });
    const lines = async () => (await text()).match(/^.\d\d:\d\d:\d\dZ .*$/gm) ?? [];
    for (const [filter, wanted] of [
      ['stor-04', /Z stor-04 /],
      ['server:stor-04', /Z stor-04 /],
      ['service:mon', /Z stor-\d\d +mon /],
      ['level:warning', /Z stor-\d\d +\S+ +W /],
      ['level:warning service:mon', /Z stor-\d\d +mon +W /],
      [`time:${(await lines()).at(-1)?.slice(1, 9)}`, new RegExp(`^.${(await lines()).at(-1)?.slice(1, 9)}`)],
    ] as const) {
      await command(`logs ${filter}`);
      const shown = await lines();
      expect(shown.length, filter).toBeGreaterThan(0);
      for (const line of shown) expect(line, filter).toMatch(wanted);
    }
    await command('logs host:stor-04');
    expect(await text()).toMatch(/no column "host"; columns: time, server, service, priority, message/);
    await press('esc');
    expect(await text()).not.toMatch(/no column/);
  });

  test('the times of the log are hidden, local, UTC or relative', async () => {
    const { press } = await open();
    expect(await text()).toMatch(/\d\d:\d\d:\d\dZ stor-/);
    await press('t');
    expect(await text()).toMatch(/\n +\d+s stor-/);
    await press('t');
    expect(await text()).toMatch(/\n {1,2}stor-/);
  });

  test('the title names all services that are shown', async () => {
    const { cockpit } = await open();
    updateLogs(cockpit.view, { services: ['mon', 'osd'] });
    expect(await text()).toMatch(/ Log .*, mon osd, /);
  });

  test('the key T shows the time from line to line', async () => {
    const { press } = await open();
    await press('T');
    expect(await text()).toMatch(/Z +\+\d+\.\d{1,3}s stor-/);
  });

  test('a long line continues below its message if there are free rows, and is otherwise cut', async () => {
    const { command } = await open({ scenario: 'host-down', columns: 100 });
    await command('logs service:mon');
    const shown = (await text()).split('\n');
    const at = shown.findIndex((line) => line.includes('Degraded data redundancy'));
    const column = shown[at]!.indexOf('cluster [WRN]');
    expect(shown[at]).not.toMatch(/…/);
    expect(shown[at + 1]).toMatch(new RegExp(`^ {${column}}\\S`));
  });

  test('the key w wraps long lines of the log', async () => {
    const { press } = await open({ columns: 76 });
    expect(await text()).toMatch(/…/);
    await press('w');
    expect(await text()).not.toMatch(/Z stor-[^\n]*…/);
    await press('up', 'up');
    expect(await text()).toMatch(/▌\d\d:\d\d:\d\dZ/);
  });

  test('a time window of the log reads the lines that are not loaded', async () => {
    const { command, cockpit } = await open();
    const before = cockpit.logs.snapshot().received;
    await command('since 6h');
    await deck.clock.advance(2000);
    expect(cockpit.logs.snapshot().received).toBeGreaterThan(before);
    expect(await text()).toMatch(/last 6h00m, buffered from \d\d:\d\d:\d\dZ/);
    await command('since 1m');
    expect(await text()).toMatch(/last 1m/);
    expect(await text()).not.toMatch(/buffered from/);
    await command('since soon');
    expect(await text()).toMatch(/Type a duration such as/);
    await command('since 00:00');
    expect(await text()).toMatch(/last \d+/);
  });
});

test('a log line without a priority, or with an unknown one, has a question mark for it', () => {
  expect([priorityOf({}), priorityOf({ p: 9 }), priorityOf({ p: 3 })].map(({ letter }) => letter)).toEqual([
    '?',
    '?',
    'E',
  ]);
});

test('the elapsed time of a log line counts from the last mark above, or from the previous line', () => {
  const marks = new Map([
    ['a', 10],
    ['b', 20],
  ]);
  expect(elapsedFrom(marks, 25, 24)).toBe(20);
  expect(elapsedFrom(marks, 15, 14)).toBe(10);
  expect(elapsedFrom(marks, 5, 4)).toBe(10);
  expect(elapsedFrom(new Map(), 5, 4)).toBe(4);
  expect(elapsedText(1.5)).toBe('+1.500s');
  expect(elapsedText(-75)).toBe('-1m15s');
});

test('from a line of the log one goes to the OSD and the server that it names, and comes back to the line', async () => {
  await open({ scenario: 'osd-down' });
  await deck.press('/', ...letters('osd.11 failed'), 'enter', 'd');
  const line = await text();
  expect(line).toMatch(/Log line[^]*osd\.11 failed[^]* o +osd\.11 in the disks pane · /);
  await deck.press('o');
  expect(await text()).toMatch(/Go to[^]*osd\.11 in the CRUSH tree[^]*disks of stor-03/);
  await deck.press('enter');
  expect(await text()).toMatch(/3 Disks and OSDs[^]*▌. stor-03 osd\.11 /);
  await deck.press('esc');
  expect(await text()).toMatch(/Log line[^]*osd\.11 failed/);
});
