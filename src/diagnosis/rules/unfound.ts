import { listed } from '../../lib/words.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { OsdState } from '../evidence/osds.ts';
import { onHost, type Candidate, type Rule } from '../rule.ts';
import { ofCheck } from '../symptomIds.ts';
import { checkRule } from './checkRule.ts';

const UNFOUND = 'OBJECT_UNFOUND';
/** The check of groups with unfound objects, among other damage. */
const DAMAGED = 'PG_DAMAGED';

const namedByChecks = checkRule({
  kind: 'pg-unfound',
  codes: [UNFOUND],
  follows: [DAMAGED, 'PG_DEGRADED'],
  object: /^pg (\S+) has \d+ unfound/,
  text: (groups) => `objects of ${listed(groups, 4) || 'placement groups'} are on no OSD that is up`,
  next: ['bring back the OSDs that were up last', 'never mark them lost before that'],
});

/** No OSD that is up has a current copy of some objects; the placement groups say which others may have one. */
export const pgUnfound: Rule = {
  ...namedByChecks,
  propose: (evidence) => namedByChecks.propose(evidence).map((candidate) => withHolders(candidate, evidence)),
};

/** The unfound objects' groups that were asked, the OSDs that may have the objects, and those of them that are down. */
function askedGroups(objects: readonly string[], { daemons, osds }: DiagnosticEvidence) {
  const needs = (daemons?.needs ?? []).filter(({ group = '' }) => objects.includes(group));
  const needed = [...new Set(needs.flatMap(({ osds: ids }) => ids ?? []))];
  const holders = needed.flatMap((id) => osds.get(id) ?? []).filter(({ up }) => !up);
  return { needs, needed, holders };
}

/**
 * True if objects are unfound because these OSDs are down: all others that may have the objects, as far as their placement
 * groups were asked, are up.
 */
function takeObjects(evidence: DiagnosticEvidence, osds: readonly OsdState[]): boolean {
  const groups = namedByChecks.propose(evidence).flatMap(({ objects }) => objects);
  const { holders } = askedGroups(groups, evidence);
  return holders.length > 0 && holders.every(({ id }) => osds.some((osd) => osd.id === id));
}

/** The symptoms of unfound objects, if they are unfound because these OSDs are down. */
export const unfoundWithout = (evidence: DiagnosticEvidence, osds: readonly OsdState[]): readonly string[] =>
  takeObjects(evidence, osds) ? [UNFOUND, DAMAGED].map(ofCheck) : [];

/** The step that keeps unfound objects from being given up while these OSDs, which may have them, are down. */
export const unfoundSteps = (evidence: DiagnosticEvidence, osds: readonly OsdState[]): readonly string[] =>
  takeObjects(evidence, osds)
    ? ['until they are back, keep their disks, and do not give unfound objects up as lost']
    : [];

function withHolders(candidate: Candidate, evidence: DiagnosticEvidence): Candidate {
  const { needs, needed, holders } = askedGroups(candidate.objects, evidence);
  if (holders.length > 0) {
    const names = holders.map(({ name }) => name);
    const onServers = holders.map((osd) => `${osd.name}${onHost(osd)}`);
    return {
      ...candidate,
      objects: [...candidate.objects, ...names],
      text: `${candidate.text}; ${listed(names, 4)} may have them`,
      next: [
        `start ${listed(onServers, 4)}; until then, keep ${names.length === 1 ? 'its disk' : 'their disks'}`,
        'do not give objects up as lost before that',
      ],
    };
  }
  // As long as a group has not answered, an OSD that is down may have its objects; one that is up again is about to say so.
  if (needs.length === 0 || needs.length < candidate.objects.length || needed.length > 0) return candidate;
  const groups = listed(candidate.objects, 4);
  return {
    ...candidate,
    text: `objects of ${groups} are on no OSD, and none that is down may have them`,
    next: [
      `list them (\`ceph pg ${candidate.objects[0]} list_unfound\`), and restore them from a backup`,
      'give them up as lost only after that',
    ],
  };
}
