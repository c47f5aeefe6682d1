import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { interrupt } from '../../src/app/layers.ts';
import { type ShownDeck, showDeck } from './shownDeck.tsx';

let deck: ShownDeck;
const quit = vi.fn();
beforeEach(async () => {
  quit.mockReset();
  deck = await showDeck({ columns: 80, rows: 24 });
});
afterEach(() => deck[Symbol.asyncDispose]());

const press = (firstAt: number | undefined) => interrupt({ ...deck.cockpit, quit }, firstAt);

test('Ctrl-C twice within a second leaves', () => {
  press(press(undefined));
  expect(quit).toHaveBeenCalledOnce();
});

test('a second one that comes later does not', async () => {
  const first = press(undefined);
  await deck.clock.advance(1000);
  press(first);
  expect(quit).not.toHaveBeenCalled();
});

test('one that took a dialog away does not count', async () => {
  await deck.press('M');
  const second = press(press(undefined));
  expect(quit).not.toHaveBeenCalled();
  press(second);
  expect(quit).toHaveBeenCalledOnce();
});
