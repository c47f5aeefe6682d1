import type { ClusterChange } from './evidence/changes.ts';
import type { DiagnosticEvidence } from './evidence/evidence.ts';
import type { LogLine } from './evidence/log.ts';
import type { OsdState } from './evidence/osds.ts';
import type { CauseKind } from './kinds.ts';

/** Where a piece of evidence comes from. */
export type EvidenceSource =
  | 'health'
  | 'log'
  | 'disks'
  | 'crush'
  | 'flags'
  | 'daemons'
  | 'servers'
  | 'status'
  | 'settings';

/** A line or a number that bears a cause. */
export interface Proof {
  readonly text: string;
  readonly source: EvidenceSource;
}

/** A cause that would explain something. */
export interface Candidate {
  readonly kind: CauseKind;
  /** The parts to blame: `osd.7`, the name of a server, a rack, a pool, a flag, a setting, `mon.b`. */
  readonly objects: readonly string[];
  /** The server that a part to blame is in, where it is a single one. */
  readonly host?: string | undefined;
  /** Milliseconds since the epoch; undefined where that is not known. */
  readonly since: number | undefined;
  /** Ids of the symptoms that it would explain (`symptoms.ts`); those that are not there count for nothing. */
  readonly explains: readonly string[];
  /** Doubts, in words, and their weight. */
  readonly against: readonly { readonly text: string; readonly weight: number }[];
  /** The evidence leaves no other cause: it may be called certain. */
  readonly isProven: boolean;
  /** One sentence that says it, without a full stop. */
  readonly text: string;
  readonly proofs: readonly Proof[];
  /** The next steps; none that the state makes dangerous. */
  readonly next: readonly string[];
}

/** A rule proposes causes of a kind from the evidence. */
export interface Rule {
  readonly kind: CauseKind;
  /**
   * The rarity of the cause: the weight that it must explain to be named at all. Single daemons and disks fail every week (1 to 3),
   * servers every few months (5), racks once in years (7).
   */
  readonly cost: number;
  readonly propose: (evidence: DiagnosticEvidence) => readonly Candidate[];
}

/** A line of the log as a proof. */
export const fromLog = ({ text, service }: LogLine): Proof => ({
  text: text.includes(service) ? text : `${service}: ${text}`,
  source: 'log',
});

/** A change that the log tells of as a proof. */
export const fromChange = ({ text, who }: ClusterChange): Proof => ({
  text: who === '' ? text : `${who}: ${text}`,
  source: 'log',
});

/** The earliest of some times; undefined where none is known. */
export const earliest = (times: readonly (number | undefined)[]): number | undefined =>
  times.reduce((a, b) => (a === undefined || (b !== undefined && b < a) ? b : a), undefined);

/** ` on stor-03`, or nothing where the server is not known. */
export const onHost = ({ host }: Pick<OsdState, 'host'>): string => (host === '' ? '' : ` on ${host}`);

/** The server of an OSD as a field of a candidate. */
export const hostOf = ({ host }: Pick<OsdState, 'host'>): { host?: string } => (host === '' ? {} : { host });
