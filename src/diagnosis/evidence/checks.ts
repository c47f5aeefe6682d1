import type { ClusterStatus, HealthDetail } from '../../api/contract/cluster.ts';
import { HEALTH_CODES } from '../../data/healthChecks.ts';
import { fields, list, text } from '../../lib/untyped.ts';

/** A health check that the cluster raises. */
export interface ActiveCheck {
  readonly code: string;
  readonly message: string;
  readonly isError: boolean;
  readonly detail: readonly string[];
}

/** The checks that are raised and not muted, by code. Their shape is open in the interface: what does not fit is left out. */
export function readChecks(
  status: ClusterStatus | undefined,
  detail: HealthDetail | undefined,
): ReadonlyMap<string, ActiveCheck> {
  const detailed = fields(detail?.checks);
  const raised = fields(status?.storeStatus?.health?.checks) ?? detailed ?? {};
  const mutes = new Set(list(detail?.mutes).map((mute) => text(fields(mute)?.code)));
  const checks = new Map<string, ActiveCheck>();
  for (const [code, check] of Object.entries(raised)) {
    const parts = fields(check);
    if (parts === undefined || parts.muted === true || mutes.has(code)) continue;
    const severity = text(parts.severity) ?? HEALTH_CODES.get(code)?.severity;
    const lines = list(fields(detailed?.[code])?.detail ?? parts.detail);
    checks.set(code, {
      code,
      message: text(fields(parts.summary)?.message) ?? code,
      isError: severity === 'HEALTH_ERR' || severity === 'ERR',
      detail: lines.flatMap((line) => text(fields(line)?.message) ?? text(line) ?? []),
    });
  }
  return checks;
}
