import type { ShownDeck } from './shownDeck.tsx';

/** Fills in fields of the open form, each after a number of presses of Tab, and continues to the confirmation. */
export async function fill(deck: ShownDeck, values: readonly (string | undefined)[]): Promise<void> {
  await deck.clock.advance(400);
  for (const [index, value] of values.entries()) {
    if (index > 0) await deck.type('\t');
    if (value === undefined) continue;
    // Ctrl-U clears the field.
    await deck.press('ctrl-u');
    await deck.type(value);
  }
  await deck.type('\r');
  await deck.clock.advance(400);
}

/** Types the word that a dialog requires, and waits for the end of the countdown. */
export async function confirm(deck: ShownDeck, word: string): Promise<void> {
  await deck.clock.advance(400);
  await deck.type(word === 'y' ? word : `${word}\r`);
  await deck.clock.advance(6000);
}
