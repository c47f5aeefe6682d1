import type { Clock } from '../../../lib/clock.ts';
import { ifRefused, Refusal } from '../../engine.ts';
import type { HostDisk } from '../access/hostDisk.ts';
import { createBackgroundRead } from '../client/backgroundRead.ts';
import type { Ceph } from '../client/ceph.ts';
import { memoizeLast } from '../client/memoizeLast.ts';
import { type MaintainedHost, withMaintenance } from './hosts.ts';
import { isNotSupported } from './orders.ts';
import {
  unavailableReason,
  DAEMON_KEYS,
  inspectionAge,
  orchDisks,
  type OrchDaemon,
  type OrchDevice,
  type OrchHost,
  type OrchInventory,
  type OrchStatus,
} from './read.ts';

/** A server that the orchestrator of the cluster manages. */
export interface OrchServer {
  /** The name of the orchestrator's manager module, such as `cephadm`. */
  readonly backend: string;
  readonly labels: readonly string[];
  /** The reason why the orchestrator cannot act on the server now; undefined if it can. */
  readonly unavailable: string | undefined;
  /** Undefined if that is not known. */
  readonly inMaintenance: boolean | undefined;
  readonly disks: readonly HostDisk[];
  /** The age of the list of disks, in seconds. */
  readonly age: number;
  readonly daemons: readonly OrchDaemon[];
}

/** The orchestrator of a cluster: the manager module with which cephadm or Rook acts on servers. */
export interface Orchestrator {
  /** The names of its servers, from its latest answer: the same list while they do not change. */
  hosts(): Promise<readonly string[]>;
  /** The reason why the orchestrator does not work now; undefined if it works, or if there is none. */
  problem(): string | undefined;
  /**
   * A server in its latest answer; undefined if it does not manage this server, or if there is no orchestrator.
   * @throws Refusal 503 if the caller has to be certain, and it has not answered yet
   */
  server(host: string, how?: { readonly certain: boolean }): Promise<OrchServer | undefined>;
}

/** The orchestrator's latest answers. */
interface OrchState {
  readonly backend: string;
  readonly hosts: ReadonlyMap<string, MaintainedHost>;
  readonly devices: ReadonlyMap<string, readonly OrchDevice[]>;
  readonly daemons: readonly OrchDaemon[];
  /** The time at which the devices were read, in elapsed milliseconds. */
  readonly at: number;
}

/** The minimum pause after a read, ours: the answers cost the managers more than a list of OSDs, and change slowly. */
const MIN_REST_MS = 10_000;

const entries = (answer: unknown): readonly unknown[] => (Array.isArray(answer) ? answer : []);

/** The orchestrator's status; undefined if none is configured: ENOENT, which a module that is broken answers, too. */
const readStatus = (ceph: Ceph): Promise<OrchStatus | undefined> =>
  ceph.read<OrchStatus>({ prefix: 'orch status' }, { fresh: true }).catch(
    ifRefused((failure) => {
      if (isNotSupported(failure)) throw failure;
      return undefined;
    }, 404),
  );

/** Reads hosts, devices and daemons. Commands that the orchestrator does not support give empty lists. */
async function readAll(ceph: Ceph, backend: string, at: number): Promise<OrchState> {
  const ask = async (prefix: string, only?: readonly string[]) =>
    entries(
      await ceph.read({ prefix }, { fresh: true, ...(only && { only }) }).catch((failure: unknown) => {
        if (!isNotSupported(failure)) throw failure;
      }),
    );
  const hosts = await withMaintenance(ceph, (await ask('orch host ls')) as readonly OrchHost[]);
  const inventory = (await ask('orch device ls')) as readonly OrchInventory[];
  const daemons = (await ask('orch ps', DAEMON_KEYS)) as readonly OrchDaemon[];
  return {
    backend,
    hosts: new Map(hosts.map((host) => [host.hostname ?? '', host])),
    devices: new Map(
      inventory.map(({ name = '', devices }) => [name, entries(devices) as readonly OrchDevice[]]),
    ),
    daemons,
    at,
  };
}

/**
 * Caches the orchestrator's latest answers. Callers do not wait for new ones: when its module fails, its commands hang
 * until librados times out. The last answers stay in use then, and `problem` gives the reason.
 */
export function createOrchestrator(ceph: Ceph, clock: Clock): Orchestrator {
  const part = createBackgroundRead<void>(clock, { minRestMs: MIN_REST_MS });
  let known: OrchState | undefined;
  let problem: string | undefined;
  let hasAnswered = false;

  const read = async (): Promise<void> => {
    let name = known?.backend;
    try {
      const status = await readStatus(ceph);
      name = status?.backend;
      if (status && status.available !== true)
        problem = `the orchestrator (${name}) is not available: ${status.reason ?? 'no reason given'}`;
      else {
        [known, problem] = [status && (await readAll(ceph, name ?? '', clock.elapsed())), undefined];
        hasAnswered = true;
      }
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      // Managers that are silent may have no orchestrator.
      if (name !== undefined || isNotSupported(failure))
        problem = `the orchestrator${name === undefined ? '' : ` (${name})`} does not answer: ${failure.message}`;
    }
  };
  const refresh = () => part(read);
  const namesOf = memoizeLast((joined: string) => joined.split('\n').filter(Boolean));

  return {
    problem: () => problem,
    async hosts() {
      await refresh();
      return namesOf([...(known?.hosts.keys() ?? [])].join('\n'));
    },
    async server(host, { certain } = { certain: false }) {
      await refresh();
      if (certain && !hasAnswered)
        throw new Refusal(503, problem ?? 'it is not known yet whether an orchestrator manages the servers');
      const found = known?.hosts.get(host);
      if (!known || !found) return undefined;
      const { backend, daemons, at } = known;
      const devices = known.devices.get(host) ?? [];
      return {
        backend,
        labels: entries(found.labels).map(String),
        unavailable: problem ?? unavailableReason(found),
        inMaintenance: found.inMaintenance,
        disks: orchDisks(devices),
        age: inspectionAge(devices, clock.now()) ?? (clock.elapsed() - at) / 1000,
        daemons: daemons.filter(({ hostname }) => hostname === host),
      };
    },
  };
}
