import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../src/api/client.ts';
import type { OperationId } from '../src/api/contract/index.ts';
import { httpTransport } from '../src/api/http.ts';
import type { RawInput, Transport } from '../src/api/transport.ts';
import { SLOW_FACTOR } from '../src/store/cache/loop.ts';
import type { Resource } from '../src/store/cache/resource.ts';
import { resources } from '../src/store/cache/resources.ts';
import { TestCluster } from '../test/ceph/cluster.ts';
import type { LoadFigures, LoadRun } from './figures.ts';
import { isInstalled } from './peers.ts';
import { cpuMs, memoryMb } from './process.ts';
import { Service } from './service.ts';
import { median, quantile } from './statistics.ts';

const OSDS = 10_000;
const MANY = 50;
const SETTLE_MS = 12_000;
const MEASURED_MS = 30_000;

/** Reads as consoles do, making nothing of the answers but the first of each: what is measured is the service. */
class Consoles implements AsyncDisposable {
  readonly #times: number[] = [];
  readonly #ended = new AbortController();
  readonly #running: Promise<void>[] = [];
  readonly #transports: Transport[] = [];
  /** The first answer to each operation; how long its list is decides how often it is read. */
  readonly #answers = new Map<OperationId, unknown>();
  failures = 0;

  static async open({ url, tokenFile }: Service, count: number): Promise<Consoles> {
    const token = (await readFile(tokenFile, 'utf8')).trim();
    const consoles = new Consoles();
    for (let opened = 0; opened < count; opened++)
      consoles.#open(httpTransport({ baseUrl: url, token: async () => token }));
    return consoles;
  }

  #open(transport: Transport): void {
    this.#transports.push(transport);
    const api = this.#reader(transport);
    for (const one of Object.values<Resource>(resources)) this.#running.push(this.#poll(api, one));
  }

  /** Every operation reads its answer to the end, and gives the first one that came. */
  #reader(transport: Transport): Api {
    const read = async (id: OperationId, input: RawInput = {}) => {
      const start = performance.now();
      const { status, body } = await transport.send(id, input, { signal: this.#ended.signal });
      const isFirst = !this.#answers.has(id);
      let text = '';
      for await (const chunk of body) if (isFirst) text += chunk;
      if (status >= 400) throw new Error(`${id}: ${status}`);
      this.#times.push(performance.now() - start);
      if (!this.#answers.has(id)) this.#answers.set(id, JSON.parse(text));
      return this.#answers.get(id);
    };
    const call = (_: object, id: string | symbol) => (input?: RawInput) => read(id as OperationId, input);
    return new Proxy({}, { get: call }) as Api;
  }

  async #poll(api: Api, resource: Resource): Promise<void> {
    const { signal } = this.#ended;
    const every = (last: unknown) =>
      last === undefined ? resource.everyMs : (resource.intervalAfter?.(last) ?? resource.everyMs);
    // Consoles are not opened at the same moment: the first two reads are spread, and with them all that follow.
    let wait = Math.random() * Math.min(every(undefined), SETTLE_MS / 2);
    for (let reads = 0; ; reads++) {
      await sleep(wait, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const start = performance.now();
      const data = await resource.read(api, signal).catch(() => {
        if (!signal.aborted) this.failures++;
        return undefined;
      });
      const took = performance.now() - start;
      wait = Math.max(every(data), SLOW_FACTOR * took) - took;
      if (reads === 0) wait *= Math.random();
    }
  }

  /** The durations of the reads since the last call, in milliseconds. */
  takeTimes(): number[] {
    return this.#times.splice(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    await Promise.all(this.#running);
    await Promise.all(this.#transports.map((transport) => transport.close()));
  }
}

/** Counts what the monitors of a cluster have been asked by its log, in which they note each command. */
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
    return Array.from(added.toString().matchAll(command), ([, said = '']) => said);
  }
}

async function measure(service: Service, consoles: number, commands?: CommandCount): Promise<LoadFigures> {
  await using polling = await Consoles.open(service, consoles);
  await sleep(SETTLE_MS);
  polling.takeTimes();
  commands?.take();
  const [cpu, start] = [cpuMs(service.pid), performance.now()];
  await sleep(MEASURED_MS);
  const seconds = (performance.now() - start) / 1000;
  const cpuPercent = (cpuMs(service.pid) - cpu) / seconds / 10;
  const times = polling.takeTimes();
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

/** Consoles that poll, one and then many of them, over a large simulated cluster, and a small real one where Ceph is installed. */
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
