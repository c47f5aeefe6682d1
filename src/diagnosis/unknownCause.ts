import { HEALTH_CODES } from '../data/healthChecks.ts';
import { fields, list, number, text } from '../lib/untyped.ts';
import { listed } from '../lib/words.ts';
import { MANAGER_CHECKS } from './evidence/checks.ts';
import type { DiagnosticEvidence } from './evidence/evidence.ts';
import { severityRank, type Ranked } from './order.ts';
import { PLACEMENT_CHECKS } from './symptomIds.ts';

/** The general remedies of checks, worded as steps; those of several checks name the check. */
export function generalSteps(codes: readonly string[]): readonly string[] {
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

/** The check that the service raises while it gets no answer from the cluster. */
const UNREACHABLE = 'STORE_UNREACHABLE';
/** Its message if the service cannot even ask the monitors. */
const UNCONNECTED = 'no connection to the Ceph cluster';
/** Captures in it for how many seconds there has been no answer. */
const SILENT_FOR = /^no answer since .* \((\d+) s\)/;
/** The longest time in seconds that monitors take to elect a leader after theirs was lost. */
const ELECTION_S = 20;

/** The words and steps if the cluster does not answer, and nothing tells which of its parts are lost; undefined if it answers. */
function silentCluster({
  checks,
  status,
}: DiagnosticEvidence): { readonly text: string; readonly next: readonly string[] } | undefined {
  const check = checks.get(UNREACHABLE);
  if (check === undefined) return undefined;
  if (check.message.includes(UNCONNECTED))
    return {
      text: 'this service has no connection to the cluster, which may be well',
      next: ['see in the message why, and try from the server of this service what leads to the cluster'],
    };
  const store = fields(status?.storeStatus);
  const total = number(fields(store?.monmap)?.num_mons);
  const last = list(store?.quorum_names).flatMap((name) => text(name) ?? []);
  const names = last.map((name) => `mon.${name}`);
  const wait =
    Number(SILENT_FOR.exec(check.message)?.[1]) < ELECTION_S
      ? [`wait: after the end of a monitor they take up to ${ELECTION_S} s to elect a leader`]
      : [];
  return last.length > 0 && total !== undefined && last.length < total
    ? {
        text: `no majority of the ${total} monitors answers: only ${listed(names, 4)} were left, and not all of them are now`,
        next: [...wait, `look at ${listed(names, 4)}, and at the monitors that were lost before`],
      }
    : {
        text: 'no majority of the monitors answers; which of them are lost is not known',
        next: [...wait, ...generalSteps([UNREACHABLE])],
      };
}

/**
 * Matches the codes of checks that a manager raises from what OSDs report to it (`PGMap::get_health_checks` and the manager's
 * own modules): they stay as they are while no manager works.
 */
const BY_MANAGER =
  /^(?:PG_|OBJECT_|SLOW_OPS|OSD_SLOW_PING_TIME_|OSD_SCRUB_|BLUESTORE_|LARGE_OMAP_|DEVICE_HEALTH)/;

/** True if all checks were raised by a manager, and none works now that could clear them. */
const isFrozen = (codes: readonly string[], { checks }: DiagnosticEvidence): boolean =>
  MANAGER_CHECKS.some((code) => checks.has(code)) && codes.every((code) => BY_MANAGER.test(code));

/** The first step while checks are frozen. */
const THAW = 'get a manager to work first: it counts them again';

/** The sentence that names unexplained checks, with what is known of why they are unexplained. */
function wordsFor(codes: readonly string[], evidence: DiagnosticEvidence): string {
  const first = `${codes.slice(0, 3).join(', ')}${codes.length > 3 ? ` and ${codes.length - 3} more` : ''}`;
  if (isFrozen(codes, evidence))
    return `not known whether ${first} still ${codes.length === 1 ? 'holds' : 'hold'}: reported while a manager still worked`;
  const named = `no known cause explains ${first}`;
  const { notUp } = evidence;
  const isOlder = codes.every((code) => PLACEMENT_CHECKS.includes(code)) && !notUp.some((osd) => osd.in);
  return isOlder
    ? `${named}: all OSDs that are in are up, and what happened may be older than the log that was read`
    : named;
}

/** The cause of kind `unknown` for the health checks that no rule explains; undefined if there are none. */
export function unknownCause(evidence: DiagnosticEvidence, codes: readonly string[]): Ranked | undefined {
  const { checks } = evidence;
  if (codes.length === 0) return undefined;
  const silent = codes.includes(UNREACHABLE) ? silentCluster(evidence) : undefined;
  return {
    rank: severityRank(codes, checks),
    cause: {
      kind: 'unknown',
      objects: [],
      host: undefined,
      since: undefined,
      isOver: false,
      confidence: 'unknown',
      explains: codes,
      text: silent?.text ?? wordsFor(codes, evidence),
      proofs: codes.flatMap((code) => {
        const { message = code, detail = [] } = checks.get(code) ?? {};
        // The details of a single check name what it is about.
        const lines = codes.length === 1 ? [message, ...detail.slice(0, 2)] : [message];
        return lines.map((line) => ({ text: line, source: 'health' as const }));
      }),
      before: [],
      against: [],
      next: silent?.next ?? [...(isFrozen(codes, evidence) ? [THAW] : []), ...generalSteps(codes)],
    },
  };
}
