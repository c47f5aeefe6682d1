import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import type { Ceph } from '../ceph.ts';
import type { HostDisk } from '../hands/hostDisk.ts';
import { createPart } from '../part.ts';
import { sameInputs } from '../sameInputs.ts';
import { isNotSupported } from './orders.ts';
import {
  awayFor,
  DAEMON_KEYS,
  isInMaintenance,
  lookAge,
  orchDisks,
  type OrchDaemon,
  type OrchDevice,
  type OrchHost,
  type OrchInventory,
  type OrchStatus,
} from './read.ts';

/** A server as the orchestrator of the cluster has it. */
export interface OrchServer {
  /** Name of the manager module that orchestrates, such as `cephadm`. */
  readonly backend: string;
  readonly labels: readonly string[];
  /** The reason why nothing can be done there through the orchestrator now; undefined where it can. */
  readonly away: string | undefined;
  readonly inMaintenance: boolean;
  readonly disks: readonly HostDisk[];
  /** Seconds since it looked at them. */
  readonly age: number;
  readonly daemons: readonly OrchDaemon[];
}

/** The orchestrator of a cluster: the manager module that cephadm or Rook put there to work on servers. */
export interface Orchestrator {
  /** The names of its servers, as it told lately: the same list while they stay the same. */
  hosts(): Promise<readonly string[]>;
  /** The reason why an orchestrator that is set up does nothing now; undefined where it does, or none is known of. */
  trouble(): string | undefined;
  /** A server that it has, as it told lately; undefined where it has none of the name, or there is no orchestrator. */
  server(host: string): Promise<OrchServer | undefined>;
}

/** An orchestrator as it told of itself last. */
interface Known {
  readonly backend: string;
  readonly hosts: ReadonlyMap<string, OrchHost>;
  readonly devices: ReadonlyMap<string, readonly OrchDevice[]>;
  readonly daemons: readonly OrchDaemon[];
  /** When the devices were asked for, in elapsed milliseconds. */
  readonly at: number;
}

/** Its answers cost the managers more than a list of OSDs, and change slowly. */
const REST_FACTOR = 5;
const LEAST_REST_MS = 10_000;

const entries = (answer: unknown): readonly unknown[] => (Array.isArray(answer) ? answer : []);

/** Undefined where none is set up (ENOENT). */
const readStatus = (ceph: Ceph): Promise<OrchStatus | undefined> =>
  ceph.read<OrchStatus>({ prefix: 'orch status' }, { fresh: true }).catch((failure: unknown) => {
    if (failure instanceof Refusal && failure.status === 404) return undefined;
    throw failure;
  });

/** Asks for all that is read of an orchestrator that is there. What it does not know, or tells in another form, is nothing. */
async function readAll(ceph: Ceph, backend: string, at: number): Promise<Known> {
  const ask = async (prefix: string, only?: readonly string[]) =>
    entries(
      await ceph.read({ prefix }, { fresh: true, ...(only && { only }) }).catch((failure: unknown) => {
        if (!isNotSupported(failure)) throw failure;
      }),
    );
  const hosts = (await ask('orch host ls')) as readonly OrchHost[];
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
 * Keeps what the orchestrator of a cluster told last. Nobody waits for a new answer: where its module fails, its
 * commands hang until librados gives them up, and what was told before that holds, with the reason in `trouble`.
 */
export function createOrchestrator(ceph: Ceph, clock: Clock): Orchestrator {
  const part = createPart<void>(clock, REST_FACTOR, LEAST_REST_MS);
  let known: Known | undefined;
  let trouble: string | undefined;

  const look = async (): Promise<void> => {
    let name = known?.backend;
    try {
      const status = await readStatus(ceph);
      name = status?.backend;
      if (status && status.available !== true)
        trouble = `the orchestrator (${name}) is not available: ${status.reason ?? 'it does not say why'}`;
      else [known, trouble] = [status && (await readAll(ceph, name ?? '', clock.elapsed())), undefined];
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      if (name !== undefined) trouble = `the orchestrator (${name}) does not answer: ${failure.message}`;
    }
  };
  const refresh = () => part(look);
  const namesOf = sameInputs((joined: string) => joined.split('\n').filter(Boolean));

  return {
    trouble: () => trouble,
    async hosts() {
      await refresh();
      return namesOf([...(known?.hosts.keys() ?? [])].join('\n'));
    },
    async server(host) {
      await refresh();
      const found = known?.hosts.get(host);
      if (!known || !found) return undefined;
      const { backend, daemons, at } = known;
      const devices = known.devices.get(host) ?? [];
      return {
        backend,
        labels: entries(found.labels).map(String),
        away: trouble ?? awayFor(found),
        inMaintenance: isInMaintenance(found),
        disks: orchDisks(devices),
        age: lookAge(devices, clock.now()) ?? (clock.elapsed() - at) / 1000,
        daemons: daemons.filter(({ hostname }) => hostname === host),
      };
    },
  };
}
