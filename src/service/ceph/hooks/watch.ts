import type { HealthCheck, HealthDetail } from '../../../api/contract/cluster.ts';
import type { Clock } from '../../../lib/clock.ts';
import { healthDetails, healthEvent, type RaisedChecks } from '../../hooks/health.ts';
import type { Ceph } from '../client/ceph.ts';
import { every } from '../client/timeouts.ts';
import type { Lease } from '../state/lease.ts';
import type { Hooks } from './hooks.ts';

/** The interval at which the health is polled. */
const POLL_MS = 5000;

/** The raised health checks that are not muted. */
export function raisedChecks({ checks = {} }: HealthDetail): RaisedChecks {
  return new Map(
    Object.entries(checks as Readonly<Record<string, HealthCheck>>)
      .filter(([, { muted }]) => muted !== true)
      .map(([code, { severity = 'HEALTH_WARN', summary }]) => [
        code,
        { severity, count: summary?.count ?? 1 },
      ]),
  );
}

/** Runs the hooks of health changes, on the management node that holds the lease. */
export function watchHealth(ceph: Ceph, clock: Clock, lease: Lease, hooks: Hooks): Disposable {
  let previous: RaisedChecks | undefined;
  return every(clock, POLL_MS, async () => {
    if (!lease.held) {
      previous = undefined;
      return;
    }
    const now = raisedChecks(await ceph.read<HealthDetail>({ prefix: 'health', detail: 'detail' }));
    const event = previous && healthEvent(previous, now);
    const details = healthDetails(previous ?? now, now);
    previous = now;
    // Not awaited, because changes while a script runs must be noticed, too.
    if (event) void hooks.fire(event, details);
  });
}
