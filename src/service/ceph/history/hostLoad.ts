import { readFile } from 'node:fs/promises';
import { cpus, freemem, loadavg, totalmem } from 'node:os';
import type { Clock } from '../../../lib/clock.ts';
import type { Values } from './history.ts';

/** Counters of a server. They grow, until one starts anew: an interface went away, or the kernel counted on from 0. */
export interface Counters {
  /** Milliseconds of all processors. */
  readonly busy: number;
  readonly total: number;
  /** Bytes in and out. */
  readonly traffic: number;
  /** Milliseconds for which a disk was busy, by its name. */
  readonly disks: ReadonlyMap<string, number>;
}

/** Names of whole disks; what begins with dm- or loop lies on others. */
const DISK = /^(?:sd[a-z]+|vd[a-z]+|xvd[a-z]+|nvme\d+n\d+)$/;
/** Fields of /proc/diskstats (proc(5)), counted from 0. */
const [DISK_NAME, IO_TICKS] = [2, 12];
/** Fields of /proc/net/dev behind the name of the interface. */
const [RECEIVED, SENT] = [0, 8];

const words = (line: string): string[] => line.trim().split(/\s+/);

/** Bytes in and out of all interfaces but the loopback one, from /proc/net/dev. */
export function networkBytes(text: string): number {
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([name = '', counters]) => counters !== undefined && name.trim() !== 'lo')
    .map(([, counters = '']) => words(counters))
    .reduce((sum, fields) => sum + Number(fields[RECEIVED]) + Number(fields[SENT]), 0);
}

/** Milliseconds for which each whole disk was busy, from /proc/diskstats. */
export function busyDisks(text: string): ReadonlyMap<string, number> {
  return new Map(
    text
      .split('\n')
      .map(words)
      .filter((fields) => DISK.test(fields[DISK_NAME] ?? ''))
      .map((fields) => [fields[DISK_NAME] ?? '', Number(fields[IO_TICKS])]),
  );
}

async function readCounters(): Promise<Counters> {
  const [network, diskstats] = await Promise.all(
    ['/proc/net/dev', '/proc/diskstats'].map((path) => readFile(path, 'utf8')),
  );
  let [busy, total] = [0, 0];
  for (const { times } of cpus()) {
    const all = Object.values(times).reduce((sum, time) => sum + time, 0);
    total += all;
    busy += all - times.idle;
  }
  return { busy, total, traffic: networkBytes(network ?? ''), disks: busyDisks(diskstats ?? '') };
}

/** The load by counters that were read `ms` milliseconds apart. Of one that has gone down they tell nothing. */
export function loadBetween(before: Counters, after: Counters, ms: number): Values {
  const values: Record<string, number> = {};
  const enter = (plot: string, growth: number, perGrowth: number, most = Infinity) => {
    if (growth >= 0) values[plot] = Math.min(most, growth * perGrowth);
  };
  const total = Math.max(1, after.total - before.total);
  enter('server-cpu/busy', after.busy - before.busy, 100 / total, 100);
  enter('server-network/traffic', after.traffic - before.traffic, (8 * 1000) / ms);
  for (const [name, ticks] of after.disks)
    enter(`server-disk-load/${name}`, ticks - (before.disks.get(name) ?? NaN), 100 / ms, 100);
  return values;
}

/** Measures the server on which this runs; each time since the time before. */
export function hostLoad(clock: Clock): () => Promise<Values> {
  let last: { readonly at: number; readonly counters: Counters } | undefined;
  return async () => {
    const [at, counters] = [clock.elapsed(), await readCounters()];
    const since = last && at > last.at ? loadBetween(last.counters, counters, at - last.at) : {};
    last = { at, counters };
    return {
      'server-load/load': loadavg()[0] ?? 0,
      'server-memory/used': 100 * (1 - freemem() / totalmem()),
      ...since,
    };
  };
}
