import { hostname as machineName, networkInterfaces } from 'node:os';
import { PRIORITY } from '../../lib/priority.ts';
import type { RegisteredHook } from '../hooks/registry.ts';
import type { StoredScript } from '../values/script.ts';
import { createBackups } from './backups/backups.ts';
import { backupHandlers } from './backups/handlers.ts';
import { createChangeRequests, type SavedRequest } from './changes/requests.ts';
import { readFsid } from './client/ceph.ts';
import type { StorageCall } from './client/storage.ts';
import { retryUntilDone, within } from './client/timeouts.ts';
import type { ClusterParts } from './clusterParts.ts';
import { crushChangeHandlers } from './crush/handlers.ts';
import { diskChangeHandlers, diskHandlers } from './disks/handlers.ts';
import type { Formatting } from './disks/journals.ts';
import { diskLister } from './disks/list.ts';
import { osdRemoval } from './disks/removal.ts';
import { copyKinds } from './files/copy.ts';
import { deletionKinds } from './files/deletion.ts';
import type { Files } from './files/filesystem.ts';
import { createGateways } from './gateways/gateways.ts';
import { createRemoteGateways } from './gateways/remoteGateways.ts';
import { createGatewaySupervisor, GATEWAY_PORTS, type GatewayPorts } from './gateways/supervisor.ts';
import { haGroupHandlers } from './haGroups/handlers.ts';
import type { SavedGroup } from './haGroups/read.ts';
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
import { iscsiHandlers } from './iscsi/handlers.ts';
import { remoteIscsi } from './iscsi/remote.ts';
import { servedDisks } from './iscsi/servedDisks.ts';
import type { SavedIscsi } from './iscsi/services.ts';
import type { LogBook } from './log/book.ts';
import { serverMaintenanceHandlers } from './maintenance/handlers.ts';
import { maintenanceModeHandlers } from './maintenance/modeHandlers.ts';
import { serverReboots } from './maintenance/reboot.ts';
import { createManagementNode } from './management.ts';
import { networkHandlers } from './networks/handlers.ts';
import type { SavedNetwork } from './networks/networks.ts';
import { nfsHandlers } from './nfs/handlers.ts';
import { remoteNfs } from './nfs/remote.ts';
import type { SavedNfs } from './nfs/services.ts';
import { nfsServing } from './nfs/serving.ts';
import { ownLog, type Note } from './ownLog.ts';
import type { Admin } from './s3/gateway/admin.ts';
import { serverHandlers } from './servers/handlers.ts';
import { setupHandlers } from './setup/handlers.ts';
import { createCollection } from './state/collection.ts';
import { createHostLock } from './state/hostLock.ts';
import { createLease } from './state/lease.ts';
import { createStateStore, type StateStore } from './state/store.ts';
import { adoptAbandoned } from './tasks/abandoned.ts';
import { TaskTable, type Resume } from './tasks/board.ts';
import { storedJournal } from './tasks/journal.ts';

/**
 * The role of this process. A service does all background work; one inside a console only continues its own tasks; a
 * reader changes nothing without a request.
 */
export type EngineRole = 'service' | 'console' | 'reader';

export interface ServiceSectionsOptions extends ClusterParts {
  /** Calls the helper. */
  readonly call: StorageCall;
  readonly book: LogBook;
  readonly images: Images;
  readonly files: Files;
  readonly admin: Admin;
  /** Path of ceph.conf and the Ceph user, for the gateways. */
  readonly conf?: string;
  readonly name: string;
  /** The name of this server; the machine's own unless given. */
  readonly hostname?: string;
  /** False if the service runs outside the cluster; then this machine cannot be a gateway. */
  readonly isServer: boolean;
  readonly role: EngineRole;
  /** A private directory for backups and the files of gateways, which are not available without it. */
  readonly directory?: string;
  readonly gateways?: GatewayPorts;
  /** Additional kinds of work to continue after a restart, for TaskTable.recover. */
  readonly kinds: Readonly<Record<string, Resume>>;
  /** Returns the fsid of the cluster with these monitors. */
  readonly probe: (mons: readonly string[], key: string) => Promise<string>;
}

/** The interval at which reading unfinished tasks is attempted while the cluster does not answer. */
const RECOVERY_MS = 2000;
/** The time limit for storing tasks and releasing the lease when the service stops. */
const CLOSING_MS = 2000;
/** The time limit for starting daemons again that were stopped for a reboot, when the service stops. */
const UNDO_MS = 15_000;

/** The collections of records in the cluster's key-value store. */
const collectionsIn = (store: StateStore) => ({
  networks: createCollection<SavedNetwork>(store, 'network', 'network'),
  groups: createCollection<SavedGroup>(store, 'ha-group', 'HA group'),
  iscsi: createCollection<SavedIscsi>(store, 'iscsi', 'iSCSI service'),
  nfs: createCollection<SavedNfs>(store, 'nfs', 'NFS service'),
  requests: createCollection<SavedRequest>(store, 'change-request', 'change request'),
  scripts: createCollection<StoredScript>(store, 'script', 'script'),
  hooks: createCollection<RegisteredHook>(store, 'hook', 'hook'),
});

/** Creates the parts that all sections need: the state store, the server's identity, its lock, the lease, and the tasks. */
function createFoundations(
  { ceph, clock, inventory, isServer, role, ...options }: ServiceSectionsOptions,
  note: Note,
) {
  const hostname = options.hostname ?? machineName();
  const session = `${hostname} ${clock.random().toString(36).slice(2, 8)}`;
  const store = createStateStore(ceph, clock, session, (problem) => note(problem, PRIORITY.error));
  const journal = storedJournal(store, hostname);
  const lock = createHostLock(hostname, () => readFsid(ceph));
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
    journal,
    tasks: new TaskTable(clock, journal, () => lock.require()),
  };
}

interface ServerSectionParts extends Pick<ReturnType<typeof createFoundations>, 'node' | 'tasks'> {
  readonly hooks: Pick<Hooks, 'aroundCrushChange' | 'aroundFormat'>;
  readonly outcome: OutcomeParts;
}

/** Creates the sections for servers and their disks, and the kinds of work to continue after a restart. */
function createServerSections(cluster: ClusterParts, { node, tasks, hooks, outcome }: ServerSectionParts) {
  const around = <T>(change: string, apply: () => Promise<T>) => hooks.aroundCrushChange(change, apply);
  const formatting: Formatting = (disk, format) => hooks.aroundFormat(disk, format);
  const list = diskLister(cluster);
  const removal = osdRemoval({ ...cluster, ...outcome });
  const reboots = serverReboots({ ...cluster, node, tasks, ...outcome });
  return {
    kinds: removal.kinds,
    rebootKinds: reboots.kinds,
    ended: reboots.ended,
    handlers: {
      ...diskHandlers(cluster, list, tasks),
      ...diskChangeHandlers({ ...cluster, list, tasks, removal, around, formatting }),
      ...serverMaintenanceHandlers(reboots),
      ...serverHandlers({ ...cluster, node }),
      ...maintenanceModeHandlers({ ...cluster, tasks }),
    },
  };
}

type GatewayParts = Pick<ReturnType<typeof createFoundations>, 'node' | 'lock' | 'lease'> &
  Pick<ReturnType<typeof collectionsIn>, 'iscsi' | 'nfs'> & { readonly note: Note };

/** Creates the parts that run NFS and iSCSI gateways. */
function createGatewayParts(
  options: ServiceSectionsOptions,
  { node, note, lock, lease, iscsi, nfs }: GatewayParts,
) {
  const { ceph, clock, access, gateways: ports = {} } = options;
  const supervisor = createGatewaySupervisor({ ...options, ...ports, node, note, lock, iscsi, nfs });
  const { iscsiPort, nfsPort, nfsAddress } = { ...GATEWAY_PORTS, ...ports };
  const parts = { clock, ceph, access, node, note, lease, folder: ports.remoteFolder };
  const remote = {
    iscsi: createRemoteGateways(parts, remoteIscsi({ ceph, clock }, iscsi, iscsiPort)),
    nfs: createRemoteGateways(parts, remoteNfs(ceph, nfs, { address: nfsAddress, port: nfsPort })),
  };
  const gateways = createGateways({ access, node, supervisor, remote });
  const serving = nfsServing({ ceph, clock, services: nfs, gateways, node, note });
  return {
    gateways,
    serving,
    async close() {
      for (const one of [remote.iscsi, remote.nfs, serving]) one[Symbol.dispose]();
      await supervisor.close();
    },
  };
}

/**
 * Creates the sections that do more than pass commands on to Ceph: they store records of this service in the cluster, and
 * act on them. Also starts the background work: health hooks, sampling, backups, gateways.
 */
export function createServiceSections(options: ServiceSectionsOptions) {
  const { ceph, clock, access, inventory, book, images, files, admin, directory, probe } = options;
  let serverId: number | undefined;
  const note = ownLog(book, clock, () => serverId);
  const foundations = createFoundations(options, note);
  const { store, lock, node, lease, journal, tasks } = foundations;
  const { networks, groups, iscsi, nfs, requests, ...collections } = collectionsIn(store);
  const hooks = new Hooks({ collections, node, access, tasks, clock, note });
  const around = <T>(change: string, apply: () => Promise<T>) => hooks.aroundCrushChange(change, apply);
  const changeRequests = createChangeRequests({ ceph, inventory, requests, tasks, around });
  const ending = new AbortController();
  const outcome = { clock, note, ending: ending.signal };
  const servers = createServerSections({ ceph, clock, access, inventory }, { node, tasks, hooks, outcome });
  const timers = new DisposableStack();
  timers.use(node);
  const backups = timers.use(createBackups({ ceph, clock, store, lease, tasks, directory }));
  const { gateways, serving, ...running } = createGatewayParts(options, { ...foundations, note, iscsi, nfs });
  const served = servedDisks(iscsi, (spec) => dataPoolsOf(images, spec));
  const monitored = createMonitoredDirectories(store, files);
  const history = new History();
  const graphOptions = { clock, inventory, node, access, files, monitored, admin, history };

  timers.use(watchHealth(ceph, clock, lease, hooks));
  timers.use(startSampling({ ...graphOptions, ceph, call: options.call }));
  if (options.role !== 'reader')
    timers.use(adoptAbandoned({ clock, journal, tasks, kinds: servers.rebootKinds }));
  timers.use(
    retryUntilDone(clock, RECOVERY_MS, async () => {
      serverId = await node.id();
      if (options.role === 'reader') return;
      await lock.require();
      await tasks.recover({
        ...servers.kinds,
        ...servers.rebootKinds,
        ...imageKinds({ images, served, clock }),
        ...copyKinds({ files, clock }),
        ...deletionKinds({ files, clock }),
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
      ...historyHandlers(graphOptions),
      ...hookHandlers({ collections, hooks, node }),
      ...iscsiHandlers({ ceph, services: iscsi, gateways, node, images, inventory, tasks, ...outcome }),
      ...networkHandlers({ networks, groups, note }),
      ...nfsHandlers({ access, services: nfs, groups, gateways, serving, node, files, note }),
      ...setupHandlers({ ceph, store, node, note, probe }),
      ...statsHandlers(node),
    },
    hooks,
    async close() {
      ending.abort();
      timers.dispose();
      const stored = within(clock, CLOSING_MS, Promise.all([tasks.close(), lease.close()]));
      const undone = within(clock, UNDO_MS, servers.ended());
      await Promise.all([running.close(), stored, undone]);
      await lock.close();
    },
  };
}
