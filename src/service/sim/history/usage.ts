import type { StatsGraph } from '../../../api/contract/stats.ts';
import { GRAPHS, type UsageGraph, type GraphQuery } from '../../history/graphs.ts';
import { PART_RESOLUTIONS } from '../../history/series.ts';
import { datapoints, levelFor, downsampled, type Window } from '../../history/window.ts';
import { refusal } from '../../rules/refused.ts';
import { noBucket, noUser } from '../../rules/s3.ts';
import { parsePath } from '../../values/path.ts';
import { directoryOrRefuse } from '../files/read.ts';
import type { Model } from '../model/model.ts';
import type { SimObjectStore, ObjectQuota } from '../s3/model.ts';
import { bucketsOf } from '../s3/users.ts';
import type { Storage } from '../storage.ts';
import { seedOf, template } from './graph.ts';
import { GROWTH, pastOf } from './past.ts';
import {
  amountIn,
  amountBelow,
  type StoredAmount,
  type UsageSubject,
  type UsageRecords,
} from './usageRecords.ts';

/** The subject of a graph, its usage, and its limit, which is undefined if there is none. */
interface QuotaUsage {
  readonly subject: UsageSubject;
  readonly amount: StoredAmount;
  readonly quota: number | undefined;
}
/**
 * A graph of a bucket, a user or a directory. Initial data has grown evenly until it was first recorded; for newer
 * data, earlier values are unknown.
 * @throws Refusal 400 if the query lacks the parameter that the graph needs, 404 if it names nothing
 */
export function usageGraph(
  model: Model,
  storage: Storage,
  records: UsageRecords,
  query: GraphQuery & { readonly graph: UsageGraph },
  window: Window,
): StatsGraph {
  const { graph: name } = query;
  const { subject, amount, quota } = usageOf(storage, query);
  const series = records.add(subject, amount)[name.endsWith('bytes') ? 'bytes' : 'count'];
  const past = storage.isSeeded(subject) ? GROWTH : undefined;
  const { every } = PART_RESOLUTIONS[levelFor(PART_RESOLUTIONS, window)]!;
  return {
    name,
    axis1: { unit: GRAPHS[name].unit },
    graphs: [
      { name: 'stored', datapoints: datapoints(series, window, pastOf(past, seedOf(model, name))) },
      ...(quota === undefined
        ? []
        : [{ name: 'quota', datapoints: downsampled(() => quota, every, window) }]),
    ],
  };
}

function usageOf(
  { objectStore, fileTree }: Storage,
  query: GraphQuery & { readonly graph: UsageGraph },
): QuotaUsage {
  switch (query.graph) {
    case 's3-bucket-bytes':
    case 's3-bucket-objects':
      return bucketUsage(objectStore(), query.graph, query);
    case 's3-user-bytes':
    case 's3-user-objects':
      return userUsage(objectStore(), query.graph, query);
    case 'storefs-dir-bytes':
    case 'storefs-dir-files': {
      const path = parsePath(template(query, 'template-storefs-dir-name'));
      const subject = directoryOrRefuse(fileTree(), path);
      const { maxBytes, maxFiles } = subject.quota;
      const quota = query.graph === 'storefs-dir-bytes' ? maxBytes : maxFiles;
      return { subject, amount: amountBelow(subject), quota: quota || undefined };
    }
  }
}

function bucketUsage(store: SimObjectStore, graph: UsageGraph, query: GraphQuery): QuotaUsage {
  const name = template(query, 'template-s3-bucket-name');
  const bucket = store.buckets.get(name);
  if (bucket === undefined) throw refusal(noBucket(name));
  const quota = s3Quota(store.users.get(bucket.owner)?.bucketQuota, graph);
  return { subject: bucket, amount: amountIn([bucket]), quota };
}

function userUsage(store: SimObjectStore, graph: UsageGraph, query: GraphQuery): QuotaUsage {
  const uid = template(query, 'template-s3-user-name');
  const user = store.users.get(uid);
  if (user === undefined) throw refusal(noUser(uid));
  return { subject: user, amount: amountIn(bucketsOf(store, uid)), quota: s3Quota(user.userQuota, graph) };
}

function s3Quota(quota: ObjectQuota | undefined, graph: UsageGraph): number | undefined {
  const { quotaBytes, quotaObjects } = s3Limits(quota);
  return (graph.endsWith('bytes') ? quotaBytes : quotaObjects) || undefined;
}

/** A quota as the lists of names show it: 0 means no limit. */
export function s3Limits(quota: ObjectQuota | undefined): { quotaBytes: number; quotaObjects: number } {
  if (quota?.enabled !== true) return { quotaBytes: 0, quotaObjects: 0 };
  return { quotaBytes: Math.max(0, quota.maxSizeKb * 1024), quotaObjects: Math.max(0, quota.maxObjects) };
}
