import { fields, list, number } from '../../lib/untyped.ts';
import { plural } from '../../lib/words.ts';
import { exitsOf, type DiagnosticEvidence } from '../evidence/evidence.ts';
import { fromLog, type Rule } from '../rule.ts';
import { ofCheck, ofDaemon } from '../symptomIds.ts';

/** The names of the monitors that are out of quorum according to MON_DOWN. */
export const lostMonitors = ({ checks }: DiagnosticEvidence): readonly string[] =>
  (checks.get('MON_DOWN')?.detail ?? []).flatMap((line) => /^mon\.(\S+) /.exec(line)?.[1] ?? []);

/** True if a monitor was in the quorum of an election after a time in milliseconds since the epoch. */
const hasJoinedSince = ({ log }: DiagnosticEvidence, name: string, time: number): boolean =>
  log.leader.some(({ at, found: [, quorum = ''] }) => at > time && quorum.split(',').includes(name));

/** Monitors are out of quorum: their daemons have exited, or they cannot be reached. */
export const monDown: Rule = {
  kind: 'mon-down',
  cost: 1,
  propose(evidence) {
    const { checks, disks, status } = evidence;
    const check = checks.get('MON_DOWN');
    const details = check?.detail ?? [];
    const named = lostMonitors(evidence);
    // Ceph 20.2 can keep the check although the monitor has joined. Only one status that has both proves it.
    const store = fields(status?.storeStatus);
    const present = fields(fields(store?.health)?.checks)?.MON_DOWN ? list(store?.quorum_names) : [];
    const outdated = named.length > 0 && named.every((name) => present.includes(name));
    // A monitor whose exit was logged may be running again, so only those that the check names count.
    const exits = exitsOf(evidence, 'mon').filter(({ at, found: [, name = ''] }) =>
      named.length === 0 ? !hasJoinedSince(evidence, name, at) : named.includes(name),
    );
    const names = named.length > 0 ? named : exits.map(({ found }) => found[1] ?? '');
    const stopped = disks.filter(({ role, daemonRunning }) => role === 'mon' && daemonRunning === false);
    if (check === undefined && names.length === 0 && stopped.length === 0) return [];
    const hosts = stopped.map(({ hostname = '' }) => hostname);
    const objects =
      names.length > 0 ? names.map((name) => `mon.${name}`) : hosts.map((host) => `mon on ${host}`);
    const total = number(fields(store?.monmap)?.num_mons) ?? number(store?.numOfMons);
    const isQuorumLost =
      checks.has('STORE_UNREACHABLE') && total !== undefined && 2 * objects.length >= total;
    // The health details, which name the monitors, may arrive later than the check.
    const what = objects.join(', ') || 'a monitor';
    return [
      {
        kind: 'mon-down',
        objects,
        host: hosts.length === 1 ? hosts[0] : undefined,
        since: exits[0]?.at,
        explains: [
          ofCheck('MON_DOWN'),
          ofDaemon('mon'),
          ...(isQuorumLost ? [ofCheck('STORE_UNREACHABLE')] : []),
        ],
        against: [],
        isProven: named.length > 0 && (stopped.length > 0 || exits.length > 0),
        text: isQuorumLost
          ? `${what} ${objects.length === 1 ? 'has' : 'have'} stopped: no majority of the ${plural(total, 'monitor')} is left`
          : outdated
            ? `${what} is in quorum, and MON_DOWN is out of date`
            : `${what} ${check !== undefined ? 'is out of quorum' : 'has stopped'}${names.length > 0 && hosts.length === 1 ? ` on ${hosts[0]}` : ''}`,
        proofs: [
          ...exits.slice(-2).map(fromLog),
          ...details.slice(0, 2).map((text) => ({ text, source: 'health' as const })),
          ...hosts.map((host) => ({ text: `the monitor on ${host} does not run`, source: 'disks' as const })),
        ],
        next: outdated
          ? ['check with `ceph quorum_status` that all monitors are in quorum']
          : [`start ${what}; look at disk space and log of its server first`],
      },
    ];
  },
};
