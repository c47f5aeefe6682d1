import { listed } from '../../lib/words.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { downSince } from '../evidence/failures.ts';
import type { OsdState, Place } from '../evidence/osds.ts';
import { earliest, fromChange, type Candidate } from '../rule.ts';
import { ofCheck, ofFlag } from '../symptomIds.ts';
import { settingOf } from './groupFlags.ts';
import { lossOf, lossOfDaemons } from './placeDaemons.ts';

const CODE = 'HOST_IN_MAINTENANCE';
/** Captures the server in a detail line of the check: `stor-02 is in maintenance`. */
const HOST = /^(\S+) is in maintenance$/;
/** The longest time in milliseconds from the first daemon that cephadm stops to noout, which it sets for the server then. */
const STOPPING_MS = 60_000;
/** The most servers that are named. */
const MOST = 3;

/** The servers that the orchestrator has in maintenance mode, in which it stops their daemons and sets noout for them. */
export function hostMaintenance(evidence: DiagnosticEvidence): readonly Candidate[] {
  const check = evidence.checks.get(CODE);
  if (check === undefined) return [];
  const hosts = check.detail.flatMap((line) => HOST.exec(line)?.[1] ?? []);
  const flagged = evidence.groupFlags.filter(({ kind, name }) => kind === 'bucket' && hosts.includes(name));
  const changes = settingOf(evidence, flagged);
  const osds = stoppedOn(evidence, hosts, changes[0]?.at);
  const since = earliest([changes[0]?.at, downSince(evidence, osds)]);
  const place: Place = { name: hosts.join(), type: 'HOST', hosts: new Set(hosts), osds: [...osds] };
  const [are, their] = hosts.length > 1 ? ['are', 'their'] : ['is', 'its'];
  const command = `ceph orch host maintenance exit ${hosts.length === 1 ? hosts[0] : 'NAME'}`;
  return [
    {
      kind: 'maintenance',
      objects: [...hosts, ...osds.map(({ name }) => name)],
      ...(hosts.length === 1 && { host: hosts[0] }),
      since,
      explains: [
        ofCheck(CODE),
        ...(flagged.length > 0 ? [ofCheck('OSD_FLAGS')] : []),
        ...flagged.map(({ part }) => ofFlag(part)),
        ...lossIn(evidence, place, since),
      ],
      against: [],
      isProven: true,
      text:
        hosts.length === 0
          ? check.message
          : `${listed(hosts, MOST)} ${are} in maintenance mode${osds.length > 0 ? `: ${their} daemons are stopped` : ''}`,
      proofs: [
        ...check.detail.slice(0, MOST).map((text) => ({ text, source: 'health' as const })),
        ...changes.slice(-2).map(fromChange),
      ],
      next: [`leave maintenance mode once the work there is done (:servers, or \`${command}\`)`],
    },
  ];
}

/** The symptoms that the stopped daemons of a place explain; none before it is known which servers it has. */
function lossIn(evidence: DiagnosticEvidence, place: Place, since: number | undefined): readonly string[] {
  if (place.hosts.size === 0) return [];
  return place.osds.length > 0
    ? lossOf(evidence, place, place.osds, since)
    : lossOfDaemons(evidence, place, since);
}

/** The OSDs of these servers that are down, without those that failed before the maintenance began. */
const stoppedOn = (
  evidence: DiagnosticEvidence,
  hosts: readonly string[],
  begun: number | undefined,
): readonly OsdState[] =>
  evidence.notUp.filter((osd) => {
    const since = downSince(evidence, [osd]);
    const isBefore = since !== undefined && begun !== undefined && since < begun - STOPPING_MS;
    return hosts.includes(osd.host) && !isBefore;
  });
