import { hostname as machineName } from 'node:os';
import type { OperationId } from '../../api/contract/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { PRIORITY } from '../../lib/priority.ts';
import { Downloads } from '../downloads.ts';
import type { Engine, Served } from '../engine.ts';
import { createServerAccess, type ServerHelper, type ServerAccess } from './access/serverAccess.ts';
import type { SshSettings } from './access/ssh.ts';
import { decisionsOn } from './changes/decisions.ts';
import type { ChangeRequests } from './changes/requests.ts';
import { createCeph, SHARE_MS } from './client/ceph.ts';
import { createStorageCall, type StorageCall } from './client/storage.ts';
import { clusterHandlers } from './cluster/handlers.ts';
import type { ClusterParts } from './clusterParts.ts';
import { configHandlers } from './config/handlers.ts';
import { CONNECTION_SETTINGS } from './connectionSettings.ts';
import { crashHandlers } from './crashes/handlers.ts';
import { crushHandlers } from './crush/handlers.ts';
import { factsHandlers } from './facts/handlers.ts';
import { createFiles, type Files } from './files/filesystem.ts';
import { fileHandlers } from './files/handlers.ts';
import type { GatewayPorts } from './gateways/supervisor.ts';
import { healthHandlers } from './health/handlers.ts';
import { HelperProcess } from './helper/process.ts';
import { pythonHelper } from './helper/source.ts';
import { withHooks } from './hooks/withHooks.ts';
import { createImages, type Images } from './images/client.ts';
import { imageHandlers } from './images/handlers.ts';
import type { OutcomeParts } from './images/outcome.ts';
import type { ServedDisks } from './iscsi/servedDisks.ts';
import { UNSUPPORTED } from './limits.ts';
import { LogBook } from './log/book.ts';
import { LogCollector } from './log/collector.ts';
import { logHandlers } from './log/handlers.ts';
import { LogSources } from './log/sources.ts';
import { maintenanceHandlers } from './maintenance/handlers.ts';
import { createInventory } from './map/inventory.ts';
import { createOrchestrator, type Orchestrator } from './orchestrator/orchestrator.ts';
import { osdGroupsHandlers } from './osdGroups/handlers.ts';
import { poolChangeHandlers, poolHandlers } from './pools/handlers.ts';
import { progressHandlers } from './progress/handlers.ts';
import { bucketKinds } from './s3/bucketDeletion.ts';
import { listens, listensFrom, type Listens } from './s3/gateway/listens.ts';
import { s3Handlers } from './s3/handlers.ts';
import { createObjectStore } from './s3/objectStore.ts';
import { createServiceSections, type EngineRole } from './serviceSections.ts';
import { probeCluster } from './setup/probe.ts';
import type { TaskTable } from './tasks/board.ts';
import { taskHandlers } from './tasks/handlers.ts';
import { runAtHelper, runHere } from './via/programs.ts';
import type { Via } from './via/via.ts';

export interface CephEngineOptions {
  readonly clock: Clock;
  /** The command that leads to where the cluster is reached; it is reached from this machine unless given. */
  readonly via?: Via;
  readonly role?: EngineRole;
  /** The settings for ssh to other servers; undefined if the operator has not configured it. */
  readonly ssh?: SshSettings;
  /** The command that reboots a server; `systemctl reboot` unless given. */
  readonly reboot?: ServerHelper['reboot'];
  /** Path of ceph.conf, there; librados searches its usual paths unless given. */
  readonly conf?: string;
  /** The Ceph user whose key and capabilities are used; client.admin unless given. */
  readonly name?: string;
  /** The log directory of this machine's daemons; the cluster is asked unless given, '' means none. */
  readonly logDir?: string;
  /** The time for which identical reads share one answer, in milliseconds; SHARE_MS unless given, 0 for concurrent reads. */
  readonly shareMs?: number;
  /** Base URL of the S3 gateway to use; one of those that the cluster reports unless given. */
  readonly s3?: string;
  /** The name of this server, as the cluster's daemons report it; the machine's own unless given. */
  readonly hostname?: string;
  /** A private directory for backups and the files of gateways, which are not available without it. */
  readonly directory?: string;
  readonly gateways?: GatewayPorts;
  /** Path of a Python 3 with the module `rados`; /usr/bin/python3 unless given. */
  readonly python?: string;
  /** Ceph options that override those of the configuration file. */
  readonly settings?: Readonly<Record<string, string>>;
}

const BY_COMMAND =
  'python3 has no module rados where the cluster is reached: requests use the slower ceph command, and the cluster log is read only on connecting; install python3-rados there';

/** The longest wait for the start of the helper: less than the 10 s that a client of a service waits for its answer. */
const START_WAIT_MS = 8000;

/** The number of log lines that are kept, about 100 bytes each. */
const LOG_LINES = 50_000;

export interface CephEngine extends Engine {
  /** The handlers of all operations except those in `UNSUPPORTED`. */
  readonly handlers: Served<Exclude<OperationId, keyof typeof UNSUPPORTED>> & typeof UNSUPPORTED;
  /** The changes that were requested with `POST /crush`; the interface has no operation to approve or reject them. */
  readonly changeRequests: ChangeRequests;
  /** Resolves when none of the tasks of this process runs any more, or when the signal is aborted. */
  idle(signal: AbortSignal): Promise<void>;
}

interface EngineParts extends ClusterParts {
  readonly call: StorageCall;
  readonly name: string;
  readonly book: LogBook;
  readonly tasks: TaskTable;
  readonly served: ServedDisks;
  readonly images: Images;
  readonly files: Files;
  readonly objectStore: ReturnType<typeof createObjectStore>;
  readonly downloads: Downloads;
  readonly outcome: OutcomeParts;
  readonly listens: Listens;
}

/** The sections that pass commands on to Ceph. */
const passedOn = (parts: EngineParts) => {
  const { ceph, clock, inventory, tasks, served, objectStore, downloads } = parts;
  return {
    ...clusterHandlers(parts, parts.listens),
    ...configHandlers(ceph, parts.name),
    ...crashHandlers(ceph),
    ...crushHandlers(ceph, inventory),
    ...healthHandlers(ceph),
    ...logHandlers(parts.book),
    ...maintenanceHandlers(ceph, inventory, clock),
    ...poolHandlers(ceph, inventory, clock),
    ...poolChangeHandlers(ceph, inventory, served),
    ...taskHandlers(tasks),
    ...progressHandlers(ceph, clock),
    ...factsHandlers(ceph, inventory, clock),
    ...osdGroupsHandlers(parts),
    ...imageHandlers({ ...parts, ...parts.outcome }),
    ...s3Handlers(objectStore, tasks, downloads),
    ...fileHandlers(parts),
  };
};

/** Access to this server, unless it is outside the cluster, and to the others, if ssh is configured. */
const accessOf = (
  { clock, via, hostname, ssh, reboot }: CephEngineOptions,
  call: StorageCall,
  orchestrator: Orchestrator,
): ServerAccess =>
  createServerAccess({
    clock,
    own: via ? undefined : { host: hostname ?? machineName(), call },
    ssh,
    orchestrator,
    reboot,
    commandVia: (server) => pythonHelper('', server),
  });

/** The log directory of this machine's daemons; none if the cluster is elsewhere, because they do not belong to it. */
function ownLogs({ logDir, via }: CephEngineOptions): { readonly logDir?: string } {
  const folder = logDir ?? (via ? '' : undefined);
  return folder === undefined ? {} : { logDir: folder };
}

/** Creates the engine for a real Ceph cluster. Does not wait for the cluster: its status tells if it cannot be reached. */
export function createCephEngine(options: CephEngineOptions): CephEngine {
  const { clock, via, conf, name = 'client.admin', shareMs = SHARE_MS } = options;
  const book = new LogBook(Math.floor(clock.random() * 1e12).toString(36), LOG_LINES);
  const collector = new LogCollector(book, clock, (daemon) => inventory.serverOf(daemon));
  const command = pythonHelper(options.python ?? '/usr/bin/python3', via);
  const settings = { ...CONNECTION_SETTINGS, ...options.settings };
  const helper = new HelperProcess({
    clock,
    command,
    cluster: { ...(conf === undefined ? {} : { conf }), name, settings },
    // A one-line command waits for the start of a container; a client of a service does not wait as long for its answer.
    ...((options.role ?? 'service') === 'service' && { startWaitMs: START_WAIT_MS }),
    onLog: (line) => collector.add([line]),
    onStart(transport) {
      sources.recall();
      if (transport === 'ceph') own.note(BY_COMMAND, PRIORITY.warning);
    },
  });
  const ceph = createCeph(helper, clock, shareMs);
  const orchestrator = createOrchestrator(ceph, clock);
  const inventory = createInventory(ceph, clock, () => orchestrator.hosts());
  const refresh = () => inventory.refresh();
  const sources = new LogSources({ clock, ceph, collector, refresh, ...ownLogs(options) });
  const downloads = new Downloads(clock);
  const call = createStorageCall(helper);
  const run = via ? runAtHelper(call) : runHere;
  const objectStore = createObjectStore({ ceph, clock, run, conf, name, url: options.s3, shareMs });
  const images = createImages(call, clock, shareMs);
  const files = createFiles(ceph, call);
  const access = accessOf(options, call, orchestrator);
  const own = createServiceSections({
    role: 'service',
    ...options,
    name,
    ceph,
    call,
    access,
    inventory,
    book,
    images,
    files,
    isServer: via === undefined,
    admin: objectStore.admin,
    kinds: bucketKinds(objectStore, clock),
    probe: (mons, key) => probeCluster({ clock, command, settings }, mons, key),
  });
  const { tasks, changeRequests, served, outcome } = own;
  const reach = { access, listens: via ? listensFrom(call) : listens };
  const stores = { images, files, objectStore, downloads };
  const parts = { ceph, call, clock, name, inventory, book, tasks, served, outcome, ...stores, ...reach };
  return {
    name: 'ceph',
    changeRequests,
    idle: (signal) => tasks.idle(signal),
    decisions: decisionsOn(changeRequests),
    handlers: withHooks({ ...UNSUPPORTED, ...passedOn(parts), ...own.handlers }, own.hooks),
    downloads,
    async close() {
      await own.close();
      objectStore.close();
      sources[Symbol.dispose]();
      await Promise.all([helper.close(), access.close()]);
    },
  };
}
