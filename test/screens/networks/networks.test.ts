import { expect, test } from 'vitest';
import { fill } from '../dialogSteps.ts';
import { deck, openScreen, text } from '../openedDeck.ts';

test('the dialog warns when a network that the cluster uses is deleted', async () => {
  await openScreen('networks');
  await deck.press('j', 'D');
  expect(await text()).toMatch(/clients and monitors: a mistake takes the cluster down/);
});

test('an address of a network with its prefix is told at its field', async () => {
  await openScreen('networks');
  await deck.press('n');
  await fill(deck, ['10.30.0.0/24', '24']);
  expect(await text()).toMatch(
    /▌ address[^]*Type 10\.30\.0\.0 here, and the prefix length in the next field\./,
  );
});
