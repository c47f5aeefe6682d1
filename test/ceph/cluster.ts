import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SCRIPT = new URL('./cluster.sh', import.meta.url).pathname;
const CEPHFS = new URL('./filesystemClient.py', import.meta.url).pathname;
/** The range in which to find a free block of ports. cluster.sh uses up to 400 from its first one. */
const PORTS = { first: 21_000, last: 31_000, step: 400 };
/** The offset of the gateway's port from the first port in cluster.sh. */
const GATEWAY_OFFSET = 12;

/** The names of the daemons, as in cluster.sh and in Ceph's log files. */
export type Daemon = `mon.${'a' | 'b' | 'c'}` | 'mgr.x' | `osd.${0 | 1 | 2 | 3}` | 'mds.a' | 'client.rgw.a';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Each process begins elsewhere, because two that search at the same time would find the same block free. */
async function freePort(): Promise<number> {
  const blocks = Math.floor((PORTS.last - PORTS.first) / PORTS.step);
  for (let index = 0; index < blocks; index++) {
    const port = PORTS.first + PORTS.step * ((process.pid + index) % blocks);
    if ((await isFree(port)) && (await isFree(port + GATEWAY_OFFSET))) return port;
  }
  throw new Error(`No free ports for a Ceph cluster between ${PORTS.first} and ${PORTS.last}`);
}

/** The number of daemons of a cluster, if it differs from the default. */
export interface Shape {
  readonly mons?: 1 | 2 | 3;
  readonly osds?: 1 | 2 | 3 | 4;
}

/**
 * A small real Ceph cluster in a temporary directory, created by cluster.sh: 1 monitor (or more), 1 manager, 4 OSDs on
 * node1 to node4 in 2 racks, an MDS with the filesystem storefs, a RADOS gateway. Call `destroy` at the end. If the
 * process ends before, it also ends the daemons.
 */
export class TestCluster {
  readonly directory: string;
  readonly port: number;
  readonly #lastResort = () => void execFileSync(SCRIPT, ['-d', this.directory, 'destroy']);

  private constructor(directory: string, port: number) {
    this.directory = directory;
    this.port = port;
    process.once('exit', this.#lastResort);
  }

  /** Resolves when the cluster is healthy, with every placement group clean, which takes about ten seconds. */
  static async create({ mons = 1, osds = 4 }: Shape = {}): Promise<TestCluster> {
    const cluster = new TestCluster(mkdtempSync(join(tmpdir(), 'storedeck-ceph-')), await freePort());
    try {
      await cluster.#script('-m', String(mons), '-o', String(osds), 'up');
    } catch (failure) {
      await cluster.destroy();
      throw failure;
    }
    return cluster;
  }

  get conf(): string {
    return join(this.directory, 'ceph.conf');
  }

  /** The base URL of the RADOS gateway. */
  get s3(): string {
    return `http://127.0.0.1:${this.port + GATEWAY_OFFSET}`;
  }

  /** Kills a daemon. */
  async kill(daemon: Daemon): Promise<void> {
    await this.#script('kill', daemon);
  }

  /** Stops a daemon cleanly. */
  async stop(daemon: Daemon): Promise<void> {
    await this.#script('stop', daemon);
  }

  async start(daemon: Daemon): Promise<void> {
    await this.#script('start', daemon);
  }

  killOsd(id: 0 | 1 | 2 | 3): Promise<void> {
    return this.kill(`osd.${id}`);
  }

  startOsd(id: 0 | 1 | 2 | 3): Promise<void> {
    return this.start(`osd.${id}`);
  }

  /** The output of the ceph command. */
  ceph(...args: string[]): Promise<string> {
    return this.#script('ceph', ...args);
  }

  /** An operation of an independent client of the filesystem (filesystemClient.py). */
  async cephfs(operation: string, path: string, ...names: string[]): Promise<unknown> {
    const { stdout } = await run('/usr/bin/python3', [CEPHFS, this.conf, operation, path, ...names]);
    return JSON.parse(stdout);
  }

  /** Runs several commands in one process, because each ceph process takes a quarter of a second to start. */
  async commands(...lines: readonly string[]): Promise<void> {
    const running = run(SCRIPT, ['-d', this.directory, 'ceph']);
    running.child.stdin?.end(lines.join('\n'));
    await running;
  }

  /** Starts the daemons that are not running, and waits for health. The directory and its data are kept. */
  async up(): Promise<void> {
    await this.#script('up');
  }

  async destroy(): Promise<void> {
    await this.#script('destroy');
    process.off('exit', this.#lastResort);
  }

  async #script(...args: string[]): Promise<string> {
    const { stdout } = await run(SCRIPT, ['-d', this.directory, '-p', String(this.port), ...args]);
    return stdout;
  }
}
