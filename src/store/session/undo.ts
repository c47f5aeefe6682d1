import type { Undoable } from '../action/plan.ts';

/** The changes of this session that can be taken back, the last one first. */
export interface UndoList {
  readonly last: () => Undoable | undefined;
  readonly add: (change: Undoable) => void;
  /** The change was taken back. */
  readonly remove: (change: Undoable) => void;
}

/** Older changes are forgotten: what they would lead back to is another day's state. */
const MOST = 20;

/** An empty list, which holds the last twenty changes. */
export function createUndoList(): UndoList {
  let changes: readonly Undoable[] = [];
  return {
    last: () => changes[0],
    add(change) {
      changes = [change, ...changes].slice(0, MOST);
    },
    remove(change) {
      changes = changes.filter((one) => one !== change);
    },
  };
}
