import type { CauseKind } from '../../src/diagnosis/kinds.ts';
import type { Cause } from '../../src/diagnosis/verdict.ts';
import type { FaultKind, Incident } from '../../src/service/sim/faults/fault.ts';

/** Faults that nothing an operator can read tells from another kind, and the kind that they are named as. */
const SAME_FROM_OUTSIDE = {
  // Off or frozen: in both cases nobody is refused and nobody is answered.
  'host-freeze': 'host-down',
} as const satisfies Partial<Record<FaultKind, CauseKind>>;

/** The kind that a fault should be named as. */
const nameOf = (kind: FaultKind): CauseKind => (kind === 'host-freeze' ? SAME_FROM_OUTSIDE[kind] : kind);

/** A fault by its kind, and the parts to blame. */
export type Truth = Pick<Incident, 'kind' | 'objects'>;

/** Tells whether a cause names the fault and a part that is to blame. */
export const isRight = ({ kind, objects }: Cause, truth: Truth): boolean =>
  kind === nameOf(truth.kind) && objects.some((name) => truth.objects.includes(name));

/** Faults that first take an OSD away, so that something waits to be restored: that it is down is true. */
const WITH_DEAD_OSD: ReadonlySet<FaultKind> = new Set(['recovery-held', 'recovery-capped']);

/** A decoy may set a flag: to say no more than that it is set blames nobody. */
const isFlagAlone = ({ explains, objects }: Cause): boolean =>
  explains.every((code) => code === 'OSDMAP_FLAGS') && objects.every((name) => /^no[a-z-]+$/.test(name));

/** Tells whether a cause blames something that no fault has touched. */
export const isFalseBlame = (cause: Cause, truths: readonly Truth[]): boolean =>
  cause.confidence !== 'unknown' &&
  cause.objects.length > 0 &&
  !isFlagAlone(cause) &&
  !(cause.kind === 'osd-down' && truths.some((truth) => WITH_DEAD_OSD.has(truth.kind))) &&
  !cause.objects.some((name) => truths.some((truth) => truth.objects.includes(name)));
