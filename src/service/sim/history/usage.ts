import type { StatsGraph } from '../../../api/contract/stats.ts';
import { Refusal } from '../../engine.ts';
import { directoryOrRefuse } from '../files/find.ts';
import { parsePath } from '../files/path.ts';
import type { FileTree } from '../files/tree.ts';
import type { Model } from '../model.ts';
import type { Bucket, ObjectStore, Quota } from '../s3/model.ts';
import { bucketsOf } from '../s3/users.ts';
import { USAGE_GRAPHS, type UsageGraph } from './catalogue.ts';
import { seedOf, template, type GraphQuery } from './graph.ts';
import { GROWTH, pastValue } from './past.ts';
import { PART_RESOLUTIONS } from './series.ts';
import { levelFor, thinned, type Window } from './window.ts';

/** What something holds, and how much it may hold; without a limit that is undefined. */
interface Usage {
  readonly stored: number;
  readonly quota: number | undefined;
}

interface Storage {
  readonly objectStore: () => ObjectStore;
  readonly fileTree: () => FileTree;
}

export const isUsageGraph = (name: string): name is UsageGraph => Object.hasOwn(USAGE_GRAPHS, name);

/**
 * A graph of a bucket, a user or a directory. What they held before is only as good as their growth is even.
 * @throws Refusal 400 without the template that the graph needs, 404 for one that names nothing
 */
export function usageGraph(
  model: Model,
  storage: Storage,
  name: UsageGraph,
  query: GraphQuery,
  window: Window,
): StatsGraph {
  const { stored, quota } = usageOf(storage, name, query);
  const first = { at: window.now, value: stored };
  const seed = seedOf(model, name);
  const { every } = PART_RESOLUTIONS[levelFor(PART_RESOLUTIONS, window)]!;
  const plot = (title: string, value: (at: number) => number) => ({
    name: title,
    datapoints: thinned((slot) => value(slot * every), every, window),
  });
  return {
    name,
    axis1: { unit: USAGE_GRAPHS[name] },
    graphs: [
      plot('stored', (at) => pastValue(GROWTH, seed, first, at)),
      ...(quota === undefined ? [] : [plot('quota', () => quota)]),
    ],
  };
}

function usageOf({ objectStore, fileTree }: Storage, name: UsageGraph, query: GraphQuery): Usage {
  switch (name) {
    case 's3-bucket-bytes':
    case 's3-bucket-objects':
      return bucketUsage(objectStore(), name, query);
    case 's3-user-bytes':
    case 's3-user-objects':
      return userUsage(objectStore(), name, query);
    case 'storefs-dir-bytes':
    case 'storefs-dir-files': {
      const path = parsePath(template(query, 'template-storefs-dir-name'));
      const { sums, quota } = directoryOrRefuse(fileTree(), path);
      return name === 'storefs-dir-bytes'
        ? { stored: sums.bytes, quota: quota.maxBytes || undefined }
        : { stored: sums.files, quota: quota.maxFiles || undefined };
    }
  }
}

function bucketUsage(store: ObjectStore, graph: UsageGraph, query: GraphQuery): Usage {
  const name = template(query, 'template-s3-bucket-name');
  const bucket = store.buckets.get(name);
  if (bucket === undefined)
    throw new Refusal(
      404,
      `there are no statistics of a bucket ${JSON.stringify(name)}: list the bucket names`,
    );
  return s3Usage([bucket], store.users.get(bucket.owner)?.bucketQuota, graph);
}

function userUsage(store: ObjectStore, graph: UsageGraph, query: GraphQuery): Usage {
  const uid = template(query, 'template-s3-user-name');
  const user = store.users.get(uid);
  if (user === undefined)
    throw new Refusal(
      404,
      `there are no statistics of an S3 user ${JSON.stringify(uid)}: list the user names`,
    );
  return s3Usage(bucketsOf(store, uid), user.userQuota, graph);
}

function s3Usage(buckets: readonly Bucket[], quota: Quota | undefined, graph: UsageGraph): Usage {
  const limits = s3Limits(quota);
  return graph.endsWith('bytes')
    ? { stored: buckets.reduce((sum, { bytes }) => sum + bytes, 0), quota: limits.quotaBytes || undefined }
    : {
        stored: buckets.reduce((sum, { objects }) => sum + objects.size, 0),
        quota: limits.quotaObjects || undefined,
      };
}

/** A quota as the lists of names have it: 0 sets no limit. */
export function s3Limits(quota: Quota | undefined): { quotaBytes: number; quotaObjects: number } {
  if (quota?.enabled !== true) return { quotaBytes: 0, quotaObjects: 0 };
  return { quotaBytes: Math.max(0, quota.maxSizeKb * 1024), quotaObjects: Math.max(0, quota.maxObjects) };
}
