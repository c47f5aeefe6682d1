import type { DataOf, Reads } from '../store/cache/resource.ts';
import type { Known, Shown } from '../store/cockpit.ts';
import { topScreen } from '../store/session/screenView.ts';
import type { ScreenView } from '../store/session/viewState.ts';
import type { Screen } from './screen.ts';

/** The resources of a kind of screen, and the data that it makes of them. */
interface SourceSpec<R extends Reads, Data> {
  readonly reads: (screen: ScreenView, cockpit: Known & Shown) => R;
  /** Makes the data, as `Screen.derive` does. */
  readonly derive: (data: DataOf<R>, screen: ScreenView, at: number, cockpit: Known & Shown) => Data;
}

/** The id, `reads` and `derive` of a kind of screen, and its data with their type. */
export interface ScreenSource<Data> extends Required<Pick<Screen, 'id' | 'reads' | 'derive'>> {
  /** The data of an open screen; undefined before it is read, and of a screen of another kind. */
  readonly of: (cockpit: Known, screen: ScreenView | undefined) => Data | undefined;
  /** The data of the topmost screen; undefined as for `of`, and on the deck. */
  readonly onTop: (cockpit: Known & Shown) => Data | undefined;
}

/**
 * Declares the data of the screens with an id. The store keeps the data of all screens without their types: only here is it
 * given back its type, which the id vouches for.
 */
export function screenSource<R extends Reads, Data>(
  id: string,
  { reads, derive }: SourceSpec<R, Data>,
): ScreenSource<Data> {
  const of = (cockpit: Known, screen: ScreenView | undefined) =>
    screen?.screen === id ? (cockpit.screens.slot(screen).data as Data | undefined) : undefined;
  return {
    id,
    reads,
    derive: (data, ...about) => derive(data as DataOf<R>, ...about),
    of,
    onTop: (cockpit) => of(cockpit, topScreen(cockpit.view.getState())),
  };
}

/**
 * Makes the function that reads the state which screens with an id keep while they are open, besides that of their list. The
 * state is the initial one before any change, and for a screen of another kind or none. The view keeps it without its type.
 */
export const screenState =
  <State>(id: string, initial: State) =>
  (screen: ScreenView | undefined): State =>
    screen?.screen === id && screen.state !== undefined ? (screen.state as State) : initial;
