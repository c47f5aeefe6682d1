import type { PaneId } from './panes.ts';
import { allScreens, screenKey } from './screenView.ts';
import type { ViewState, ViewStore, ScreenView } from './viewState.ts';
import { revisited, unvisited } from './visits.ts';

/** The view that is looked at, without the dialogs over it. */
interface Place {
  readonly key: string;
  readonly focus: PaneId;
  readonly zoomed: boolean;
  readonly screens: readonly ScreenView[];
  /** The filters in the panes that were jumped to. */
  readonly visited: Pick<ViewState, 'lists' | 'logs' | 'visits'>;
}

/** The places that were looked at, to go back to. */
export interface ViewHistory extends Disposable {
  /** Goes to the place before, or forward again; answers false where there is none. */
  readonly back: () => boolean;
  readonly forward: () => boolean;
  /** Goes to the place that was looked at last; done again, back here. */
  readonly last: () => boolean;
}

const MOST = 100;

function placeOf(state: ViewState): Place {
  const screens = allScreens(state);
  const { focus, zoomed, lists, logs, visits } = state;
  const top = screens.map(({ screen, scope }) => [screen, scope]);
  // On the deck all panes are in sight: the focus alone makes no other place.
  const key = JSON.stringify(screens.length > 0 ? top : zoomed ? focus : 'deck');
  return { key, focus, zoomed, screens, visited: { lists, logs, visits } };
}

/** Each jump leads to another place, though the pane is the same. */
const isSame = (a: Place, b: Place): boolean =>
  a.key === b.key &&
  a.visited.visits.length === b.visited.visits.length &&
  a.visited.visits.every(({ id }, index) => id === b.visited.visits[index]?.id);

/** Goes on where nothing is lost with the screens that go, or the operator agrees to that. */
type Leaving = (going: readonly ScreenView[], go: () => void) => void;

/** Follows what is looked at. */
export function createHistory(view: ViewStore, leaving: Leaving = (_going, go) => go()): ViewHistory {
  let places: Place[] = [placeOf(view.getState())];
  let at = 0;
  let before: Place | undefined;

  const unsubscribe = view.subscribe((state) => {
    const now = placeOf(state);
    const current = places[at];
    if (current && isSame(current, now)) {
      // Cursor and filter are as they were left when one comes back.
      places[at] = now;
      return;
    }
    before = current;
    places = [...places.slice(0, at + 1), now].slice(-MOST);
    at = places.length - 1;
  });

  function show({ focus, zoomed, screens, visited }: Place, begin: () => void = () => undefined): void {
    const stays = (one: ScreenView) => screens.some((other) => screenKey(other) === screenKey(one));
    const going = allScreens(view.getState()).filter((one) => !stays(one));
    leaving(going, () => {
      begin();
      view.setState((state) => ({
        focus,
        zoomed,
        overlays: [...screens, ...state.overlays.filter(({ kind }) => kind !== 'screen')],
        ...revisited(unvisited(state), visited),
      }));
    });
  }

  function step(by: 1 | -1): boolean {
    const to = places[at + by];
    if (!to) return false;
    show(to, () => {
      before = places[at];
      at += by;
    });
    return true;
  }

  return {
    back: () => step(-1),
    forward: () => step(1),
    last() {
      if (!before) return false;
      show(before);
      return true;
    },
    [Symbol.dispose]: unsubscribe,
  };
}
