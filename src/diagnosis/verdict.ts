import type { ClusterChange } from './evidence/changes.ts';
import type { CauseKind } from './kinds.ts';
import type { Proof } from './rule.ts';

/** The confidence in a cause: `certain` where the evidence leaves no other. */
export type Confidence = 'certain' | 'likely' | 'unknown';

/** The clients' side of a problem. */
export interface Impact {
  /** Placement groups that serve nobody. */
  readonly blockedPgs: number;
  /** Pools that have such groups, those with the most first. */
  readonly pools: readonly {
    readonly name: string;
    readonly blockedPgs: number;
    /** `images`, `buckets` or `files`, where it is known what clients keep there. */
    readonly use?: string | undefined;
  }[];
}

/** One independent problem. */
export interface Cause {
  readonly kind: CauseKind;
  readonly objects: readonly string[];
  readonly host: string | undefined;
  /** Milliseconds since the epoch; undefined where that is not known. */
  readonly since: number | undefined;
  readonly confidence: Confidence;
  /** Codes of the health checks that follow from it. */
  readonly explains: readonly string[];
  readonly text: string;
  readonly proofs: readonly Proof[];
  /** Changes that somebody made shortly before it began, the nearest in scope first; they need not have to do with it. */
  readonly before: readonly ClusterChange[];
  /** Doubts, in words. */
  readonly against: readonly string[];
  readonly next: readonly string[];
}

/** The causes of what is wrong, as far as the evidence bears them. */
export interface Diagnosis {
  /** When the evidence was read, in milliseconds since the epoch. */
  readonly at: number;
  readonly impact: Impact;
  /** In the order in which a person acts; what nothing explains comes last, as `unknown`. */
  readonly causes: readonly Cause[];
  /** Causes that were considered, and explain nothing that another does not: `kind: text`. */
  readonly ruledOut: readonly string[];
  /** Evidence that could not be had, in words. */
  readonly missing: readonly string[];
}
