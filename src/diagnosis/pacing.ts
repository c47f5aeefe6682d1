import type { ClusterChange } from './evidence/changes.ts';
import type { DiagnosticEvidence } from './evidence/evidence.ts';
import { hasWork } from './work.ts';

/** Matches the settings that determine the speed of recovery. */
export const PACING =
  /^osd_(?:recovery_(?:sleep|max_active|max_single_start|op_priority)|max_backfills|mclock_(?:profile|max_capacity_iops|scheduler_background))/;
/** The lowest recovery speed. Someone must have set it, because the default of every release is higher. */
export const LOWEST_SPEED = 1;
/** The symptom of recovery being throttled while there is work for it. */
export const CAPPED = 'capped';

/** The logged changes of settings whose names match, without those that were reverted to the default later. */
export const changesOf = ({ changes }: DiagnosticEvidence, names: RegExp): readonly ClusterChange[] =>
  changes.filter(
    ({ setting }, index) =>
      setting !== undefined &&
      names.test(setting) &&
      !changes.slice(index).some(({ returned }) => returned === setting),
  );

/** True if recovery is throttled while there is work for it. */
export const isCapped = (evidence: DiagnosticEvidence): boolean =>
  hasWork(evidence) && (evidence.recoverySpeed === LOWEST_SPEED || changesOf(evidence, PACING).length > 0);
