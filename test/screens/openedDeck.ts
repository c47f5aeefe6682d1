import { expect, onTestFinished, vi } from 'vitest';
import { activeView } from '../../src/screens/activeView.ts';
import type { Section } from '../../src/service/engine.ts';
import type { Description } from '../../src/store/action/action.ts';
import type { Plan, PlanValues } from '../../src/store/action/plan.ts';
import { plainText } from './roleMap.ts';
import { type DeckOptions, type ShownDeck, showDeck } from './shownDeck.tsx';

/** The deck that the current test has opened last. */
export let deck: ShownDeck;

/** Shows a deck until the test ends, after its clock has run for some milliseconds. */
export async function openDeck(options: DeckOptions, ms = 3000): Promise<ShownDeck> {
  const opened = await showDeck(options);
  onTestFinished(() => opened[Symbol.asyncDispose]());
  deck = opened;
  await deck.clock.advance(ms);
  return deck;
}

/** Shows a deck of a calm cluster, at the screen that a command on the `:` line opens. */
export async function openScreen(line: string, options: Partial<DeckOptions> = {}): Promise<void> {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm', ...options }, 1000);
  await deck.command(line);
}

/** Replaces some answers of the simulated cluster. */
export const answering = (handlers: Section): Pick<DeckOptions, 'engine'> => ({
  engine: (engine) => ({ ...engine, handlers: { ...engine.handlers, ...handlers } }),
});

/** The text of the screen, without styles. */
export const text = async (): Promise<string> => plainText(await deck.frame());

/** The lines of a list from its heading to the first blank one, without the page beside it; blanks are made single. */
export async function listLines(heading: RegExp): Promise<readonly string[]> {
  const lines = (await text())
    .split('\n')
    .map((line) => line.replace(/│.*/, '').replaceAll(/[▌ ]+/g, ' ').trim());
  const from = lines.findIndex((line) => heading.test(line));
  return lines.slice(from, lines.indexOf('', from));
}

/** The page that `d` has opened. */
export function openedPage(): Description {
  const top = deck.cockpit.view.getState().overlays.at(-1);
  const page = top?.kind === 'describe' ? top.of() : undefined;
  if (page === undefined) throw new Error('no page is open');
  return page;
}

/** Follows a link of the row under the cursor. */
export async function followLink(label: RegExp): Promise<void> {
  await deck.press('o');
  const top = deck.cockpit.view.getState().overlays.at(-1);
  const links = top?.kind === 'menu' ? top.items() : [];
  const link = links.find((one) => label.test(one.label));
  if (link === undefined) throw new Error(`no link ${label} in ${links.map((one) => one.label).join(', ')}`);
  await deck.press('esc');
  link.run();
  await deck.frame();
}

/** Waits until the deck shows something, and returns the whole text. */
export async function see(wanted: RegExp): Promise<string> {
  await vi.waitFor(async () => expect(await text()).toMatch(wanted), 30_000);
  return text();
}

/** Waits until a new dialog accepts keys. */
export const guard = () => deck.clock.advance(400);

/** The keys that type a text. */
export const letters = (typed: string): string[] =>
  typed.split('').map((key) => (key === ' ' ? 'space' : key));

/** The action with this id on the row under the cursor. */
export function actionOf(id: string) {
  const found = activeView(deck.cockpit)
    .actions(deck.cockpit)
    .find((one) => one.id === id);
  if (found === undefined || !('plan' in found)) throw new Error(`there is no action ${id}`);
  return found;
}

/** The checks of an action with these values, one line each: its level and its text. */
export const checkLines = (plan: Plan, values: PlanValues = {}): readonly string[] =>
  plan.checks(values).map(({ level, text: said }) => `${level} ${said}`);
