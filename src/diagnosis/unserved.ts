import type { ClusterStatus } from '../api/contract/cluster.ts';
import { fields, list, number, text } from '../lib/untyped.ts';
import { pgmapOf } from './healing/recoveryCounts.ts';
import { isOld } from './work.ts';

/**
 * The states of placement groups that serve no I/O and do not pass by themselves, as peering and creating do: also those of which
 * no OSD reports (`stale`), or in which an OSD does not answer the others (`laggy`), which Ceph may not call a problem.
 */
const UNSERVED: ReadonlySet<string> = new Set(['peered', 'down', 'incomplete', 'stale', 'laggy']);

/** The number of placement groups whose state is so, by Ceph's counts; undefined if the service does not pass them on. */
function countGroups(
  status: ClusterStatus | undefined,
  isCounted: (words: readonly string[]) => boolean,
): number | undefined {
  const states = pgmapOf(fields(status?.storeStatus))?.pgs_by_state;
  if (states === undefined || isOld(status)) return undefined;
  return list(states).reduce((sum: number, entry) => {
    const { state_name: state, count } = fields(entry) ?? {};
    return sum + (isCounted((text(state) ?? '').split('+')) ? (number(count) ?? 0) : 0);
  }, 0);
}

/**
 * The number of placement groups in such states, if the service passes on Ceph's counts: Ceph's health check counts many
 * of them only after a minute.
 */
export const unservedGroups = (status: ClusterStatus | undefined): number =>
  countGroups(status, (words) => words.some((word) => UNSERVED.has(word))) ?? 0;

/** The number of placement groups that serve no I/O at present, also if that passes; undefined if it is not known. */
export const inactiveGroups = (status: ClusterStatus | undefined): number | undefined =>
  countGroups(status, (words) => !words.includes('active') || words.some((word) => UNSERVED.has(word)));
