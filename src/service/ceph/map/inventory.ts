import type { Clock } from '../../../lib/clock.ts';
import { createBackgroundRead } from '../client/backgroundRead.ts';
import type { Ceph, ReadOptions } from '../client/ceph.ts';
import { memoizeLast } from '../client/memoizeLast.ts';
import type { StatusDump } from '../cluster/read.ts';
import type { OsdUsage } from '../crush/read.ts';
import type { PoolDump } from '../pools/read.ts';
import type { OsdTree } from './osdTree.ts';
import { daemonHosts, gatewayNodes, serverIds, type NodeList } from './servers.ts';

/** The facts about the cluster that several operations need. */
export interface Inventory {
  tree(): Promise<OsdTree>;
  nodes(): Promise<NodeList>;
  /** Server ids by host name. */
  servers(): Promise<ReadonlyMap<string, number>>;
  pools(options?: Pick<ReadOptions, 'fresh'>): Promise<readonly PoolDump[]>;
  /** The usage of OSDs, in the CRUSH map and outside it; empty until a manager has answered once. */
  usage(): Promise<readonly OsdUsage[]>;
  /** The server of a daemon such as `osd.3`, as of the latest refresh. */
  serverOf(daemon: string): number | undefined;
  /** Updates the data of `serverOf`; leaves it unchanged if the cluster does not answer. */
  refresh(): Promise<void>;
}

/** The answer of `ceph osd df`. */
interface UsageTable {
  readonly nodes: readonly OsdUsage[];
  /** OSDs outside the CRUSH map. */
  readonly stray?: readonly OsdUsage[];
}

/**
 * The time for which the usage is cached, as a multiple of the time that reading it took: the table grows with the OSDs,
 * and changes slowly. One that took a third of a second is used for half a minute.
 */
const USAGE_REST_FACTOR = 100;
/** The longest such time: after a read for which a manager hung, an old usage would otherwise stand for most of an hour. */
const MAX_USAGE_REST_MS = 2 * 60_000;
const NO_USAGE: Partial<UsageTable> = {};
const NO_SERVERS: readonly string[] = [];

/**
 * While no manager answers, the usage of OSDs is the last known one.
 * @param orchestrated returns the servers that an orchestrator manages, which may have no daemon yet
 */
export function createInventory(
  ceph: Ceph,
  clock: Clock,
  orchestrated: () => Promise<readonly string[]> = async () => NO_SERVERS,
): Inventory {
  const usagePart = createBackgroundRead<UsageTable>(clock, {
    restFactor: USAGE_REST_FACTOR,
    maxRestMs: MAX_USAGE_REST_MS,
  });
  const usageOf = memoizeLast(({ nodes: placed = [], stray = [] }: Partial<UsageTable>) => [
    ...placed,
    ...stray,
  ]);
  const idsOf = memoizeLast(serverIds);
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
      return usageOf((await usagePart(() => ceph.read({ prefix: 'osd df' })))?.value ?? NO_USAGE);
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
