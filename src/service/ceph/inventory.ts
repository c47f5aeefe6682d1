import type { Clock } from '../../lib/clock.ts';
import type { Ceph, ReadOptions } from './ceph.ts';
import type { StatusDump } from './cluster/read.ts';
import type { OsdUsage } from './crush/read.ts';
import type { OsdTree } from './osdTree.ts';
import { createPart } from './part.ts';
import type { PoolDump } from './pools/read.ts';
import { sameInputs } from './sameInputs.ts';
import { daemonHosts, gatewayNodes, serverIds, type NodeList } from './servers.ts';

/** The parts of the cluster that several operations need to know. */
export interface Inventory {
  tree(): Promise<OsdTree>;
  nodes(): Promise<NodeList>;
  /** Server ids by host name. */
  servers(): Promise<ReadonlyMap<string, number>>;
  pools(options?: Pick<ReadOptions, 'fresh'>): Promise<readonly PoolDump[]>;
  /** Of OSDs in the CRUSH map and outside of it; empty until a manager has told it once. */
  usage(): Promise<readonly OsdUsage[]>;
  /** The server of a daemon such as `osd.3`, as of the latest refresh. */
  serverOf(daemon: string): number | undefined;
  /** Brings what `serverOf` knows up to date; keeps it as it is when the cluster does not answer. */
  refresh(): Promise<void>;
}

/** The answer of `ceph osd df`. */
interface UsageTable {
  readonly nodes: readonly OsdUsage[];
  /** OSDs that stand in no bucket. */
  readonly stray?: readonly OsdUsage[];
}

/**
 * The table of use grows with the OSDs, and use changes slowly: one that took a third of a second to read stands for half
 * a minute.
 */
const USAGE_REST_FACTOR = 100;
const NO_USAGE: Partial<UsageTable> = {};

/**
 * The use of OSDs is the last that was known while no manager answers.
 * @param orchestrated the servers that an orchestrator has; some of them may have no daemon yet
 */
export function createInventory(
  ceph: Ceph,
  clock: Clock,
  orchestrated: () => Promise<readonly string[]> = async () => [],
): Inventory {
  const usagePart = createPart<UsageTable>(clock, USAGE_REST_FACTOR);
  const allOf = sameInputs(({ nodes: placed = [], stray = [] }: Partial<UsageTable>) => [
    ...placed,
    ...stray,
  ]);
  const idsOf = sameInputs(serverIds);
  let serverByDaemon: ReadonlyMap<string, number | undefined> = new Map();
  const tree = () => ceph.read<OsdTree>({ prefix: 'osd tree' }, { fixedBy: 'osdmap' });
  const nodes = () => ceph.read<NodeList>({ prefix: 'node ls' }, { fixedBy: 'maps' });
  return {
    tree,
    nodes,
    servers: async () => idsOf(...(await Promise.all([tree(), nodes(), orchestrated()]))),
    pools: (options) =>
      ceph.read({ prefix: 'osd pool ls', detail: 'detail' }, { fixedBy: 'osdmap', ...options }),
    async usage() {
      return allOf((await usagePart(() => ceph.read({ prefix: 'osd df' })))?.value ?? NO_USAGE);
    },
    serverOf: (daemon) => serverByDaemon.get(daemon),
    async refresh() {
      const status = ceph.read<StatusDump>({ prefix: 'status' });
      const [map, daemons, { servicemap } = {}] = await Promise.all([tree(), nodes(), status]).catch(
        () => [],
      );
      if (!map || !daemons) return;
      const ids = serverIds(map, daemons);
      const hosts = daemonHosts({ ...daemons, ...gatewayNodes(servicemap) });
      serverByDaemon = new Map([...hosts].map(([daemon, host]) => [daemon, ids.get(host)]));
    },
  };
}
