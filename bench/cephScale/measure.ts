import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../src/api/contract/index.ts';
import { Consoles } from '../consoles.ts';
import { cpuMs } from '../process.ts';
import { Service } from '../service.ts';
import { median } from '../statistics.ts';
import { LargeCluster } from './cluster.ts';
import { watchFamily } from './family.ts';

const CONSOLES = [1, 50] as const;
const SETTLE_MS = 15_000;
const MEASURED_MS = 60_000;

/** The answer times of an operation, in milliseconds. */
export interface AnswerTimes {
  readonly median: number;
  readonly longest: number;
}

/** The figures of one minute with consoles on a large cluster. */
export interface ScaleRun {
  readonly osds: number;
  /** The state of its placement groups. */
  readonly groups: string;
  readonly consoles: number;
  readonly answers: ReadonlyMap<OperationId, AnswerTimes>;
  readonly failures: number;
  /** Kilobytes per second read from the cluster. */
  readonly kilobytesPerSecond: number;
  /** CPU seconds per minute of service and helper together, and of the monitor beyond its idle use. */
  readonly ourCpuS: number;
  readonly monitorCpuS: number;
  /** The memory of service and helper together, in megabytes. */
  readonly memoryMb: number;
}

/** The CPU seconds that the monitor uses per minute without any requests. */
async function monitorAlone(cluster: LargeCluster): Promise<number> {
  const pid = cluster.pidOf('mon.a');
  const before = cpuMs(pid);
  await sleep(MEASURED_MS);
  return (cpuMs(pid) - before) / 1000;
}

async function measure(
  cluster: LargeCluster,
  service: Service,
  { consoles, groups, alone }: { readonly consoles: number; readonly groups: string; readonly alone: number },
): Promise<ScaleRun> {
  await using polling = await Consoles.open(service, consoles);
  await sleep(SETTLE_MS);
  polling.take();
  const monitor = cluster.pidOf('mon.a');
  const monitorBefore = cpuMs(monitor);
  const used = await watchFamily(service.pid, MEASURED_MS);
  const monitorAfter = cpuMs(monitor);
  const times = Map.groupBy(polling.take(), ({ id }) => id);
  const answers = [...times].map(([id, reads]): [OperationId, AnswerTimes] => {
    const ms = reads.map((read) => read.ms);
    return [id, { median: median(ms), longest: Math.max(...ms) }];
  });
  return {
    osds: cluster.osds,
    groups,
    consoles,
    answers: new Map(answers),
    failures: polling.failures,
    kilobytesPerSecond: used.bytesRead / MEASURED_MS,
    ourCpuS: used.cpuMs / 1000,
    monitorCpuS: (monitorAfter - monitorBefore) / 1000 - alone,
    memoryMb: used.memoryMb,
  };
}

/**
 * Measures consoles on a real monitor with a map of `osds` OSDs: while the cluster is healthy, and while most placement
 * groups are unknown.
 */
export async function measureCephScale(
  folder: string,
  osds: number,
  say: (line: string) => void,
): Promise<readonly ScaleRun[]> {
  say(`a map of ${osds} OSDs is made`);
  await using cluster = await LargeCluster.create(osds);
  const runs: ScaleRun[] = [];
  const measureAll = async (groups: string) => {
    await sleep(SETTLE_MS);
    const alone = await monitorAlone(cluster);
    await using service = await Service.ceph(folder, cluster.cluster.conf);
    for (const consoles of CONSOLES) {
      say(`${consoles} consoles over ${osds} OSDs of Ceph, ${groups}`);
      runs.push(await measure(cluster, service, { consoles, groups, alone }));
    }
  };
  await measureAll('calm');
  const unknown = await cluster.addUnknownGroups();
  await measureAll(`${unknown} groups unknown`);
  return runs;
}
