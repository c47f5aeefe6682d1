import { listed } from '../lib/words.ts';
import { weigh, type Chosen } from './combine.ts';
import { changesBefore, type ClusterChange } from './evidence/changes.ts';
import { readEvidence, type DiagnosticEvidence } from './evidence/evidence.ts';
import { orchestratorChecksOn } from './evidence/orchestratorChecks.ts';
import { type OsdInventory, type Place, readOsds } from './evidence/osds.ts';
import { unreadServers } from './evidence/unreadServers.ts';
import { impactOf } from './impact.ts';
import { inOrderOfAction, rankOf, type Ranked } from './order.ts';
import { mergeSimilar } from './proofs.ts';
import { type Candidate, fromChange, type Proof, type Rule } from './rule.ts';
import { RULES } from './rules.ts';
import type { ClusterSnapshot } from './snapshot.ts';
import { codesOf, ofCheck, ofOsd, PLACE_SYMPTOMS } from './symptomIds.ts';
import { symptomsOf } from './symptoms.ts';
import { unknownCause } from './unknownCause.ts';
import type { Diagnosis } from './verdict.ts';

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
    propose(evidence).map((candidate) => ({ candidate: withOrchestrator(candidate, evidence), cost })),
  );
  const { chosen, ruledOut, unexplained } = weigh(symptomsOf(evidence), candidates);
  const unknown = unknownCause(evidence, codesOf(withoutSums(unexplained, evidence)));
  const causes = [...joinAlike(chosen).map((one) => causeOf(one, evidence)), ...(unknown ? [unknown] : [])];
  return {
    at: evidence.at,
    impact: impactOf(snapshots.at(-1)!, evidence),
    causes: inOrderOfAction(causes),
    // What a check says itself is no other cause than the one that explains this check.
    ruledOut: mergeSimilar(
      ruledOut.filter(({ kind }) => kind !== 'reported'),
      ({ kind }) => kind,
    )
      .slice(0, MAX_RULED_OUT)
      .map(({ kind, text }) => `${kind}: ${text}`),
    missing: [...evidence.missing, ...unreadServers(evidence, lostPlaces(causes))],
  };
}

/** The names of the places that are lost as a whole. */
const lostPlaces = (causes: readonly Ranked[]): readonly string[] =>
  causes.flatMap(({ cause: { kind, objects } }) =>
    kind === 'host-down' || kind === 'rack-down' ? objects : [],
  );

/** A candidate that also explains what the orchestrator reports about the same parts, whichever rule proposes it. */
function withOrchestrator(candidate: Candidate, evidence: DiagnosticEvidence): Candidate {
  const codes = orchestratorChecksOn(evidence, candidate.objects);
  return codes.length === 0
    ? candidate
    : { ...candidate, explains: [...candidate.explains, ...codes.map(ofCheck)] };
}

/** The maximum number of preceding changes that are listed for a cause. */
const MAX_CHANGES = 3;

/** The maximum number of ruled-out causes that are listed. */
const MAX_RULED_OUT = 5;

/** Creates the test for changes that are not themselves evidence for the cause. */
const isOther =
  (proofs: readonly Proof[]) =>
  (change: ClusterChange): boolean =>
    !proofs.some(({ text }) => text === fromChange(change).text);

/**
 * The unexplained symptoms without the checks about whole places, if the cause of each OSD that is down is known and all OSDs
 * of some place are: then these checks say no more.
 */
function withoutSums(
  unexplained: ReadonlySet<string>,
  { notUp, places }: DiagnosticEvidence,
): ReadonlySet<string> {
  const isDown = ({ osds }: Place) => osds.length > 0 && osds.every(({ up }) => !up);
  return places.some(isDown) && !notUp.some(({ id }) => unexplained.has(ofOsd('down', id)))
    ? unexplained.difference(new Set(PLACE_SYMPTOMS))
    : unexplained;
}

/** Joins chosen candidates that are alike into one each. */
const joinAlike = (chosen: readonly Chosen[]): readonly Chosen[] =>
  Map.groupBy(chosen, ({ candidate }) => candidate.alike?.key ?? candidate)
    .values()
    .flatMap((alike) => {
      const [first, ...others] = alike;
      if (first === undefined || others.length === 0) return alike;
      const objects = alike.flatMap(({ candidate }) => candidate.objects);
      const explained = alike.flatMap((one) => one.explained);
      return [{ candidate: first.candidate.alike?.join(objects) ?? first.candidate, explained }];
    })
    .toArray();

function causeOf({ candidate, explained }: Chosen, evidence: DiagnosticEvidence): Ranked {
  const { kind, objects, host, since, mayBeOlder = false, isOver = false } = candidate;
  const { text, proofs, next, against, isProven } = candidate;
  const explains = codesOf(explained);
  return {
    rank: rankOf(candidate, explains, evidence),
    cause: {
      kind,
      objects,
      host,
      since,
      ...(mayBeOlder && { mayBeOlder }),
      isOver,
      confidence: isProven && against.length === 0 ? 'certain' : 'likely',
      explains,
      text: `${text}${riskText(explains, evidence)}`,
      proofs,
      before: mayBeOlder
        ? []
        : changesBefore(evidence.changes, candidate).filter(isOther(proofs)).slice(0, MAX_CHANGES),
      against: against.map((doubt) => doubt.text),
      next,
    },
  };
}

/**
 * The pools to which one more loss costs data while this cause lasts, in words; empty if there are none. An OSD that is up
 * keeps what it had, although it may be out.
 */
function riskText(explains: readonly string[], { checks, lastCopies, notUp }: DiagnosticEvidence): string {
  const code = checks.has('PG_DEGRADED') ? 'PG_DEGRADED' : 'PG_AVAILABILITY';
  if (!explains.includes(code) || lastCopies.length === 0 || notUp.length === 0) return '';
  return `; one more loss may cost data of ${listed(lastCopies, 2)}`;
}
