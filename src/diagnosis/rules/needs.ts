import type { ClusterEvidence } from '../../api/contract/evidence.ts';
import { listed } from '../../lib/words.ts';
import { lackingGroups } from '../evidence/checks.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { OsdState } from '../evidence/osds.ts';
import type { Proof } from '../rule.ts';

type Needs = ClusterEvidence['needs'];

const groupsThatNeed = (needs: Needs, id: number): readonly string[] =>
  (needs ?? []).flatMap(({ group, osds }) =>
    group !== undefined && osds?.includes(id) === true ? [group] : [],
  );

/** `pg 8.7 needs`, `pgs 8.6, 8.7 need`. */
function subjectAndVerb(groups: readonly string[]): string {
  const [noun, verb] = groups.length === 1 ? ['pg', 'needs'] : ['pgs', 'need'];
  return `${noun} ${listed(groups, 3)} ${verb}`;
}

/** Names the placement groups that need the data of an OSD that is down, in words; undefined if none is known to need it. */
export function needOf(needs: Needs, id: number): string | undefined {
  const groups = groupsThatNeed(needs, id);
  return groups.length === 0 ? undefined : `${subjectAndVerb(groups)} its data`;
}

/**
 * The reason why the disk of an OSD that is down must be kept, in words: placement groups need its data, or may need it,
 * because not all of them were asked, or the cluster does not answer. Undefined if none does.
 */
export function reasonToKeep({ daemons, checks }: DiagnosticEvidence, osd: OsdState): string | undefined {
  if (osd.up) return undefined;
  const areAllKnown =
    (daemons?.needs ?? []).length >= lackingGroups(checks) && !checks.has('STORE_UNREACHABLE');
  return needOf(daemons?.needs, osd.id) ?? (areAllKnown ? undefined : 'placement groups may need its data');
}

/** The placement groups that need an OSD, as a proof; empty if none is known to need it. */
export function needProofs({ daemons }: DiagnosticEvidence, { id, name }: OsdState): readonly Proof[] {
  const groups = groupsThatNeed(daemons?.needs, id);
  if (groups.length === 0) return [];
  const whose = groups.length === 1 ? 'its' : 'their';
  return [{ text: `${subjectAndVerb(groups)} ${name} to complete ${whose} data`, source: 'daemons' }];
}
