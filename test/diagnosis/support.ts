import type { ClusterStatus, HealthCheck } from '../../src/api/contract/cluster.ts';
import type { CrushMap, CrushNode } from '../../src/api/contract/crush.ts';
import type { Disk } from '../../src/api/contract/disks.ts';
import type { ClusterEvidence } from '../../src/api/contract/evidence.ts';
import type { LogEvent } from '../../src/api/contract/logs.ts';
import { readEvidence } from '../../src/diagnosis/evidence/evidence.ts';
import type { OsdState } from '../../src/diagnosis/evidence/osds.ts';
import type { DomainShortage } from '../../src/diagnosis/evidence/shortage.ts';
import { diagnose, readOsds } from '../../src/diagnosis/index.ts';
import type { ClusterSnapshot } from '../../src/diagnosis/snapshot.ts';

/** A status in which placement groups are not all okay. */
export const WITH_WORK: ClusterStatus = {
  placementGroups: [{ poolName: 'rbd', okay: 1, warn: 5, error: 0 }],
};

/** The time of all snapshots in these tests. */
export const NOW = Date.UTC(2026, 10, 20, 12);

/** A log line that was written so many seconds ago. */
export const line = (ago: number, s: string, m: string, h = 1): LogEvent => ({
  t: NOW / 1000 - ago,
  s,
  m,
  h,
  p: 4,
});

/** An OSD that is down and in, on host a. */
export const downOsd = (id: number): OsdState => ({
  id,
  name: `osd.${id}`,
  up: false,
  in: true,
  host: 'a',
  deviceClass: 'hdd',
  usedShare: undefined,
  disk: undefined,
  places: [],
});

/** The pool rbd has three copies on different hosts, and one of three hosts is down. */
export const SHORT: DomainShortage = {
  pools: ['rbd'],
  rule: 'replicated_rule',
  deviceClass: undefined,
  domain: 'host',
  needed: 3,
  minSize: 2,
  exist: ['a', 'b', 'c'],
  up: 2,
  left: ['a', 'b'],
};

/** Differences from a healthy cluster of two racks with two servers of two OSDs each. */
export interface SnapshotChanges {
  readonly down?: readonly number[];
  readonly out?: readonly number[];
  readonly destroyed?: readonly number[];
  readonly checks?: Readonly<Record<string, HealthCheck>>;
  readonly log?: readonly LogEvent[];
  readonly evidence?: ClusterEvidence;
  readonly flags?: readonly string[];
  readonly disks?: (disk: Disk) => Disk;
  readonly crush?: (map: CrushMap) => CrushMap;
  /** Parts of the status besides the checks. */
  readonly status?: ClusterStatus;
  readonly more?: Partial<ClusterSnapshot>;
}

/** A snapshot of that cluster: osd.0 to osd.7, hosts a to d, racks r1 and r2. */
export function snapshot(changes: SnapshotChanges = {}): ClusterSnapshot {
  const {
    down = [],
    out = [],
    destroyed = [],
    checks = {},
    log = [],
    evidence,
    flags = [],
    disks = (disk) => disk,
    crush = (map) => map,
    status = {},
    more,
  } = changes;
  const hosts = ['a', 'b', 'c', 'd'];
  const nodes: CrushNode[] = [
    { id: -1, name: 'default', type: 'ROOT', children: [-2, -3] },
    { id: -2, name: 'r1', type: 'RACK', children: [-10, -11] },
    { id: -3, name: 'r2', type: 'RACK', children: [-12, -13] },
    ...hosts.map((name, index): CrushNode => ({
      id: -10 - index,
      name,
      type: 'HOST',
      children: [2 * index, 2 * index + 1],
    })),
    ...Array.from({ length: 8 }, (_, id): CrushNode => ({
      id,
      name: `osd.${id}`,
      type: 'OSD',
      status: destroyed.includes(id) ? 'DESTROYED' : down.includes(id) ? 'DOWN' : 'UP',
      reweight: out.includes(id) ? 0 : 1,
    })),
  ];
  return {
    at: NOW,
    status: { storeStatus: { health: { status: 'HEALTH_OK', checks } }, placementGroups: [], ...status },
    detail: { checks, ...(evidence && { evidence }) },
    crush: crush({ nodes, stray: [] }),
    disks: Array.from({ length: 8 }, (_, id) =>
      disks({
        id,
        osdId: id,
        name: id % 2 === 0 ? 'sda' : 'sdb',
        hostname: hosts[id >> 1]!,
        server: (id >> 1) + 1,
        role: 'osd',
        // Whether the server of an OSD that is down was heard from since is up to each test.
        ...(!down.includes(id) && { daemonRunning: true, serverLastSeen: 5 }),
      }),
    ),
    flags: flags.map((name) => ({ name, currentState: true })),
    log,
    ...more,
  };
}

/** Changes the data of the disk of osd.3. */
export const about3 = (more: Disk) => (disk: Disk) => (disk.osdId === 3 ? { ...disk, ...more } : disk);

/** A health check with its details. */
export const check = (message: string, ...detail: readonly string[]): HealthCheck => ({
  severity: 'HEALTH_WARN',
  summary: { message },
  detail: detail.map((text) => ({ message: text })),
});

/** The causes found in that cluster with these differences. */
export const causes = (changes: SnapshotChanges) => diagnose([snapshot(changes)]).causes;

/** The kinds of these causes. */
export const causeKinds = (changes: SnapshotChanges) => causes(changes).map(({ kind }) => kind);

/** The evidence in that cluster with these differences. */
export function evidenceOf(changes: SnapshotChanges) {
  const now = snapshot(changes);
  return readEvidence([now], readOsds(now));
}

/** Answers of daemons without problems, except for the given ones. */
export const answers = (more: ClusterEvidence): ClusterEvidence => ({
  waits: [],
  silent: [],
  latencies: [],
  pings: [],
  clients: [],
  queues: [],
  clocks: [],
  ...more,
});

/** The log line in which a monitor reports that an OSD was told to stop, so many seconds ago. */
export const shutDown = (id: number, ago = 30): LogEvent =>
  line(ago, 'mon', `osd.${id} marked itself down and dead`);

/** The log line in which a monitor reports a failed OSD, so many seconds ago. */
export const failed = (id: number, why: string, ago = 30): LogEvent =>
  line(ago, 'mon', `cluster [INF] osd.${id} failed (root=default) (${why})`);

/** The reason in such a line if the daemon has ended. */
export const REFUSED = 'connection refused reported by osd.0';

/** The reason in such a line if peers missed the OSD, and were not refused. */
export const UNHEARD = '2 reporters from different host after 25.000000 >= grace 20.000000';

/** The log line of an OSD that has started again, so many seconds ago. */
export const booted = (id: number, ago: number) =>
  line(ago, 'mon', `cluster [INF] osd.${id} v1:10.0.0.1:6800/1 boot`);

/** The log line in which a monitor finds that a down OSD is still running. */
export const stillRunning = (id: number, ago: number): LogEvent =>
  line(ago, 'mon', `cluster [WRN] Monitor daemon marked osd.${id} down, but it is still running`);

/** The log line of a daemon that has ended with a failure. */
export const exited = (ago: number, kind: string, name: string, server = 4): LogEvent =>
  line(ago, kind, `${kind} ${name}: main process exited, status=1/FAILURE`, server);

/** A ping between two OSDs that takes so many milliseconds. */
export const ping = (from: number, to: number, ms: number) => ({ from, to, ms });

/** Pings between server b (osd.2, osd.3) and others, not sorted by latency. */
export const PINGS_OF_B = [ping(2, 0, 30), ping(5, 3, 300), ping(3, 7, 40)];

/** A request of one OSD that has waited for another for so many seconds. */
export const wait = (osd: number, waitsFor: number, oldest: number) => ({
  osd,
  waitsFor,
  requests: 1,
  oldest,
});

/** The graph of write latencies, which were 1000 µs for long and are `now` at the end. */
export const writesTook = (now: number) => ({
  graphs: [
    {
      name: 'p50',
      datapoints: Array.from({ length: 14 }, (_, t) => ({ t, v: t < 12 ? 1000 : now })),
    },
  ],
});
