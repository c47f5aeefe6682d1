import { fields, list } from '../../lib/untyped.ts';
import type { DiagnosticEvidence } from './evidence.ts';

/** The names of the monitors that are out of quorum according to MON_DOWN, which Ceph raises late, or else to the service. */
export function lostMonitors({ checks, daemons, status }: DiagnosticEvidence): readonly string[] {
  const named = (checks.get('MON_DOWN')?.detail ?? []).flatMap(
    (line) => /^mon\.(\S+) /.exec(line)?.[1] ?? [],
  );
  if (named.length > 0) return named;
  // Without a majority the status is old. A monitor that runs is not lost then, but only waits for the others.
  if (checks.has('STORE_UNREACHABLE'))
    return (daemons?.lostMonitors ?? []).flatMap(({ mon = [], runs }) => (runs === false ? mon : []));
  // The status is newer: a monitor may be back since the service gathered that.
  const present = list(fields(status?.storeStatus)?.quorum_names);
  return (daemons?.lostMonitors ?? []).flatMap(({ mon = '' }) => (present.includes(mon) ? [] : mon));
}
