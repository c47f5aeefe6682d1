import { expect, onTestFinished, vi } from 'vitest';
import type { Section } from '../../src/service/engine.ts';
import { plainText } from './roleMap.ts';
import { type DeckOptions, type ShownDeck, showDeck } from './shownDeck.tsx';

/** The deck that the test at hand opened last. */
export let deck: ShownDeck;

/** Shows a deck until the test ends, once its clock has run for so many milliseconds. */
export async function openDeck(options: DeckOptions, ms = 3000): Promise<ShownDeck> {
  const opened = await showDeck(options);
  onTestFinished(() => opened[Symbol.asyncDispose]());
  deck = opened;
  await deck.clock.advance(ms);
  return deck;
}

/** The same with a calm cluster, at the screen that a line of the `:` prompt leads to. */
export async function openScreen(line: string, options: Partial<DeckOptions> = {}): Promise<void> {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm', ...options }, 1000);
  await deck.command(line);
}

/** Has the simulated cluster answer some operations otherwise. */
export const answering = (handlers: Section): Pick<DeckOptions, 'engine'> => ({
  engine: (engine) => ({ ...engine, handlers: { ...engine.handlers, ...handlers } }),
});

/** What the deck shows, without its paint. */
export const text = async (): Promise<string> => plainText(await deck.frame());

/** Waits until the deck shows something; gives all that it shows. */
export async function see(wanted: RegExp): Promise<string> {
  await vi.waitFor(async () => expect(await text()).toMatch(wanted), 30_000);
  return text();
}

/** Goes through a dialog's first moment, in which it hears no key. */
export const guard = () => deck.clock.advance(400);

/** The keys that type a text. */
export const letters = (typed: string): string[] =>
  typed.split('').map((key) => (key === ' ' ? 'space' : key));
