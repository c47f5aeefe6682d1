import { HEALTH_CODES } from '../data/healthChecks.ts';
import { weigh, type Chosen } from './combine.ts';
import { changesBefore } from './evidence/changes.ts';
import { raisedChecks } from './evidence/checks.ts';
import { readEvidence, type DiagnosticEvidence } from './evidence/evidence.ts';
import { isPause } from './evidence/flags.ts';
import { type OsdInventory, osdIdOf, readOsds } from './evidence/osds.ts';
import type { CauseKind } from './kinds.ts';
import { foldAlike } from './proofs.ts';
import { type Candidate, fromChange, type Proof, type Rule } from './rule.ts';
import { RULES } from './rules.ts';
import { hindersStart } from './rules/flags.ts';
import type { ClusterSnapshot } from './snapshot.ts';
import { stoppedIn, unservedGroups } from './stopped.ts';
import { ofCheck, ofFlag, symptomsOf } from './symptoms.ts';
import type { Cause, Diagnosis, Impact } from './verdict.ts';

/** Matches counts of placement groups that cannot serve I/O: `105 pgs inactive, 21 pgs down, 739 pgs peering`. */
const BLOCKED = /(\d+) pgs? (?:inactive|down|incomplete|stale|peering)/g;
/** Matches the pool id in a line such as `pg 6.1f is down, acting […]`. */
const GROUP = /^pg (\d+)\.[\da-f]+ is /;

/** The contents of pools by application. */
const USES = new Map([
  ['rbd', 'images'],
  ['rgw', 'buckets'],
  ['storefs', 'files'],
  ['cephfs', 'files'],
]);

/**
 * The pools whose data cannot be read or written, according to PG_AVAILABILITY, even if it is muted, and what else is
 * stopped.
 */
function impactOf({ status, detail, pools }: ClusterSnapshot, evidence: DiagnosticEvidence): Impact {
  const checks = raisedChecks({ status, detail });
  const check = checks.get('PG_AVAILABILITY');
  const stopped = stoppedIn(evidence);
  const unserved = unservedGroups(status);
  if (check === undefined) return { blockedPgs: unserved, pools: [], stopped };
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
      // Damaged groups count as errors too, although they serve I/O, so the error count is not used if there are any.
      blockedPgs: Math.max(named.get(poolId) ?? 0, checks.has('PG_DAMAGED') ? 0 : error),
    }))
    .filter(({ blockedPgs }) => blockedPgs > 0)
    .toSorted((a, b) => b.blockedPgs - a.blockedPgs);
  return { blockedPgs: Math.max(unserved, ...counts), pools: blocked, stopped };
}

/**
 * Diagnoses the causes of a cluster's state. It is a pure function of the snapshots, which are sorted oldest first: the
 * last one is the current state, and earlier ones, which may be incomplete, only show trends.
 * @param options.inventory the inventory of the last snapshot, if the caller has it already
 * @param options.rules the rules to apply; all by default
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
    impact: impactOf(snapshots.at(-1)!, evidence),
    causes: [...causes, ...(unknown ? [unknown] : [])].toSorted(inOrderOfAction).map(({ cause }) => cause),
    ruledOut: foldAlike(ruledOut, ({ kind }) => kind)
      .slice(0, MAX_RULED_OUT)
      .map(({ kind, text }) => `${kind}: ${text}`),
    missing: evidence.missing,
  };
}

/** The maximum number of preceding changes that are listed for a cause. */
const MAX_CHANGES = 3;

/** The maximum number of changes that are shown with unexplained checks about data. */
const MAX_MOVES = 2;

/** The maximum number of ruled-out causes that are listed. */
const MAX_RULED_OUT = 5;

/** A cause with its sort keys. */
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
    before: changesBefore(evidence.changes, candidate).slice(0, MAX_CHANGES),
    against: against.map((doubt) => doubt.text),
    next,
  };
  return { cause, rank: rankOf(candidate, cause.explains, evidence), index };
}

/** Kinds that prevent the cluster from recovering by itself, and are therefore dealt with first. */
const FIRST: ReadonlySet<CauseKind> = new Set(['recovery-held', 'recovery-capped', 'maintenance']);
/** Kinds that can wait until everything else is fixed. */
const LAST: ReadonlySet<CauseKind> = new Set([
  'scrub-backlog',
  'large-omap',
  'config-change',
  'daemon-crash',
]);

/** The order in which causes should be dealt with. */
const RANK = {
  /** Prevents the recovery of the rest. */
  first: 0,
  /** Explains an error. */
  error: 1,
  /** Explains a warning. */
  warning: 2,
  /** Is over, or is already being replaced. */
  past: 3,
  /** Can wait, such as a flag that has no effect at the moment. */
  last: 4,
} as const;

const FLAG = ofFlag('');
const isFlag = (symptom: string): boolean => symptom.startsWith(FLAG) || symptom === ofCheck('OSDMAP_FLAGS');

function rankOf(
  { kind, explains, objects }: Candidate,
  codes: readonly string[],
  evidence: DiagnosticEvidence,
): number {
  const { checks, osds, notUp } = evidence;
  if (objects.some(isPause)) return RANK.error;
  if (explains.every(isFlag) && !hindersStart(objects, evidence)) return RANK.last;
  if (explains.every((id) => id.startsWith('flap:'))) return RANK.past;
  const isHeld = kind === 'recovery-held' && codes.includes('PG_DEGRADED');
  if (FIRST.has(kind)) return notUp.length > 0 || isHeld ? RANK.first : RANK.past;
  // OSDs that were marked out are already being replaced, unless only they have the data.
  const isOut = objects.length > 0 && objects.every((name) => osds.get(osdIdOf(name) ?? -1)?.in === false);
  if (isOut && !codes.includes('PG_AVAILABILITY')) return RANK.past;
  return LAST.has(kind) ? RANK.last : severityRank(codes, checks);
}

const severityRank = (codes: readonly string[], checks: DiagnosticEvidence['checks']): number =>
  codes.some((code) => checks.get(code)?.isError === true) ? RANK.error : RANK.warning;

const inOrderOfAction = (a: Ranked, b: Ranked): number => a.rank - b.rank || a.index - b.index;

/** The general remedies of checks, worded as steps; those of several checks name the check. */
function generalSteps(codes: readonly string[]): readonly string[] {
  const steps = codes.flatMap((code) => {
    const remedy = HEALTH_CODES.get(code)?.remedy.replace(/\.$/, '');
    return remedy === undefined || remedy === '' ? [] : [{ code, remedy }];
  });
  if (steps.length === 0) return ['read the message and the details of the check'];
  return steps.map(({ code, remedy }) =>
    codes.length > 1
      ? `${code}: ${remedy}`
      : remedy.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()),
  );
}

/** Commands that make the cluster place data elsewhere. */
const PLACING = /^osd (?:in|out|reweight|crush|pool|purge)\b/;

/** The latest changes that may move data, if it is unexplained that data lacks copies or is misplaced. */
const movesBefore = ({ changes }: DiagnosticEvidence, codes: readonly string[]): readonly Proof[] =>
  codes.includes('PG_DEGRADED') || codes.includes('OBJECT_MISPLACED')
    ? changes
        .filter(({ text }) => PLACING.test(text))
        .slice(-MAX_MOVES)
        .map(fromChange)
    : [];

function unknownCause(evidence: DiagnosticEvidence, unexplained: ReadonlySet<string>): Ranked | undefined {
  const { checks } = evidence;
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
      text: `no known cause explains ${codes.slice(0, 3).join(', ')}${codes.length > 3 ? ` and ${codes.length - 3} more` : ''}`,
      proofs: [
        ...codes.flatMap((code) => {
          const { message = code, detail = [] } = checks.get(code) ?? {};
          // The details of a single check name what it is about.
          const lines = codes.length === 1 ? [message, ...detail.slice(0, 2)] : [message];
          return lines.map((text) => ({ text, source: 'health' as const }));
        }),
        ...movesBefore(evidence, codes),
      ],
      before: [],
      against: [],
      next: generalSteps(codes),
    },
  };
}
