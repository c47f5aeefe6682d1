import type { ClusterStatus } from '../api/contract/cluster.ts';
import { fields, list, number, text } from '../lib/untyped.ts';
import { listed } from '../lib/words.ts';
import type { DiagnosticEvidence } from './evidence/evidence.ts';
import { pausedText } from './evidence/flags.ts';
import { laggyRanks } from './evidence/laggyRanks.ts';
import { pgmapOf } from './healing/recoveryCounts.ts';
import { GATEWAYS } from './symptoms.ts';
import { isOld } from './work.ts';

/** Matches a detail line of MDS_ALL_DOWN: `fs storefs is offline because no MDS is active for it.` */
const OFFLINE = /^fs (.+) is offline/;

/** The parts that serve no client although their data may be there, in words: paused requests, filesystems, gateways. */
export function stoppedIn({ checks, flags, status }: DiagnosticEvidence): readonly string[] {
  const paused = pausedText(flags);
  const offline = checks.get('MDS_ALL_DOWN');
  const named = (offline?.detail ?? []).flatMap((line) => OFFLINE.exec(line)?.[1] ?? []);
  const gateways = (Object.keys(GATEWAYS) as (keyof typeof GATEWAYS)[]).flatMap((field) => {
    const { online, total = 0 } = status?.[field] ?? {};
    return online === 0 && total > 0 && !isOld(status) ? [GATEWAYS[field]] : [];
  });
  return [
    ...(paused === '' ? [] : [`${paused} of all clients are paused`]),
    ...(offline !== undefined && named.length === 0 ? [offline.message] : []),
    ...named.map((name) => `the filesystem ${name} is offline`),
    ...laggyRanks(status).map(({ server }) => `${server} does not answer, clients of its filesystem wait`),
    ...(gateways.length === 0 ? [] : [`no ${listed(gateways)} gateway runs`]),
  ];
}

/** The states of placement groups that serve no I/O and do not pass by themselves, as peering and creating do. */
const UNSERVED: ReadonlySet<string> = new Set(['peered', 'down', 'incomplete']);

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
