import type { HealthDetail } from '../../../api/contract/cluster.ts';
import { logCluster } from '../log/write.ts';
import type { Model } from '../model.ts';
import type { Check } from './check.ts';
import type { Mute } from './mutes.ts';

/** The reason why a mute ends by itself, as the monitors log it (HealthMonitor::check_mutes). */
function endOf({ until, sticky, count, summary }: Mute, check: Check | undefined, now: number) {
  if (until !== undefined && now >= until) return `passed TTL ${new Date(until).toISOString()}`;
  if (sticky) return undefined;
  if (check === undefined) return 'health alert cleared';
  if (count === 0) return check.message === summary ? undefined : 'summary changed';
  return check.count > count ? `count increased from ${count} to ${check.count}` : undefined;
}

/** Ends the mutes whose time is over, whose check is gone or has grown worse. */
export function stepMutes(model: Model, checks: ReadonlyMap<string, Check>): void {
  const now = model.timeOf(model.tick);
  for (const [code, mute] of model.mutes.entries()) {
    const check = checks.get(code);
    const end = endOf(mute, check, now);
    if (end !== undefined) {
      model.mutes.delete(code);
      logCluster(model, 6, `Health alert mute ${code} cleared (${end})`);
    } else if (check !== undefined && check.count < mute.count) {
      // What was got rid of must not come back in silence.
      model.mutes.set(code, { ...mute, count: check.count });
    }
  }
}

/** The checks that count for the health. */
export const unmuted = ({ mutes }: Model, checks: ReadonlyMap<string, Check>): ReadonlyMap<string, Check> =>
  new Map([...checks].filter(([code]) => !mutes.has(code)));

/** The mutes in the shape of `ceph health detail --format json`. */
export const mutesToWire = ({ mutes }: Model): NonNullable<HealthDetail['mutes']> =>
  mutes.entries().map(([code, { until, ...mute }]) => ({
    code,
    ...mute,
    ...(until !== undefined && { ttl: new Date(until).toISOString() }),
  }));
