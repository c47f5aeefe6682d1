import type { Section } from '../../engine.ts';
import { GRAPHS, isUsageGraph } from '../../history/graphs.ts';
import { readWindow } from '../../history/window.ts';
import { refusal } from '../../rules/refused.ts';
import { noGraph } from '../../rules/statistics.ts';
import type { Sim } from '../handlers/section.ts';
import { measuredGraph } from './graph.ts';
import { SimMonitoredDirectories } from './monitored.ts';
import { usageGraph } from './usage.ts';
import { UsageRecords } from './usageRecords.ts';

export const statsHandlers = (sim: Sim) => {
  const { model, clock, persistence } = sim;
  const monitored = new SimMonitoredDirectories(persistence, sim.fileTree);
  const records = new UsageRecords(model, sim, () => monitored.paths);
  return {
    listServerNames: () => model.hosts.map(({ id, name }) => ({ id, hostname: name })),
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
