import type { CauseKind } from '../../src/diagnosis/kinds.ts';
import type { Cause } from '../../src/diagnosis/verdict.ts';
import type { FaultKind, Incident } from '../../src/service/sim/faults/fault.ts';

/** Faults that look exactly like another kind from outside, and the kind that they are diagnosed as. */
const SAME_FROM_OUTSIDE = {
  // A host that is off and one that is frozen both neither refuse nor answer connections.
  'host-freeze': 'host-down',
} as const satisfies Partial<Record<FaultKind, CauseKind>>;

/** The cause that a fault should be diagnosed as. */
const nameOf = (kind: FaultKind): CauseKind => (kind === 'host-freeze' ? SAME_FROM_OUTSIDE[kind] : kind);

/** The kind of a fault, and the objects to blame. */
export type Truth = Pick<Incident, 'kind' | 'objects'>;

/** True if one of these objects is to blame. A kind of daemon, such as `mgr`, stands for all of its daemons. */
const isToBlame = (objects: readonly string[], truth: Truth): boolean =>
  objects.some((name) => truth.objects.some((one) => one === name || one.startsWith(`${name}.`)));

/** True if a cause names the right fault and an object that is to blame. */
export const isRight = ({ kind, objects }: Cause, truth: Truth): boolean =>
  kind === nameOf(truth.kind) && isToBlame(objects, truth);

/** Faults that first kill an OSD so that there is data to recover, or restart one: blaming the down OSD is not wrong then. */
const WITH_DEAD_OSD: ReadonlySet<FaultKind> = new Set(['recovery-held', 'recovery-capped', 'pg-unfound']);

/** True if a cause only says that a flag is set, which a decoy may have done: that blames nothing. */
const isFlagAlone = ({ explains, objects }: Cause): boolean =>
  explains.every((code) => code === 'OSDMAP_FLAGS') && objects.every((name) => /^no[a-z-]+$/.test(name));

/** True if a cause blames something that no fault has affected. */
export const isFalseBlame = (cause: Cause, truths: readonly Truth[]): boolean =>
  cause.confidence !== 'unknown' &&
  cause.objects.length > 0 &&
  !isFlagAlone(cause) &&
  !(cause.kind === 'osd-down' && truths.some((truth) => WITH_DEAD_OSD.has(truth.kind))) &&
  !truths.some((truth) => isToBlame(cause.objects, truth));
