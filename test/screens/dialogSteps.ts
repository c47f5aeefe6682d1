import type { ShownDeck } from './shownDeck.tsx';

/** Fills fields of the open form in, each after so many presses of Tab, and goes on to the confirmation. */
export async function fill(deck: ShownDeck, values: readonly (string | undefined)[]): Promise<void> {
  await deck.clock.advance(400);
  for (const [index, value] of values.entries()) {
    if (index > 0) await deck.type('\t');
    if (value === undefined) continue;
    // Ctrl-U empties the field.
    await deck.press('ctrl-u');
    await deck.type(value);
  }
  await deck.type('\r');
  await deck.clock.advance(400);
}

/** Types the word that a dialog asks for, and waits the countdown out. */
export async function confirm(deck: ShownDeck, word: string): Promise<void> {
  await deck.clock.advance(400);
  await deck.type(word === 'y' ? word : `${word}\r`);
  await deck.clock.advance(6000);
}
