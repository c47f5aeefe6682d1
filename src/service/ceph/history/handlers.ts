import type { Section } from '../../engine.ts';
import { graphDrawer, type GraphOptions } from './graph.ts';
import type { ServerName } from '../../../api/contract/stats.ts';
import type { Hands } from '../hands/hands.ts';
import type { Inventory } from '../inventory.ts';
import { serverNames } from '../servers.ts';

export function statsHandlers(inventory: Pick<Inventory, 'servers'>, hands: Hands) {
  const reached = ({ hostname = '', ...name }: ServerName): ServerName => {
    const hand = hands.find(hostname)?.kind;
    const unreached = hands.unreached(hostname);
    return { hostname, ...name, ...(hand && { hand }), ...(unreached !== undefined && { unreached }) };
  };
  return {
    listServerNames: async () => serverNames(await inventory.servers()).map(reached),
  } satisfies Section;
}

/** Handlers of what was measured over time. */
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
