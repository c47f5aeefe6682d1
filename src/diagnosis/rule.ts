import type { ClusterChange } from './evidence/changes.ts';
import type { DiagnosticEvidence } from './evidence/evidence.ts';
import { COMPLAINT_MS, type LogLine } from './evidence/log.ts';
import type { OsdState, Place } from './evidence/osds.ts';
import type { CauseKind } from './kinds.ts';

/** The source of a piece of evidence. */
export type EvidenceSource =
  | 'health'
  | 'log'
  | 'disks'
  | 'crush'
  | 'flags'
  | 'daemons'
  | 'servers'
  | 'status'
  | 'settings'
  | 'tasks';

/** A line or a figure that supports a cause. */
export interface Proof {
  readonly text: string;
  readonly source: EvidenceSource;
}

/** A possible cause of symptoms. */
export interface Candidate {
  readonly kind: CauseKind;
  /** The parts to blame: `osd.7`, `mon.b`, or the name of a server, rack, pool, flag or setting. */
  readonly objects: readonly string[];
  /** The server of the parts to blame, if it is a single one. */
  readonly host?: string | undefined;
  /** The time at which it began, in milliseconds since the epoch; undefined if unknown. */
  readonly since: number | undefined;
  /** True if it may have begun earlier, so that changes before that time may be reactions to it. */
  readonly mayBeOlder?: boolean;
  /** The ids of the symptoms that it would explain (`symptoms.ts`); ids of absent symptoms have no effect. */
  readonly explains: readonly string[];
  /** True if it does nothing at the moment, and is named because it may come back. */
  readonly isOver?: boolean;
  /** True if a whole service is stopped by it, so that its clients get no answer. */
  readonly stopsService?: boolean;
  /** Doubts in words, with their weights. */
  readonly against: readonly { readonly text: string; readonly weight: number }[];
  /** The evidence excludes any other cause, so it may be called certain. */
  readonly isProven: boolean;
  /** One sentence about it, without a full stop. */
  readonly text: string;
  readonly proofs: readonly Proof[];
  /** The next steps; none of them is dangerous in the current state. */
  readonly next: readonly string[];
  /**
   * Makes it one cause with others of the same key, as for OSDs of a server that have ended in the same way: `join` takes the
   * objects of all of them.
   */
  readonly alike?: { readonly key: string; readonly join: (objects: readonly string[]) => Candidate };
}

/** A rule that proposes causes of one kind from the evidence. */
export interface Rule {
  readonly kind: CauseKind;
  /**
   * The rarity of the cause, as the minimum weight of symptoms that it must explain to be named. Single daemons and
   * disks fail every week (1 to 3), servers every few months (5), racks once in years (7).
   */
  readonly cost: number;
  readonly propose: (evidence: DiagnosticEvidence) => readonly Candidate[];
}

/** A line of the log as a proof. */
export const fromLog = ({ text, service }: LogLine): Proof => ({
  text: text.includes(service) ? text : `${service}: ${text}`,
  source: 'log',
});

/** A logged change as a proof. */
export const fromChange = ({ text, who }: ClusterChange): Proof => ({
  text: who === '' ? text : `${who}: ${text}`,
  source: 'log',
});

/**
 * The beginning of what repeated lines tell: the first of them. It may have begun earlier if so many lines arrive that no earlier ones
 * were read.
 */
export function beginningIn(
  { warnedFrom }: Pick<DiagnosticEvidence, 'warnedFrom'>,
  lines: readonly LogLine[],
): Pick<Candidate, 'since' | 'mayBeOlder'> {
  const since = lines[0]?.at;
  const mayBeOlder = since !== undefined && warnedFrom !== undefined && since - warnedFrom < COMPLAINT_MS;
  return { since, mayBeOlder };
}

/** The earliest of some times; undefined if none is known. */
export const earliest = (times: readonly (number | undefined)[]): number | undefined =>
  times.reduce((a, b) => (a === undefined || (b !== undefined && b < a) ? b : a), undefined);

/** ` on stor-03`, or empty if the server is unknown. */
export const onHost = ({ host }: Pick<OsdState, 'host'>): string => (host === '' ? '' : ` on ${host}`);

/** The server of an OSD as a field of a candidate. */
export const hostOf = ({ host }: Pick<OsdState, 'host'>): { host?: string } => (host === '' ? {} : { host });

/** The name of a place in a sentence, such as `stor-03` or `rack r2`. */
export const placeName = ({ name, type }: Place): string =>
  type === 'HOST' ? name : `${type.toLowerCase()} ${name}`.replace(/^(\w+) \1/, '$1');
