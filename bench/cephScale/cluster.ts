import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Daemon, TestCluster } from '../../test/ceph/cluster.ts';

const run = promisify(execFile);
/** The system's Python, as the rados module is built for it. */
const PYTHON = '/usr/bin/python3';
const TOOL = join(import.meta.dirname, 'largeMap.py');

/** The number of OSDs that really run; the others exist only in the cluster's map. */
const REAL = 4;
const POOLS = 4;
/** Placement groups per OSD, before rounding to a power of two per pool: 32,768 for 10,000 OSDs. */
const GROUPS_AN_OSD = 3.3;
const MAX_GROUPS = 32_768;

/** Matches the intervals that the configuration file of the tests makes shorter than Ceph's defaults: each commit costs the monitor. */
const INTERVALS =
  /^(?:paxos_propose_interval|paxos_min_wait|mon_mgr_digest_period|mgr_stats_period) = .*\n/gm;

const OSD_DAEMONS: readonly Daemon[] = ['osd.0', 'osd.1', 'osd.2', 'osd.3'];
const LIBRARY = 'librocksdb.so.7.8';

/** The software that this machine lacks to create a large map, with the command to install it; undefined if none. */
export async function missingForLargeMap(): Promise<string | undefined> {
  const { stdout } = await run('ldconfig', ['-p']).catch(() => ({ stdout: '' }));
  if (!stdout.includes(LIBRARY)) return `${LIBRARY} is missing: apt-get install librocksdb7.8`;
  if (!existsSync('/usr/bin/osdmaptool'))
    return 'Ceph is missing: apt-get install ceph-mon ceph-osd ceph-mgr';
  return undefined;
}

/** Runs a command with `text` as its standard input and returns its standard output. */
function filter(command: string, args: readonly string[], text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (output += piece));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${command}: ${code}`))));
    child.stdin.end(text);
  });
}

/**
 * A real monitor and manager with a map of `osds` OSDs. Four OSDs run; the others are up and in according to the map, have
 * metadata, and never answer. The map is made with Ceph's own tools and by writing to the store of the stopped monitor.
 */
export class LargeCluster implements AsyncDisposable {
  readonly cluster: TestCluster;
  readonly osds: number;

  private constructor(cluster: TestCluster, osds: number) {
    this.cluster = cluster;
    this.osds = osds;
  }

  static async create(osds: number): Promise<LargeCluster> {
    const cluster = await TestCluster.create({ osds: REAL });
    try {
      const large = new LargeCluster(cluster, osds);
      await large.#grow();
      return large;
    } catch (failure) {
      await cluster.destroy();
      throw failure;
    }
  }

  pidOf(daemon: Daemon): number {
    return Number(readFileSync(join(this.cluster.directory, 'run', `${daemon}.pid`), 'utf8'));
  }

  /** Creates pools on the OSDs that never answer. All their placement groups are unknown, the worst case for reading them. */
  async addUnknownGroups(): Promise<number> {
    const each = 2 ** Math.round(Math.log2((this.osds * GROUPS_AN_OSD) / POOLS));
    for (let pool = 1; pool <= POOLS; pool++) {
      const groups = String(each);
      await this.cluster.ceph('osd', 'pool', 'create', `large${pool}`, groups, groups, 'replicated', 'large');
    }
    return POOLS * each;
  }

  async #grow(): Promise<void> {
    const { cluster, osds } = this;
    await cluster.commands(
      'osd set nodown',
      'osd set noout',
      `osd setmaxosd ${osds}`,
      `config set mon mon_osd_max_initial_pgs ${MAX_GROUPS}`,
    );
    // Each new OSD creates a map epoch, which running daemons would process one by one.
    for (const daemon of ['mgr.x', ...OSD_DAEMONS] as const) await cluster.stop(daemon);
    await run(PYTHON, [TOOL, 'register', cluster.conf, String(osds)], { maxBuffer: Infinity });
    await this.#placeOsds();
    await this.#bringUp();
    writeFileSync(cluster.conf, readFileSync(cluster.conf, 'utf8').replaceAll(INTERVALS, ''));
    for (const daemon of ['mon.a', 'mgr.x', ...OSD_DAEMONS] as const) await cluster.start(daemon);
    await cluster.ceph('osd', 'unset', 'noscrub');
  }

  #file(name: string): string {
    return join(this.cluster.directory, name);
  }

  async #placeOsds(): Promise<void> {
    const [compiled, text] = [this.#file('crush'), this.#file('crush.txt')];
    await this.cluster.ceph('osd', 'getcrushmap', '-o', compiled);
    await run('crushtool', ['-d', compiled, '-o', text]);
    const words = [TOOL, 'crush', String(REAL), String(this.osds - REAL)];
    writeFileSync(text, await filter(PYTHON, words, readFileSync(text, 'utf8')));
    await run('crushtool', ['-c', text, '-o', compiled]);
    await this.cluster.ceph('osd', 'setcrushmap', '-i', compiled);
  }

  /** Writes a map with all OSDs up and in to the stopped monitor's store, as the map of the next epoch. */
  async #bringUp(): Promise<void> {
    const { cluster, osds } = this;
    const map = this.#file('osdmap');
    await cluster.ceph('osd', 'getmap', '-o', map);
    // osdmaptool saves the marks only together with another change.
    await run('osdmaptool', [map, '--mark-up-in', '--adjust-crush-weight', '0:0.01', '--save']);
    const { stdout } = await run('osdmaptool', [map, '--print'], { maxBuffer: Infinity });
    const epoch = Number(/^epoch (\d+)$/m.exec(stdout)?.[1]);
    // osdmaptool advances the epoch by two, so another change must fill the epoch between.
    await cluster.ceph('osd', 'set', 'noscrub');
    const { epoch: last } = JSON.parse(await cluster.ceph('osd', 'stat', '-f', 'json')) as { epoch: number };
    if (last !== epoch - 1) throw new Error(`The map of epoch ${epoch} does not follow ${last}`);
    await cluster.stop('mon.a');
    const store = join(cluster.directory, 'data', 'mon.a', 'store.db');
    const known = this.#file('metadata');
    await run('ceph-kvstore-tool', ['rocksdb', store, 'get', 'osd_metadata', '0', 'out', known]);
    await run(PYTHON, [TOOL, 'store', store, known, ...[REAL, osds - REAL].map(String), map, String(epoch)]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cluster.destroy();
  }
}
