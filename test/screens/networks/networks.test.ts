import { expect, test } from 'vitest';
import { deck, openScreen, text } from '../openedDeck.ts';

test('deleting a network that the cluster uses says so first', async () => {
  await openScreen('networks');
  await deck.press('j', 'D');
  expect(await text()).toMatch(/clients and monitors: a mistake takes the cluster down/);
});
