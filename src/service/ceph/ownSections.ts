import { hostname as machineName, networkInterfaces } from 'node:os';
import type { Clock } from '../../lib/clock.ts';
import type { RegisteredHook } from '../hooks/registry.ts';
import type { StoredScript } from '../hooks/script.ts';
import { createBackups } from './backups/backups.ts';
import { backupHandlers } from './backups/handlers.ts';
import type { Ceph } from './ceph.ts';
import { createChangeRequests, type KeptRequest } from './changes/requests.ts';
import { crushChangeHandlers } from './crush/handlers.ts';
import { diskChangeHandlers, diskHandlers } from './disks/handlers.ts';
import { diskLister } from './disks/list.ts';
import { osdRemoval } from './disks/removal.ts';
import type { Files } from './files/filesystem.ts';
import { createGatewaySupervisor, type GatewayPorts, type SupervisorOptions } from './gateways/supervisor.ts';
import { haGroupHandlers } from './haGroups/handlers.ts';
import type { SavedGroup } from './haGroups/read.ts';
import { serverHandlers } from './hands/handlers.ts';
import type { Hands } from './hands/hands.ts';
import { historyHandlers, statsHandlers } from './history/handlers.ts';
import { History } from './history/history.ts';
import { createMonitoredDirectories } from './history/monitored.ts';
import { startSampling } from './history/sampler.ts';
import { hookHandlers } from './hooks/handlers.ts';
import { Hooks } from './hooks/hooks.ts';
import { watchHealth } from './hooks/watch.ts';
import { dataPoolsOf, type Images } from './images/client.ts';
import { imageKinds } from './images/jobs.ts';
import type { OutcomeParts } from './images/outcome.ts';
import type { Inventory } from './inventory.ts';
import { iscsiHandlers } from './iscsi/handlers.ts';
import { servedDisks } from './iscsi/servedDisks.ts';
import type { SavedIscsi } from './iscsi/services.ts';
import type { LogBook } from './log/book.ts';
import { serverMaintenanceHandlers } from './maintenance/handlers.ts';
import { serverReboots } from './maintenance/reboot.ts';
import { createManagementNode } from './management.ts';
import { networkHandlers } from './networks/handlers.ts';
import type { KeptNetwork } from './networks/networks.ts';
import { nfsHandlers } from './nfs/handlers.ts';
import type { SavedNfs } from './nfs/services.ts';
import { maintenanceModeHandlers } from './orchestrator/maintenance.ts';
import { ownLog, PRIORITY, type Note } from './ownLog.ts';
import type { Admin } from './s3/gateway/admin.ts';
import { setupHandlers } from './setup/handlers.ts';
import { createCollection } from './state/collection.ts';
import { createHostLock } from './state/hostLock.ts';
import { createLease } from './state/lease.ts';
import { createStateStore, type StateStore } from './state/store.ts';
import { TaskTable, type Resume } from './tasks/board.ts';
import { storedJournal } from './tasks/journal.ts';
import { persist, within } from './timeouts.ts';

/**
 * The part that this process takes in the care of the cluster. A service does what goes on by itself; one within a console
 * goes on with its own tasks, and a reader changes nothing that it is not asked to.
 */
export type EngineRole = 'service' | 'console' | 'reader';

export interface OwnOptions {
  readonly ceph: Ceph;
  readonly hands: Hands;
  readonly clock: Clock;
  readonly inventory: Inventory;
  readonly book: LogBook;
  readonly images: Images;
  readonly files: Files;
  readonly admin: Admin;
  /** Path of ceph.conf, and the Ceph user, for the gateways. */
  readonly conf?: string;
  readonly name: string;
  /** The name of this server; the machine's own unless given. */
  readonly hostname?: string;
  /** False where the cluster is reached from another place: no gateways run here then. */
  readonly isServer: boolean;
  readonly role: EngineRole;
  /** Private to this service: backups and what the gateways keep lie there. Without it there are none of both. */
  readonly directory?: string;
  readonly gateways?: GatewayPorts;
  /** The ways to go on with tasks after a restart that this part does not know itself. */
  readonly kinds: Readonly<Record<string, Resume>>;
  /** The fsid of the cluster that answers at these monitors with this key. */
  readonly probe: (mons: readonly string[], key: string) => Promise<string>;
}

/** The interval at which a cluster that does not answer is asked for the tasks that were left undone. */
const RECOVERY_MS = 2000;
/** The time in which the cluster may note that this service ends. */
const CLOSING_MS = 2000;
/** The time in which the daemons of a server may be started again that were stopped for its reboot. */
const PUTTING_BACK_MS = 15_000;

/** The records that are kept in the cluster, one key an object. */
const collectionsIn = (store: StateStore) => ({
  networks: createCollection<KeptNetwork>(store, 'network', 'network'),
  groups: createCollection<SavedGroup>(store, 'ha-group', 'HA group'),
  iscsi: createCollection<SavedIscsi>(store, 'iscsi', 'iSCSI service'),
  nfs: createCollection<SavedNfs>(store, 'nfs', 'NFS service'),
  requests: createCollection<KeptRequest>(store, 'change-request', 'change request'),
  scripts: createCollection<StoredScript>(store, 'script', 'script'),
  hooks: createCollection<RegisteredHook>(store, 'hook', 'hook'),
});

/** The foundation of all sections: where records are kept, which server this is, and what this service may do there. */
function createFoundations({ ceph, clock, inventory, isServer, role, ...options }: OwnOptions, note: Note) {
  const hostname = options.hostname ?? machineName();
  const session = `${hostname} ${clock.random().toString(36).slice(2, 8)}`;
  const store = createStateStore(ceph, clock, session, (problem) => note(problem, PRIORITY.error));
  const lock = createHostLock(
    hostname,
    async () => (await ceph.read<{ fsid: string }>({ prefix: 'fsid' })).fsid,
  );
  return {
    store,
    lock,
    node: createManagementNode({
      clock,
      store,
      inventory,
      hostname,
      isServer,
      interfaces: networkInterfaces,
    }),
    lease: createLease(store, clock, session, async () => role === 'service' && lock.acquire()),
    tasks: new TaskTable(clock, storedJournal(store, hostname), () => lock.require()),
  };
}

type GatewayParts = Pick<SupervisorOptions, 'node' | 'note' | 'lock' | 'iscsi' | 'nfs'>;

/** Runs the gateways that this server is named for. */
const superviseGateways = (
  { ceph, clock, gateways, isServer, directory, conf, name }: OwnOptions,
  parts: GatewayParts,
) => createGatewaySupervisor({ ...gateways, ...parts, ceph, clock, isServer, directory, conf, user: name });

interface ServerWork extends Pick<ReturnType<typeof createFoundations>, 'node' | 'tasks'> {
  /** Runs what is to happen before and after a change of the CRUSH map around it. */
  readonly around: <T>(change: string, apply: () => Promise<T>) => Promise<T>;
  readonly outcome: OutcomeParts;
}

/** The work on servers and their disks: its operations, and the ways to go on with it after a restart. */
function workOnServers(
  { ceph, clock, hands, inventory }: OwnOptions,
  { node, tasks, around, outcome }: ServerWork,
) {
  const cluster = { ceph, inventory, clock, hands };
  const list = diskLister(cluster);
  const removal = osdRemoval({ ...cluster, ...outcome });
  const reboots = serverReboots({ ...cluster, node, tasks, ...outcome });
  return {
    kinds: { ...removal.kinds, ...reboots.kinds },
    ended: reboots.ended,
    handlers: {
      ...diskHandlers(cluster, list, tasks),
      ...diskChangeHandlers({ ...cluster, list, tasks, removal, around }),
      ...serverMaintenanceHandlers(reboots),
      ...serverHandlers({ node, hands, clock }),
      ...maintenanceModeHandlers({ ...cluster, tasks }),
    },
  };
}

/**
 * The part of this service that does more than pass commands on: it keeps records of its own, in the cluster, and acts on them.
 * Starts what goes on by itself, too: health hooks, measuring, backups, gateways.
 */
export function createOwnSections(options: OwnOptions) {
  const { ceph, clock, hands, inventory, book, images, files, admin, directory, probe } = options;
  let serverId: number | undefined;
  const note = ownLog(book, clock, () => serverId);
  const { store, lock, node, lease, tasks } = createFoundations(options, note);

  const { networks, groups, iscsi, nfs, requests, ...collections } = collectionsIn(store);
  const hooks = new Hooks({ collections, node, hands, tasks, clock, note });
  const around = <T>(change: string, apply: () => Promise<T>) => hooks.aroundCrushChange(change, apply);
  const changeRequests = createChangeRequests({ ceph, inventory, requests, tasks, around });
  const ending = new AbortController();
  const outcome = { clock, note, ending: ending.signal };
  const servers = workOnServers(options, { node, tasks, around, outcome });
  const backups = createBackups({ ceph, clock, store, lease, tasks, directory });
  const supervisor = superviseGateways(options, { node, note, lock, iscsi, nfs });
  const served = servedDisks(iscsi, (place) => dataPoolsOf(images, place));
  const monitored = createMonitoredDirectories(store, files);
  const history = new History();
  const measuring = { clock, inventory, node, hands, files, monitored, admin, history };

  const timers = new DisposableStack();
  timers.use(node);
  timers.use(backups);
  timers.use(watchHealth(ceph, clock, lease, hooks));
  timers.use(startSampling({ ...measuring, ceph }));
  timers.use(
    persist(clock, RECOVERY_MS, async () => {
      serverId = await node.id();
      if (options.role === 'reader') return;
      await lock.require();
      await tasks.recover({
        ...servers.kinds,
        ...imageKinds({ images, served, clock }),
        ...options.kinds,
      });
    }),
  );

  return {
    note,
    tasks,
    changeRequests,
    served,
    outcome,
    handlers: {
      ...backupHandlers(backups, tasks),
      ...crushChangeHandlers(ceph, changeRequests),
      ...servers.handlers,
      ...haGroupHandlers({ groups, networks, node, note }),
      ...historyHandlers(measuring),
      ...hookHandlers({ collections, hooks, node }),
      ...iscsiHandlers({ ceph, services: iscsi, supervisor, node, images, inventory, tasks, ...outcome }),
      ...networkHandlers({ networks, groups, note }),
      ...nfsHandlers({ ceph, hands, services: nfs, groups, supervisor, node, files, note }),
      ...setupHandlers({ ceph, store, node, note, probe }),
      ...statsHandlers(node),
    },
    hooks,
    async close() {
      ending.abort();
      timers.dispose();
      const noted = within(clock, CLOSING_MS, Promise.all([tasks.close(), lease.close()]));
      const putBack = within(clock, PUTTING_BACK_MS, servers.ended());
      await Promise.all([supervisor.close(), noted, putBack]);
      await lock.close();
    },
  };
}
