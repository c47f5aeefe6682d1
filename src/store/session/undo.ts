import type { Undoable } from '../action/plan.ts';

/** The changes of this session, the last one first. */
export interface UndoList {
  readonly last: () => Undoable | undefined;
  readonly add: (change: Undoable) => void;
  /** Removes a change that was undone, or whose undoing was explained. */
  readonly remove: (change: Undoable) => void;
}

/** The number of changes that are kept; the state before older ones is too outdated to restore. */
const MAX_CHANGES = 20;

/** Creates an empty list of the last twenty changes. */
export function createUndoList(): UndoList {
  let changes: readonly Undoable[] = [];
  return {
    last: () => changes[0],
    add(change) {
      changes = [change, ...changes].slice(0, MAX_CHANGES);
    },
    remove(change) {
      changes = changes.filter((one) => one !== change);
    },
  };
}
