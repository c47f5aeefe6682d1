import type { Overlay, ScreenView, ViewState, ViewStore } from './viewState.ts';

/** Rows that are read of a list that comes in pages, at first and with each further step. */
export const PAGE = 500;

/** Two looks at the same thing share their data. */
export const screenKey = ({ screen, scope, limit, query = '' }: ScreenView): string =>
  JSON.stringify([screen, Object.entries(scope).toSorted(([a], [b]) => (a < b ? -1 : 1)), limit, query]);

const isScreen = (overlay: Overlay): overlay is ScreenView => overlay.kind === 'screen';

/** The screens that are open, the one on top last. */
export const allScreens = ({ overlays }: Pick<ViewState, 'overlays'>): readonly ScreenView[] =>
  overlays.filter(isScreen);

/** The screen on top of the stack, whatever dialogs lie over it; none on the deck. */
export const topScreen = ({ overlays }: Pick<ViewState, 'overlays'>): ScreenView | undefined =>
  overlays.findLast(isScreen);

/** Changes the screen on top. */
export function updateScreen(view: ViewStore, change: (screen: ScreenView) => ScreenView): void {
  view.setState((state) => {
    const index = state.overlays.findLastIndex(isScreen);
    const screen = state.overlays[index];
    if (screen?.kind !== 'screen') return state;
    const next = change(screen);
    return next === screen ? state : { overlays: state.overlays.with(index, next) };
  });
}
