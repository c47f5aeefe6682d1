import type { HealthDetail } from '../../../api/contract/cluster.ts';
import { logCluster } from '../log/write.ts';
import type { Model } from '../model/model.ts';
import type { Check } from './check.ts';
import type { Mute } from './mutes.ts';

/** The reason why a mute ends, as the monitors log it (HealthMonitor::check_mutes); undefined while it lasts. */
function endOf({ until, sticky, count, summary }: Mute, check: Check | undefined, now: number) {
  if (until !== undefined && now >= until) return `passed TTL ${new Date(until).toISOString()}`;
  if (sticky) return undefined;
  if (check === undefined) return 'health alert cleared';
  if (count === 0) return check.message === summary ? undefined : 'summary changed';
  return check.count > count ? `count increased from ${count} to ${check.count}` : undefined;
}

/** Ends mutes that have expired, or whose check was cleared or got worse. */
export function stepMutes(model: Model, checks: ReadonlyMap<string, Check>): void {
  const now = model.timeOf(model.tick);
  for (const [code, mute] of model.mutes.entries()) {
    const check = checks.get(code);
    const end = endOf(mute, check, now);
    if (end !== undefined) {
      model.mutes.delete(code);
      logCluster(model, 'info', `Health alert mute ${code} cleared (${end})`);
    } else if (check !== undefined && check.count < mute.count) {
      // If the count rises again, the mute ends.
      model.mutes.set(code, { ...mute, count: check.count });
    }
  }
}

/** The checks that are not muted, which determine the health status. */
export const unmuted = ({ mutes }: Model, checks: ReadonlyMap<string, Check>): ReadonlyMap<string, Check> =>
  new Map([...checks].filter(([code]) => !mutes.has(code)));

/** The mutes in the format of `ceph health detail --format json`. */
export const mutesToWire = ({ mutes }: Model): NonNullable<HealthDetail['mutes']> =>
  mutes.entries().map(([code, { until, ...mute }]) => ({
    code,
    ...mute,
    ...(until !== undefined && { ttl: new Date(until).toISOString() }),
  }));
