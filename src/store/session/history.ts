import type { PaneId } from './panes.ts';
import { allScreens, screenKey } from './screenView.ts';
import type { ViewState, ViewStore, ScreenView } from './viewState.ts';
import { revisited, unvisited } from './visits.ts';

/** A visited view, without the dialogs over it. */
interface HistoryEntry {
  readonly key: string;
  readonly focus: PaneId;
  readonly zoomed: boolean;
  readonly screens: readonly ScreenView[];
  /** The active visits, with the filters of the visited panes. */
  readonly visited: Pick<ViewState, 'lists' | 'logs' | 'visits'>;
}

/** The history of visited views, as in a web browser. */
export interface ViewHistory extends Disposable {
  /** Goes to the previous view, and `forward` to the next one; they return false if there is none. */
  readonly back: () => boolean;
  readonly forward: () => boolean;
  /** Toggles between the current view and the one that was shown before it. */
  readonly last: () => boolean;
}

const MAX_ENTRIES = 100;

function entryOf(state: ViewState): HistoryEntry {
  const screens = allScreens(state);
  const { focus, zoomed, lists, logs, visits } = state;
  const top = screens.map(({ screen, scope }) => [screen, scope]);
  // The deck shows all panes, so moving the focus does not make another entry.
  const key = JSON.stringify(screens.length > 0 ? top : zoomed ? focus : 'deck');
  return { key, focus, zoomed, screens, visited: { lists, logs, visits } };
}

/** True for the same view; each jump to a pane counts as a view of its own. */
const isSame = (a: HistoryEntry, b: HistoryEntry): boolean =>
  a.key === b.key &&
  a.visited.visits.length === b.visited.visits.length &&
  a.visited.visits.every(({ id }, index) => id === b.visited.visits[index]?.id);

/** Calls `go` if closing the screens loses no unsent changes, or the operator agrees to lose them. */
type ConfirmClosing = (closing: readonly ScreenView[], go: () => void) => void;

/** Records the visited views. */
export function createHistory(
  view: ViewStore,
  confirmClosing: ConfirmClosing = (_closing, go) => go(),
): ViewHistory {
  let entries: HistoryEntry[] = [entryOf(view.getState())];
  let index = 0;
  let previous: HistoryEntry | undefined;

  const unsubscribe = view.subscribe((state) => {
    const now = entryOf(state);
    const current = entries[index];
    if (current && isSame(current, now)) {
      // Update cursor and filter, so that they are restored when the operator comes back.
      entries[index] = now;
      return;
    }
    previous = current;
    entries = [...entries.slice(0, index + 1), now].slice(-MAX_ENTRIES);
    index = entries.length - 1;
  });

  function show(
    { focus, zoomed, screens, visited }: HistoryEntry,
    onLeave: () => void = () => undefined,
  ): void {
    const stays = (one: ScreenView) => screens.some((other) => screenKey(other) === screenKey(one));
    const closing = allScreens(view.getState()).filter((one) => !stays(one));
    confirmClosing(closing, () => {
      onLeave();
      view.setState((state) => ({
        focus,
        zoomed,
        overlays: [...screens, ...state.overlays.filter(({ kind }) => kind !== 'screen')],
        ...revisited(unvisited(state), visited),
      }));
    });
  }

  function step(by: 1 | -1): boolean {
    const target = entries[index + by];
    if (!target) return false;
    show(target, () => {
      previous = entries[index];
      index += by;
    });
    return true;
  }

  return {
    back: () => step(-1),
    forward: () => step(1),
    last() {
      if (!previous) return false;
      show(previous);
      return true;
    },
    [Symbol.dispose]: unsubscribe,
  };
}
