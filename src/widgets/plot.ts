/** A value at a time in seconds since the epoch; without a value it is a gap. */
export interface Point {
  readonly t: number;
  readonly v: number | undefined;
}

/** The ranges of a plot: time in seconds since the epoch, and values from the lower to the upper edge. */
export interface PlotFrame {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
}

/** A grid of dots; row 0 is the lowest. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/** The lowest and the highest dot of a line in one column of the grid; undefined in a gap. */
export type Span = readonly [low: number, high: number] | undefined;

/** Points further apart than this many usual steps are separated by a gap. */
const GAP_STEPS = 3;

/** The median time from one point to the next. */
function usualStep(points: readonly Point[]): number {
  const steps = points.slice(1).map((point, index) => point.t - (points[index]?.t ?? point.t));
  const sorted = steps.filter((step) => step > 0).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));

type KnownPoint = { readonly t: number; readonly v: number };
const isKnown = (point: Point | undefined): point is KnownPoint => Number.isFinite(point?.v);

/** The dots that the line of a series covers in each column of a grid. */
export function spansOf(points: readonly Point[], frame: PlotFrame, { columns, rows }: Grid): Span[] {
  const spans: Span[] = Array.from({ length: columns }, () => undefined);
  const { from, to, low, high } = frame;
  if (!(to > from) || !(high > low) || columns < 1 || rows < 1) return spans;
  const xOf = (t: number) => Math.floor(((t - from) / (to - from)) * columns);
  const yOf = (v: number) => clamp(Math.round(((v - low) / (high - low)) * (rows - 1)), rows - 1);
  const add = (x: number, y: number) => {
    const now = spans[x];
    spans[x] = now === undefined ? [y, y] : [Math.min(now[0], y), Math.max(now[1], y)];
  };
  const widest = GAP_STEPS * usualStep(points);
  let before: KnownPoint | undefined;
  for (const point of points) {
    if (!isKnown(point)) {
      before = undefined;
      continue;
    }
    const x = xOf(point.t);
    if (point.t >= from && point.t <= to) add(Math.min(x, columns - 1), yOf(point.v));
    if (before !== undefined && point.t - before.t <= widest) {
      const start = xOf(before.t);
      let last = yOf(before.v);
      // Only columns within the frame are visited, however far the line extends beyond it.
      for (let at = Math.max(start, -1) + 1; at <= Math.min(x, columns - 1); at++) {
        const share = (at - start) / Math.max(1, x - start);
        const y = yOf(before.v + share * (point.v - before.v));
        add(at, y);
        if (Math.abs(y - last) > 1) add(at, last + Math.sign(y - last));
        last = y;
      }
    }
    before = point;
  }
  return spans;
}

/**
 * The number of seconds for which a series has been constant up to the end of a time range: the whole range if it was known
 * from the start. Undefined if the value changed, has a gap, or is known only once.
 */
export function unchangedFor(
  points: readonly Point[],
  { from, to }: Pick<PlotFrame, 'from' | 'to'>,
): number | undefined {
  const here = points.filter(({ t }) => t >= from && t <= to);
  const start = here.findIndex(isKnown);
  const known = here.slice(start, here.findLastIndex(isKnown) + 1);
  const [first, last] = [known[0], known.at(-1)];
  // Most series change, so this cheap check comes first.
  if (first === undefined || last === undefined || known.length < 2) return undefined;
  if (known.some(({ v }) => v !== first.v)) return undefined;
  const widest = GAP_STEPS * usualStep(points);
  if (known.some(({ t }, index) => t - (known[index - 1]?.t ?? t) > widest)) return undefined;
  if (to - last.t > widest) return undefined;
  return first.t - from <= widest ? to - from : last.t - first.t;
}

/** The point nearest to a time, unless it is further away than the usual distance between points. */
export function pointAt(points: readonly Point[], t: number): Point | undefined {
  let best: Point | undefined;
  for (const point of points)
    if (best === undefined || Math.abs(point.t - t) < Math.abs(best.t - t)) best = point;
  return best !== undefined && Math.abs(best.t - t) <= Math.max(1, usualStep(points)) ? best : undefined;
}

const MANTISSAS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** A round number not below `value`, for the upper edge of a chart; `binary` rounds in units of 1024. */
export function niceCeiling(value: number, binary: boolean): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const unit = binary && value >= 1024 ? 1024 ** Math.floor(Math.log2(value) / 10) : 1;
  const size = value / unit;
  const power = 10 ** Math.floor(Math.log10(size));
  const nice = MANTISSAS.map((mantissa) => mantissa * power * unit).find((round) => round >= value);
  return Math.max(value, nice ?? value);
}

/** Round steps between times on the axis, in seconds. */
const TIME_STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800,
  432_000, 864_000, 2_592_000,
];

/** Round times within a range, with at most `count` steps; `offset` is the time zone's, in seconds east of UTC. */
export function timeTicks(from: number, to: number, count: number, offset: number): number[] {
  if (!(to > from) || count < 1) return [];
  const step = TIME_STEPS.find((one) => (to - from) / one <= count) ?? Math.ceil((to - from) / count);
  const ticks: number[] = [];
  for (let t = Math.ceil((from + offset) / step) * step - offset; t <= to; t += step) ticks.push(t);
  return ticks;
}
