import type { ClusterChange } from './evidence/changes.ts';
import type { DiagnosticEvidence } from './evidence/evidence.ts';
import { hasWork } from './work.ts';

/** Settings that decide how fast data is restored. */
export const PACING =
  /^osd_(?:recovery_(?:sleep|max_active|max_single_start|op_priority)|max_backfills|mclock_(?:profile|max_capacity_iops|scheduler_background))/;
/** The lowest speed is a choice of somebody: the default of every release is above it. */
export const LOWEST = 1;
/** The symptom of recovery that was slowed down while there is work for it. */
export const CAPPED = 'capped';

/** Changes of settings that the log tells of and that still stand, by the names that `of` matches. */
export const changesOf = ({ changes }: DiagnosticEvidence, of: RegExp): readonly ClusterChange[] =>
  changes.filter(
    ({ setting }, index) =>
      setting !== undefined &&
      of.test(setting) &&
      !changes.slice(index).some(({ returned }) => returned === setting),
  );

/** Tells whether recovery was slowed down while there is work for it. */
export const isCapped = (evidence: DiagnosticEvidence): boolean =>
  hasWork(evidence) && (evidence.recoverySpeed === LOWEST || changesOf(evidence, PACING).length > 0);
