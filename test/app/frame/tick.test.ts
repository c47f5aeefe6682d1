import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { type ShownDeck, showDeck } from '../../screens/shownDeck.tsx';

/** The seconds of the header's clock, sampled ten times a second. */
async function secondsShown(deck: ShownDeck, forSeconds: number): Promise<readonly string[]> {
  const shown = new Set<string>();
  for (let step = 0; step < forSeconds * 10; step++) {
    await deck.clock.advance(100);
    shown.add(/:(\d\d)Z/.exec(stripVTControlCharacters(await deck.frame()))?.[1] ?? 'none');
  }
  return [...shown];
}

test('the clock of the frame ticks every second, and every other second once no key was pressed for a minute', async () => {
  await using deck = await showDeck({ scenario: 'calm', columns: 120, rows: 36 });
  expect((await secondsShown(deck, 10)).length).toBeGreaterThanOrEqual(10);
  await deck.clock.advance(60_000);
  expect((await secondsShown(deck, 10)).length).toBeLessThanOrEqual(6);
  await deck.send('j');
  await deck.clock.advance(2_000);
  expect((await secondsShown(deck, 10)).length).toBeGreaterThanOrEqual(10);
});
