import { HEALTH_CODES } from '../data/healthChecks.ts';
import { fields, list, number, text } from '../lib/untyped.ts';
import { listed, plural } from '../lib/words.ts';
import { MANAGER_CHECKS } from './evidence/checks.ts';
import type { DiagnosticEvidence } from './evidence/evidence.ts';
import { lostMonitors } from './evidence/lostMonitors.ts';
import { slowPings } from './evidence/slowNetwork.ts';
import { PING_CHECKS, PLACEMENT_CHECKS } from './symptomIds.ts';

/** The sentence about unexplained health checks, and the steps to take. */
export interface UnknownWords {
  readonly text: string;
  readonly next: readonly string[];
}

/** A function that words what is known of some kind of unexplained checks; undefined if these are not of its kind. */
type Knowing = (codes: readonly string[], evidence: DiagnosticEvidence) => UnknownWords | undefined;

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

/** The service manages no cluster, so there is nothing to diagnose. */
const noCluster: Knowing = (codes) =>
  codes.includes('NO_CLUSTER')
    ? { text: 'this service manages no cluster yet', next: generalSteps(['NO_CLUSTER']) }
    : undefined;

/** Matches its message if the service cannot even ask the monitors; captures the reason, which may say what to do. */
const UNCONNECTED =
  /no connection to the Ceph cluster(?: (?:by|at) `[^`]*`)?(?:: (.*?))?(?:\. See: .*|\. Retrying shortly)?$/s;
/** Captures in it for how many seconds there has been no answer. */
const SILENT_FOR = /^no answer since .* \((\d+) s\)/;
/** The longest time in seconds that monitors take to elect a leader after theirs was lost. */
const ELECTION_S = 20;

/** The cluster does not answer, and nothing tells which of its parts are lost. */
const silentCluster: Knowing = (codes, evidence) => {
  const { checks, status } = evidence;
  const check = codes.includes('STORE_UNREACHABLE') ? checks.get('STORE_UNREACHABLE') : undefined;
  if (check === undefined) return undefined;
  const unconnected = UNCONNECTED.exec(check.message);
  if (unconnected)
    return {
      text: 'this service has no connection to the cluster; the cluster itself may be healthy',
      next: [`restore the connection: ${unconnected[1] ?? 'the reason is not known'}`],
    };
  const store = fields(status?.storeStatus);
  const total = number(fields(store?.monmap)?.num_mons);
  const last = list(store?.quorum_names).flatMap((name) => text(name) ?? []);
  const names = last.map((name) => `mon.${name}`);
  const gone = lostMonitors(evidence).map((name) => `mon.${name}`);
  const mayElect = Number(SILENT_FOR.exec(check.message)?.[1]) < ELECTION_S;
  const wait = mayElect
    ? [`wait: after the end of a monitor they take up to ${ELECTION_S} s to elect a leader`]
    : [];
  return last.length > 0 && total !== undefined && last.length < total
    ? {
        text: `no majority of the ${total} monitors answers: the last quorum was only ${listed(names, 4)}; ${mayElect ? 'they are electing a leader, or one of them is lost, too' : 'at least one of them is lost, too'}`,
        next: [...wait, `look at ${listed(names, 4)}, and at the monitors that were lost before`],
      }
    : {
        text: `no majority of the monitors answers; which ${gone.length > 0 ? `besides ${listed(gone, 3)} are lost` : 'of them are lost'} is not known`,
        next: [...wait, ...generalSteps(['STORE_UNREACHABLE'])],
      };
};

/**
 * Matches the codes of checks that a manager raises from what OSDs report to it (`PGMap::get_health_checks` and the manager's
 * own modules): they stay as they are while no manager works.
 */
const BY_MANAGER =
  /^(?:PG_|OBJECT_|SLOW_OPS|OSD_SLOW_PING_TIME_|OSD_SCRUB_|BLUESTORE_|BLUEFS_|\w+_DEVICE_STALLED_|LARGE_OMAP_|DEVICE_HEALTH|CEPHADM_|UPGRADE_|HARDWARE_)/;

/** True for a check that was raised by a manager while none works now that could clear it. */
export const isFrozen = (code: string, { checks }: DiagnosticEvidence): boolean =>
  BY_MANAGER.test(code) && MANAGER_CHECKS.some((other) => checks.has(other));

/** All checks were raised by a manager, and none works now that could clear them. */
const frozenChecks: Knowing = (codes, evidence) => {
  if (!codes.every((code) => isFrozen(code, evidence))) return undefined;
  return {
    text: `${namesOf(codes)} may be outdated: reported while a manager still worked`,
    next: ['get a manager running first: it updates these checks', ...generalSteps(codes)],
  };
};

/** Captures the number of requests and the seconds in the message of SLOW_OPS. */
const SLOW_OPS = /^(\d+) slow ops, oldest one blocked for (\d+) sec, (.*)$/;
/** Matches the name of a daemon. */
const DAEMON = /\b[a-z]+\.[\w-]+/g;

/** Requests wait in monitors only, which the OSDs and their disks do not explain. */
const slowMonitors: Knowing = (codes, { checks }) => {
  const [, count, seconds, who = ''] = SLOW_OPS.exec(checks.get('SLOW_OPS')?.message ?? '') ?? [];
  const names = [...new Set(who.match(DAEMON))];
  if (codes.join() !== 'SLOW_OPS' || names.length === 0) return undefined;
  if (!names.every((name) => name.startsWith('mon.')) || who.includes('...')) return undefined;
  return {
    text: `${listed(names, 3)} ${names.length === 1 ? 'is' : 'are'} slow: ${plural(Number(count), 'request')} waited for up to ${seconds} s; why is not known`,
    next: [
      `look at load, disk and network of ${names.length === 1 ? 'its server' : 'their servers'}; \`ceph tell ${names[0]} ops\` lists the requests`,
    ],
  };
};

/** Slow pings are still reported, but by what the OSDs themselves measured in the last minute, none is slow. */
const pastPings: Knowing = (codes, evidence) =>
  codes.every((code) => PING_CHECKS.includes(code)) &&
  evidence.daemons?.pings !== undefined &&
  slowPings(evidence).length === 0
    ? {
        text: 'pings between OSDs were slow, and none was in the last minute: Ceph reports them for a quarter of an hour',
        next: [
          'wait for the check to clear; if it comes back, look at the network of the OSDs in its details',
        ],
      }
    : undefined;

/** Copies are missing though no OSD that should have data is down. */
const olderThanLog: Knowing = (codes, { notUp }) =>
  codes.every((code) => PLACEMENT_CHECKS.includes(code)) && !notUp.some((osd) => osd.in)
    ? {
        text: `${unexplained(codes)}: all OSDs that are in are up, and what happened may be older than the log that was read`,
        next: generalSteps(codes),
      }
    : undefined;

const namesOf = (codes: readonly string[]): string =>
  `${codes.slice(0, 3).join(', ')}${codes.length > 3 ? ` and ${codes.length - 3} more` : ''}`;

const unexplained = (codes: readonly string[]): string => `no known cause explains ${namesOf(codes)}`;

/** The words for health checks that no rule explains, with what is known of them nevertheless. */
export function unknownWords(codes: readonly string[], evidence: DiagnosticEvidence): UnknownWords {
  for (const knowing of [noCluster, silentCluster, frozenChecks, slowMonitors, pastPings, olderThanLog]) {
    const words = knowing(codes, evidence);
    if (words !== undefined) return words;
  }
  return { text: unexplained(codes), next: generalSteps(codes) };
}
