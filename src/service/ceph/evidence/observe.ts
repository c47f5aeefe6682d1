import type { Clock } from '../../../lib/clock.ts';
import { latestAnswers } from '../access/latestAnswers.ts';
import type { ServerAccess, ServerHelper } from '../access/serverAccess.ts';
import { INTERVAL_MS, OUTDATED_MS, SERVER_TIMEOUT_MS } from './limits.ts';

/** The counters of a network interface since the boot. */
interface InterfaceCounters {
  readonly name: string;
  readonly state: string;
  /** In Mbit/s. */
  readonly speed?: number;
  readonly packets: number;
  readonly errors: number;
  /** The number of times that it came or went. */
  readonly changes: number;
}

/** The counters of a server since its boot. */
interface ServerCounters {
  /** TCP segments; those that were sent include those that were sent again. */
  readonly segments?: { readonly sent: number; readonly again: number };
  readonly links?: readonly InterfaceCounters[];
}

/** The helper's answer to `host.observe`; what it could not read is missing. */
export interface HostObservation extends ServerCounters {
  /** Seconds. */
  readonly uptime?: number;
  /** Recent lines of the kernel log that tell of trouble, which begin with the seconds since the boot. */
  readonly kernel?: readonly string[];
  readonly synchronised?: boolean;
  /** PCI addresses by disk. */
  readonly controllers?: Readonly<Record<string, string>>;
  /** By disk. */
  readonly smart?: Readonly<Record<string, { readonly status: string; readonly details: string }>>;
  /** The times at which this reading began and ended, in seconds since the epoch by the clock of the server. */
  readonly clock: readonly [began: number, ended: number];
}

/** Counters with the time at which they were read, in elapsed milliseconds. */
type DatedCounters = ServerCounters & { readonly at: number };

/** A reading of a server. */
export interface ObservedServer {
  /** Seconds since it was read. */
  readonly age: number;
  readonly told: HostObservation;
  /** The seconds by which its clock is ahead of that of the service, and the largest error of that. */
  readonly ahead: number;
  readonly within: number;
  /** True if the service runs there. */
  readonly isOwn: boolean;
  readonly now: DatedCounters;
  /** The earlier readings of the last minute, oldest first. */
  readonly earlier: readonly DatedCounters[];
}

/** The disks on a server of which it is asked: all, and those whose SMART status is read. */
export interface AskedDisks {
  readonly disks: readonly string[];
  readonly suspects: readonly string[];
}

/** The time in milliseconds over which counters are compared. */
const WINDOW_MS = 60_000;

/** Makes the function that returns what servers say of themselves, by their names; what is outdated is left out. */
export function serverObserver(access: Pick<ServerAccess, 'find'>, clock: Clock) {
  const readings = new Map<string, readonly DatedCounters[]>();
  let wanted: ((host: string) => AskedDisks) | undefined;
  const read = async ({ call, kind }: ServerHelper, host: string): Promise<Omit<ObservedServer, 'age'>> => {
    const asked = clock.now();
    const told = await call<HostObservation>(
      'host.observe',
      { ...wanted?.(host) },
      { timeoutMs: SERVER_TIMEOUT_MS },
    );
    const [began, ended] = told.clock;
    const answered = clock.now();
    const { segments, links } = told;
    const now = { at: clock.elapsed(), ...(segments && { segments }), ...(links && { links }) };
    const earlier = (readings.get(host) ?? []).filter(({ at }) => now.at - at <= WINDOW_MS);
    readings.set(host, [...earlier, now]);
    return {
      told,
      ahead: (began + ended) / 2 - (asked + answered) / 2000,
      within: Math.max(0, (answered - asked) / 1000 - (ended - began)) / 2,
      isOwn: kind === 'local',
      now,
      earlier,
    };
  };
  const latest = latestAnswers(access, clock, read, { intervalMs: INTERVAL_MS });
  return async (
    hosts: readonly string[],
    disksOn?: (host: string) => AskedDisks,
  ): Promise<ReadonlyMap<string, ObservedServer>> => {
    wanted = disksOn;
    const all = await latest(hosts);
    return new Map(
      [...all].flatMap(([host, { value, age }]) =>
        age * 1000 > OUTDATED_MS ? [] : [[host, { ...value, age }] as const],
      ),
    );
  };
}
