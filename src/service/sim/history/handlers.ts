import type { Section } from '../../engine.ts';
import { GRAPHS, isUsageGraph } from '../../history/graphs.ts';
import { readWindow } from '../../history/window.ts';
import { refusal } from '../../rules/refused.ts';
import { noGraph } from '../../rules/statistics.ts';
import type { Sim } from '../handlers/section.ts';
import { nicsOf } from '../networks/servers.ts';
import { hostAnswers } from '../topology.ts';
import { measuredGraph, poolQueryName } from './graph.ts';
import { SimMonitoredDirectories } from './monitored.ts';
import { s3Limits, usageGraph } from './usage.ts';
import { UsageRecords } from './usageRecords.ts';

export const statsHandlers = (sim: Sim) => {
  const { model, clock, persistence } = sim;
  const monitored = new SimMonitoredDirectories(persistence, sim.fileTree);
  const records = new UsageRecords(model, sim, () => monitored.paths);
  return {
    listServerNames: () => model.hosts.map(({ id, name }) => ({ id, hostname: name })),
    listServers: () =>
      model.hosts.map((host) => ({
        id: host.id,
        hostname: host.name,
        ...(hostAnswers(host) && { nics: nicsOf(host), nicsAge: 0 }),
      })),
    listPoolNames: () =>
      model.pools.map((pool) => ({
        displayName: pool.name,
        queryName: poolQueryName(pool),
        description: pool.description,
        quotaBytes: pool.quotaMaxBytes,
        quotaObjects: pool.quotaMaxObjects,
      })),
    listS3BucketNames() {
      const { buckets, users } = sim.objectStore();
      return Array.from(buckets.values(), ({ name, owner }) => ({
        displayName: name,
        queryName: name,
        ...s3Limits(users.get(owner)?.bucketQuota),
      }));
    },
    listS3UserNames: () =>
      Array.from(sim.objectStore().users.values(), ({ uid, name, userQuota }) => ({
        displayName: name,
        queryName: uid,
        ...s3Limits(userQuota),
      })),
    listMonitoredDirectories: () => monitored.list(),
    addMonitoredDirectories: ({ body }) => monitored.add(body),
    replaceMonitoredDirectories: ({ body }) => monitored.replace(body),
    removeMonitoredDirectories: ({ body }) => monitored.remove(body),
    getGraph({ query }) {
      const window = readWindow(Math.floor(clock.now() / 1000), query);
      const { graph: name } = query;
      if (isUsageGraph(name)) return usageGraph(model, sim, records, { ...query, graph: name }, window);
      const graph = measuredGraph(model, query, window);
      if (graph === undefined) throw refusal(noGraph(name, Object.keys(GRAPHS)));
      return graph;
    },
  } satisfies Section;
};
