import { readFile } from 'node:fs/promises';
import { cpus, freemem, loadavg, totalmem } from 'node:os';
import type { Clock } from '../../../lib/clock.ts';
import type { Values } from './history.ts';

/** Counters of a server that only grow. */
interface Counters {
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

function networkBytes(text: string): number {
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([name = '', counters]) => counters !== undefined && name.trim() !== 'lo')
    .map(([, counters = '']) => words(counters))
    .reduce((sum, fields) => sum + Number(fields[RECEIVED]) + Number(fields[SENT]), 0);
}

function busyDisks(text: string): ReadonlyMap<string, number> {
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

/** Measures the server on which this runs; each time since the time before. */
export function hostLoad(clock: Clock): () => Promise<Values> {
  let last: { readonly at: number; readonly counters: Counters } | undefined;
  return async () => {
    const [at, counters] = [clock.now(), await readCounters()];
    const values: Record<string, number> = {
      'server-load/load': loadavg()[0] ?? 0,
      'server-memory/used': 100 * (1 - freemem() / totalmem()),
    };
    if (last && at > last.at) {
      const { counters: before } = last;
      const ms = at - last.at;
      values['server-cpu/busy'] =
        (100 * (counters.busy - before.busy)) / Math.max(1, counters.total - before.total);
      values['server-network/traffic'] = (8 * 1000 * (counters.traffic - before.traffic)) / ms;
      for (const [name, ticks] of counters.disks) {
        const earlier = before.disks.get(name);
        if (earlier !== undefined)
          values[`server-disk-load/${name}`] = Math.min(100, (100 * (ticks - earlier)) / ms);
      }
    }
    last = { at, counters };
    return values;
  };
}
