import type { Known, Shown } from '../../store/cockpit.ts';
import { chartLines } from '../../widgets/chart.ts';
import type { ChartData, ChartEvent, ChartLimit } from '../../widgets/chartData.ts';
import { type GraphChoice, graphTitle } from '../figures/graphs.ts';
import {
  type ChartGroups,
  type GraphRead,
  groupCharts,
  seriesOf,
  unchangedSeconds,
} from '../figures/reads.ts';
import { formatOf, isBinary } from '../figures/units.ts';
import { fillLimits } from '../levels.ts';
import type { Box } from '../view.ts';
import { axisEvents, eventLine, eventsIn } from './events.ts';
import { flatLine } from './flatLine.ts';
import { type ChartLayout, layOutCharts, MIN_CHART, gridFor, plotColumns } from './layout.ts';
import type { StatsState } from './state.ts';

/** The offset from UTC of the times that are shown, in seconds east. */
const offsetOf = (ms: number, utc: boolean): number => (utc ? 0 : -new Date(ms).getTimezoneOffset() * 60);

/** The context that all charts of the screen share. */
interface ChartContext {
  readonly cockpit: Known & Shown;
  readonly state: StatsState;
  /** The moment that counts as the present, in seconds since the epoch. */
  readonly now: number;
}

/** The time range in sight, in seconds since the epoch. */
function timeRangeOf({ state, now }: Pick<ChartContext, 'state' | 'now'>) {
  const to = state.end ?? now;
  return { from: to - state.span, to };
}

/** The charts that are drawn, and those that are a single line; in full view, only the focused one. */
export const shownCharts = (
  context: Pick<ChartContext, 'state' | 'now'>,
  reads: readonly GraphRead[],
): ChartGroups =>
  context.state.full ? { drawn: [context.state.focus], lines: [] } : groupCharts(reads, timeRangeOf(context));

/** Graphs of disk usage, for which the current fill ratios are limits. */
const OF_DISKS: ReadonlySet<string> = new Set(['cluster-usage', 'server-disk-usage']);

/** The limits of a graph's values, in ascending order. */
const limitsOf = (
  { facts }: Known,
  { graph }: GraphChoice,
  unit: string | undefined,
): readonly ChartLimit[] =>
  OF_DISKS.has(graph) && unit === 'PERCENT'
    ? fillLimits(facts.fillRatios()).map(({ at, role, word }) => ({ at: at * 100, role, word }))
    : [];

function chartOf(
  { cockpit, state, now, events }: ChartContext & { readonly events: readonly ChartEvent[] },
  read: GraphRead,
  selected: boolean,
): ChartData {
  const { choice, graph, failure } = read;
  const { look } = cockpit;
  const unit = graph?.axis1?.unit;
  const { from, to } = timeRangeOf({ state, now });
  const series = seriesOf(read);
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
    from,
    to,
    format: formatOf(unit, look.unicode),
    binary: isBinary(unit),
    ...(unit === 'PERCENT' && { most: 100 }),
    limits: limitsOf(cockpit, choice, unit),
    events,
    cursor: state.cursor,
    offset: offsetOf(to * 1000, cockpit.view.getState().utc),
    selected,
    ...(note !== undefined && { note }),
  };
}

/** The room for charts above an event line; undefined if that line would take rows that they need. */
function roomAbove(groups: ChartGroups, focus: number, box: Box): Box | undefined {
  const less = { ...box, height: box.height - 1 };
  const fits = (room: Box) => {
    const { room: chartRoom, lines } = layOutCharts(groups, focus, room);
    return { ...gridFor(groups.drawn.length, chartRoom), lines: lines.length };
  };
  const [before, after] = [fits(box), fits(less)];
  const isEnough = after.height === before.height || after.height > MIN_CHART.height;
  const isDrawn = groups.drawn.length === 0 || (after.down === before.down && isEnough);
  return isDrawn && after.lines === before.lines ? less : undefined;
}

/** The charts, and below them a line with the events in their time range. */
export function chartsBody(context: ChartContext, reads: readonly GraphRead[], box: Box): string[] {
  const { cockpit, state } = context;
  if (state.graphs.length === 0)
    return [cockpit.look.paint('dim', ' No graph is chosen. Press n to choose some.')];
  const groups = shownCharts(context, reads);
  const step = state.span / plotColumns(groups.drawn.length, box);
  const span = { ...timeRangeOf(context), step, cursor: state.cursor };
  const known = eventsIn(cockpit, span);
  const above = known.length > 0 ? roomAbove(groups, state.focus, box) : undefined;
  const layout = layOutCharts(groups, state.focus, above ?? box);
  const painting = { ...context, events: axisEvents(cockpit.look, known) };
  const lines = [...drawnLines(painting, reads, layout), ...flatLines(painting, reads, layout)];
  if (above === undefined) return lines;
  const free = Array.from({ length: above.height - lines.length }, () => '');
  return [...lines, ...free, eventLine(cockpit, known, { span, columns: box.width })];
}

type ChartPainting = Parameters<typeof chartOf>[0];

/** The drawn charts, scrolled so that the focused one is in sight. */
function drawnLines(
  painting: ChartPainting,
  reads: readonly GraphRead[],
  { drawn, room }: ChartLayout,
): string[] {
  const { cockpit, state } = painting;
  if (drawn.length === 0) return [];
  const { across, down, width, height } = gridFor(drawn.length, room);
  const rows = Math.ceil(drawn.length / across);
  const row = Math.floor(Math.max(0, drawn.indexOf(state.focus)) / across);
  const first = Math.max(0, Math.min(rows - down, row - Math.floor(down / 2)));
  const lines: string[] = [];
  for (let shown = first; shown < Math.min(rows, first + down); shown++) {
    const charts = Array.from({ length: across }, (_, column) => {
      const index = drawn[shown * across + column];
      const read = index === undefined ? undefined : reads[index];
      if (read === undefined) return Array.from({ length: height }, () => ' '.repeat(width));
      return chartLines(chartOf(painting, read, index === state.focus), { width, height }, cockpit.look);
    });
    for (let line = 0; line < height; line++) lines.push(charts.map((chart) => chart[line] ?? '').join(''));
  }
  return lines;
}

/** One line for each chart whose values did not change. */
const flatLines = (
  painting: ChartPainting,
  reads: readonly GraphRead[],
  { lines, room }: ChartLayout,
): string[] =>
  lines.flatMap((index) => {
    const read = reads[index];
    const seconds = read && unchangedSeconds(read, timeRangeOf(painting));
    if (read === undefined || seconds === undefined) return [];
    const chart = chartOf(painting, read, index === painting.state.focus);
    return [flatLine(chart, { seconds, columns: room.width }, painting.cockpit.look)];
  });
