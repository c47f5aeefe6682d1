import { PRIORITY } from '../../lib/priority.ts';
import type { LogView } from '../log/view.ts';
import { type PaneId, PANE_FACTS } from './panes.ts';
import type { PaneSelection, ViewState, ViewStore, Visit } from './viewState.ts';

/** The state of the panes that a visit changes. */
type Panes = Pick<ViewState, 'lists' | 'logs'>;

/** The selection that a visit sets; properties that are not given do not restrict it. */
export type JumpTarget = Partial<PaneSelection['list'] & Pick<LogView, 'services' | 'servers' | 'since'>>;

function selectionOf({ lists, logs }: Panes, pane: PaneId): PaneSelection {
  const { hidden: _hidden, preview: _preview, visit: _visit, ...list } = lists[pane];
  const {
    times: _times,
    elapsed: _elapsed,
    wrap: _wrap,
    histogram: _histogram,
    marks: _marks,
    ...log
  } = logs;
  return { list, logs: log };
}

const withSelection = ({ lists, logs }: Panes, pane: PaneId, selection: PaneSelection): Panes =>
  PANE_FACTS[pane].showsLog
    ? { lists, logs: { ...logs, ...selection.logs } }
    : { lists: { ...lists, [pane]: { ...lists[pane], ...selection.list } }, logs };

function narrowed({ lists, logs }: Panes, pane: PaneId, sought: JumpTarget): Panes {
  const { filter = '', services = [], servers = [], since, ...list } = sought;
  if (!PANE_FACTS[pane].showsLog) {
    const atTop = { cursor: undefined, index: 0, top: 0 };
    const visited = { ...lists[pane], ...atTop, problemsOnly: false, filter, ...list };
    return { lists: { ...lists, [pane]: visited }, logs };
  }
  return {
    lists,
    logs: { ...logs, filters: [], level: PRIORITY.info, follow: true, filter, services, servers, since },
  };
}

/** The overlays that stay open when the deck is shown. */
export const onDeck = (overlays: ViewState['overlays']) =>
  overlays.filter(({ kind }) => kind !== 'screen' && kind !== 'describe' && kind !== 'json');

/** Shows a pane in full with the given selection, until `endVisit` restores the previous view, including `overlays`. */
export function beginVisit(
  view: ViewStore,
  pane: PaneId,
  sought: JumpTarget,
  overlays = view.getState().overlays,
): void {
  view.setState((state) => {
    const { focus, zoomed, visits } = state;
    const from = { focus, zoomed, overlays };
    return {
      ...narrowed(state, pane, sought),
      focus: pane,
      zoomed: true,
      overlays: onDeck(state.overlays),
      visits: [...visits, { id: Symbol(pane), pane, before: selectionOf(state, pane), from }],
    };
  });
}

/** Ends the last visit: restores the visited pane and the previous view. Returns false if there is no visit. */
export function endVisit(view: ViewStore): boolean {
  const { visits, ...state } = view.getState();
  const last = visits.at(-1);
  if (last === undefined) return false;
  view.setState({
    ...withSelection(state, last.pane, last.before),
    ...last.from,
    visits: visits.slice(0, -1),
  });
  return true;
}

/** The state of the panes without any visits: with their own selections restored. */
export function unvisited(state: Panes & Pick<ViewState, 'visits'>): Panes & Pick<ViewState, 'visits'> {
  const panes = state.visits.reduceRight<Panes>((now, { pane, before }) => withSelection(now, pane, before), {
    lists: state.lists,
    logs: state.logs,
  });
  return { ...panes, visits: [] };
}

/** Repeats earlier visits, starting from the current state of the panes. */
export function revisited(now: Panes, then: Panes & Pick<ViewState, 'visits'>): ReturnType<typeof unvisited> {
  let panes = now;
  const visits = then.visits.map((visit, index): Visit => {
    const { pane } = visit;
    const before = selectionOf(panes, pane);
    const next = then.visits.find((other, at) => at > index && other.pane === pane);
    panes = withSelection(panes, pane, next?.before ?? selectionOf(then, pane));
    return { ...visit, before };
  });
  return { ...panes, visits };
}

/**
 * A change of the view state that also ends all visits if the visited pane does not fill the screen afterwards.
 * Overlays over the pane do not end a visit.
 */
export function withVisitsEnded(state: ViewState, change: Partial<ViewState>): Partial<ViewState> {
  const { focus = state.focus, zoomed = state.zoomed, visits = state.visits } = change;
  const last = visits.at(-1);
  if (last === undefined || (zoomed && focus === last.pane)) return change;
  return { ...change, ...unvisited({ ...state, ...change }) };
}
