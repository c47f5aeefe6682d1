import type { Overlay, Scope, ScreenView, ViewState, ViewStore } from './viewState.ts';

/** The number of rows that are read of a paginated list at first, and added by each request for more. */
export const PAGE = 500;

/** The entries of a scope, sorted by kind, so that equal scopes give equal keys. */
export const scopeEntries = (scope: Scope): readonly (readonly [kind: string, name: string])[] =>
  Object.entries(scope).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The key of a screen's data; screens with equal keys share their data. */
export const screenKey = ({ screen, scope, limit, query = '' }: ScreenView): string =>
  JSON.stringify([screen, scopeEntries(scope), limit, query]);

const isScreen = (overlay: Overlay): overlay is ScreenView => overlay.kind === 'screen';

/** The open screens, the topmost one last. */
export const allScreens = ({ overlays }: Pick<ViewState, 'overlays'>): readonly ScreenView[] =>
  overlays.filter(isScreen);

/** The topmost screen, ignoring dialogs over it; undefined on the deck. */
export const topScreen = ({ overlays }: Pick<ViewState, 'overlays'>): ScreenView | undefined =>
  overlays.findLast(isScreen);

/** Changes the topmost screen. */
export function updateScreen(view: ViewStore, change: (screen: ScreenView) => ScreenView): void {
  view.setState((state) => {
    const index = state.overlays.findLastIndex(isScreen);
    const screen = state.overlays[index];
    if (screen?.kind !== 'screen') return state;
    const next = change(screen);
    return next === screen ? state : { overlays: state.overlays.with(index, next) };
  });
}
