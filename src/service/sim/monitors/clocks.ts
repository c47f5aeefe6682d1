import { logHost } from '../log/write.ts';
import type { Daemon } from '../model/daemons.ts';
import type { Model } from '../model/model.ts';
import { daemonsOf, hasQuorum } from './quorum.ts';

/** mon_clock_drift_allowed, in seconds. */
export const MAX_SKEW = 0.05;
/**
 * Seconds between two comparisons of clocks, and while they differ (mon_timecheck_interval,
 * mon_timecheck_skew_interval).
 */
const [INTERVAL, SKEW_INTERVAL] = [300, 30];

/** Compares the clocks of the monitors when that is due. */
export function stepClocks(model: Model): void {
  const { timeChecks, tick } = model;
  if (tick < timeChecks.next || !hasQuorum(model)) return;
  const mons = daemonsOf(model, 'mon');
  const [leader, ...others] = mons.filter(({ active }) => active);
  const skews = new Map<string, number>();
  for (const mon of others) {
    const skew = mon.host.clockOffset - leader!.host.clockOffset;
    if (Math.abs(skew) <= MAX_SKEW) continue;
    skews.set(mon.name, skew);
    // The monitor whose clock is behind sees messages from the future, whichever of the two clocks is wrong.
    const [behind, ahead] = skew < 0 ? [mon, leader!] : [leader!, mon];
    complain(model, behind, mons.indexOf(ahead), Math.abs(skew));
  }
  timeChecks.skews = skews;
  timeChecks.next = tick + (skews.size > 0 ? SKEW_INTERVAL : INTERVAL);
}

function complain(model: Model, { host }: Daemon, rank: number, seconds: number): void {
  const text = `message from mon.${rank} was stamped ${seconds.toFixed(6)}s in the future, clocks not synchronized`;
  logHost(model, host, 'mon', 'warning', `cluster [WRN] ${text}`);
}
