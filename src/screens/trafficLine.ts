import { rate } from '../lib/format.ts';
import type { Look, Role } from '../lib/look.ts';
import { STEP_MS, type TrafficKind, trafficMeans } from '../store/answers/traffic.ts';
import type { Known, Shown } from '../store/cockpit.ts';
import { roomyCeiling, sparkline, sparkRole } from '../widgets/bar.ts';

/** Milliseconds per point on a slow link, so that the line is redrawn once a minute. */
const SLOW_STEP_MS = 60_000;

/** The traffic to draw: that of the whole cluster, or of a pool. */
interface SparkOptions {
  readonly kind: TrafficKind;
  readonly poolId?: number | undefined;
  readonly columns: number;
}

/** Mean traffic of the last minutes, one value a column. It follows the view's clock, so that a paused screen stays as it is. */
function meansOf({ facts, view, link }: Known & Shown, { kind, poolId, columns }: SparkOptions) {
  const everyMs = link.store.getState().slow ? SLOW_STEP_MS : STEP_MS;
  return trafficMeans(facts.traffic(poolId), kind, { now: view.getState().now, count: columns, everyMs });
}

type Means = readonly (number | undefined)[];

/** The fewest points that make a line. */
const MIN_POINTS = 2;
const isLine = (means: Means): boolean => means.filter((value) => value !== undefined).length >= MIN_POINTS;

const lineOf = (means: Means, look: Look, role: Role): string =>
  sparkline(means, means.length, look, { role, max: roomyCeiling(means) });

/** A sparkline of the last minutes, exactly as wide as asked for; blank until there are enough points. */
export function trafficSpark(cockpit: Known & Shown, options: SparkOptions): string {
  const means = meansOf(cockpit, options);
  return isLine(means) ? lineOf(means, cockpit.look, 'dim') : ' '.repeat(options.columns);
}

/** The columns of a terminal from which the sparklines of the cluster stand in the top line of every screen. */
export const TOP_LINE_FROM = 120;

/** A sparkline of the last minutes as far as they are known, coloured if it varies; empty if there are too few points. */
export function knownSpark(cockpit: Known & Shown, options: SparkOptions): string {
  const means = meansOf(cockpit, options);
  if (!isLine(means)) return '';
  const known = means.slice(means.findIndex((value) => value !== undefined));
  return lineOf(known, cockpit.look, sparkRole(known));
}

/** "read 140 MiB/s" with its sparkline; the number is the mean of the last step. Empty if there is no line. */
export function trafficText(cockpit: Known & Shown, label: string, options: SparkOptions): string {
  const spark = knownSpark(cockpit, options);
  return spark === ''
    ? ''
    : `${cockpit.look.paint('dim', label)} ${rate(meansOf(cockpit, options).at(-1))} ${spark}`;
}
