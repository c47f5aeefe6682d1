import type { ClusterChange } from './evidence/changes.ts';
import type { DiagnosticEvidence } from './evidence/evidence.ts';
import { misplacedIn, recoveryRate } from './healing/recoveryCounts.ts';
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

/** Settings with the values that do not slow recovery below its default in any release (16.2 to 20.2). */
const NOT_SLOWER: readonly (readonly [setting: RegExp, isFast: (value: number) => boolean])[] = [
  [/^osd_recovery_sleep/, (seconds) => seconds <= 0.1],
  [/^osd_recovery_max_active_ssd$/, (count) => count >= 10],
  // 0 means the limits of the device classes.
  [/^osd_recovery_max_active$/, (count) => count === 0 || count >= 10],
  [/^osd_(?:recovery_max_active_hdd|recovery_op_priority)$/, (count) => count >= 3],
  [/^osd_(?:max_backfills|recovery_max_single_start)$/, (count) => count >= 1],
];

/** The profiles of `osd_mclock_profile` that favour recovery at least as much as any release does by default. */
const FAST_PROFILES: ReadonlySet<string> = new Set(['balanced', 'high_recovery_ops']);

/** True if a change sets a value that is known not to slow recovery. */
const isFast = ({ setting = '', value }: ClusterChange): boolean =>
  typeof value === 'number'
    ? NOT_SLOWER.some(([name, isEnough]) => name.test(setting) && isEnough(value))
    : value !== undefined && FAST_PROFILES.has(value);

/** The standing changes of settings that slow recovery, or may do so as their values are not known. */
export function slowingChanges(evidence: DiagnosticEvidence): readonly ClusterChange[] {
  const standing = changesOf(evidence, PACING);
  const latest = new Map(standing.map((change) => [change.setting, change]));
  return standing.filter(({ setting }) => !isFast(latest.get(setting)!));
}

/**
 * True if there may be data that recovery can move now. As long as an OSD is down and in, what it lacks waits until it is back
 * or out, however fast recovery may be; then only misplaced data or progress shows that there is other work.
 */
const canRecover = ({ status, notUp }: DiagnosticEvidence): boolean =>
  hasWork({ status }) &&
  (!notUp.some((osd) => osd.in) || misplacedIn(status) > 0 || (recoveryRate(status) ?? 0) > 0);

/** True if recovery is throttled while there is work for it. */
export const isCapped = (evidence: DiagnosticEvidence): boolean =>
  canRecover(evidence) && (evidence.recoverySpeed === LOWEST_SPEED || slowingChanges(evidence).length > 0);
