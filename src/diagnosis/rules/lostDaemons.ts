import { type DiagnosticEvidence, exitsOf } from '../evidence/evidence.ts';
import { endedServers, laggyRanks } from '../evidence/laggyRanks.ts';
import type { LogLine } from '../evidence/log.ts';
import { WORKING } from '../evidence/losses.ts';

/** The metadata servers or managers that have gone. */
export interface LostDaemons {
  /** Their names, such as `mds.a`. */
  readonly names: readonly string[];
  /** The names of those that have stopped, according to systemd, or because nothing listens at their address any more. */
  readonly stopped: readonly string[];
  /** The exits of those that have stopped according to their servers. */
  readonly exits: readonly LogLine[];
  /** The last lines of the monitors about those that they no longer hear from. */
  readonly silent: readonly LogLine[];
  /** The times at which they ended or were last heard by the monitors, in milliseconds since the epoch, as far as known. */
  readonly times: readonly number[];
  /** True if a standby took over from one of them. */
  readonly hasSuccessor: boolean;
}

/** The monitors' words for a daemon that another one replaces. */
const REPLACED: ReadonlySet<string | undefined> = new Set([
  'as rank',
  'is not responding',
  'is unresponsive, replacing',
]);

/** The time in milliseconds for which the monitors wait for a daemon by default (mds_beacon_grace, mon_mgr_beacon_grace). */
export const GRACE_MS = { mds: 15_000, mgr: 30_000 } as const;
/** The time in milliseconds after the election of a leader in which it waits for longer: up to a minute was seen. */
const ELECTED_MS = 90_000;

/** The daemons of a kind that have gone, and have not been given work by the monitors since. */
export function lostDaemons(evidence: DiagnosticEvidence, kind: 'mds' | 'mgr'): LostDaemons {
  const lines = kind === 'mds' ? evidence.log.metadataServers : evidence.log.managers;
  const last = new Map(lines.map((line) => [line.found[0], line]));
  const worksSince = ({ found: [, name], at }: LogLine) => {
    const line = last.get(name ?? '');
    return line !== undefined && line.at > at && WORKING.has(line.found[1]);
  };
  const exits = exitsOf(evidence, kind).filter((exit) => !worksSince(exit));
  const silent = [...last.values()].filter(({ found }) => !WORKING.has(found[1]));
  const names = new Set([...exits.map(({ found }) => found[1]), ...silent.map(({ found }) => found[0])]);
  const laggy = kind === 'mds' ? laggyRanks(evidence.status) : [];
  const stopped = new Set([
    ...exits.map(({ found }) => `${kind}.${found[1]}`),
    ...(kind === 'mds' ? endedServers(evidence.status) : []),
  ]);
  return {
    names: [
      ...new Set([
        ...[...names].map((name) => `${kind}.${name}`),
        ...laggy.map(({ server }) => server),
        ...stopped,
      ]),
    ],
    stopped: [...stopped],
    exits,
    silent,
    times: [
      ...exits.map(({ at }) => at),
      ...silent
        .filter(({ found: [name] }) => !exits.some(({ found }) => found[1] === name))
        .filter(
          ({ at }) => !evidence.log.leader.some((line) => at - line.at >= 0 && at - line.at < ELECTED_MS),
        )
        .map(({ at }) => at - GRACE_MS[kind]),
    ],
    hasSuccessor: lines.some(({ found: [name, word] }) => names.has(name) && REPLACED.has(word)),
  };
}
