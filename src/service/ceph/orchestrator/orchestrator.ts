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
  type DatedDaemons,
  inspectionAge,
  orchDisks,
  type OrchDaemon,
  type OrchDevice,
  type OrchHost,
  type OrchInventory,
  type OrchStatus,
} from './read.ts';

/** A server that the orchestrator of the cluster manages. */
export interface OrchServer extends DatedDaemons {
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
  /** The reason why the list of disks is not newer; undefined if the last read of it succeeded. */
  readonly disksFailure?: string | undefined;
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

/** The latest value of a list, the time of its read in elapsed milliseconds (undefined if there was none), and the reason why a later read failed. */
interface DatedList<T> {
  readonly value: T;
  readonly at: number | undefined;
  readonly failure?: string | undefined;
}

type Devices = ReadonlyMap<string, readonly OrchDevice[]>;
type Daemons = readonly OrchDaemon[];

/** The orchestrator's hosts. */
interface OrchHosts {
  readonly backend: string;
  readonly hosts: ReadonlyMap<string, MaintainedHost>;
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

/** Reads a list. If the orchestrator does not support the command, the list is empty. */
async function readList<T>(ceph: Ceph, prefix: string, only?: readonly string[]): Promise<readonly T[]> {
  const answer = await ceph
    .read({ prefix }, { fresh: true, ...(only && { only }) })
    .catch((failure: unknown) => {
      if (!isNotSupported(failure)) throw failure;
    });
  return entries(answer) as readonly T[];
}

const readHosts = async (ceph: Ceph): Promise<OrchHosts['hosts']> =>
  new Map(
    (await withMaintenance(ceph, await readList<OrchHost>(ceph, 'orch host ls'))).map((host) => [
      host.hostname ?? '',
      host,
    ]),
  );

const readDevices = async (ceph: Ceph): Promise<Devices> =>
  new Map(
    (await readList<OrchInventory>(ceph, 'orch device ls')).map(({ name = '', devices }) => [
      name,
      entries(devices) as readonly OrchDevice[],
    ]),
  );

const readDaemons = (ceph: Ceph): Promise<Daemons> => readList<OrchDaemon>(ceph, 'orch ps', DAEMON_KEYS);

/** Reads a list that is shown with its age: if that fails, the last value is kept with the reason. */
async function renewed<T>(clock: Clock, last: DatedList<T>, read: () => Promise<T>): Promise<DatedList<T>> {
  try {
    return { value: await read(), at: clock.elapsed() };
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    return { ...last, failure: failure.message };
  }
}

/**
 * Caches the orchestrator's latest answers. Callers do not wait for new ones: when its module fails, its commands hang
 * until librados times out. The last answers stay in use then, and `problem` gives the reason.
 */
export function createOrchestrator(ceph: Ceph, clock: Clock): Orchestrator {
  const part = createBackgroundRead<void>(clock, { minRestMs: MIN_REST_MS });
  let known: OrchHosts | undefined;
  let devices: DatedList<Devices> = { value: new Map(), at: undefined };
  let daemons: DatedList<Daemons> = { value: [], at: undefined };
  let problem: string | undefined;
  let hasAnswered = false;

  /** Each list has a failure of its own, and delays no other. */
  const readDetails = async (): Promise<void> => {
    await Promise.all([
      renewed(clock, devices, () => readDevices(ceph)).then((list) => (devices = list)),
      renewed(clock, daemons, () => readDaemons(ceph)).then((list) => (daemons = list)),
    ]);
  };
  const read = async (): Promise<void> => {
    let name = known?.backend;
    try {
      const status = await readStatus(ceph);
      name = status?.backend;
      if (status && status.available !== true)
        problem = `the orchestrator (${name}) is not available: ${status.reason ?? 'no reason given'}`;
      else {
        known = status && { backend: name ?? '', hosts: await readHosts(ceph) };
        [problem, hasAnswered] = [undefined, true];
        if (status) await readDetails();
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
      const own = devices.value.get(host) ?? [];
      const secondsSince = (at: number | undefined) =>
        at === undefined ? undefined : (clock.elapsed() - at) / 1000;
      return {
        backend: known.backend,
        labels: entries(found.labels).map(String),
        unavailable: problem ?? unavailableReason(found),
        inMaintenance: found.inMaintenance,
        disks: orchDisks(own),
        age: inspectionAge(own, clock.now()) ?? secondsSince(devices.at) ?? 0,
        disksFailure: devices.failure,
        daemons: daemons.value.filter(({ hostname }) => hostname === host),
        daemonsAge: secondsSince(daemons.at),
        daemonsFailure: daemons.failure,
      };
    },
  };
}
