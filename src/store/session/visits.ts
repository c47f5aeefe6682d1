import type { LogView } from '../log/view.ts';
import type { PaneId } from './panes.ts';
import type { PaneSelection, ViewState, ViewStore, Visit } from './viewState.ts';

/** The parts of a pane that a visit changes. */
type Panes = Pick<ViewState, 'lists' | 'logs'>;

/** The things that a visit looks for: what is not named is not narrowed. */
export type Sought = Partial<PaneSelection['list'] & Pick<LogView, 'services' | 'servers' | 'since'>>;

function sightOf({ lists, logs }: Panes, pane: PaneId): PaneSelection {
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

const withSight = ({ lists, logs }: Panes, pane: PaneId, sight: PaneSelection): Panes =>
  pane === 'logs'
    ? { lists, logs: { ...logs, ...sight.logs } }
    : { lists: { ...lists, [pane]: { ...lists[pane], ...sight.list } }, logs };

/** The level at which a visited log is looked at: all but what is for developers. */
const INFO = 6;

function narrowed({ lists, logs }: Panes, pane: PaneId, sought: Sought): Panes {
  const { filter = '', services = [], servers = [], since, ...list } = sought;
  if (pane !== 'logs') {
    const first = { cursor: undefined, index: 0, top: 0 };
    const found = { ...lists[pane], ...first, problemsOnly: false, filter, ...list };
    return { lists: { ...lists, [pane]: found }, logs };
  }
  return {
    lists,
    logs: { ...logs, filters: [], level: INFO, follow: true, filter, services, servers, since },
  };
}

/** The overlays that may lie over a pane of the deck. */
export const onDeck = (overlays: ViewState['overlays']) =>
  overlays.filter(({ kind }) => kind !== 'screen' && kind !== 'describe' && kind !== 'json');

/** Shows a pane in full and what is looked for in it, until `endVisit`, which comes back to `overlays` and all else. */
export function beginVisit(
  view: ViewStore,
  pane: PaneId,
  sought: Sought,
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
      visits: [...visits, { id: Symbol(pane), pane, before: sightOf(state, pane), from }],
    };
  });
}

/** Goes back to where the last jump began, the visited pane as it was; answers false where there was none. */
export function endVisit(view: ViewStore): boolean {
  const { visits, ...state } = view.getState();
  const last = visits.at(-1);
  if (last === undefined) return false;
  view.setState({ ...withSight(state, last.pane, last.before), ...last.from, visits: visits.slice(0, -1) });
  return true;
}

/** The panes without what the visits looked for. */
export function unvisited(state: Panes & Pick<ViewState, 'visits'>): Panes & Pick<ViewState, 'visits'> {
  const panes = state.visits.reduceRight<Panes>((now, { pane, before }) => withSight(now, pane, before), {
    lists: state.lists,
    logs: state.logs,
  });
  return { ...panes, visits: [] };
}

/** Visits as they were once, made again from the panes as they are now. */
export function revisited(now: Panes, then: Panes & Pick<ViewState, 'visits'>): ReturnType<typeof unvisited> {
  let panes = now;
  const visits = then.visits.map((visit, index): Visit => {
    const { pane } = visit;
    const before = sightOf(panes, pane);
    const next = then.visits.find((other, at) => at > index && other.pane === pane);
    panes = withSight(panes, pane, next?.before ?? sightOf(then, pane));
    return { ...visit, before };
  });
  return { ...panes, visits };
}

/**
 * A change of the view, and with it the end of all visits where it shows something else: a visit lasts as long as its
 * pane fills the screen, whatever lies over it.
 */
export function withVisitsEnded(state: ViewState, change: Partial<ViewState>): Partial<ViewState> {
  const { focus = state.focus, zoomed = state.zoomed, visits = state.visits } = change;
  const last = visits.at(-1);
  if (last === undefined || (zoomed && focus === last.pane)) return change;
  return { ...change, ...unvisited({ ...state, ...change }) };
}
