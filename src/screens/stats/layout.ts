import type { ChartGroups } from '../figures/reads.ts';
import type { Box } from '../view.ts';

/** The smallest useful size of a chart. */
export const MIN_CHART = { width: 38, height: 8 } as const;
/** The smallest width at which charts are placed side by side, because the lines of a wider chart would be too flat. */
const WIDE = 100;
/** Columns of a chart for its axis, labels and border. */
const MARGIN = 12;

interface ChartGrid {
  readonly across: number;
  readonly down: number;
  readonly width: number;
  readonly height: number;
}

/** Arranges charts in a grid that shows as many as there is room for. */
export function gridFor(count: number, box: Box): ChartGrid {
  const most = Math.max(1, Math.floor(box.width / MIN_CHART.width));
  const fitting = Math.max(1, Math.floor(box.height / MIN_CHART.height));
  const wanted = Math.max(Math.ceil(count / fitting), Math.ceil(box.width / WIDE));
  const across = Math.max(1, Math.min(most, wanted, count));
  const down = Math.max(1, Math.min(fitting, Math.ceil(count / across)));
  return { across, down, width: Math.floor(box.width / across), height: Math.floor(box.height / down) };
}

/** The plot width of each of `count` charts, in columns; the cursor moves by one column. */
export const plotColumns = (count: number, box: Box): number =>
  Math.max(10, gridFor(count, box).width - MARGIN);

/** The charts in sight and their room. */
export interface ChartLayout extends ChartGroups {
  /** The room of the drawn charts, above the lines. */
  readonly room: Box;
}

/** Divides a box: drawn charts keep room for at least one, and of the lines those around the focus are in sight. */
export function layOutCharts({ drawn, lines }: ChartGroups, focus: number, box: Box): ChartLayout {
  const at = lines.indexOf(focus);
  const free = drawn.length === 0 ? box.height : box.height - MIN_CHART.height;
  const most = Math.max(0, Math.min(lines.length, Math.max(free, at < 0 ? 0 : 1)));
  const first = Math.max(0, Math.min(lines.length - most, at - Math.floor(most / 2)));
  return {
    drawn,
    lines: lines.slice(first, first + most),
    room: { ...box, height: box.height - most },
  };
}

/** The index of the chart that a step leads to; `below` and `above` move by a row of `across` drawn charts. */
export function chartAt(
  { drawn, lines }: ChartGroups,
  focus: number,
  step: 'next' | 'previous' | 'below' | 'above',
  across: number,
): number {
  const order = [...drawn, ...lines];
  const at = Math.max(0, order.indexOf(focus));
  const isDrawn = at < drawn.length;
  const below = isDrawn && at + across < drawn.length ? at + across : Math.max(at + 1, drawn.length);
  const above = isDrawn ? at - across : at - 1;
  const to = { next: at + 1, previous: at - 1, below, above }[step];
  return order[Math.max(0, Math.min(order.length - 1, to))] ?? 0;
}
