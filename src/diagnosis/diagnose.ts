import { weigh, type Chosen } from './combine.ts';
import { changesBefore } from './evidence/changes.ts';
import { raisedChecks } from './evidence/checks.ts';
import { readEvidence, type DiagnosticEvidence } from './evidence/evidence.ts';
import { type OsdInventory, osdIdOf, readOsds } from './evidence/osds.ts';
import type { CauseKind } from './kinds.ts';
import type { Candidate, Rule } from './rule.ts';
import { RULES } from './rules.ts';
import type { ClusterSnapshot } from './snapshot.ts';
import { ofCheck, ofFlag, symptomsOf } from './symptoms.ts';
import type { Cause, Diagnosis, Impact } from './verdict.ts';

/** Groups that serve nobody: `105 pgs inactive, 21 pgs down, 739 pgs peering`. */
const BLOCKED = /(\d+) pgs? (?:inactive|down|incomplete|stale|peering)/g;
/** The id of the pool in a line such as `pg 6.1f is down, acting […]`. */
const GROUP = /^pg (\d+)\.[\da-f]+ is /;

/** The things that pools hold, by the application that they are made for. */
const USES = new Map([
  ['rbd', 'images'],
  ['rgw', 'buckets'],
  ['storefs', 'files'],
  ['cephfs', 'files'],
]);

/** The pools whose data cannot be read or written, from the check that says so, muted or not; nothing while there is none. */
function impactOf({ status, detail, pools }: ClusterSnapshot): Impact {
  const checks = raisedChecks({ status, detail });
  const check = checks.get('PG_AVAILABILITY');
  if (check === undefined) return { blockedPgs: 0, pools: [] };
  const counts = check.message.matchAll(BLOCKED).map(([, count]) => Number(count));
  const named = new Map<number, number>();
  for (const line of check.detail) {
    const pool = Number(GROUP.exec(line)?.[1]);
    if (!Number.isNaN(pool)) named.set(pool, (named.get(pool) ?? 0) + 1);
  }
  const applications = new Map(pools?.map(({ name, application }) => [name, application]));
  const blocked = (status?.placementGroups ?? [])
    .map(({ poolName = '', poolId = Number.NaN, error = 0 }) => ({
      name: poolName,
      use: USES.get(applications.get(poolName) ?? ''),
      // Damaged groups count as errors, too, and serve all the same.
      blockedPgs: Math.max(named.get(poolId) ?? 0, checks.has('PG_DAMAGED') ? 0 : error),
    }))
    .filter(({ blockedPgs }) => blockedPgs > 0)
    .toSorted((a, b) => b.blockedPgs - a.blockedPgs);
  return { blockedPgs: Math.max(0, ...counts), pools: blocked };
}

/**
 * Says what is to blame for the state of a cluster. Snapshots are given oldest first, the last is the present; earlier ones
 * only serve to see what changes, and may be thin. The same snapshots give the same verdict. The inventory of
 * the last one may be given, where it was worked out before, and other rules than all.
 */
export function diagnose(
  snapshots: readonly [...ClusterSnapshot[], ClusterSnapshot],
  {
    inventory = readOsds(snapshots.at(-1)!),
    rules = RULES,
  }: { readonly inventory?: OsdInventory; readonly rules?: readonly Rule[] } = {},
): Diagnosis {
  const evidence = readEvidence(snapshots, inventory);
  const candidates = rules.flatMap(({ cost, propose }) =>
    propose(evidence).map((candidate) => ({ candidate, cost })),
  );
  const { chosen, ruledOut, unexplained } = weigh(symptomsOf(evidence), candidates);
  const causes = chosen.map((one, index) => causeOf(one, evidence, index));
  const unknown = unknownCause(evidence, unexplained);
  return {
    at: evidence.at,
    impact: impactOf(snapshots.at(-1)!),
    causes: [...causes, ...(unknown ? [unknown] : [])].toSorted(inOrderOfAction).map(({ cause }) => cause),
    ruledOut: ruledOut.slice(0, MOST_RULED_OUT).map(({ kind, text }) => `${kind}: ${text}`),
    missing: evidence.missing,
  };
}

/** Changes that are told of each cause. */
const MOST_BEFORE = 3;

/** More that was ruled out tells a reader nothing. */
const MOST_RULED_OUT = 5;

/** A cause with what its place in the order depends on. */
interface Ranked {
  readonly cause: Cause;
  readonly rank: number;
  readonly index: number;
}

const codesOf = (symptoms: Iterable<string>): string[] =>
  [...symptoms].flatMap((id) => (id.startsWith('check:') ? [id.slice('check:'.length)] : []));

function causeOf({ candidate, explained }: Chosen, evidence: DiagnosticEvidence, index: number): Ranked {
  const { kind, objects, host, since, text, proofs, next, against, isProven } = candidate;
  const cause: Cause = {
    kind,
    objects,
    host,
    since,
    confidence: isProven && against.length === 0 ? 'certain' : 'likely',
    explains: codesOf(explained),
    text,
    proofs,
    before: changesBefore(evidence.changes, candidate).slice(0, MOST_BEFORE),
    against: against.map((doubt) => doubt.text),
    next,
  };
  return { cause, rank: rankOf(candidate, cause.explains, evidence), index };
}

/** Kinds that stand in the way of what would otherwise mend itself: they are acted on first. */
const FIRST: ReadonlySet<CauseKind> = new Set(['recovery-held', 'recovery-capped', 'maintenance']);
/** Kinds that can wait until everything else is well. */
const LAST: ReadonlySet<CauseKind> = new Set([
  'scrub-backlog',
  'large-omap',
  'config-change',
  'daemon-crash',
]);

/** The order in which causes are acted on. */
const RANK = {
  /** Stands in the way of mending the rest. */
  first: 0,
  /** Explains an error. */
  error: 1,
  /** Explains a warning. */
  warning: 2,
  /** Went by, or is on its way to be replaced. */
  past: 3,
  /** Can wait, flags that stand in the way of nothing among it. */
  last: 4,
} as const;

const FLAG = ofFlag('');
const isFlag = (symptom: string): boolean => symptom.startsWith(FLAG) || symptom === ofCheck('OSDMAP_FLAGS');

function rankOf(
  { kind, explains, objects }: Candidate,
  codes: readonly string[],
  { checks, osds, notUp }: DiagnosticEvidence,
): number {
  if (explains.every(isFlag)) return RANK.last;
  if (explains.every((id) => id.startsWith('flap:'))) return RANK.past;
  if (FIRST.has(kind)) return notUp.length > 0 ? RANK.first : RANK.past;
  // What was marked out is on its way to be replaced.
  const isOut = objects.length > 0 && objects.every((name) => osds.get(osdIdOf(name) ?? -1)?.in === false);
  if (isOut) return RANK.past;
  return LAST.has(kind) ? RANK.last : severityRank(codes, checks);
}

const severityRank = (codes: readonly string[], checks: DiagnosticEvidence['checks']): number =>
  codes.some((code) => checks.get(code)?.isError === true) ? RANK.error : RANK.warning;

const inOrderOfAction = (a: Ranked, b: Ranked): number => a.rank - b.rank || a.index - b.index;

function unknownCause({ checks }: DiagnosticEvidence, unexplained: ReadonlySet<string>): Ranked | undefined {
  const codes = codesOf(unexplained);
  if (codes.length === 0) return undefined;
  return {
    rank: severityRank(codes, checks),
    index: Infinity,
    cause: {
      kind: 'unknown',
      objects: [],
      host: undefined,
      since: undefined,
      confidence: 'unknown',
      explains: codes,
      text: `nothing that is known explains ${codes.slice(0, 3).join(', ')}${codes.length > 3 ? ` and ${codes.length - 3} more` : ''}`,
      proofs: codes.map((code) => ({ text: checks.get(code)?.message ?? code, source: 'health' })),
      before: [],
      against: [],
      next: ['read what the check means and its first remedy'],
    },
  };
}
