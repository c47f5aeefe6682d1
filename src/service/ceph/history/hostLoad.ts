import type { Clock } from '../../../lib/clock.ts';
import type { ServerHelper } from '../access/serverAccess.ts';
import type { PlotValues } from './history.ts';

/** Counters of a server. They grow until they are reset, by a reboot or when a network interface is removed. */
export interface Counters {
  /** Ticks of all processors. */
  readonly busy: number;
  readonly total: number;
  /** Bytes in and out. */
  readonly traffic: number;
  /** The time that each disk was busy, in milliseconds, by its name. */
  readonly disks: ReadonlyMap<string, number>;
}

/** Names of whole physical disks; dm- and loop devices are stored on those. */
const DISK = /^(?:sd[a-z]+|vd[a-z]+|xvd[a-z]+|nvme\d+n\d+)$/;
/** Fields of /proc/diskstats (proc(5)), counted from 0. */
const [DISK_NAME, IO_TICKS] = [2, 12];
/** Fields of /proc/net/dev after the name of the interface. */
const [RECEIVED, SENT] = [0, 8];

/** The timeout of a measurement; a slower server is left out this time. */
const TIMEOUT_MS = 5000;

const splitFields = (line: string): string[] => line.trim().split(/\s+/);

/** Bytes in and out of all interfaces but the loopback one, from /proc/net/dev. */
export function networkBytes(text: string): number {
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([name = '', counters]) => counters !== undefined && name.trim() !== 'lo')
    .map(([, counters = '']) => splitFields(counters))
    .reduce((sum, fields) => sum + Number(fields[RECEIVED]) + Number(fields[SENT]), 0);
}

/** The time that each whole disk was busy, in milliseconds, from /proc/diskstats. */
export function busyDisks(text: string): ReadonlyMap<string, number> {
  return new Map(
    text
      .split('\n')
      .map(splitFields)
      .filter((fields) => DISK.test(fields[DISK_NAME] ?? ''))
      .map((fields) => [fields[DISK_NAME] ?? '', Number(fields[IO_TICKS])]),
  );
}

/** Ticks of all processors, from the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. */
export function processorTicks(text: string): Pick<Counters, 'busy' | 'total'> {
  const [, ...ticks] = splitFields(text.split('\n')[0] ?? '');
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, ...rest] = ticks.slice(0, 8).map(Number);
  const busy = [user, nice, system, ...rest].reduce((sum, one) => sum + one, 0);
  return { busy, total: busy + idle + iowait };
}

/** The percentage of memory in use, from /proc/meminfo. */
export function usedMemory(text: string): number {
  const sizes = new Map(
    text.split('\n').map((line) => [line.split(':')[0] ?? '', parseInt(line.split(':')[1] ?? '')]),
  );
  return 100 * (1 - (sizes.get('MemAvailable') ?? NaN) / (sizes.get('MemTotal') ?? NaN));
}

const FILES = ['/proc/stat', '/proc/net/dev', '/proc/diskstats', '/proc/loadavg', '/proc/meminfo'];

/** Reads the counters of a server, and the values that are not counters. */
async function readHost(
  helper: ServerHelper,
): Promise<{ readonly counters: Counters; readonly plots: PlotValues }> {
  const texts = await helper.call<readonly string[]>(
    'host.read',
    { paths: FILES },
    { timeoutMs: TIMEOUT_MS },
  );
  const [stat = '', network = '', disks = '', load = '', memory = ''] = texts;
  return {
    counters: { ...processorTicks(stat), traffic: networkBytes(network), disks: busyDisks(disks) },
    plots: { 'server-load/load': parseFloat(load), 'server-memory/used': usedMemory(memory) },
  };
}

/** The load from counters that were read `ms` milliseconds apart. A counter that was reset gives no value. */
export function loadBetween(before: Counters, after: Counters, ms: number): PlotValues {
  const values: Record<string, number> = {};
  const enter = (plot: string, growth: number, factor: number, max = Infinity) => {
    if (growth >= 0) values[plot] = Math.min(max, growth * factor);
  };
  const total = Math.max(1, after.total - before.total);
  enter('server-cpu/busy', after.busy - before.busy, 100 / total, 100);
  enter('server-network/traffic', after.traffic - before.traffic, (8 * 1000) / ms);
  for (const [name, ticks] of after.disks)
    enter(`server-disk-load/${name}`, ticks - (before.disks.get(name) ?? NaN), 100 / ms, 100);
  return values;
}

/** Makes the function that measures the load of a server since the previous call. */
export function hostLoad(clock: Clock): (helper: ServerHelper) => Promise<PlotValues> {
  let last: { readonly at: number; readonly counters: Counters } | undefined;
  return async (helper) => {
    const at = clock.elapsed();
    const { counters, plots } = await readHost(helper);
    const since = last && at > last.at ? loadBetween(last.counters, counters, at - last.at) : {};
    last = { at, counters };
    return { ...plots, ...since };
  };
}
