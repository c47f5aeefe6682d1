import type { ClusterStatus } from '../../api/contract/cluster.ts';
import { fields, numberIn, sum, type UntypedObject } from '../../lib/untyped.ts';
import { raisedChecks } from '../evidence/checks.ts';

/** Ceph's own data statistics, which some services pass on in their status; newer services use camel case. */
export const pgmapOf = (store: UntypedObject | undefined): UntypedObject | undefined =>
  fields(store?.pgmap) ?? fields(store?.pgMap);

/** The health checks about data that recovery restores or moves. */
export const RECOVERABLE = ['PG_DEGRADED', 'PG_AVAILABILITY', 'OBJECT_MISPLACED', 'OBJECT_UNFOUND'];

/** The number of object copies that are degraded or misplaced; undefined if the service does not report it. */
export function objectsToMove(status: ClusterStatus | undefined): number | undefined {
  const pgmap = pgmapOf(fields(status?.storeStatus));
  if (numberIn(pgmap, 'num_pgs') === undefined) return countedBy(status);
  return (numberIn(pgmap, 'degraded_objects') ?? 0) + (numberIn(pgmap, 'misplaced_objects') ?? 0);
}

/** The number of misplaced object copies; 0 if the service does not report it. */
export const misplacedIn = (status: ClusterStatus | undefined): number =>
  numberIn(pgmapOf(fields(status?.storeStatus)), 'misplaced_objects') ?? 0;

/** The recovery rate in objects per second; undefined if the service does not report it. */
export const recoveryRate = (status: ClusterStatus | undefined): number | undefined =>
  numberIn(pgmapOf(fields(status?.storeStatus)), 'recovering_objects_per_sec');

/** Matches the count of degraded copies in a health check: `Degraded data redundancy: 4903/33594 objects degraded`. */
const DEGRADED = /(\d+)\/(\d+) objects degraded/;
/** Matches the count of misplaced copies: `12/33594 objects misplaced`. */
const MISPLACED = /(\d+)\/\d+ objects misplaced/;

const messageOf = (status: ClusterStatus | undefined, code: string): string =>
  raisedChecks({ status }).get(code)?.message ?? '';

/** The number of degraded and misplaced copies in the health checks. */
function countedBy(status: ClusterStatus | undefined): number | undefined {
  const [, misplaced] = MISPLACED.exec(messageOf(status, 'OBJECT_MISPLACED')) ?? [];
  return sum([degradedBy(status)?.objects, misplaced === undefined ? undefined : Number(misplaced)]);
}

/** The number of degraded copies and of all copies in the health check; undefined if it is not raised. */
export function degradedBy(
  status: ClusterStatus | undefined,
): { readonly objects: number; readonly total: number } | undefined {
  const [, objects, total] = DEGRADED.exec(messageOf(status, 'PG_DEGRADED')) ?? [];
  return objects === undefined ? undefined : { objects: Number(objects), total: Number(total) };
}
