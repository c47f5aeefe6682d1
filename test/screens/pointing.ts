import { expect } from 'vitest';
import { handleMouse } from '../../src/app/keys/pointer.ts';
import type { MouseEvent } from '../../src/keys/mouse.ts';
import { deck, openDeck, text } from './openedDeck.ts';
import type { DeckOptions } from './shownDeck.tsx';

type Kind = MouseEvent['kind'];

/** Shows a deck with the mouse on. */
export const openPointed = (columns = 140, rows = 54, options: Partial<DeckOptions> = {}) =>
  openDeck({ columns, rows, mouse: true, ...options });

/** Clicks at a position of the screen, counted from 0. */
export async function pointAt(kind: Kind, column: number, row: number): Promise<void> {
  handleMouse(deck.cockpit, { kind, column, row });
  await deck.frame();
}

/** The position of the first matching text on the screen. */
export async function find(wanted: RegExp): Promise<{ readonly column: number; readonly row: number }> {
  const lines = (await text()).split('\n');
  const row = lines.findIndex((line) => wanted.test(line));
  expect(row, `${wanted} is on the screen`).toBeGreaterThanOrEqual(0);
  return { column: lines[row]?.search(wanted) ?? 0, row };
}

async function point(kind: Kind, wanted: RegExp): Promise<void> {
  const { column, row } = await find(wanted);
  await pointAt(kind, column, row);
}

export const click = (wanted: RegExp) => point('press', wanted);
export const wheel = (kind: 'up' | 'down', wanted: RegExp) => point(kind, wanted);
