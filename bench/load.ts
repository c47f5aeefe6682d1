import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isInstalled } from '../scripts/lib/needs.mjs';
import { TestCluster } from '../test/ceph/cluster.ts';
import { Consoles } from './consoles.ts';
import type { LoadFigures, LoadRun } from './figures.ts';
import { cpuMs, memoryMb } from './process.ts';
import { Service } from './service.ts';
import { median, quantile } from './statistics.ts';

const OSDS = 10_000;
const MANY = 50;
const SETTLE_MS = 12_000;
const MEASURED_MS = 30_000;

/** Counts the commands that the monitors of a cluster have received, from the cluster log. */
class CommandCount {
  readonly #log: string;
  #offset = 0;

  constructor({ directory }: TestCluster) {
    this.#log = join(directory, 'log', 'cluster.log');
    this.take();
  }

  /** The commands since the last call. */
  take(): string[] {
    const file = openSync(this.#log, 'r');
    const { size } = fstatSync(file);
    const added = Buffer.alloc(size - this.#offset);
    readSync(file, added, 0, added.length, this.#offset);
    closeSync(file);
    this.#offset = size;
    const command = / \(mon\.\d+\) .* entity='client\.admin' (cmd=.*): dispatch$/gm;
    return Array.from(added.toString().matchAll(command), ([, text = '']) => text);
  }
}

async function measure(service: Service, consoles: number, commands?: CommandCount): Promise<LoadFigures> {
  await using polling = await Consoles.open(service, consoles);
  await sleep(SETTLE_MS);
  polling.take();
  commands?.take();
  const [cpu, start] = [cpuMs(service.pid), performance.now()];
  await sleep(MEASURED_MS);
  const seconds = (performance.now() - start) / 1000;
  const cpuPercent = (cpuMs(service.pid) - cpu) / seconds / 10;
  const times = polling.take().map(({ ms }) => ms);
  const asked = commands?.take();
  if (polling.failures > 0) throw new Error(`${polling.failures} reads failed`);
  return {
    readsPerSecond: times.length / seconds,
    medianMs: median(times),
    p99Ms: quantile(times, 0.99),
    cpuPercent,
    memoryMb: memoryMb(service.pid),
    ...(asked && { commandsPerSecond: asked.length / seconds, differentCommands: new Set(asked).size }),
  };
}

async function measureBoth(service: Service, showing: string, commands?: CommandCount): Promise<LoadRun[]> {
  const runs: LoadRun[] = [];
  for (const consoles of [1, MANY])
    runs.push({ showing, consoles, figures: await measure(service, consoles, commands) });
  return runs;
}

/**
 * Measures a service polled by one and by many consoles, on a large simulated cluster and, if Ceph is installed, on a small
 * real one.
 */
export async function measureLoad(folder: string, say: (line: string) => void): Promise<LoadRun[]> {
  say(`1 and ${MANY} consoles over ${OSDS} simulated OSDs`);
  const runs: LoadRun[] = [];
  {
    await using service = await Service.simulated(folder, OSDS);
    runs.push(...(await measureBoth(service, `${OSDS} simulated OSDs`)));
  }
  if (!isInstalled('ceph-mon')) return runs;
  say(`1 and ${MANY} consoles over a real cluster of 4 OSDs`);
  const cluster = await TestCluster.create();
  try {
    await using service = await Service.ceph(folder, cluster.conf);
    runs.push(...(await measureBoth(service, '4 OSDs of Ceph', new CommandCount(cluster))));
  } finally {
    await cluster.destroy();
  }
  return runs;
}
