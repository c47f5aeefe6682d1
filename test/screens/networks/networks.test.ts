import { expect, test } from 'vitest';
import { deck, openScreen, text } from '../openedDeck.ts';

test('the dialog warns when a network that the cluster uses is deleted', async () => {
  await openScreen('networks');
  await deck.press('j', 'D');
  expect(await text()).toMatch(/clients and monitors: a mistake takes the cluster down/);
});
