import { expect, test } from 'vitest';
import { stateOf, type StatsState } from '../../../src/screens/stats/state.ts';
import { deck, letters, openScreen, see, text } from '../openedDeck.ts';

/** The state of the charts. */
function state(): StatsState {
  const { overlays } = deck.cockpit.view.getState();
  return stateOf(overlays.findLast((overlay) => overlay.kind === 'screen'));
}
const open = () => openScreen('stats', { columns: 160, rows: 48 });
const graphs = () => state().graphs.map(({ graph }) => graph);

test('the keys of the charts move through time by one column, and by ten', async () => {
  await open();
  const now = deck.clock.now() / 1000;
  await deck.press('left');
  const one = now - state().cursor!;
  expect(one).toBeGreaterThan(0);
  await deck.press('H');
  expect(now - state().cursor!).toBeCloseTo(11 * one, 0);
  await deck.press('L');
  expect(now - state().cursor!).toBeCloseTo(one, 0);
  await deck.press('left', 'left', 'right');
  expect(now - state().cursor!).toBeCloseTo(2 * one, 0);
  await deck.press('G');
  expect(state()).toMatchObject({ cursor: undefined, end: undefined });
});

test('a time range with a key ends with the present, whatever was shown before', async () => {
  await open();
  await deck.press('left', '+', 'H', 'H', 'H', 'H', 'H', 'H', 'H', 'H', 'H');
  expect(state().end).toBeDefined();
  await deck.press('3');
  expect(state()).toMatchObject({ span: 86_400, cursor: undefined, end: undefined });
});

test('Esc takes the cursor away first, then shows all charts, then leaves', async () => {
  await open();
  await deck.press('enter', 'left', 'esc');
  expect(state()).toMatchObject({ full: true, cursor: undefined });
  await deck.press('esc');
  expect(state().full).toBe(false);
  await deck.press('esc');
  expect(deck.cockpit.view.getState().overlays).toEqual([]);
});

test('a chart is removed, and the one that takes its place can be removed next', async () => {
  await open();
  const [first, second, ...others] = graphs();
  await deck.press('x');
  expect(graphs()).toEqual([second, ...others]);
  await deck.press('x');
  expect(graphs()).toEqual(others);
  expect(first).not.toBe(second);
  for (let left = others.length; left > 1; left--) await deck.press('x');
  expect(state()).toMatchObject({ focus: 0, graphs: [expect.anything()] });
});

test('removing the last chart of several moves the focus to the one before it', async () => {
  await open();
  const { length } = graphs();
  for (let left = length; left > 1; left--) await deck.press('tab');
  const last = state().focus;
  const removed = graphs()[last];
  await deck.press('x');
  expect(graphs()).not.toContain(removed);
  expect(state().focus).toBeLessThanOrEqual(graphs().length - 1);
});

test('a chart is added and removed again in the list, which marks what is shown', async () => {
  await open();
  const [first] = graphs();
  await deck.press('n');
  expect(await see(/Graphs/)).toMatch(/ shown/);
  await deck.press('enter');
  const changed = graphs();
  expect(changed).not.toContain(first);
  await deck.press('enter', 'esc');
  expect(graphs().at(-1)).toBe(first);
});

test('a graph that no list has is requested by its name, and a name of two letters is not', async () => {
  await open();
  await deck.press('n', ...letters('zz'));
  expect(await text()).not.toMatch(/Requested by its name/);
  await deck.press(...letters('-top'));
  expect(await see(/Requested by its name/)).toMatch(/zz-top/);
  await deck.press('enter', 'esc');
  expect(graphs()).toContain('zz-top');
});

test('the values of the focused chart are shown as JSON', async () => {
  await open();
  await deck.clock.advance(3000);
  await deck.press('y');
  expect(await see(/Graph: /)).toMatch(/datapoints/);
});
