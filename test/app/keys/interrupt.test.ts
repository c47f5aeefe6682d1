import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { interrupt } from '../../../src/app/keys/layers.ts';
import { plainText } from '../../screens/roleMap.ts';
import { type ShownDeck, showDeck } from '../../screens/shownDeck.tsx';

let deck: ShownDeck;
const quit = vi.fn();
beforeEach(async () => {
  quit.mockReset();
  deck = await showDeck({ columns: 80, rows: 24 });
});
afterEach(() => deck[Symbol.asyncDispose]());

const press = (firstAt: number | undefined) => interrupt({ ...deck.cockpit, quit }, firstAt);

test('a second Ctrl-C within a second quits the program', () => {
  press(press(undefined));
  expect(quit).toHaveBeenCalledOnce();
});

test('a second Ctrl-C after more than a second does not quit the program', async () => {
  const first = press(undefined);
  await deck.clock.advance(1000);
  press(first);
  expect(quit).not.toHaveBeenCalled();
});

test('the first Ctrl-C says that a second one quits, and the help lists it', async () => {
  press(undefined);
  expect(plainText(await deck.frame())).toMatch(/Ctrl-C once more leaves/);
  await deck.press('?', 'c', 't', 'r', 'l', '-', 'c');
  expect(plainText(await deck.frame())).toMatch(/Ctrl-C +Close what is on top/);
});

test('a Ctrl-C that closes a dialog does not count as the first', async () => {
  await deck.press('M');
  const second = press(press(undefined));
  expect(quit).not.toHaveBeenCalled();
  press(second);
  expect(quit).toHaveBeenCalledOnce();
});

test('Ctrl-C restores the filter from before the typing, as Esc does', async () => {
  await deck.press('3', '/', 'a', 'enter', '/', 'x');
  expect(deck.cockpit.view.getState().lists.disks.filter).toBe('x');
  press(undefined);
  expect(deck.cockpit.view.getState().lists.disks.filter).toBe('a');
});

test('a Ctrl-C that closes the command line says how many more quit the program', async () => {
  await deck.press(':', 'o', 's');
  press(undefined);
  expect(plainText(await deck.frame())).toMatch(/Closed\. Ctrl-C twice leaves\./);
});
