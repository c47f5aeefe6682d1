import { listed, plural } from '../../lib/words.ts';
import { diskErrorTimes } from '../evidence/badDisks.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { OsdState, Place } from '../evidence/osds.ts';
import { controllersOn, factsOn } from '../evidence/servers.ts';
import { isAlertAbout, SLOW_ALERT, slowDisks } from '../evidence/slowDisks.ts';
import { earliest, fromLog, type Candidate, type Rule } from '../rule.ts';
import { ofCheck, ofOsd } from '../symptomIds.ts';
import { slowSymptoms } from './slowSymptoms.ts';

/**
 * Several disks of one server are slow or fail at the same time, so their common controller or backplane is the cause.
 */
export const controller: Rule = {
  kind: 'controller',
  cost: 4,
  propose(evidence) {
    const slow = slowDisks(evidence);
    const bad = diskErrorTimes(evidence);
    return evidence.places
      .filter(({ type }) => type === 'HOST')
      .flatMap((host) => candidateOf(evidence, host, slow, bad) ?? []);
  },
};

function candidateOf(
  evidence: DiagnosticEvidence,
  host: Place,
  slow: ReadonlyMap<number, number>,
  bad: ReturnType<typeof diskErrorTimes>,
): Candidate | undefined {
  const hit = host.osds.filter(({ id, up }) => (up && slow.has(id)) || bad.has(id));
  if (hit.length < 2) return undefined;
  const { log, servers } = evidence;
  const lines = log.controller.filter(({ server }) => servers.get(server ?? -1) === host.name);
  const names = hit.map(({ name }) => name);
  const complaints = factsOn(evidence, host.name)?.complaints;
  const complained = lines.length + (complaints?.lines ?? 0);
  const paths = pathsOf(evidence, host, hit);
  return {
    kind: 'controller',
    objects: [host.name, ...names],
    host: host.name,
    since: earliest([
      lines[0]?.at,
      complaints?.first === undefined ? undefined : evidence.at - complaints.first * 1000,
      ...hit.map(({ id }) => bad.get(id)?.first),
    ]),
    explains: [
      ...hit.flatMap(({ id }) =>
        (['slow', 'waited', 'errors', 'down'] as const).map((what) => ofOsd(what, id)),
      ),
      'writes',
      ...slowSymptoms(evidence, hit),
      ...(isAlertAbout(evidence, names) ? [ofCheck(SLOW_ALERT)] : []),
    ],
    against: paths.against,
    isProven: hit.length > 2 && (paths.isShared || (complained > 1 && paths.against.length === 0)),
    text: `${hit.length} disks of ${host.name} are slow or fail together: their controller or backplane`,
    proofs: [
      ...lines.slice(-2).map(fromLog),
      ...(complaints?.last === undefined
        ? []
        : [{ text: `the kernel of ${host.name}: ${complaints.last}`, source: 'servers' } as const]),
      ...paths.proofs,
      ...hit.slice(0, 4).flatMap(({ id, name }) => {
        const ms = slow.get(id);
        return ms === undefined || Number.isNaN(ms)
          ? []
          : [{ text: `${name} commits in ${Math.round(ms)} ms`, source: 'daemons' } as const];
      }),
    ],
    next: [`check controller, backplane and cables of ${host.name}; its disks may be good`],
  };
}

/** Proofs and doubts from the controllers of the disks of a server. */
interface DiskPaths extends Pick<Candidate, 'against' | 'proofs'> {
  /** True if all disks behind a controller are hit, and those behind others are well. */
  readonly isShared: boolean;
}

/** Compares the controllers of the disks that are hit with those of the others on their server, as far as they are known. */
function pathsOf(evidence: DiagnosticEvidence, host: Place, hit: readonly OsdState[]): DiskPaths {
  const addresses = controllersOn(evidence, host.name);
  const used = new Set(hit.map(({ id }) => addresses.get(id)));
  const [address] = used;
  if (used.has(undefined) || address === undefined) return { against: [], proofs: [], isShared: false };
  const who = listed(
    hit.map(({ name }) => name),
    4,
  );
  if (used.size > 1) {
    const text = `${who} are behind ${used.size} different controllers`;
    return { against: [{ text, weight: 3 }], proofs: [], isShared: false };
  }
  const well = host.osds.filter((osd) => osd.up && !hit.includes(osd) && addresses.has(osd.id));
  const beside = well.filter(({ id }) => addresses.get(id) === address).length;
  const elsewhere = well.length - beside;
  const others =
    elsewhere === 0
      ? ''
      : elsewhere === 1
        ? ', and the only one behind another is well'
        : `, and ${elsewhere} behind others are well`;
  const share = beside === 0 ? `all ${hit.length}` : `${hit.length} of ${hit.length + beside}`;
  return {
    against:
      beside > hit.length
        ? [{ text: `${plural(beside, 'other disk')} behind the same controller work well`, weight: 2 }]
        : [],
    proofs: [
      {
        text: `${share} disks behind the controller ${address} of ${host.name} are slow or fail${others}`,
        source: 'servers',
      },
    ],
    isShared: beside === 0 && elsewhere > 0,
  };
}
