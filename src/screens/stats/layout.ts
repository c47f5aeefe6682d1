import type { Box } from '../view.ts';

/** A chart says nothing on less room than this. */
export const LEAST = { width: 38, height: 8 } as const;
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

/** Columns that so many charts plot in beside each other, for moving the cursor by one of them. */
export const plotColumns = (count: number, box: Box): number =>
  Math.max(10, placesFor(count, box).width - MARGIN);

/** Charts by the room that they take, as indexes in the order in which they were chosen. */
export interface Kinds {
  /** Those that are drawn. */
  readonly drawn: readonly number[];
  /** Those of what did not change: a line says all. */
  readonly lines: readonly number[];
}

/** Where charts stand. */
export interface Arrangement extends Kinds {
  /** The room of those that are drawn, above the lines. */
  readonly room: Box;
}

/** Shares a box out: charts that are drawn keep the room of one at least, and of the lines those around the focus are in sight. */
export function arrange({ drawn, lines }: Kinds, focus: number, box: Box): Arrangement {
  const at = lines.indexOf(focus);
  const free = drawn.length === 0 ? box.height : box.height - LEAST.height;
  const most = Math.max(0, Math.min(lines.length, Math.max(free, at < 0 ? 0 : 1)));
  const first = Math.max(0, Math.min(lines.length - most, at - Math.floor(most / 2)));
  return {
    drawn,
    lines: lines.slice(first, first + most),
    room: { ...box, height: box.height - most },
  };
}

/** The chart that is so many steps from another in the order in which they stand; rows of several count as one step down. */
export function chartAt(
  { drawn, lines }: Kinds,
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
