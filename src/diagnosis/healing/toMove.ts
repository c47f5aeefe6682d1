import type { ClusterStatus } from '../../api/contract/cluster.ts';
import { fields, number, sum, type UntypedObject } from '../../lib/untyped.ts';
import { raisedChecks } from '../evidence/checks.ts';

/** Ceph's own counts of data, which some services pass on in their status; newer ones write them in camel case. */
export const pgmapOf = (store: UntypedObject | undefined): UntypedObject | undefined =>
  fields(store?.pgmap) ?? fields(store?.pgMap);

/** Copies of objects that are not where they should be, as far as the service tells. */
export function objectsToMove(status: ClusterStatus | undefined): number | undefined {
  const pgmap = pgmapOf(fields(status?.storeStatus));
  if (number(pgmap?.num_pgs) === undefined) return countedBy(status);
  return (number(pgmap?.degraded_objects) ?? 0) + (number(pgmap?.misplaced_objects) ?? 0);
}

/** Objects a second that recovery moves, as the service tells; undefined where it tells of none. */
export function recoveryRate(status: ClusterStatus | undefined): number | undefined {
  const pgmap = pgmapOf(fields(status?.storeStatus));
  return number(pgmap?.recovering_objects_per_sec) ?? number(pgmap?.recoveringObjectsPerSec);
}

/** Ceph counts degraded copies in the words of its check: `Degraded data redundancy: 4903/33594 objects degraded`. */
const DEGRADED = /(\d+)\/(\d+) objects degraded/;
/** And misplaced ones alike: `12/33594 objects misplaced`. */
const MISPLACED = /(\d+)\/\d+ objects misplaced/;

const messageOf = (status: ClusterStatus | undefined, code: string): string =>
  raisedChecks({ status }).get(code)?.message ?? '';

/** Copies that the checks count as degraded and as misplaced. */
function countedBy(status: ClusterStatus | undefined): number | undefined {
  const [, misplaced] = MISPLACED.exec(messageOf(status, 'OBJECT_MISPLACED')) ?? [];
  return sum([degradedBy(status)?.objects, misplaced === undefined ? undefined : Number(misplaced)]);
}

/** Copies that the check counts as degraded, of how many. */
export function degradedBy(
  status: ClusterStatus | undefined,
): { readonly objects: number; readonly total: number } | undefined {
  const [, objects, total] = DEGRADED.exec(messageOf(status, 'PG_DEGRADED')) ?? [];
  return objects === undefined ? undefined : { objects: Number(objects), total: Number(total) };
}
