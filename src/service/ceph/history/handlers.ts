import type { Section } from '../../engine.ts';
import { graphDrawer, type GraphOptions } from './graph.ts';
import type { ServerName } from '../../../api/contract/stats.ts';
import type { Hands } from '../hands/hands.ts';
import type { Inventory } from '../inventory.ts';
import { daemonsInWords } from '../orchestrator/read.ts';
import { serverNames } from '../servers.ts';

export function statsHandlers(inventory: Pick<Inventory, 'servers'>, hands: Hands) {
  const reached = async ({ hostname = '', ...name }: ServerName): Promise<ServerName> => {
    const there = await hands.orchestrated(hostname);
    const hand = there ? 'orchestrator' : hands.find(hostname)?.kind;
    const unreached = there ? there.away : hands.unreached(hostname);
    return {
      hostname,
      ...name,
      ...(hand && { hand }),
      ...(unreached !== undefined && { unreached }),
      ...(there && {
        maintenance: there.inMaintenance,
        labels: [...there.labels],
        daemons: daemonsInWords(there.daemons),
      }),
    };
  };
  return {
    listServerNames: async () =>
      Promise.all(serverNames(await inventory.servers()).map((name) => reached(name))),
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
