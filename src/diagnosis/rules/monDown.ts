import { fields, list, number } from '../../lib/untyped.ts';
import { listed, plural } from '../../lib/words.ts';
import { exitsOf, type DiagnosticEvidence } from '../evidence/evidence.ts';
import { SERVER_SILENT_S } from '../evidence/failures.ts';
import { leftQuorumAt } from '../evidence/losses.ts';
import { lostMonitors } from '../evidence/lostMonitors.ts';
import type { Place } from '../evidence/osds.ts';
import { type Candidate, earliest, fromLog, placeName, type Proof, type Rule } from '../rule.ts';
import { ofCheck, ofDaemon } from '../symptomIds.ts';

/** True if a monitor was in the quorum of an election after a time in milliseconds since the epoch. */
const hasJoinedSince = ({ log }: DiagnosticEvidence, name: string, time: number): boolean =>
  log.leader.some(({ at, found: [, quorum = ''] }) => at > time && quorum.split(',').includes(name));

/** The loss of the majority of the monitors, and the servers that have part in it because they are silent. */
interface LostQuorum extends Pick<Candidate, 'text' | 'proofs' | 'next'> {
  readonly silent: readonly string[];
}

/**
 * The loss of the majority, if half of the monitors or more have stopped or are on servers that are silent. Without a
 * majority no answer of the cluster says which monitors are lost.
 * @param stopped the monitors that have stopped
 * @param hosts their servers
 */
function lostQuorum(
  { checks, daemons, disks, status, places }: DiagnosticEvidence,
  stopped: readonly string[],
  hosts: readonly string[],
): LostQuorum | undefined {
  if (!checks.has('STORE_UNREACHABLE')) return undefined;
  const monitors = disks.filter(({ role }) => role === 'mon');
  const store = fields(status?.storeStatus);
  // The status may lack the number then, but the disks of monitors are known from before.
  const total =
    number(fields(store?.monmap)?.num_mons) ?? number(store?.numOfMons) ?? (monitors.length || undefined);
  const unanswered = (daemons?.lostMonitors ?? []).filter((one) => one.silent === true);
  const silent = [
    ...new Set([...silentHosts(monitors), ...unanswered.map(({ server, mon }) => server ?? `mon.${mon}`)]),
  ].filter((host) => !hosts.includes(host));
  if (total === undefined || 2 * (stopped.length + silent.length) < total) return undefined;
  const names = listed(silent, 3);
  const all = new Set(silentHosts(disks));
  const large = places.filter(
    ({ type, hosts: own }) => type !== 'HOST' && own.size > 1 && own.isSubsetOf(all),
  );
  const toCheck = [
    ...large.map(placeName),
    ...silent.filter((host) => !large.some(({ hosts: own }) => own.has(host))),
  ];
  // If all of them are silent, the service itself may be cut off.
  const isAll = silent.length === total;
  const parts = [
    ...(stopped.length > 0 ? [`${stopped.join(', ')} ${stopped.length === 1 ? 'has' : 'have'} stopped`] : []),
    ...(silent.length > 0
      ? [
          `the monitor ${silent.length === 1 ? `host ${names} is` : `hosts ${names} are`} silent${withOthers(large, all.size - silent.length)}`,
        ]
      : []),
  ];
  return {
    silent,
    text: `${parts.join(', and ')}: no majority of the ${plural(total, 'monitor')} is left`,
    proofs: [
      ...silentHosts(monitors).map(
        (host) => ({ text: `the monitor host ${host} is silent`, source: 'disks' }) as const,
      ),
      ...unanswered.map(({ mon }) => proof(`the address of mon.${mon} gives no answer`)),
    ],
    next:
      silent.length > 0
        ? [
            `check power, console and network of ${listed(toCheck, 3)}${isAll ? ', and the network of this service' : ''}`,
          ]
        : [],
  };
}

/** The servers of these disks that have not been heard from for some time. */
const silentHosts = (disks: DiagnosticEvidence['disks']): readonly string[] => [
  ...new Set(
    disks.flatMap(({ hostname, serverLastSeen = 0 }) =>
      serverLastSeen > SERVER_SILENT_S ? (hostname ?? []) : [],
    ),
  ),
];

/** The other silent parts, as the end of a sentence: racks or other places as a whole, or else further servers. */
function withOthers(silentPlaces: readonly Place[], others: number): string {
  if (silentPlaces.length > 0) return `, as all servers of ${listed(silentPlaces.map(placeName), 3)} are`;
  return others > 0 ? `, as ${plural(others, 'other server')} ${others === 1 ? 'is' : 'are'}` : '';
}

/** The answers of the servers of monitors that are out of quorum. */
type Asked = NonNullable<NonNullable<DiagnosticEvidence['daemons']>['lostMonitors']>;

/** The answers about all of these monitors, if all say the same: that their processes run, or that they do not. */
function askedAbout(
  { daemons }: DiagnosticEvidence,
  named: readonly string[],
): { readonly gone: Asked; readonly running: Asked } {
  const about = (daemons?.lostMonitors ?? []).filter(({ mon = '' }) => named.includes(mon));
  const all = (run: boolean) => {
    const found = about.filter(({ runs }) => runs === run);
    return found.length === named.length ? found : [];
  };
  return { gone: all(false), running: all(true) };
}

/** The state of monitors, as the end of a sentence about them. */
function stateWords(
  isMany: boolean,
  isOut: boolean,
  { gone, running }: ReturnType<typeof askedAbout>,
): string {
  const [is, has, runs] = isMany ? ['are', 'have', 'they run'] : ['is', 'has', 'it runs'];
  const servers = [...gone, ...running].flatMap(({ server = [] }) => server);
  const on = servers.length === 1 ? ` on ${servers[0]}` : '';
  if (gone.length > 0 || !isOut) return `${has} stopped${on}`;
  return `${is} out of quorum${running.length > 0 ? `, although ${runs}${on}` : ''}`;
}

const proof = (text: string): Proof => ({ text, source: 'daemons' });

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
    const hosts = stopped.map(({ hostname = '' }) => hostname);
    const objects =
      names.length > 0 ? names.map((name) => `mon.${name}`) : hosts.map((host) => `mon on ${host}`);
    const exitedOn = exits.map(({ server = -1 }) => evidence.servers.get(server) ?? '');
    const asked = askedAbout(evidence, named);
    const goneFrom = asked.gone.flatMap(({ server = [] }) => server);
    const lost = lostQuorum(evidence, objects, [...hosts, ...exitedOn, ...goneFrom]);
    if (check === undefined && objects.length === 0 && lost === undefined) return [];
    // The health details, which name the monitors, may arrive later than the check.
    const what = objects.join(', ') || 'a monitor';
    const is = objects.length > 1 ? 'are' : 'is';
    const start =
      asked.running.length > 0
        ? `read the log of ${what}, and look at the network of its server`
        : `start ${what}; look at disk space and log of its server first`;
    return [
      {
        kind: 'mon-down',
        objects: [...objects, ...(lost?.silent ?? [])],
        host: hosts.length === 1 ? hosts[0] : undefined,
        since: exits[0]?.at ?? earliest(named.map((name) => leftQuorumAt(evidence.log, name))),
        explains: [
          ofCheck('MON_DOWN'),
          ofDaemon('mon'),
          ...(lost === undefined ? [] : [ofCheck('STORE_UNREACHABLE')]),
        ],
        against: [],
        isProven: named.length > 0 && (stopped.length > 0 || exits.length > 0 || asked.gone.length > 0),
        text:
          lost !== undefined
            ? lost.text
            : outdated
              ? `${what} ${is} in quorum, and MON_DOWN is out of date`
              : `${what} ${stateWords(objects.length > 1, check !== undefined || named.length > 0, asked)}${names.length > 0 && hosts.length === 1 ? ` on ${hosts[0]}` : ''}`,
        proofs: [
          ...exits.slice(-2).map(fromLog),
          ...asked.gone.map(({ mon, server }) => proof(`mon.${mon} does not run on ${server}`)),
          ...asked.running.map(({ mon, server }) => proof(`mon.${mon} runs on ${server}`)),
          ...details.slice(0, 2).map((text) => ({ text, source: 'health' as const })),
          ...hosts.map((host) => ({ text: `the monitor on ${host} does not run`, source: 'disks' as const })),
          ...(lost?.proofs ?? []),
        ],
        next: outdated
          ? ['check with `ceph quorum_status` that all monitors are in quorum']
          : [...(objects.length > 0 || lost === undefined ? [start] : []), ...(lost?.next ?? [])],
      },
    ];
  },
};
