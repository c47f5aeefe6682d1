import type { ClusterStatus } from '../api/contract/cluster.ts';
import { fields, list, number, text } from '../lib/untyped.ts';
import { pgmapOf } from './healing/recoveryCounts.ts';
import { isOld } from './work.ts';

/**
 * The states of placement groups that serve no I/O and do not pass by themselves, as peering and creating do: also those of which
 * no OSD reports (`stale`), or in which an OSD does not answer the others (`laggy`), which Ceph may not call a problem.
 */
const UNSERVED: ReadonlySet<string> = new Set(['peered', 'down', 'incomplete', 'stale', 'laggy']);

/**
 * The number of placement groups in such states, if the service passes on Ceph's counts: Ceph's health check counts many
 * of them only after a minute.
 */
export function unservedGroups(status: ClusterStatus | undefined): number {
  if (isOld(status)) return 0;
  return list(pgmapOf(fields(status?.storeStatus))?.pgs_by_state).reduce((sum: number, entry) => {
    const { state_name: state, count } = fields(entry) ?? {};
    const isUnserved = (text(state) ?? '').split('+').some((word) => UNSERVED.has(word));
    return sum + (isUnserved ? (number(count) ?? 0) : 0);
  }, 0);
}
