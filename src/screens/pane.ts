import type { OperationId } from '../api/contract/index.ts';
import type { Transition } from '../store/answers/journalState.ts';
import type { Resource } from '../store/cache/resource.ts';
import type { Known, Shown } from '../store/cockpit.ts';
import type { PaneId } from '../store/session/panes.ts';
import type { View } from './view.ts';

/** Lines that reach a pane by themselves, besides the answers that it reads. */
export interface PaneStream {
  /** Calls the listener when lines have arrived; returns an unsubscriber. */
  readonly subscribe: (cockpit: Known, listener: () => void) => () => void;
  /** The number of lines received, and the state of the connection; another object after either has changed. */
  readonly snapshot: (cockpit: Known) => { readonly received: number; readonly mode: string };
  /** The part of the view state that says how the lines are shown. */
  readonly shownAs: (cockpit: Shown) => unknown;
}

/** A view on the deck. Its title, names and size are declared in `PANE_FACTS`. */
export interface Pane extends View {
  readonly id: PaneId;
  readonly reads: readonly Resource[];
  /** The resources that it reads in its present state in addition to `reads`; the same array while they are the same. */
  readonly alsoReads?: (cockpit: Shown) => readonly Resource[];
  readonly stream?: PaneStream;
  /** The operations that its actions and streams call, in addition to those of `reads`. */
  readonly operations: readonly OperationId[];
  /** The kinds of subjects that its rows show; the title counts those that changed during the absence. */
  readonly changing?: readonly Transition['kind'][];
  /** The resource whose age the title shows. */
  readonly dated?: Resource;
  /** The age in seconds of outdated data in the last answer; undefined while the service itself has current data. */
  readonly outdatedBy?: (cockpit: Known) => number | undefined;
  /** Rows that the pane can use, including its title; undefined means as many as it can get. */
  readonly wants?: (cockpit: Known & Shown) => number | undefined;
  /** The title line of the collapsed pane. */
  readonly summary: (cockpit: Known & Shown) => string;
}
