import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { program } from '../../scripts/lib/project.mjs';
import { createApi, type Api } from '../../src/api/client.ts';
import { httpTransport } from '../../src/api/http.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { type Daemon, TestCluster } from '../../test/ceph/cluster.ts';
import { Service } from '../../test/support/service.ts';
import { Home } from '../../test/support/storedeck.ts';

export const run = promisify(execFile);

const PATIENCE_MS = 240_000;

/** Repeats a check until it returns a value. @throws Error after four minutes */
export async function until<T>(what: string, check: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(250)) {
    const found = await check().catch(() => undefined);
    if (found !== undefined) return found;
  }
  throw new Error(`not within ${PATIENCE_MS / 1000} s: ${what}`);
}

/** The configuration and the user with which the service reaches the cluster. */
export interface ServiceAccess {
  readonly conf?: string;
  readonly user?: string;
}

/** A cluster of three monitors with a service, whose address stays the same when it is restarted. */
export class Lab implements AsyncDisposable {
  readonly cluster: TestCluster;
  readonly api: Api;
  readonly #home = new Home();
  #service: Service;
  readonly #close: () => Promise<void>;

  private constructor(cluster: TestCluster, home: Home, service: Service) {
    this.cluster = cluster;
    this.#home = home;
    this.#service = service;
    const token = readFileSync(service.tokenFile, 'utf8').trim();
    const transport = httpTransport({ baseUrl: service.url, token: async () => token });
    this.api = createApi({ transport, readOnly: () => false, clock: systemClock() });
    this.#close = () => transport.close();
  }

  static async create(): Promise<Lab> {
    const cluster = await TestCluster.create({ mons: 3, osds: 3 });
    const home = new Home();
    return new Lab(cluster, home, await Service.start(home, Lab.#args(cluster, {})));
  }

  static #args(cluster: TestCluster, { conf = cluster.conf, user }: ServiceAccess): string[] {
    const name = user === undefined ? [] : ['--ceph-user', user];
    return ['--engine', 'ceph', '--conf', conf, '--s3', cluster.s3, ...name];
  }

  get folder(): string {
    return this.#home.folder;
  }

  /** Kills the service. */
  killService(): Promise<void> {
    return this.#service.kill();
  }

  /** Starts a service in the place of the one that was killed. */
  async startService(access: ServiceAccess = {}): Promise<void> {
    const { host } = new URL(this.#service.url);
    this.#service = await Service.start(this.#home, Lab.#args(this.cluster, access), host);
  }

  async restartService(access: ServiceAccess = {}): Promise<void> {
    await this.#service[Symbol.asyncDispose]();
    await this.startService(access);
  }

  killHelper(): void {
    const parent = String(this.#service.pid);
    const isHelper = (pid: string) => /^.*\) \S (\d+)/s.exec(statOf(pid))?.[1] === parent;
    const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isHelper(name));
    if (pid !== undefined) process.kill(Number(pid), 'SIGKILL');
  }

  /** Freezes daemons. @returns the function that lets them continue */
  freeze(...daemons: readonly Daemon[]): () => void {
    const pids = daemons.map((name) =>
      Number(readFileSync(join(this.cluster.directory, 'run', `${name}.pid`), 'utf8')),
    );
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return () => pids.forEach((pid) => process.kill(pid, 'SIGCONT'));
  }

  /** The finding of `storedeck doctor` about the cluster of a configuration file, or else about the service. */
  async doctor({ conf = this.cluster.conf, user }: ServiceAccess): Promise<string> {
    const env = { ...process.env, ...this.#home.env, CEPH_CONF: conf };
    // Only with a command does doctor have another user than client.admin.
    const via = ['--via', 'env', '--ceph-conf', conf, '--ceph-user', user ?? ''];
    const target = user === undefined ? this.#service.reach : via;
    const done = await run(process.execPath, [program, 'doctor', ...target], { env }).catch(
      ({ stdout = '' }: { stdout?: string }) => ({ stdout }),
    );
    const told =
      /^ceph user +note +(.*)$/m.exec(done.stdout) ?? /^ceph cluster +\S+ +(.*)$/m.exec(done.stdout);
    return told?.[1] ?? /^connection +BAD +(.*)$/m.exec(done.stdout)?.[1] ?? '';
  }

  async isWell(): Promise<true | undefined> {
    const { storeStatus } = await this.api.getClusterStatus({});
    return storeStatus?.health?.status === 'HEALTH_OK' ? true : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
    await this.#service[Symbol.asyncDispose]();
    await this.cluster.destroy();
    this.#home[Symbol.dispose]();
  }
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
