import type { Section } from '../../engine.ts';
import type { Inventory } from '../map/inventory.ts';
import { serverNames } from '../map/servers.ts';
import { graphDrawer, type GraphOptions } from './graph.ts';

export const statsHandlers = (inventory: Pick<Inventory, 'servers'>) =>
  ({
    listServerNames: async () => serverNames(await inventory.servers()),
  }) satisfies Section;

/** Serves graphs of recorded values, and manages the monitored directories. */
export function historyHandlers(options: GraphOptions) {
  const { monitored } = options;
  const draw = graphDrawer(options);
  return {
    listMonitoredDirectories: () => monitored.list(),
    addMonitoredDirectories: ({ body }) => monitored.add(body),
    replaceMonitoredDirectories: ({ body }) => monitored.replace(body),
    removeMonitoredDirectories: ({ body }) => monitored.remove(body),
    getGraph: ({ query }) => draw(query),
  } satisfies Section;
}
