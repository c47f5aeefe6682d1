import { createStore } from 'zustand/vanilla';
import type { Action, Description } from '../action/action.ts';
import { freshLogs, type LogView } from '../log/view.ts';
import { type PaneId, PANES } from './panes.ts';
import { PAGE } from './screenView.ts';
import type {
  JsonView,
  ListState,
  Notice,
  Overlay,
  Scope,
  ScreenView,
  ViewState,
  ViewStore,
} from './viewState.ts';
import { withVisitsEnded } from './visits.ts';

/** The initial state of a list. */
export const freshList: ListState = {
  cursor: undefined,
  index: 0,
  top: 0,
  filter: '',
  sort: undefined,
  problemsOnly: false,
  visit: false,
};

/** The initial state of a screen. */
export const freshScreen = (screen: string, scope: Scope): ScreenView => ({
  kind: 'screen',
  screen,
  scope,
  list: freshList,
  pageRows: 1,
  limit: PAGE,
});

const forPanes = <T>(value: T): Record<PaneId, T> =>
  Object.fromEntries(PANES.map((pane) => [pane, value])) as Record<PaneId, T>;

/** Creates the initial view state; `now` is in milliseconds since the epoch. */
export function createViewStore(now: number, options: { readonly utc: boolean }): ViewStore {
  const store = createStore<ViewState>()(() => ({
    focus: 'health',
    zoomed: false,
    visits: [],
    lists: forPanes(freshList),
    logs: freshLogs,
    toggled: new Set(),
    overlays: [],
    notice: undefined,
    favourites: [],
    absence: undefined,
    size: { columns: 80, rows: 24 },
    pageRows: forPanes(1),
    now,
    paused: false,
    utc: options.utc,
    theme: undefined,
    commands: [],
    macro: { kept: [] },
  }));
  const { setState } = store;
  return Object.assign(store, {
    setState: (change: Parameters<typeof setState>[0]) =>
      setState((state) => withVisitsEnded(state, typeof change === 'function' ? change(state) : change)),
  });
}

/** Changes some properties of the state of a pane's list. */
export function updateList(view: ViewStore, pane: PaneId, change: Partial<ListState>): void {
  view.setState((state) => ({ lists: { ...state.lists, [pane]: { ...state.lists[pane], ...change } } }));
}

/** Changes some properties of the view of the log. */
export function updateLogs(view: ViewStore, change: Partial<LogView>): void {
  view.setState((state) => ({ logs: { ...state.logs, ...change } }));
}

/** Opens an overlay, and removes the notice, because the overlay's keys are shown in its place. */
export function pushOverlay(view: ViewStore, overlay: Overlay): void {
  view.setState((state) => ({ overlays: [...state.overlays, overlay], notice: undefined }));
}

/** Shows a description in an overlay, with optional actions on the described object. */
export const showDescription = (
  view: ViewStore,
  of: () => Description | undefined,
  actions: () => readonly Action[] = () => [],
): void => pushOverlay(view, { kind: 'describe', of, actions, top: 0 });

/** Shows a JSON value in an overlay. */
export const showJson = (
  view: ViewStore,
  json: Pick<JsonView, 'title' | 'value' | 'about' | 'shell'>,
): void =>
  pushOverlay(view, { kind: 'json', toggled: new Set(), search: '', searching: false, cursor: 0, ...json });

/** Closes the topmost overlay, if there is one. */
export function popOverlay(view: ViewStore): void {
  view.setState((state) => ({ overlays: state.overlays.slice(0, -1) }));
}

/** Changes the topmost overlay if it is still of the expected kind. */
export function changeTop<K extends Overlay['kind']>(
  view: ViewStore,
  kind: K,
  change: (overlay: Extract<Overlay, { kind: K }>) => Overlay,
): void {
  view.setState((state) => {
    const top = state.overlays.at(-1);
    if (top?.kind !== kind) return state;
    return { overlays: [...state.overlays.slice(0, -1), change(top as Extract<Overlay, { kind: K }>)] };
  });
}

/** Switches between UTC and local time. */
export const toggleUtc = (view: ViewStore): void => view.setState(({ utc }) => ({ utc: !utc }));

/** The time that a notice stays, in milliseconds: long enough to read a sentence. */
const NOTICE_MS = 6000;

/** Shows a notice at the bottom of the screen for `ms` milliseconds; it replaces any earlier notice. */
export function say(view: ViewStore, role: Notice['role'], text: string, ms = NOTICE_MS): void {
  view.setState({ notice: { role, text, leftMs: ms } });
}
