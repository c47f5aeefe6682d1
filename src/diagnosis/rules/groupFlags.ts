import { listed } from '../../lib/words.ts';
import type { ClusterChange } from '../evidence/changes.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import { partWithFlag, type GroupFlags } from '../evidence/groupFlags.ts';
import { earliest, fromChange, type Candidate } from '../rule.ts';
import { ofCheck, ofFlag, ofOsd } from '../symptomIds.ts';
import { announcedLosses, workThere } from './announced.ts';
import { hostDown, rackDown } from './placeDown.ts';

/** The most parts, and OSDs, that are named. */
const MOST = 3;

/** Maintenance that flags of parts of the cluster announce: one candidate for all parts with the same flags. */
export const groupMaintenance = (evidence: DiagnosticEvidence): readonly Candidate[] =>
  [...Map.groupBy(evidence.groupFlags, ({ flags }) => flags.join()).values()].map((groups) =>
    candidateOf(evidence, groups),
  );

function candidateOf(evidence: DiagnosticEvidence, groups: readonly GroupFlags[]): Candidate {
  const { flags = [] } = groups[0] ?? {};
  const names = groups.map(({ name }) => name);
  const parts = listed(
    groups.map(({ part }) => part),
    MOST,
  );
  const set = `${listed(flags)} ${flags.length === 1 ? 'is' : 'are'} set for ${parts}`;
  const changes = settingOf(evidence, groups);
  const places = flags.includes('noout') ? announcedLosses(changes[0]?.at, lostPlaces(evidence, groups)) : [];
  const [place, ...others] = places;
  const work = place && workThere(evidence, [place, ...others], listed(flags));
  const kept = flags.includes('noup')
    ? evidence.notUp.filter((osd) => partWithFlag(groups, 'noup', osd, evidence) !== undefined)
    : [];
  const command = `ceph osd unset-group ${flags.join()} ${names.length > MOST ? 'NAMES' : names.join(' ')}`;
  return {
    kind: 'maintenance',
    objects: [...new Set([...names, ...places.flatMap(({ objects }) => objects)])],
    since: earliest(changes.map(({ at }) => at)),
    explains: [
      ofCheck('OSD_FLAGS'),
      ...groups.map(({ part }) => ofFlag(part)),
      ...kept.map(({ id }) => ofOsd('down', id)),
      ...places.flatMap(({ explains }) => explains),
    ],
    against: [],
    isProven: work?.isProven ?? true,
    text:
      work !== undefined
        ? `${set}, and ${work.text}`
        : kept.length > 0
          ? `${set}: ${listed(
              kept.map(({ name }) => name),
              MOST,
            )} cannot come up`
          : set,
    proofs: [
      ...groups
        .slice(0, MOST)
        .map(({ part }) => ({ text: `${part} has ${listed(flags)}`, source: 'health' as const })),
      ...(work?.proofs ?? []),
      ...changes.slice(-2).map(fromChange),
    ],
    next: work?.next ?? [`clear ${listed(flags)} of ${parts} (\`${command}\`) once whoever set it agrees`],
  };
}

/** The servers and larger parts that are down as a whole, and of which each OSD has noout. */
function lostPlaces(evidence: DiagnosticEvidence, groups: readonly GroupFlags[]): readonly Candidate[] {
  const covered = new Set(
    evidence.places
      .filter(({ osds }) => osds.every((osd) => partWithFlag(groups, 'noout', osd, evidence) !== undefined))
      .map(({ name }) => name),
  );
  return [...rackDown.propose(evidence), ...hostDown.propose(evidence)].filter(({ objects }) =>
    objects.every((name) => covered.has(name)),
  );
}

/** Matches the commands that set and clear flags of a part: `osd set-group noout node2`, `osd rm-noout osd.3`. */
const COMMAND = /^osd (?:(un)?set-group|(?:add|(rm))-no\w+) /;

/** The commands that have set the flags of these parts, since they were last cleared. */
export function settingOf(
  { changes }: DiagnosticEvidence,
  groups: readonly GroupFlags[],
): readonly ClusterChange[] {
  const own = changes.filter(({ text }) => {
    const words = text.split(' ');
    return (
      COMMAND.test(text) &&
      groups.some(
        ({ kind, name }) => words.includes(name) || (kind === 'osd' && words.includes(name.slice(4))),
      )
    );
  });
  const cleared = own.findLastIndex(({ text }) => {
    const [, unset, removed] = COMMAND.exec(text) ?? [];
    return (unset ?? removed) !== undefined;
  });
  return own.slice(cleared + 1);
}
