import { expect, test } from 'vitest';
import { position } from '../../../src/screens/log/position.ts';
import { Refusal } from '../../../src/service/engine.ts';
import type { LogView } from '../../../src/store/log/view.ts';
import { updateLogs } from '../../../src/store/session/view.ts';
import { handlerOf } from '../../service/handlerOf.ts';
import { deck, letters, openDeck, see, text } from '../openedDeck.ts';

const view = (): LogView => deck.cockpit.view.getState().logs;

async function open(): Promise<void> {
  await openDeck({ columns: 120, rows: 40, scenario: 'host-down' }, 10_000);
  await deck.press('4', 'f');
}

/** The numbers of the lines that are held. */
const held = () => {
  const { lines } = deck.cockpit.logs.snapshot();
  return Array.from({ length: lines.end - lines.first }, (_, index) => lines.first + index);
};
const lineAt = (number: number) => deck.cockpit.logs.snapshot().lines.at(number);

test('the menu of services has those of the interface and of the log, and any number can be chosen', async () => {
  await open();
  await deck.press('o');
  expect(await see(/Log services/)).toMatch(/all services +shown[^]*\bkernel\b[^]*\bosd\.\d/);
  await deck.press('down', 'space', 'down', 'space');
  expect(view().services).toEqual(['kernel', 'mgmt']);
  await deck.press('space', 'esc');
  expect(view().services).toEqual(['kernel']);
});

test('the menu of servers has all servers, and choosing all of them lifts the choice', async () => {
  await open();
  await deck.press('H');
  expect(await see(/Log servers/)).toMatch(/all servers +shown[^]*stor-01[^]*stor-12/);
  await deck.press('down', 'space', 'down', 'space');
  expect(view().servers).toHaveLength(2);
  await deck.press('home', 'space', 'esc');
  expect(view().servers).toEqual([]);
});

test('the key v goes through the levels from info to error, and then shows all', async () => {
  await open();
  const levels = [view().level];
  for (let press = 0; press < 5; press++) {
    await deck.press('v');
    levels.push(view().level);
  }
  expect(levels).toEqual([6, 5, 4, 3, 7, 6]);
});

test('the menu of windows leads to the last minutes, to all lines from the oldest, and back to following', async () => {
  await open();
  await deck.press('W');
  await see(/Window of time/);
  await deck.press('down', 'down', 'down', 'down', 'enter');
  expect(view().since).toBeCloseTo(deck.clock.now() / 1000 - 900, 0);
  await deck.press('W', 'down', 'enter');
  expect(view()).toMatchObject({ since: undefined, follow: false, cursor: expect.any(Number) });
  await deck.press('W', 'enter');
  expect(view()).toMatchObject({ since: undefined, follow: true });
});

test('a window reads the lines that are not held yet, and says why they cannot be read', async () => {
  const asked: unknown[] = [];
  let refuses = false;
  await openDeck(
    {
      columns: 120,
      rows: 40,
      scenario: 'host-down',
      engine: (inner) => ({
        ...inner,
        handlers: {
          ...inner.handlers,
          readLogs(input, ...context) {
            if (refuses) throw new Refusal(503, 'the log is somewhere else');
            asked.push(input.query);
            return handlerOf(inner.handlers, 'readLogs')(input, ...context);
          },
        },
      }),
    },
    10_000,
  );
  await deck.press('4', 'f');
  const before = asked.length;
  await deck.press('W', ...Array.from({ length: 6 }, () => 'down'), 'enter');
  await deck.clock.advance(1000);
  const hourAgo = Math.floor(deck.clock.now() / 1000) - 3600;
  expect(asked.length).toBeGreaterThan(before);
  expect(asked).toContainEqual(expect.objectContaining({ after: expect.closeTo(hourAgo, -1) }));
  await deck.press('W', 'enter');
  refuses = true;
  await deck.press('W', ...Array.from({ length: 8 }, () => 'down'), 'enter');
  expect(await see(/Older lines could not be read/)).toMatch(/the log is somewhere else/);
});

test('kept filters are removed together, or only those that are off', async () => {
  await open();
  for (const word of ['osd', 'mon']) await deck.press('&', ...letters(word), 'enter');
  await deck.press('ctrl-f');
  expect(await see(/Log filters/)).toMatch(/osd +on[^]*mon +on/);
  await deck.press('space', 'down', 'down', 'space');
  expect(view().filters).toEqual([{ text: 'mon', on: true }]);
  await deck.press('end', 'space', 'esc');
  expect(view().filters).toEqual([]);
});

test('a filter that is kept twice stands once in the list', async () => {
  await open();
  for (let times = 0; times < 2; times++) await deck.press('&', ...letters('osd'), 'enter');
  await deck.press('&');
  expect(view().filters).toEqual([{ text: 'osd', on: true }]);
});

test('the keys e and E go to the errors of the log in turn, and say when there is none further', async () => {
  await open();
  updateLogs(deck.cockpit.view, { unfolded: true });
  const errors = held().filter((number) => (lineAt(number)?.p ?? 7) <= 3);
  expect(errors.length).toBeGreaterThan(2);
  await deck.press('E');
  expect(view()).toMatchObject({ follow: false, cursor: errors.at(-1) });
  await deck.press('E');
  expect(view().cursor).toBe(errors.at(-2));
  await deck.press('e');
  expect(view().cursor).toBe(errors.at(-1));
  await deck.press('e');
  expect(view().cursor).toBe(errors.at(-1));
  expect(await text()).toMatch(/No later error in the lines shown\./);
});

test('where repeats are folded, E goes to an earlier row each time, and e back through the same rows', async () => {
  await open();
  const rows = [];
  for (let press = 0; press < 6; press++) {
    await deck.press('E');
    rows.push(position(deck.cockpit));
    expect(lineAt(view().cursor)?.p).toBeLessThanOrEqual(3);
  }
  expect(rows).toEqual([...new Set(rows)].toSorted((a, b) => b - a));
  const back = [];
  for (let press = 0; press < 5; press++) {
    await deck.press('e');
    back.push(position(deck.cockpit));
  }
  expect(back).toEqual(rows.toReversed().slice(1));
});

test('the key N goes from the newest line to the rare lines in turn, and n back', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'demo' });
  await deck.command('since 1h');
  await deck.clock.advance(2000);
  await deck.press('4', 'f', 'N');
  const newest = position(deck.cockpit);
  await deck.press('N');
  const before = position(deck.cockpit);
  expect(before).toBeLessThan(newest);
  await deck.press('n');
  expect(position(deck.cockpit)).toBe(newest);
});

test('u and U go between marks, and without one they say how to make one', async () => {
  await open();
  await deck.press('u');
  expect(await text()).toMatch(/No line is marked: m marks one\./);
  await deck.press('up', 'up', 'm');
  const first = view().cursor;
  await deck.press('up', 'up', 'up', 'm');
  const second = view().cursor;
  expect(second).toBeLessThan(first);
  await deck.press('u');
  expect(view().cursor).toBe(first);
  await deck.press('U');
  expect(view().cursor).toBe(second);
  await deck.press('U');
  expect(await text()).toMatch(/No earlier mark in the lines shown\./);
});

test('the keys page, half a page, oldest and newest move by what their names say', async () => {
  await open();
  updateLogs(deck.cockpit.view, { unfolded: true, level: 7 });
  const rows = deck.cockpit.view.getState().pageRows.logs;
  const last = held().at(-1)!;
  await deck.press('pageup');
  expect(view().cursor).toBe(last - rows);
  await deck.press('ctrl-u');
  expect(view().cursor).toBe(last - rows - Math.floor(rows / 2));
  await deck.press('ctrl-d');
  expect(view().cursor).toBe(last - rows);
  await deck.press('pagedown');
  expect(view().follow).toBe(true);
  await deck.press('g');
  expect(view()).toMatchObject({ follow: false, cursor: held()[0] });
  await deck.press('G');
  expect(view().follow).toBe(true);
});

test('C clears the lines that are held, and new ones come', async () => {
  await open();
  const before = held().at(-1)!;
  await deck.press('C');
  await deck.clock.advance(20_000);
  expect(held()[0]).toBe(before + 1);
  expect(held().length).toBeGreaterThan(1);
});

test('w wraps long lines, and T shows the time from line to line', async () => {
  await open();
  const { wrap, elapsed } = view();
  await deck.press('w', 'T');
  expect(view()).toMatchObject({ wrap: !wrap, elapsed: !elapsed });
  await deck.press('w', 'T');
  expect(view()).toMatchObject({ wrap, elapsed });
});

test('x folds repeats and shows each, and a held log stays on its line', async () => {
  await open();
  await deck.press('x', 'up', 'up', 'up', 'up');
  const { cursor } = view();
  const { m } = lineAt(cursor) ?? {};
  await deck.press('x');
  expect(view()).toMatchObject({ unfolded: false, follow: false });
  await deck.press('x');
  expect(lineAt(view().cursor)?.m?.replaceAll(/\d+/g, '')).toBe(m?.replaceAll(/\d+/g, ''));
});
