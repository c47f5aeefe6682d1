import type { Clock } from '../../../lib/clock.ts';
import type { ServerAccess } from '../access/serverAccess.ts';
import { readNow, type Ceph } from '../client/ceph.ts';
import type { StorageCall } from '../client/storage.ts';
import { every } from '../client/timeouts.ts';
import { statIfExists } from '../files/read.ts';
import type { PoolRates, PoolUsage } from '../pools/read.ts';
import { bucketName, bytesOf, objectCount } from '../s3/buckets.ts';
import { uidOf } from '../s3/users.ts';
import { commitLatencies } from './commitLatencies.ts';
import type { GraphOptions } from './graph.ts';
import type { PlotValues } from './history.ts';
import { hostLoad } from './hostLoad.ts';
import { clusterValues, diskUsage, poolValues, type StatusSample } from './measure.ts';

export interface SamplerOptions extends GraphOptions {
  readonly ceph: Ceph;
  /** Calls the helper. */
  readonly call: StorageCall;
}

/** The intervals between measurements: a little shorter than the finest resolution, so that no slot stays empty. */
const CLUSTER_MS = 4000;
const PARTS_MS = 8000;
const DIRECTORIES_MS = 50_000;
const S3_MS = 280_000;
/** Listing buckets makes the gateways read each one, so it may take a tenth of the time at most. */
const S3_REST_FACTOR = 9;
const MS = 1000;
/** The number of OSDs that are asked for their latency where the managers do not know it. */
const SAMPLED = 8;

/** Records the cluster and its parts periodically, until it is disposed. A failed measurement leaves a gap. */
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

function clusterSampler(options: SamplerOptions): () => Promise<void> {
  const { clock, ceph, history } = options;
  const readLatencies = commitLatencies(options, SAMPLED);
  return async () => {
    const [status, times] = await Promise.all([
      readNow<StatusSample>(ceph, { prefix: 'status' }),
      readLatencies(),
    ]);
    history.add('cluster', seconds(clock), new Map([['', clusterValues(status, times)]]));
  };
}

/** Makes the function that measures servers; those without access and those that do not answer are left out. */
function hostSampler(clock: Clock, access: ServerAccess) {
  const measures = new Map<string, ReturnType<typeof hostLoad>>();
  return async (hosts: readonly string[]): Promise<ReadonlyMap<string, PlotValues>> => {
    const measured = hosts.map(async (host) => {
      const helper = access.find(host);
      const measure = measures.get(host) ?? hostLoad(clock);
      measures.set(host, measure);
      const values = helper && (await measure(helper).catch(() => undefined));
      return values ? [[host, values] as const] : [];
    });
    return new Map((await Promise.all(measured)).flat());
  };
}

function partSampler({ clock, ceph, inventory, node, access, history }: SamplerOptions): () => Promise<void> {
  const measureHosts = hostSampler(clock, access);
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
    // History deletes subjects that are left out, so a server that does not answer is added without values.
    const serverValues = Array.from(servers, ([host, number]): [string, PlotValues] => {
      const id = String(number);
      return [id, { ...usages.get(id), ...loads.get(host) }];
    });
    history.add('server', at, new Map(serverValues));
  };
}

const directorySampler =
  ({ clock, files, monitored, history }: SamplerOptions) =>
  async (): Promise<void> => {
    const measured = new Map<string, PlotValues>();
    for (const path of await monitored.paths()) {
      const stat = await statIfExists(files, path, 'follow');
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
    const userSums = new Map(users.map((user) => [uidOf(user), { bytes: 0, objects: 0 }]));
    for (const bucket of buckets) {
      const sum = userSums.get(bucket.owner);
      if (!sum) continue;
      sum.bytes += bytesOf(bucket);
      sum.objects += objectCount(bucket);
    }
    const add = (of: 'bucket' | 'user', all: Iterable<[id: string, bytes: number, objects: number]>) => {
      const names = [`s3-${of}-bytes/stored`, `s3-${of}-objects/stored`] as const;
      const values = Array.from(
        all,
        ([id, bytes, objects]) => [id, { [names[0]]: bytes, [names[1]]: objects }] as const,
      );
      history.add(of, at, new Map(values));
    };
    add(
      'bucket',
      buckets.map((one) => [bucketName(one), bytesOf(one), objectCount(one)]),
    );
    add(
      'user',
      Array.from(userSums, ([uid, { bytes, objects }]) => [uid, bytes, objects]),
    );
  };
}
