import type { ClusterStatus } from '../../api/contract/cluster.ts';
import { rawChecks } from '../../diagnosis/evidence/checks.ts';
import { fields, text } from '../../lib/untyped.ts';

/** The common prefix of the codes of health checks about OSDs, hosts and racks. */
const ABOUT_OSDS = 'OSD_';

/**
 * True if the new status justifies reading the long per-OSD lists again: a check was raised, was cleared or changed its
 * severity, or a check about OSDs changed its text. Texts of other checks are ignored, because the counts in them
 * change with every read during recovery, for hours on a large cluster.
 */
export function hasHealthNews(now: ClusterStatus | undefined, before: ClusterStatus | undefined): boolean {
  const [health, healthBefore] = [now?.storeStatus?.health, before?.storeStatus?.health];
  if (healthBefore === undefined || health === healthBefore) return false;
  if (health?.status !== healthBefore.status) return true;
  const [checks, checksBefore] = [rawChecks({ status: now }), rawChecks({ status: before })];
  return (
    checks.size !== checksBefore.size ||
    checks
      .entries()
      .some(([code, check]) => signature(code, check) !== signature(code, checksBefore.get(code)))
  );
}

function signature(code: string, check: unknown): string | undefined {
  const parts = fields(check);
  const severity = text(parts?.severity) ?? '';
  if (parts === undefined) return undefined;
  return code.startsWith(ABOUT_OSDS) ? `${severity} ${text(fields(parts.summary)?.message) ?? ''}` : severity;
}
