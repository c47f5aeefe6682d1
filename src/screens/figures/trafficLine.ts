import { rate } from '../../lib/format.ts';
import type { Look, Role } from '../../lib/look.ts';
import { STEP_MS, type TrafficKind, trafficMeans } from '../../store/answers/traffic.ts';
import { resources } from '../../store/cache/resources.ts';
import { isStale } from '../../store/cache/slot.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { presentValue, roomyCeiling, sparkline, sparkRole } from '../../widgets/bar.ts';
import { formatOf } from './units.ts';

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

/** Columns of a sparkline of the cluster. */
const COLUMNS = 12;

/** The traffic of the whole cluster from the first known value on; empty if there are too few for a line. */
function clusterMeans(cockpit: Known & Shown, kind: TrafficKind): Means {
  const means = meansOf(cockpit, { kind, columns: COLUMNS });
  return isLine(means) ? means.slice(means.findIndex((value) => value !== undefined)) : [];
}

const colouredLine = (means: Means, { look }: Shown): string => lineOf(means, look, sparkRole(means));

/** The sparkline of the whole cluster, coloured if it varies; empty if too little is known for a line. */
export const clusterSpark = (cockpit: Known & Shown, kind: TrafficKind): string =>
  colouredLine(clusterMeans(cockpit, kind), cockpit);

/** "read 140 MiB/s" with its sparkline; the number is the mean of the last step. Empty if too little is known for a line. */
export function trafficText(cockpit: Known & Shown, kind: TrafficKind): string {
  const means = clusterMeans(cockpit, kind);
  if (means.length === 0) return '';
  return `${cockpit.look.paint('dim', kind)} ${rate(means.at(-1))} ${colouredLine(means, cockpit)}`;
}

/** The line of the graph of write latency that is shown: all but the slowest hundredth of the OSDs are faster. */
const LATENCY_LINE = 'p99';

/**
 * "OSD p99 17ms" with its sparkline: the latency of writes on the OSDs over the last two minutes. Empty if the service does
 * not measure it or has not lately, and on a slow link.
 */
export function latencyText(cockpit: Known & Shown): string {
  const { cache, view, look, link } = cockpit;
  const slot = cache.slot(resources.writeLatency);
  if (isStale(slot, view.getState().now) || link.store.getState().slow) return '';
  const { axis1, graphs = [] } = slot.data ?? {};
  const points = graphs.find(({ name }) => name === LATENCY_LINE)?.datapoints ?? [];
  const means = points.slice(-COLUMNS).map(({ v }) => (Number.isFinite(v) ? v : undefined));
  const now = presentValue(means);
  if (now === undefined || !isLine(means)) return '';
  const value = formatOf(axis1?.unit, look.unicode)(now);
  return `${look.paint('dim', `OSD ${LATENCY_LINE}`)} ${value} ${colouredLine(means, cockpit)}`;
}
