import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Upload } from '../../../src/api/operation.ts';
import { sleep } from '../../../src/lib/clock.ts';
import { say } from '../../../src/store/session/view.ts';
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

test('a notice disappears at its usual time although the date is set back by an hour', async () => {
  await using deck = await showDeck({ scenario: 'calm', columns: 120, rows: 36 });
  say(deck.cockpit.view, 'info', 'This goes away.');
  deck.clock.set(-3_600_000);
  await deck.clock.advance(3_000);
  expect(await deck.frame()).toMatch('This goes away.');
  await deck.clock.advance(7_000);
  expect(await deck.frame()).not.toMatch('This goes away.');
});

test('while the screen is frozen, the progress of a transfer goes on, and disappears at its end', async () => {
  await using deck = await showDeck({ scenario: 'calm', columns: 120, rows: 36 });
  const { clock, cockpit } = deck;
  async function* content() {
    for (let piece = 0; piece < 3; piece++) {
      await sleep(clock, 1500);
      yield new Uint8Array(10);
    }
  }
  await deck.send('=');
  await clock.advance(10_000);
  const sent = cockpit.transfers.sending(
    { form: { file: { name: 'disk.img', size: 30, content: content() } } },
    async ({ form = {} }) => void (await Array.fromAsync((form['file'] as Upload).content)),
  );
  await clock.advance(3_400);
  expect(await deck.frame()).toMatch('Sending disk.img: 67%');
  await clock.advance(1_500);
  await sent;
  expect(await deck.frame()).not.toMatch('Sending disk.img');
});
