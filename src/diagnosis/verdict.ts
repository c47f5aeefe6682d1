import type { ClusterChange } from './evidence/changes.ts';
import type { CauseKind } from './kinds.ts';
import type { Proof } from './rule.ts';

/** The confidence in a cause: `certain` if the evidence excludes any other. */
export type Confidence = 'certain' | 'likely' | 'unknown';

/** The impact of the problems on clients. */
export interface Impact {
  /** The number of placement groups that cannot serve I/O. */
  readonly blockedPgs: number;
  /** Other parts that serve no client, in words, such as `the filesystem storefs is offline`. */
  readonly stopped: readonly string[];
  /** The pools with such groups, those with the most first. */
  readonly pools: readonly {
    readonly name: string;
    readonly blockedPgs: number;
    /** The contents of the pool, if known: `images`, `buckets` or `files`. */
    readonly use?: string | undefined;
  }[];
}

/** One independent problem. */
export interface Cause {
  readonly kind: CauseKind;
  readonly objects: readonly string[];
  readonly host: string | undefined;
  /** The time at which it began, in milliseconds since the epoch; undefined if unknown. */
  readonly since: number | undefined;
  /** True if it may have begun earlier. */
  readonly mayBeOlder?: boolean;
  readonly confidence: Confidence;
  /** True if it does nothing at the moment, and is named because it may come back. */
  readonly isOver: boolean;
  /** The codes of the health checks that it explains. */
  readonly explains: readonly string[];
  readonly text: string;
  readonly proofs: readonly Proof[];
  /** Changes made shortly before it began, those of its own objects first; they need not be related to it. */
  readonly before: readonly ClusterChange[];
  /** Doubts, in words. */
  readonly against: readonly string[];
  readonly next: readonly string[];
}

/** The causes of a cluster's problems, as far as the evidence supports them. */
export interface Diagnosis {
  /** The time at which the evidence was read, in milliseconds since the epoch. */
  readonly at: number;
  readonly impact: Impact;
  /** In the order in which they should be dealt with. Unexplained checks form a cause of kind `unknown`. */
  readonly causes: readonly Cause[];
  /** Considered causes that another cause explains better: `kind: text`. */
  readonly ruledOut: readonly string[];
  /** Missing evidence, in words. */
  readonly missing: readonly string[];
}
