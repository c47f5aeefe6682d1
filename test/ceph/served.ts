import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { program } from '../../scripts/lib/project.mjs';
import { createApi, type Api } from '../../src/api/client.ts';
import type { Task } from '../../src/api/contract/shapes.ts';
import { httpTransport } from '../../src/api/http.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { CONTROL_SOCKET } from '../../src/service/http/limits.ts';
import { type Cache, createCache } from '../../src/store/cache/cache.ts';
import { resources } from '../../src/store/cache/resources.ts';
import { Service } from '../support/service.ts';
import { Home } from '../support/storedeck.ts';
import { TestCluster, type Daemon, type Shape } from './cluster.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 90_000;

/** Waits for something that a client sees. A failed read is retried. */
export const eventually = <T>(read: () => Promise<T>, interval = 250, timeout = TIMEOUT_MS) =>
  expect.poll(() => read().catch((failure: unknown) => String(failure)), { timeout, interval });

/** The parent of a process, which follows its name and state in /proc. */
function parentOf(pid: string): number {
  try {
    return Number(/^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return NaN;
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
};

/** A console that polls all the time over one connection. */
class Watcher implements Disposable {
  readonly #cache: Cache;

  constructor(api: Api) {
    this.#cache = createCache({ api, clock: systemClock() });
    for (const one of [resources.status, resources.crush, resources.tasks]) this.#cache.watch(one);
  }

  get health(): string | undefined {
    const { data, failures } = this.#cache.slot(resources.status);
    return failures > 0 ? 'unreached' : data?.storeStatus?.health?.status;
  }

  [Symbol.dispose](): void {
    this.#cache[Symbol.dispose]();
  }
}

/** A real cluster behind the real service, with a client that survives restarts of the service. */
export class Served {
  readonly cluster: TestCluster;
  readonly home: Home;
  readonly api: Api;
  readonly watcher: Watcher;
  #service: Service;
  readonly #close: () => Promise<void>;

  private constructor(cluster: TestCluster, home: Home, service: Service) {
    this.cluster = cluster;
    this.home = home;
    this.#service = service;
    const token = readFileSync(service.tokenFile, 'utf8').trim();
    const transport = httpTransport({ baseUrl: service.url, token: async () => token });
    this.api = createApi({ transport, readOnly: () => false, clock: systemClock() });
    this.watcher = new Watcher(this.api);
    this.#close = () => transport.close();
  }

  static async create(shape: Shape = {}): Promise<Served> {
    const cluster = await TestCluster.create(shape);
    const home = new Home();
    return new Served(cluster, home, await Service.start(home, Served.#args(cluster)));
  }

  static #args({ conf, s3 }: TestCluster): string[] {
    return ['--engine', 'ceph', '--conf', conf, '--s3', s3];
  }

  /** The connection of the service to the cluster. */
  get helperPid(): number {
    const { pid } = this.#service;
    const found = readdirSync('/proc').find((name) => /^\d+$/.test(name) && parentOf(name) === pid);
    if (found === undefined) throw new Error('the service has no helper process');
    return Number(found);
  }

  /** Kills the service with SIGKILL, and waits for the end of its helper, which is not told to end. */
  async killService(): Promise<void> {
    const helper = this.helperPid;
    await this.#service.kill();
    await eventually(async () => isAlive(helper)).toBe(false);
  }

  /** Kills the service and its helper at the same time, as if their server lost its power. */
  async killServiceWithHelper(): Promise<void> {
    const helper = this.helperPid;
    const killed = this.#service.kill();
    process.kill(helper, 'SIGKILL');
    await killed;
  }

  /** Starts the service again at the same address, and resolves once it answers from the cluster. */
  async startService(): Promise<void> {
    const { host } = new URL(this.#service.url);
    this.#service = await Service.start(this.home, Served.#args(this.cluster), host);
    await eventually(() => this.api.listNetworks({})).toBeInstanceOf(Array);
  }

  /** Begins to delete the disk of an OSD, and returns the task once it waits for the data to move. */
  async deleteOsd(diskId: number): Promise<number> {
    await this.api.deleteDisk({ params: { diskId } });
    const { id = NaN } = await this.latestTask();
    await eventually(async () => (await this.task(id)).output).toContain('have not moved yet');
    return id;
  }

  async latestTask(): Promise<Task> {
    const { data = [] } = await this.api.listTasks({ query: { limit: 1 } });
    return data[0] ?? {};
  }

  /** Freezes daemons, as if their server hung, until the result is disposed. */
  freeze(...daemons: readonly Daemon[]): Disposable {
    const pids = daemons.map((name) =>
      Number(readFileSync(join(this.cluster.directory, 'run', `${name}.pid`), 'utf8')),
    );
    const signal = (name: NodeJS.Signals) => {
      for (const pid of pids) process.kill(pid, name);
    };
    signal('SIGSTOP');
    return { [Symbol.dispose]: () => signal('SIGCONT') };
  }

  /** The pending change of the CRUSH map, as the command on the service's machine shows it. */
  async changeRequests(): Promise<unknown> {
    const control = join(this.home.folder, CONTROL_SOCKET);
    const { stdout } = await run(process.execPath, [program, 'changes', '--json', '--control', control]);
    return JSON.parse(stdout);
  }

  task(id = NaN): Promise<Task> {
    return this.api.getTask({ params: { id } });
  }

  /** Waits for the end of a task, which may itself wait until Ceph has given up on a killed client. */
  async ended(id = NaN): Promise<Task> {
    await eventually(async () => (await this.task(id)).done, 250, 2 * TIMEOUT_MS).toBe(true);
    return this.task(id);
  }

  async destroy(): Promise<void> {
    this.watcher[Symbol.dispose]();
    await this.#close();
    await this.#service[Symbol.asyncDispose]();
    await this.cluster.destroy();
    this.home[Symbol.dispose]();
  }
}
