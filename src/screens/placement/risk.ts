import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { Output } from '../../api/contract/index.ts';
import type { Pool } from '../../api/contract/pools.ts';
import type { Level } from '../../store/answers/level.ts';
import { type RowAnswer, type Answered, knownAnswers } from '../../store/answers/rowAnswers.ts';
import type { Facts } from '../../store/facts/facts.ts';

/** The subject of a risk, in a word. */
export type RiskSubject =
  | 'backup'
  | 'cause'
  | 'copies'
  | 'CRUSH'
  | 'disk'
  | 'flag'
  | 'licence'
  | 'quota'
  | 'server'
  | 'service'
  | 'space'
  | 'task';

/** A problem that exists or is foreseeable, even while the health is OK. */
export interface Risk extends Answered {
  readonly id: string;
  readonly level: Level;
  readonly subject: RiskSubject;
  readonly text: string;
  readonly next: string;
  /** The OSD that it is about and the buckets that contain it, by `partKey`. */
  readonly parts: readonly string[];
}

/** The data in which risks are found; missing data raises no risk. */
export interface RiskInput {
  readonly facts: Pick<Facts, 'osds' | 'tree' | 'freeSpace' | 'flags' | 'services' | 'tasks' | 'now'>;
  readonly status: ClusterStatus | undefined;
  readonly pools: readonly Pool[] | undefined;
  readonly backups: Output<'getConfigBackups'> | undefined;
}

/** Makes a risk from its parts. */
export const risk = (
  id: string,
  level: Level,
  [subject, text, next]: readonly [RiskSubject, string, string],
  answers: readonly RowAnswer[],
  parts: readonly string[] = [],
): Risk => ({ id, level, subject, text, next, answers: knownAnswers(answers), parts });
