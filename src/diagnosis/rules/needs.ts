import { lackingGroups } from '../evidence/checks.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { OsdState } from '../evidence/osds.ts';
import type { Proof } from '../rule.ts';

const groupsThatNeed = ({ daemons }: DiagnosticEvidence, { id }: OsdState): readonly string[] =>
  (daemons?.needs ?? []).flatMap(({ group, osds }) =>
    group !== undefined && osds?.includes(id) === true ? [group] : [],
  );

const named = (groups: readonly string[]): string =>
  `${groups.length === 1 ? 'pg' : 'pgs'} ${groups.slice(0, 3).join(', ')}${groups.length > 3 ? ` and ${groups.length - 3} more` : ''}`;

/**
 * The reason why the disk of an OSD that is down must be kept, in words: placement groups need its data, or may need it,
 * because not all of them were asked. Undefined if none does.
 */
export function reasonToKeep(evidence: DiagnosticEvidence, osd: OsdState): string | undefined {
  if (osd.up) return undefined;
  const groups = groupsThatNeed(evidence, osd);
  if (groups.length > 0) return `${named(groups)} ${groups.length === 1 ? 'needs' : 'need'} its data`;
  const areAllKnown = (evidence.daemons?.needs ?? []).length >= lackingGroups(evidence.checks);
  return areAllKnown ? undefined : 'placement groups may need its data';
}

/** The placement groups that need an OSD, as a proof; empty if none is known to need it. */
export function needProofs(evidence: DiagnosticEvidence, osd: OsdState): readonly Proof[] {
  const groups = groupsThatNeed(evidence, osd);
  if (groups.length === 0) return [];
  const text = `${named(groups)} ${groups.length === 1 ? 'needs' : 'need'} ${osd.name} to complete ${groups.length === 1 ? 'its' : 'their'} data`;
  return [{ text, source: 'daemons' }];
}
