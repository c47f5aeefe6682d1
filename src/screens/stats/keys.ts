import type { Binding } from '../../keys/binding.ts';
import { answered } from '../../store/answers/rowAnswers.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { pushOverlay } from '../../store/session/view.ts';
import type { PickItem, ScreenView } from '../../store/session/viewState.ts';
import {
  type GraphChoice,
  graphKey,
  graphSubjects,
  graphTitle,
  NO_SUBJECTS,
  offeredGraphs,
} from '../figures/graphs.ts';
import type { GraphRead } from '../figures/reads.ts';
import { showRaw } from '../raw/rawView.ts';
import { shownCharts } from './body.ts';
import { chartAt, gridFor, plotColumns } from './layout.ts';
import { changeState, cursorMoved, RANGES, stateOf, zoomed } from './state.ts';

/** The most charts at once: nobody can compare more, and each costs a request. */
const MAX_GRAPHS = 24;

function toggle(cockpit: Shown, choice: GraphChoice): void {
  const key = graphKey(choice);
  changeState(cockpit, (state) => {
    const others = state.graphs.filter((graph) => graphKey(graph) !== key);
    const graphs = others.length < state.graphs.length ? others : [...others, choice].slice(-MAX_GRAPHS);
    return { ...state, graphs, focus: Math.min(state.focus, Math.max(0, graphs.length - 1)) };
  });
}

/** Opens the choice of graphs; a graph that is not listed can be typed. */
function chooseGraphs(cockpit: Known & Shown, shown: () => readonly GraphChoice[]): void {
  const item = (group: string, choice: GraphChoice): PickItem => ({
    group,
    label: graphTitle(choice),
    hint: shown().some((graph) => graphKey(graph) === graphKey(choice)) ? 'shown' : '',
    run: () => toggle(cockpit, choice),
  });
  const items = (search: string): PickItem[] => {
    const offered = offeredGraphs(cockpit.cache.slot(graphSubjects).data ?? NO_SUBJECTS);
    const typed = search.trim();
    const isNew = /^[\w.-]{3,}$/.test(typed) && !offered.some(({ choice }) => choice.graph === typed);
    return [
      ...offered.map(({ group, choice }) => item(group, choice)),
      ...(isNew ? [item('Requested by its name', { graph: typed })] : []),
    ];
  };
  pushOverlay(cockpit.view, { kind: 'picker', title: 'Graphs', items, search: '', cursor: 0, stays: true });
  void cockpit.cache.refresh(graphSubjects);
}

/** Keys that move through time in steps of one plot column; `plot` is their number. */
function timeBindings(cockpit: Shown, plot: number): Binding[] {
  const now = () => Math.floor(cockpit.view.getState().now / 1000);
  const move = (steps: number) => () =>
    changeState(cockpit, (before) => cursorMoved(before, steps, { columns: plot, now: now() }));
  const key = (keys: readonly string[], label: string, help: string, run: () => void): Binding => ({
    keys,
    label,
    help,
    run,
  });
  return [
    { ...key(['left', 'h'], 'back', 'Move the cursor one step back', move(-1)), footer: 3 },
    { ...key(['right', 'l'], 'forward', 'Move the cursor one step forward', move(1)), footer: 4 },
    key(['H'], 'far back', 'Ten steps earlier', move(-10)),
    key(['L'], 'far forward', 'Ten steps later', move(10)),
    {
      ...key(['+'], 'zoom in', 'Half the time, around the cursor', () =>
        changeState(cockpit, (before) => zoomed(before, 0.5, now())),
      ),
      footer: 5,
    },
    {
      ...key(['-'], 'zoom out', 'Twice the time, around the cursor', () =>
        changeState(cockpit, (before) => zoomed(before, 2, now())),
      ),
      footer: 6,
    },
    key(['G', 'end'], 'now', 'Back to the present, without a cursor', () =>
      changeState(cockpit, (before) => ({ ...before, end: undefined, cursor: undefined })),
    ),
    ...RANGES.map(({ key: digit, label, span }) =>
      key([digit], label, `The last ${label}`, () =>
        changeState(cockpit, (before) => ({ ...before, span, end: undefined, cursor: undefined })),
      ),
    ),
  ];
}

/** Shows the service's answer for the focused graph. */
function showGraph(cockpit: Known & Shown, read: GraphRead | undefined): void {
  if (read?.graph !== undefined)
    showRaw(cockpit, `Graph: ${graphTitle(read.choice)}`, [answered('getGraph', read.graph)]);
}

/** The keys of the statistics. */
export function statsBindings(
  cockpit: Cockpit,
  screen: ScreenView,
  { reads, now }: { readonly reads: readonly GraphRead[]; readonly now: number },
): Binding[] {
  const state = stateOf(screen);
  const { columns, rows } = cockpit.view.getState().size;
  const box = { width: columns, height: rows - 3 };
  const groups = shownCharts({ state: { ...state, full: false }, now }, reads);
  const { across } = gridFor(groups.drawn.length, box);
  const plot = plotColumns(state.full ? 1 : groups.drawn.length, box);
  const focus = (step: Parameters<typeof chartAt>[2]) => () =>
    changeState(cockpit, (before) => ({ ...before, focus: chartAt(groups, before.focus, step, across) }));
  const narrowed = state.full || state.cursor !== undefined;
  return [
    ...(narrowed
      ? [
          {
            keys: ['esc'],
            label: 'back',
            help: 'Clear the cursor, then show all charts again',
            footer: 2,
            run: () =>
              changeState(cockpit, (before) =>
                before.cursor === undefined ? { ...before, full: false } : { ...before, cursor: undefined },
              ),
          },
        ]
      : []),
    {
      keys: ['n'],
      label: 'graphs',
      help: 'Choose the graphs; type to search, Enter shows one or removes it',
      footer: 1,
      run: () => chooseGraphs(cockpit, () => shownGraphs(cockpit)),
    },
    {
      keys: ['enter', 'f'],
      label: state.full ? 'all' : 'full',
      help: 'The chart in full, or all charts again',
      footer: 7,
      run: () => changeState(cockpit, (before) => ({ ...before, full: !before.full })),
    },
    { keys: ['tab'], label: 'next', help: 'The next chart', footer: 8, run: focus('next') },
    { keys: ['shift-tab'], label: 'previous', help: 'The previous chart', run: focus('previous') },
    { keys: ['down', 'j'], label: 'below', help: 'The chart below', run: focus('below') },
    { keys: ['up', 'k'], label: 'above', help: 'The chart above', run: focus('above') },
    ...timeBindings(cockpit, plot),
    {
      keys: ['x'],
      label: 'remove',
      help: 'Remove the chart',
      run: () => {
        const choice = state.graphs[state.focus];
        if (choice) toggle(cockpit, choice);
      },
    },
    {
      keys: ['y'],
      label: 'raw',
      help: 'The values of the chart, as JSON',
      run: () => showGraph(cockpit, reads[state.focus]),
    },
  ];
}

const shownGraphs = (cockpit: Shown): readonly GraphChoice[] => {
  const screen = cockpit.view.getState().overlays.findLast((overlay) => overlay.kind === 'screen');
  return screen === undefined ? [] : stateOf(screen).graphs;
};
