import { listed } from '../lib/words.ts';
import { groupsNamedIn, raisedChecks } from './evidence/checks.ts';
import type { DiagnosticEvidence } from './evidence/evidence.ts';
import { pausedText } from './evidence/flags.ts';
import { endedRanks, laggyRanks } from './evidence/laggyRanks.ts';
import { readOnlyRanks } from './evidence/readOnlyRanks.ts';
import type { ClusterSnapshot } from './snapshot.ts';
import { GATEWAY_FIELDS, GATEWAYS } from './symptomIds.ts';
import { inactiveGroups, unservedGroups } from './unserved.ts';
import type { Impact } from './verdict.ts';
import { isOld } from './work.ts';

/** Matches a detail line of MDS_ALL_DOWN: `fs storefs is offline because no MDS is active for it.` */
const OFFLINE = /^fs (.+) is offline/;

/** The maximum number of full pools that are named. */
const MAX_POOLS = 3;

/** Matches a detail line of POOL_FULL about a pool that is full because OSDs are, not because of its quota. */
const NO_SPACE = /^pool '(.+)' is full \(no space\)$/;

/** The parts that serve no client although their data may be there, in words: paused requests, filesystems, gateways. */
function stoppedIn({ checks, flags, setDown, status }: DiagnosticEvidence): readonly string[] {
  const paused = pausedText(flags);
  const offline = checks.get('MDS_ALL_DOWN');
  const named = (offline?.detail ?? []).flatMap((line) => OFFLINE.exec(line)?.[1] ?? []);
  const gateways = GATEWAY_FIELDS.flatMap((field) => {
    const { online, total = 0 } = status?.[field] ?? {};
    return online === 0 && total > 0 && !isOld(status) ? [GATEWAYS[field]] : [];
  });
  const noSpace = (checks.get('POOL_FULL')?.detail ?? []).flatMap((line) => NO_SPACE.exec(line)?.[1] ?? []);
  return [
    ...(noSpace.length === 0 ? [] : [`no space to write to ${listed(noSpace, MAX_POOLS)}`]),
    ...(paused === '' ? [] : [`${paused} of all clients are paused`]),
    ...(offline !== undefined && named.length === 0 ? [offline.message] : []),
    ...named.map((name) => `the filesystem ${name} is offline`),
    ...(setDown === undefined
      ? []
      : [`${setDown.name === undefined ? 'a filesystem' : `the filesystem ${setDown.name}`} is set down`]),
    ...laggyRanks(status).map(({ server }) => `${server} does not answer, clients of its filesystem wait`),
    ...endedRanks(status).map((server) => `${server} has stopped, clients of its filesystem wait`),
    ...readOnlyRanks(checks).map(
      (server) => `${server} is read-only, no file of its filesystem can be changed`,
    ),
    ...(gateways.length === 0 ? [] : [`no ${listed(gateways)} gateway runs`]),
  ];
}

/** Matches counts of placement groups that cannot serve I/O: `105 pgs inactive, 21 pgs down, 739 pgs peering`. */
const BLOCKED = /(\d+) pgs? (?:inactive|down|incomplete|stale|peering)/g;

/** The time in milliseconds for which groups peer after OSDs have gone or come. */
const BRIEF_MS = 15_000;
/** Matches states that groups leave within seconds after that; Ceph calls a group `stuck` after a minute. */
const PEERING = /\b(?:peering|activating)\b/;
/** Matches counts of groups in states that do not pass by themselves. */
const LASTING = / pgs? (?:inactive|down|incomplete|stale)/;

/** The contents of pools by application. */
const USES = new Map([
  ['rbd', 'images'],
  ['rgw', 'buckets'],
  ['storefs', 'files'],
  ['cephfs', 'files'],
]);

/** The time at which OSDs last went or came, or the check about groups was raised, in milliseconds since the epoch. */
const changedAt = ({ log }: DiagnosticEvidence): number =>
  Math.max(...[log.unavailable, log.booted, log.failed, log.shutDown].map((lines) => lines.at(-1)?.at ?? 0));

/**
 * The pools whose data cannot be read or written, according to PG_AVAILABILITY, even if it is muted, and what else is
 * stopped.
 */
export function impactOf({ status, detail, pools }: ClusterSnapshot, evidence: DiagnosticEvidence): Impact {
  const checks = raisedChecks({ status, detail });
  const check = checks.get('PG_AVAILABILITY');
  const stopped = stoppedIn(evidence);
  const unserved = unservedGroups(status);
  if (check === undefined && unserved === 0) return { blockedPgs: 0, pools: [], stopped };
  const groups = groupsNamedIn(check);
  const isBrief =
    groups.every(({ state }) => PEERING.test(state)) && evidence.at - changedAt(evidence) < BRIEF_MS;
  if (isBrief && unserved === 0 && !LASTING.test(check?.message ?? ''))
    return { blockedPgs: 0, pools: [], stopped };
  const counts = (check?.message ?? '').matchAll(BLOCKED).map(([, count]) => Number(count));
  const named = Map.groupBy(groups, ({ pool }) => pool);
  const applications = new Map(pools?.map(({ name, application }) => [name, application]));
  const blocked = (status?.placementGroups ?? [])
    .map(({ poolName = '', poolId = Number.NaN, error = 0 }) => ({
      name: poolName,
      use: USES.get(applications.get(poolName) ?? ''),
      // Damaged groups count as errors too, although they serve I/O, so the error count is not used if there are any.
      blockedPgs: Math.max(named.get(poolId)?.length ?? 0, checks.has('PG_DAMAGED') ? 0 : error),
    }))
    .filter(({ blockedPgs }) => blockedPgs > 0)
    .toSorted((a, b) => b.blockedPgs - a.blockedPgs);
  const inPools = blocked.reduce((sum, pool) => sum + pool.blockedPgs, 0);
  // Ceph's check counts groups only after a minute. An error may also be a group that serves I/O, such as one without space.
  const isTrue = inPools <= (inactiveGroups(status) ?? 0);
  return { blockedPgs: Math.max(unserved, ...counts, isTrue ? inPools : 0), pools: blocked, stopped };
}
