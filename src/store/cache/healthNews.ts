import type { ClusterStatus } from '../../api/contract/cluster.ts';
import { rawChecks } from '../../diagnosis/evidence/checks.ts';
import { fields, text } from '../../lib/untyped.ts';

/** The beginning of the codes of checks that count OSDs, hosts and racks. */
const ABOUT_OSDS = 'OSD_';

/**
 * Tells whether a status says something new of where trouble is, so that the long lists that tell of each OSD are worth a read. It
 * does when a check comes, goes or changes its severity, or one about OSDs its text. The counts of the others move with each look
 * while data is made again, for hours on a large cluster.
 */
export function tellsNews(now: ClusterStatus | undefined, before: ClusterStatus | undefined): boolean {
  const [health, healthBefore] = [now?.storeStatus?.health, before?.storeStatus?.health];
  if (healthBefore === undefined || health === healthBefore) return false;
  if (health?.status !== healthBefore.status) return true;
  const [checks, checksBefore] = [rawChecks({ status: now }), rawChecks({ status: before })];
  return (
    checks.size !== checksBefore.size ||
    checks.entries().some(([code, check]) => gist(code, check) !== gist(code, checksBefore.get(code)))
  );
}

function gist(code: string, check: unknown): string | undefined {
  const parts = fields(check);
  const severity = text(parts?.severity) ?? '';
  if (parts === undefined) return undefined;
  return code.startsWith(ABOUT_OSDS) ? `${severity} ${text(fields(parts.summary)?.message) ?? ''}` : severity;
}
