import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { ClusterParts } from '../clusterParts.ts';
import type { NodeList } from '../servers.ts';
import { lostDaemonReader } from './lostDaemons.ts';
import { lostMonitor, monitorsAmong, unreachedAmong } from './onServers.ts';

/**
 * Remembers the monitors of a cluster that answers, and asks their servers whether they run while it does not: without a
 * majority no monitor knows which of the others are lost.
 */
export function silentMonitors({
  inventory,
  access,
  clock,
}: Pick<ClusterParts, 'inventory' | 'clock'> & {
  readonly access: Pick<ClusterParts['access'], 'find' | 'unreached'>;
}) {
  const read = lostDaemonReader(access, clock);
  let nodes: NodeList | undefined;
  return {
    async remember(): Promise<void> {
      nodes = await inventory.nodes().catch(() => nodes);
    },
    /** Undefined if no server tells anything. */
    async ask(): Promise<Pick<ClusterEvidence, 'lostMonitors' | 'unreached'> | undefined> {
      const byServer = nodes?.mon ?? {};
      const names = Object.values(byServer).flat().map(String);
      const told = nodes === undefined ? [] : await read(monitorsAmong(names, nodes));
      const lostMonitors = told.filter(({ runs }) => runs !== undefined).map(lostMonitor);
      const unreached = unreachedAmong(Object.keys(byServer), access);
      return lostMonitors.length === 0 && unreached.length === 0
        ? undefined
        : { lostMonitors, ...(unreached.length > 0 && { unreached }) };
    },
  };
}
