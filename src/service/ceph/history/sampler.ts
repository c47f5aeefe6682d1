import type { Clock } from '../../../lib/clock.ts';
import { parsePath } from '../../values/path.ts';
import { readNow, type Ceph } from '../ceph.ts';
import { statIfExists } from '../files/read.ts';
import type { Hands } from '../hands/hands.ts';
import type { PoolRates, PoolUsage } from '../pools/read.ts';
import { bucketName, bytesOf, objectCount } from '../s3/buckets.ts';
import { uidOf } from '../s3/users.ts';
import { every } from '../timeouts.ts';
import type { GraphOptions } from './graph.ts';
import type { Values } from './history.ts';
import { hostLoad } from './hostLoad.ts';
import { clusterValues, diskUsage, poolValues, type PerfSample, type StatusSample } from './measure.ts';

/**
 * The price of a measurement that nobody waits for: it is asked for during a hundredth of the time at most. What
 * takes a cluster of many OSDs a third of a second to tell is asked for every half minute.
 */
const REST_FACTOR = 100;

/** Reads again only after a rest that is long by what the last read took; in between the last value stands. */
export function paced<T>(clock: Clock, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly value: T; readonly restUntil: number } | undefined;
  return async () => {
    const start = clock.elapsed();
    if (last && start < last.restUntil) return last.value;
    last = undefined;
    const value = await read();
    const end = clock.elapsed();
    last = { value, restUntil: end + REST_FACTOR * (end - start) };
    return value;
  };
}

export interface SamplerOptions extends GraphOptions {
  readonly ceph: Ceph;
}

/** Milliseconds between measurements: a little less than the finest resolution of what is kept, so that none of its slots stays empty. */
const CLUSTER_MS = 4000;
const PARTS_MS = 8000;
const DIRECTORIES_MS = 50_000;
const S3_MS = 280_000;
/** The gateways' list of buckets reads each of them: it is read for a tenth of the time at most. */
const S3_REST_FACTOR = 9;
const MS = 1000;

/** Measures the cluster and its parts again and again. What cannot be measured leaves a gap. */
export function startSampling(options: SamplerOptions): Disposable {
  const timers = new DisposableStack();
  const { clock } = options;
  timers.use(every(clock, CLUSTER_MS, clusterSampler(options)));
  timers.use(every(clock, PARTS_MS, partSampler(options)));
  timers.use(every(clock, DIRECTORIES_MS, directorySampler(options)));
  timers.use(every(clock, S3_MS, s3Sampler(options)));
  return timers;
}

const seconds = (clock: Clock): number => Math.floor(clock.now() / MS);

function clusterSampler({ clock, ceph, history }: SamplerOptions): () => Promise<void> {
  const readPerf = paced(clock, () => readNow<PerfSample>(ceph, { prefix: 'osd perf' }));
  return async () => {
    // Nothing but the state of the OSDs is known while no manager runs.
    const [status, perf] = await Promise.all([
      readNow<StatusSample>(ceph, { prefix: 'status' }),
      readPerf().catch(() => ({})),
    ]);
    history.add('cluster', seconds(clock), new Map([['', clusterValues(status, perf)]]));
  };
}

/** Measures each server that a hand leads to; one that does not answer is left out. */
function hostSampler(clock: Clock, hands: Hands) {
  const measures = new Map<string, ReturnType<typeof hostLoad>>();
  return async (hosts: readonly string[]): Promise<ReadonlyMap<string, Values>> => {
    const measured = hosts.flatMap((host) => {
      const hand = hands.find(host);
      if (!hand) return [];
      const measure = measures.get(host) ?? hostLoad(clock);
      measures.set(host, measure);
      return [
        measure(hand)
          .then((values) => [[host, values] as const])
          .catch(() => []),
      ];
    });
    return new Map((await Promise.all(measured)).flat());
  };
}

function partSampler({ clock, ceph, inventory, node, hands, history }: SamplerOptions): () => Promise<void> {
  const measureHosts = hostSampler(clock, hands);
  return async () => {
    const servers = await node.servers();
    const [usage, rates, tree, osds, loads] = await Promise.all([
      readNow<{ readonly pools: readonly PoolUsage[] }>(ceph, { prefix: 'df', detail: 'detail' }),
      readNow<readonly PoolRates[]>(ceph, { prefix: 'osd pool stats' }),
      inventory.tree(),
      inventory.usage(),
      measureHosts([...servers.keys()]),
    ]);
    const at = seconds(clock);
    history.add('pool', at, poolValues(usage.pools, rates));
    const usages = diskUsage(tree, osds, servers);
    // What is left out here is forgotten: a server that does not answer stays, with a gap.
    const ofServers = Array.from(servers, ([host, number]): [string, Values] => {
      const id = String(number);
      return [id, { ...usages.get(id), ...loads.get(host) }];
    });
    history.add('server', at, new Map(ofServers));
  };
}

const directorySampler =
  ({ clock, files, monitored, history }: SamplerOptions) =>
  async (): Promise<void> => {
    const measured = new Map<string, Values>();
    for (const path of await monitored.paths()) {
      const stat = await statIfExists(files, parsePath(path), 'follow');
      measured.set(
        path,
        stat?.files === undefined
          ? {}
          : { 'storefs-dir-bytes/stored': stat.size, 'storefs-dir-files/stored': stat.files },
      );
    }
    history.add('directory', seconds(clock), measured);
  };

function s3Sampler({ clock, admin, history }: SamplerOptions): () => Promise<void> {
  let restUntil = 0;
  return async () => {
    const start = clock.elapsed();
    if (start < restUntil) return;
    const [buckets, users] = await Promise.all([admin.buckets(), admin.users()]);
    restUntil = clock.elapsed() + S3_REST_FACTOR * (clock.elapsed() - start);
    const at = seconds(clock);
    const ofUsers = new Map(users.map((user) => [uidOf(user), { bytes: 0, objects: 0 }]));
    for (const bucket of buckets) {
      const sum = ofUsers.get(bucket.owner);
      if (!sum) continue;
      sum.bytes += bytesOf(bucket);
      sum.objects += objectCount(bucket);
    }
    const values = (of: 'bucket' | 'user', bytes: number, objects: number): Values => ({
      [`s3-${of}-bytes/stored`]: bytes,
      [`s3-${of}-objects/stored`]: objects,
    });
    history.add(
      'bucket',
      at,
      new Map(buckets.map((one) => [bucketName(one), values('bucket', bytesOf(one), objectCount(one))])),
    );
    history.add(
      'user',
      at,
      new Map(Array.from(ofUsers, ([uid, { bytes, objects }]) => [uid, values('user', bytes, objects)])),
    );
  };
}
