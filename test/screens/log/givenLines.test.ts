import { expect, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { describeLine } from '../../../src/screens/log/describe.ts';
import {
  histogramOf,
  histogramRows,
  toggleHistogram,
  zoomHistogram,
} from '../../../src/screens/log/histogram.ts';
import { position } from '../../../src/screens/log/position.ts';
import { updateLogs } from '../../../src/store/session/view.ts';
import { plain, tagged } from '../../widgets/looks.ts';
import { answering, deck, openDeck, openedPage, text } from '../openedDeck.ts';

/** The time of the first line, in seconds since the epoch: shortly before the clock of a deck begins. */
const T = Date.UTC(2026, 10, 20) / 1000 - 600;

/** A log of these lines, zoomed, which gets no others. */
async function openLog(events: readonly LogEvent[]): Promise<void> {
  await openDeck(
    {
      columns: 120,
      rows: 40,
      scenario: 'calm',
      look: plain,
      ...answering({
        readLogs: () => [],
        async *followLogs(_input, { signal }) {
          yield* events;
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        },
      }),
    },
    3000,
  );
  await deck.press('4', 'f');
}
const line = (at: number, m: string, more: LogEvent = {}): LogEvent => ({
  c: `c${at} ${m}`,
  t: T + at,
  m,
  s: 'osd.3',
  h: 2,
  p: 6,
  ...more,
});
const logs = () => deck.cockpit.view.getState().logs;
const messageAt = () => {
  const { lines } = deck.cockpit.logs.snapshot();
  return lines.at(logs().cursor)?.m;
};

test('the page of a log line has its time, server, service, priority and cursor, or dashes, and all its text', async () => {
  await openLog([line(0, 'first\nsecond', { p: 3 }), { m: 'bare' }]);
  await deck.press('up');
  expect(await text()).toContain('first');
  const pages = [];
  for (const key of ['g', 'G']) {
    await deck.press(key, ...(key === 'G' ? ['F'] : []));
    describeLine(deck.cockpit);
    const { title, facts, text: said } = openedPage();
    pages.push([title, Object.fromEntries(facts), said]);
    await deck.press('esc');
  }
  const bare = { time: '--', server: '--', service: '--', priority: '-- unknown', cursor: '--' };
  const first = {
    time: '2026-11-19 23:50:00Z',
    server: 'stor-02',
    service: 'osd.3',
    priority: '3 error',
    cursor: 'c0 first\nsecond',
  };
  expect(pages).toEqual(
    expect.arrayContaining([
      ['Log line', first, ['first', 'second']],
      ['Log line', bare, ['bare']],
    ]),
  );
});

test('the page of folded lines says how many there are and since when, and one of a thousand lines is called rare', async () => {
  const usual = Array.from({ length: 1000 }, (_, at) => line(at / 10, `op ${at} done`));
  await openLog([...usual, line(300, 'strange thing')]);
  await deck.press('F');
  describeLine(deck.cockpit);
  expect(openedPage().facts.slice(5)).toEqual([['rare', '1 of 1.0k buffered lines say this']]);
  await deck.press('esc', 'up');
  describeLine(deck.cockpit);
  expect(openedPage().facts.slice(5)).toEqual([
    ['repeats', '1.0k lines that differ only in numbers, since 2026-11-19 23:50:00Z: x shows each'],
  ]);
});

test('a log line leads to the OSDs, servers and pools that it names', async () => {
  await openLog([line(0, "osd.7 of stor-01 in pool 'vm-disks', not osd.700 or pool other")]);
  await deck.press('F');
  describeLine(deck.cockpit);
  expect(openedPage().related).toEqual([
    'osd.3 in the disks pane',
    'osd.3 in the CRUSH tree',
    'osd.7 in the disks pane',
    'osd.7 in the CRUSH tree',
    'disks of stor-02',
    'disks of stor-01',
    'details of pool vm-disks',
  ]);
});

test('jumps to errors skip the other lines of a folded row', async () => {
  const failed = (at: number) => line(at, `write ${at} failed`, { p: 3 });
  await openLog([
    failed(0),
    line(1, 'calm a'),
    failed(2),
    failed(3),
    line(4, 'calm b'),
    line(5, 'disk gone', { p: 2 }),
    line(6, 'calm c'),
  ]);
  const seen = [];
  for (const key of ['E', 'E', 'E', 'e', 'e']) {
    await deck.press(key);
    seen.push(messageAt()?.replace(/\d/, 'N'));
  }
  expect(seen[0]).toBe('disk gone');
  expect(seen).toContain('write N failed');
  expect(await text()).toMatch(/No later error in the lines shown\./);
  await deck.press('g', 'E', 'E');
  expect(await text()).toMatch(/No earlier error in the lines shown\./);
});

test('a mark stays on its line, and the same key removes it', async () => {
  await openLog([line(0, 'one'), line(5, 'two'), line(9, 'three')]);
  await deck.press('g', 'down', 'm');
  expect([...logs().marks.values()]).toEqual([T + 5]);
  expect([logs().follow, messageAt()]).toEqual([false, 'two']);
  await deck.press('m');
  expect(logs().marks.size).toBe(0);
});

test('lines that are pushed out of the buffer by newer ones are counted in the title', async () => {
  await openLog(Array.from({ length: 10_120 }, (_, at) => line(at / 100, `word${at} x`)));
  await deck.clock.advance(3000);
  expect(await text()).toMatch(/4 Log.* 1\d\d dropped/);
});

test('the histogram of the log begins with the time that the lines take, and is zoomed from there', async () => {
  await openLog([line(0, 'one'), line(90, 'two', { p: 4 }), line(150, 'three', { p: 3 })]);
  expect(histogramRows(deck.cockpit, 20)).toBe(0);
  toggleHistogram(deck.cockpit);
  expect(logs().histogram).toBe(180);
  expect([9, 10].map((height) => histogramRows(deck.cockpit, height))).toEqual([0, 5]);
  const [, , , bottom = '', below] = histogramOf(deck.cockpit, 60);
  expect(below).toBe('23:49:33Z           3m00s, most 1 in 3s            23:52:33Z');
  expect(bottom.split('').flatMap((sign, at) => (sign === ' ' ? [] : [[at, sign]]))).toEqual([
    [9, '▒'],
    [39, '▓'],
    [59, '█'],
  ]);
  zoomHistogram(deck.cockpit, 1);
  expect(logs().histogram).toBeGreaterThan(180);
  toggleHistogram(deck.cockpit);
  expect(logs().histogram).toBeUndefined();
  zoomHistogram(deck.cockpit, 1);
  expect(logs().histogram).toBe(3600);
});

test('the line below the histogram marks the time of the line under the cursor', async () => {
  await openLog([line(0, 'one'), line(90, 'two', { p: 4 }), line(150, 'three', { p: 3 })]);
  updateLogs(deck.cockpit.view, { histogram: 180 });
  const marked = () => histogramOf({ ...deck.cockpit, look: tagged(plain) }, 60).at(-1);
  expect(marked()).toMatch(/^<dim:.{59}><selected:Z><dim:>$/);
  await deck.press('g', 'down');
  expect(marked()).toMatch(/^<dim:.{39}><selected:.><dim:.{20}>$/);
});

test('the histogram of less than a minute of lines begins with one minute', async () => {
  await openLog([line(0, 'one'), line(0, 'two')]);
  toggleHistogram(deck.cockpit);
  expect(logs().histogram).toBe(60);
});

test('around an old line under the cursor the histogram shows the time before and after it, and of more than a day the dates', async () => {
  await openLog([line(-7200, 'old'), line(0, 'middle'), line(150, 'new')]);
  updateLogs(deck.cockpit.view, { histogram: 600 });
  await deck.press('g');
  expect(position(deck.cockpit)).toBe(0);
  expect(histogramOf(deck.cockpit, 60).at(-1)).toMatch(/^21:45:10Z .*10m00s.* 21:55:10Z$/);
  updateLogs(deck.cockpit.view, { histogram: 2 * 86_400, follow: true });
  expect(histogramOf(deck.cockpit, 80).at(-1)).toMatch(/^2026-11-18 00:00:00Z .*2d.* 2026-11-20 00:00:00Z$/);
});
