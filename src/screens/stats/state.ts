import type { Shown } from '../../store/cockpit.ts';
import { updateScreen } from '../../store/session/screenView.ts';
import { FIRST_GRAPHS, type GraphChoice } from '../figures/graphs.ts';
import { screenState } from '../source.ts';

/** The view state of the statistics. Times are in seconds since the epoch. */
export interface StatsState {
  readonly graphs: readonly GraphChoice[];
  /** The length of the time range, in seconds. */
  readonly span: number;
  /** The end of the time range; undefined for the present. */
  readonly end?: number | undefined;
  /** The time at the cursor. */
  readonly cursor?: number | undefined;
  /** Index of the focused graph, which may fill the screen. */
  readonly focus: number;
  readonly full: boolean;
}

/** The lengths of time that have a key. */
export const RANGES = [
  { key: '1', label: '1h', span: 3600 },
  { key: '2', label: '6h', span: 6 * 3600 },
  { key: '3', label: '24h', span: 86_400 },
  { key: '4', label: '7d', span: 7 * 86_400 },
  { key: '5', label: '30d', span: 30 * 86_400 },
] as const;

/** The limits of the time range, in seconds. */
const SHORTEST = 60;
const LONGEST = 365 * 86_400;

const FIRST_STATE: StatsState = { graphs: FIRST_GRAPHS, span: 3600, focus: 0, full: false };

/** The state of a screen; before any change, the initial graphs of the last hour. */
export const stateOf = screenState('stats', FIRST_STATE);

/** The part of the state that the data depends on. */
const queryOf = ({ graphs, span, end }: StatsState): string => JSON.stringify([graphs, span, end ?? 'now']);

/** Changes the view state of the statistics. */
export function changeState(cockpit: Shown, change: (state: StatsState) => StatsState): void {
  updateScreen(cockpit.view, (screen) => {
    if (screen.screen !== 'stats') return screen;
    const state = change(stateOf(screen));
    return { ...screen, state, query: queryOf(state) };
  });
}

/** Multiplies the time range, centred on the cursor; without a cursor the end stays. `now` is in seconds. */
export function zoomed(state: StatsState, factor: number, now: number): StatsState {
  const span = Math.max(SHORTEST, Math.min(LONGEST, Math.round(state.span * factor)));
  return state.cursor === undefined
    ? { ...state, span }
    : { ...state, span, end: endAround(state.cursor, span, now) };
}

/** The end of a time range that is centred on a moment; undefined if it reaches the present. */
function endAround(center: number, span: number, now: number): number | undefined {
  const end = Math.round(center + span / 2);
  return end >= now ? undefined : end;
}

/** Moves the cursor by some columns; the time range follows at its edges. */
export function cursorMoved(
  state: StatsState,
  steps: number,
  view: { readonly columns: number; readonly now: number },
): StatsState {
  const end = state.end ?? view.now;
  const step = state.span / Math.max(1, view.columns);
  const wanted = (state.cursor ?? end) + steps * step;
  const cursor = Math.max(0, Math.min(view.now, wanted));
  const isInSight = cursor >= end - state.span && (cursor <= end || state.end === undefined);
  return isInSight
    ? { ...state, cursor }
    : { ...state, cursor, end: endAround(cursor, state.span, view.now) };
}
