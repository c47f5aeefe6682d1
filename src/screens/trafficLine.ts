import { rate } from '../lib/format.ts';
import type { Look, Role } from '../lib/look.ts';
import type { Known, Shown } from '../store/cockpit.ts';
import { STEP_MS, type TrafficKind, trafficMeans } from '../store/session/traffic.ts';
import { sparkline } from '../widgets/bar.ts';

/** On a slow link a line of the past changes once a minute. */
const SLOW_STEP_MS = 60_000;

/** A line to draw: of the whole cluster, or of a pool. */
interface Drawn {
  readonly kind: TrafficKind;
  readonly poolId?: number | undefined;
  readonly columns: number;
}

/** Means of the last minutes, a column each. The view's clock moves them on, so that a held screen holds them, too. */
function meansOf({ facts, view, link }: Known & Shown, { kind, poolId, columns }: Drawn) {
  const everyMs = link.store.getState().slow ? SLOW_STEP_MS : STEP_MS;
  return trafficMeans(facts.traffic(poolId), kind, { now: view.getState().now, count: columns, everyMs });
}

type Means = readonly (number | undefined)[];

/** Two points are the least that a line is made of. */
const LEAST = 2;
const isLine = (means: Means): boolean => means.filter((value) => value !== undefined).length >= LEAST;

/** Room above the highest point: what goes on as it was is a low line, and no block. */
const HEADROOM = 1.6;

const lineOf = (means: Means, look: Look, role: Role): string => {
  const highest = means.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  return sparkline(means, means.length, look, { role, max: HEADROOM * highest });
};

/** A line of the last minutes, exactly so many columns; blank until there is one to draw. */
export function trafficSpark(cockpit: Known & Shown, drawn: Drawn): string {
  const means = meansOf(cockpit, drawn);
  return isLine(means) ? lineOf(means, cockpit.look, 'dim') : ' '.repeat(drawn.columns);
}

/** "read 140 MiB/s" with its line: the mean of the last step, which stands still as long as the line; empty without one. */
export function trafficText(cockpit: Known & Shown, label: string, drawn: Drawn): string {
  const means = meansOf(cockpit, drawn);
  if (!isLine(means)) return '';
  const { look } = cockpit;
  const known = means.slice(means.findIndex((value) => value !== undefined));
  return `${look.paint('dim', label)} ${rate(means.at(-1))} ${lineOf(known, look, 'accent')}`;
}
