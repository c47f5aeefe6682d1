import { Ring } from '../../lib/ring.ts';
import { scopeEntries, topScreen } from './screenView.ts';
import type { ViewState } from './viewState.ts';

/** The outcome of a change: `unknown` if it may have taken effect. */
type Outcome = 'done' | 'failed' | 'unknown';

/** A change that this console sent to the service. */
export interface MadeChange {
  /** The time of its outcome, in milliseconds since the epoch. */
  readonly at: number;
  readonly title: string;
  /** The name of the object that it acted on. */
  readonly target: string;
  /** The list in which it was made, as {@link topListId} names it. */
  readonly listId: string;
  readonly outcome: Outcome;
  /** The reason for a failure. */
  readonly message?: string;
  /** The task that it started; the service then tells what becomes of it. */
  readonly task?: number | undefined;
}

/** The changes that this console sent, newest first. */
export interface MadeChanges {
  readonly list: () => readonly MadeChange[];
  readonly add: (change: MadeChange) => void;
}

/** The number of changes that are kept. */
const KEPT = 200;

/** Creates an empty list of the last changes. */
export function createMadeChanges(): MadeChanges {
  const made = new Ring<MadeChange>(KEPT);
  return { list: () => [...made].toReversed(), add: (change) => made.push(change) };
}

/** A string that identifies the list on top: objects of another list may have the same names. */
export function topListId(state: ViewState): string {
  const screen = topScreen(state);
  return JSON.stringify(screen ? [screen.screen, scopeEntries(screen.scope)] : [state.focus]);
}
