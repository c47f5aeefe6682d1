import type { StatsGraph } from '../../api/contract/stats.ts';
import type { Failure } from '../../api/failure.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { chartLines } from '../../widgets/chart.ts';
import type { ChartData, ChartEvent } from '../../widgets/chartData.ts';
import type { Box } from '../view.ts';
import { axisEvents, eventLine, eventsIn } from './events.ts';
import { type GraphChoice, graphTitle } from './graphs.ts';
import { limitsOf } from './limits.ts';
import { stateRole } from './roles.ts';
import type { StatsState } from './state.ts';
import { formatOf, isBinary } from './units.ts';

/** The answer on a graph, or why it was not. */
export interface GraphRead {
  readonly choice: GraphChoice;
  readonly graph?: StatsGraph;
  readonly failure?: Failure;
}

/** A chart says nothing on less room than this. */
const LEAST = { width: 38, height: 8 } as const;
/** Of a chart that is wider than this, half would do: its lines lie flat. */
const WIDE = 100;
/** Lines of the axis and its labels at the left and a chart's rim: columns that plot nothing. */
const MARGIN = 12;

interface Places {
  readonly across: number;
  readonly down: number;
  readonly width: number;
  readonly height: number;
}

/** The number of charts that stand beside and below each other: as many as there is room for. */
export function placesFor(count: number, box: Box): Places {
  const most = Math.max(1, Math.floor(box.width / LEAST.width));
  const fitting = Math.max(1, Math.floor(box.height / LEAST.height));
  const wanted = Math.max(Math.ceil(count / fitting), Math.ceil(box.width / WIDE));
  const across = Math.max(1, Math.min(most, wanted, count));
  const down = Math.max(1, Math.min(fitting, Math.ceil(count / across)));
  return { across, down, width: Math.floor(box.width / across), height: Math.floor(box.height / down) };
}

/** Columns that a chart plots in, for moving the cursor by one of them. */
export function plotColumns(state: StatsState, box: Box): number {
  const { width } = state.full ? { width: box.width } : placesFor(state.graphs.length, box);
  return Math.max(10, width - MARGIN);
}

/** Seconds east of UTC of the times that are shown. */
const offsetOf = (ms: number, utc: boolean): number => (utc ? 0 : -new Date(ms).getTimezoneOffset() * 60);

/** Everything that the charts of the screen have in common. */
interface Around {
  readonly cockpit: Known & Shown;
  readonly state: StatsState;
  /** The moment up to which the present reaches, in seconds since the epoch. */
  readonly now: number;
}

function chartOf(
  { cockpit, state, now, events }: Around & { readonly events: readonly ChartEvent[] },
  { choice, graph, failure }: GraphRead,
  selected: boolean,
): ChartData {
  const { look } = cockpit;
  const unit = graph?.axis1?.unit;
  const to = state.end ?? now;
  const series = (graph?.graphs ?? []).map(({ name = '', datapoints = [] }) => ({
    name,
    role: stateRole(choice.graph, name),
    points: datapoints.flatMap(({ t, v }) => (t === undefined ? [] : [{ t, v }])),
  }));
  const note =
    failure === undefined
      ? series.some(({ points }) => points.some(({ v }) => v !== undefined))
        ? undefined
        : graph === undefined
          ? 'reading'
          : 'no values in this time'
      : failure.message;
  return {
    title: graphTitle(choice),
    series,
    from: to - state.span,
    to,
    format: formatOf(unit, look.unicode),
    binary: isBinary(unit),
    ...(unit === 'PERCENT' && { most: 100 }),
    limits: limitsOf(choice, unit),
    events,
    cursor: state.cursor,
    offset: offsetOf(to * 1000, cockpit.view.getState().utc),
    selected,
    ...(note !== undefined && { note }),
  };
}

/** The room for charts where a line stands below them; nothing where that would take rows that they need. */
function roomAbove(state: StatsState, box: Box): Box | undefined {
  const less = { ...box, height: box.height - 1 };
  const fits = (room: Box) =>
    state.full ? { down: 1, height: room.height } : placesFor(state.graphs.length, room);
  const [before, after] = [fits(box), fits(less)];
  const isEnough = after.height === before.height || after.height > LEAST.height;
  return after.down === before.down && isEnough ? less : undefined;
}

/** The charts in their places, and what happened meanwhile in the line below them. */
export function chartsBody(around: Around, reads: readonly GraphRead[], box: Box): string[] {
  const { cockpit, state, now } = around;
  if (state.graphs.length === 0)
    return [cockpit.look.paint('dim', ' No graph is chosen. Press n to choose some.')];
  const to = state.end ?? now;
  const step = state.span / plotColumns(state, box);
  const span = { from: to - state.span, to, step, cursor: state.cursor };
  const known = eventsIn(cockpit, span);
  const room = known.length > 0 ? roomAbove(state, box) : undefined;
  const charts = chartsIn({ ...around, events: axisEvents(cockpit.look, known) }, reads, room ?? box);
  if (room === undefined) return charts;
  const free = Array.from({ length: room.height - charts.length }, () => '');
  return [...charts, ...free, eventLine(cockpit, known, { span, columns: box.width })];
}

/** The charts: the row of the one that has the keys is in sight. */
function chartsIn(around: Parameters<typeof chartOf>[0], reads: readonly GraphRead[], box: Box): string[] {
  const { cockpit, state } = around;
  const { look } = cockpit;
  const readOf = (index: number): GraphRead =>
    reads[index] ?? { choice: state.graphs[index] ?? { graph: '' } };
  const focus = Math.min(state.focus, state.graphs.length - 1);
  if (state.full) return chartLines(chartOf(around, readOf(focus), true), box, look);
  const { across, down, width, height } = placesFor(state.graphs.length, box);
  const rows = Math.ceil(state.graphs.length / across);
  const row = Math.floor(focus / across);
  const first = Math.max(0, Math.min(rows - down, row - Math.floor(down / 2)));
  const lines: string[] = [];
  for (let shown = first; shown < Math.min(rows, first + down); shown++) {
    const charts = Array.from({ length: across }, (_, column) => {
      const index = shown * across + column;
      if (index >= state.graphs.length) return Array.from({ length: height }, () => ' '.repeat(width));
      return chartLines(chartOf(around, readOf(index), index === focus), { width, height }, look);
    });
    for (let line = 0; line < height; line++) lines.push(charts.map((chart) => chart[line] ?? '').join(''));
  }
  return lines;
}
