import type { DiagnosticEvidence } from './evidence/evidence.ts';
import { osdIdOf } from './evidence/osds.ts';
import { traitsOf } from './kinds.ts';
import type { Candidate } from './rule.ts';
import { blocksStart } from './rules/flags.ts';
import { codesOf, FLAG_CODES, ofFlag } from './symptomIds.ts';
import type { Cause } from './verdict.ts';

/** The order in which causes should be dealt with. */
const RANK = {
  /** Stops a service while all data can be read and written. */
  stopped: 0,
  /** Prevents the recovery of the rest. */
  first: 1,
  /** Explains an error. */
  error: 2,
  /** Explains a warning. */
  warning: 3,
  /** Has passed, or holds nothing up now, such as an OSD that is already being replaced. */
  past: 4,
  /** Can wait, such as a flag that has no effect at the moment. */
  last: 5,
} as const;

/** A cause with its place in the order: the number of one of `RANK`. */
export interface Ranked {
  readonly cause: Cause;
  readonly rank: number;
}

/** Sorts causes in the order in which they should be dealt with; those of one rank keep their order. */
export const inOrderOfAction = (causes: readonly Ranked[]): readonly Cause[] =>
  causes.toSorted((a, b) => a.rank - b.rank).map(({ cause }) => cause);

const FLAG = ofFlag('');
const isFlag = (symptom: string): boolean =>
  symptom.startsWith(FLAG) || codesOf([symptom]).some((code) => FLAG_CODES.has(code));

/**
 * The rank of a chosen candidate.
 * @param codes the health checks that it explains and none before it does
 */
export function rankOf(
  { kind, explains, objects, isOver = false, stopsService = false }: Candidate,
  codes: readonly string[],
  evidence: DiagnosticEvidence,
): number {
  const { checks, osds, notUp } = evidence;
  // If data cannot be read or written, services may have stopped because of that.
  if (stopsService) return checks.has('PG_AVAILABILITY') ? RANK.error : RANK.stopped;
  if (explains.every(isFlag) && !blocksStart(objects, evidence)) return RANK.last;
  if (isOver) return RANK.past;
  const isHeld = kind === 'recovery-held' && codes.includes('PG_DEGRADED');
  if (traitsOf(kind).turn === 'first') return notUp.length > 0 || isHeld ? RANK.first : RANK.past;
  // OSDs that were marked out are already being replaced, unless only they have the data.
  const isOut = objects.length > 0 && objects.every((name) => osds.get(osdIdOf(name) ?? -1)?.in === false);
  if (isOut && !codes.includes('PG_AVAILABILITY')) return RANK.past;
  // Nothing is wrong with data that moves without a health check.
  return traitsOf(kind).turn === 'last' || (kind === 'data-moved' && codes.length === 0)
    ? RANK.last
    : severityRank(codes, checks);
}

/** The rank by the worst severity of some health checks. */
export const severityRank = (codes: readonly string[], checks: DiagnosticEvidence['checks']): number =>
  codes.some((code) => checks.get(code)?.isError === true) ? RANK.error : RANK.warning;
