import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { CrushMap, CrushRule } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import type { Flag } from '../../api/contract/maintenance.ts';
import type { Pool } from '../../api/contract/pools.ts';
import type { Task } from '../../api/contract/shapes.ts';
import { type RowAnswer, type Answered, knownAnswers } from '../../store/answers.ts';
import type { Level } from '../../store/facts/level.ts';

/** A risk: something that is wrong or soon will be, also while the health is OK. */
export interface Risk extends Answered {
  readonly id: string;
  readonly level: Level;
  /** The subject: "quota", "backup". */
  readonly subject: string;
  readonly text: string;
  readonly next: string;
  /** The OSD that it is about, and the places that it is in, by `partKey`. */
  readonly parts: readonly string[];
}

/** When the configuration was last backed up. */
export interface BackupState {
  readonly enabled?: boolean | undefined;
  /** Unix timestamp. */
  readonly lastBackupTimestamp?: number | undefined;
}

/** The last good data; what is absent raises no risk. */
export interface RiskInput {
  readonly status?: ClusterStatus | undefined;
  readonly crush?: CrushMap | undefined;
  readonly disks?: readonly Disk[] | undefined;
  readonly pools?: readonly Pool[] | undefined;
  readonly rules?: readonly CrushRule[] | undefined;
  readonly flags?: readonly Flag[] | undefined;
  readonly tasks?: readonly Task[] | undefined;
  readonly backups?: BackupState | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Makes a risk of what is told of it. */
export const risk = (
  id: string,
  level: Level,
  [subject, text, next]: readonly [string, string, string],
  answers: readonly RowAnswer[],
  parts: readonly string[] = [],
): Risk => ({ id, level, subject, text, next, answers: knownAnswers(answers), parts });
