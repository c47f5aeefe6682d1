import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CephEngineOptions } from '../../src/service/ceph/engine.ts';
import { startNode, type Node } from '../ceph/engines.ts';

const execute = promisify(execFile);
const SCRIPT = new URL('./hosts.sh', import.meta.url).pathname;
const WRITER = new URL('./writer.py', import.meta.url).pathname;
/** The networks that hosts.sh accepts. Test runs at the same time get different ones. */
const NETWORKS = 254;
const { env } = process;

export type HostName = `host${1 | 2 | 3}`;
export const HOST_NAMES = ['host1', 'host2', 'host3'] as const satisfies readonly HostName[];

/**
 * A real cluster on three hosts with their own networks, processes and disks (hosts.sh), which only ssh reaches. Call
 * `destroy` at the end. If the process ends before, it also ends the hosts.
 */
export class Hosts {
  readonly directory: string;
  readonly #network: number;
  readonly #lastResort = () => void execFileSync(SCRIPT, ['-d', this.directory, 'destroy']);

  private constructor(directory: string) {
    this.directory = directory;
    this.#network = 1 + (process.pid % (NETWORKS - 1));
    process.once('exit', this.#lastResort);
  }

  /** Resolves when the cluster is healthy. */
  static async create(): Promise<Hosts> {
    const hosts = new Hosts(mkdtempSync(join(tmpdir(), 'storedeck-hosts-')));
    try {
      await hosts.#script('up');
    } catch (failure) {
      await hosts.destroy();
      throw failure;
    }
    return hosts;
  }

  get sshConfig(): string {
    return join(this.directory, 'ssh_config');
  }

  /** The words of a `--via` command. The system's Python comes first, as Ceph's modules are packages of the system. */
  get via(): readonly [string, ...string[]] {
    return ['ssh', '-F', this.sshConfig, 'host1', 'env', 'PATH=/usr/bin:/bin:/usr/sbin:/sbin'];
  }

  /** The address of this machine in the network of the hosts. */
  get ownAddress(): string {
    return `198.18.${this.#network}.1`;
  }

  /** The address of a host, as this machine reaches it. */
  address(host: HostName): string {
    return `198.18.${this.#network}.${10 + Number(host.slice('host'.length))}`;
  }

  /** Starts a management node on this machine, which reaches the cluster through host1, and all hosts over ssh. */
  startNode(options: Partial<CephEngineOptions> = {}): Promise<Node> {
    return startNode({ conf: '/etc/ceph/ceph.conf' }, 'laptop', {
      via: { words: this.via, env },
      ssh: { configFile: this.sshConfig, env },
      reboot: ['kill', '-TERM', '1'],
      gateways: { remoteFolder: '/var/lib/ceph/storedeck' },
      ...options,
    });
  }

  /** The output of the ceph command. */
  ceph(...args: string[]): Promise<string> {
    return this.#script('ceph', ...args);
  }

  /** Path of a configuration file for clients on this machine. */
  get conf(): string {
    return join(this.directory, 'ceph.conf');
  }

  /** Writes objects into a pool all the time. @returns a function that ends this, and resolves to the longest wait in seconds */
  startWriting(pool: string): () => Promise<number> {
    const running = execute('/usr/bin/python3', [WRITER, this.conf, pool]);
    return async () => {
      running.child.stdin?.end();
      return Number((await running).stdout);
    };
  }

  /** The output of a command on a host, which is run without ssh. */
  on(host: HostName, ...command: string[]): Promise<string> {
    return this.#script('run', host, ...command);
  }

  /** Ends all connections of ssh to a host, which then accepts none; or accepts them again. */
  async ssh(host: HostName, state: 'on' | 'off'): Promise<void> {
    await this.#script('sshd', host, state);
  }

  /** Takes the power of a host away. */
  async powerOff(host: HostName): Promise<void> {
    await this.#script('off', host);
  }

  async boot(host: HostName): Promise<void> {
    await this.#script('boot', host);
  }

  async destroy(): Promise<void> {
    await this.#script('destroy');
    process.off('exit', this.#lastResort);
  }

  async #script(...args: string[]): Promise<string> {
    const { stdout } = await execute(SCRIPT, ['-d', this.directory, '-n', String(this.#network), ...args]);
    return stdout;
  }
}
