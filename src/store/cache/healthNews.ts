import type { ClusterStatus } from '../../api/contract/cluster.ts';
import { rawChecks } from '../../diagnosis/evidence/checks.ts';
import { fields, number, text } from '../../lib/untyped.ts';

/** The common prefix of the codes of health checks about OSDs, hosts and racks, and of the one about set flags. */
const ABOUT_OSDS = 'OSD';

/** The counts of OSDs that a status passes on from Ceph's OSD map. */
function countsOf(status: ClusterStatus | undefined): string {
  const { num_osds, num_up_osds, num_in_osds } = fields(fields(status?.storeStatus)?.osdmap) ?? {};
  return [num_osds, num_up_osds, num_in_osds].map(number).join(' ');
}

/**
 * True if the new status justifies reading the long per-OSD lists again: a check was raised, was cleared or changed its
 * severity, a check about OSDs or flags changed its text, or OSDs were created, removed, marked out or in. Texts of other checks are
 * ignored, because the counts in them change with every read during recovery, for hours on a large cluster.
 */
export function hasHealthNews(now: ClusterStatus | undefined, before: ClusterStatus | undefined): boolean {
  const [health, healthBefore] = [now?.storeStatus?.health, before?.storeStatus?.health];
  if (healthBefore === undefined || now === before) return false;
  if (countsOf(now) !== countsOf(before)) return true;
  if (health === healthBefore) return false;
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
