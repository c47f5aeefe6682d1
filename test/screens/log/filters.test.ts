import { expect, test } from 'vitest';
import { addFilter, chooseWindow, listFilters } from '../../../src/screens/log/filters.ts';
import { updateLogs } from '../../../src/store/session/view.ts';
import { deck, openDeck, text } from '../openedDeck.ts';

const logs = () => deck.cockpit.view.getState().logs;

/** The entries of the open menu, with their hints. */
function entries(): readonly string[] {
  const top = deck.cockpit.view.getState().overlays.at(-1);
  if (top?.kind !== 'menu') throw new Error('no menu is open');
  return top
    .items()
    .map(({ label, hint = '', disabled = '' }) => [label, hint, disabled].filter(Boolean).join(': '));
}

/** Runs the entry of the open menu with this label. */
async function choose(label: string): Promise<void> {
  const top = deck.cockpit.view.getState().overlays.at(-1);
  if (top?.kind !== 'menu') throw new Error('no menu is open');
  top
    .items()
    .find((one) => one.label === label)
    ?.run();
  await deck.clock.advance(100);
}

test('kept filters are switched on and off in a list, and those that are off or all are removed there', async () => {
  await openDeck({ columns: 100, rows: 30 });
  listFilters(deck.cockpit);
  expect(entries()).toEqual([
    'Remove the filters that are off: none are off',
    'Remove all filters: there is none: & adds one',
  ]);
  await deck.press('esc');
  for (const filter of ['one', 'two', 'one']) {
    updateLogs(deck.cockpit.view, { filter });
    listFilters(deck.cockpit);
    await deck.press('esc');
  }
  expect([logs().filter, logs().filters.map(({ text: of }) => of)]).toEqual(['', ['two', 'one']]);
  listFilters(deck.cockpit);
  await choose('two');
  expect(entries()).toEqual(['two: off', 'one: on', 'Remove the filters that are off', 'Remove all filters']);
  await choose('Remove the filters that are off');
  expect(logs().filters).toEqual([{ text: 'one', on: true }]);
  await choose('one');
  await choose('one');
  expect(entries()[0]).toBe('one: on');
  await choose('Remove all filters');
  expect(logs().filters).toEqual([]);
});

test('a filter that is typed is kept when another is asked for, and nothing is kept while none is typed', async () => {
  await openDeck({ columns: 100, rows: 30 });
  addFilter(deck.cockpit);
  expect(logs().filters).toEqual([]);
  await deck.press('esc');
  updateLogs(deck.cockpit.view, { filter: 'slow' });
  addFilter(deck.cockpit);
  expect([logs().filter, logs().filters]).toEqual(['', [{ text: 'slow', on: true }]]);
  expect(deck.cockpit.view.getState().overlays.at(-1)).toMatchObject({
    kind: 'prompt',
    purpose: 'filter',
    value: '',
  });
});

test('the log is limited to a window of time, and all its lines are shown again, followed or from the oldest', async () => {
  await openDeck({ columns: 100, rows: 30 }, 5000);
  await deck.press('4', 'f');
  chooseWindow(deck.cockpit);
  expect(entries().slice(0, 3)).toEqual([
    'All buffered lines, following: shown',
    'All buffered lines, from the oldest',
    'The last 1m: :since 1m',
  ]);
  await choose('The last 5m');
  expect(logs().since).toBeCloseTo(deck.cockpit.clock.now() / 1000 - 300, 0);
  expect(entries()[0]).toBe('All buffered lines, following');
  await choose('All buffered lines, from the oldest');
  expect([logs().since, logs().follow]).toEqual([undefined, false]);
  await choose('All buffered lines, following');
  expect([logs().since, logs().follow]).toEqual([undefined, true]);
  await deck.press('esc');
  expect(await text()).toMatch(/following/);
});
