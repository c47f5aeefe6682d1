import type { NetworkInterfaceInfo } from 'node:os';
import type { Clock } from '../../lib/clock.ts';
import type { Inventory } from './inventory.ts';
import { createPart } from './part.ts';
import { idFor } from './servers.ts';
import type { StateStore } from './state/store.ts';
import { every } from './timeouts.ts';

/** An address of this server. */
export interface OwnAddress {
  readonly interfaceName: string;
  readonly ip: string;
  /** Length of the network prefix in bits. */
  readonly netmask: number;
  /** Of the loopback interface. */
  readonly internal: boolean;
}

/** The server on which this service runs, whether daemons of the cluster run there or not. */
export interface ManagementNode {
  readonly hostname: string;
  /** All servers by name: those of the cluster's daemons, this one, and those of other management services. */
  servers(): Promise<ReadonlyMap<string, number>>;
  id(): Promise<number>;
  addresses(): readonly OwnAddress[];
}

export interface ManagementOptions {
  readonly clock: Clock;
  readonly store: StateStore;
  readonly inventory: Inventory;
  readonly hostname: string;
  /** False where this is no server of the cluster's: it is not listed, and leaves no sign. */
  readonly isServer: boolean;
  /** os.networkInterfaces. */
  readonly interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]>;
}

const FOLDER = 'node/';
const LOOK_MS = 10_000;
/** The interval at which a management service says that it is there, and the time for which its server is known after that. */
const SIGN_MS = 3600_000;
const KNOWN_MS = 7 * 24 * SIGN_MS;

/** The signs of other services are this old at most. */
const SIGNS_FOR_MS = 60_000;

interface Sign {
  /** Unix time in milliseconds. */
  readonly seen: number;
}

/** Until it is disposed, it notes in the cluster that a management service runs on this server. */
export function createManagementNode(options: ManagementOptions): ManagementNode & Disposable {
  const { clock, store, inventory, hostname, isServer, interfaces } = options;
  const listSigns = () => store.list<Sign>(FOLDER);
  const part = createPart<ReadonlyMap<string, Sign>>(clock, 0, SIGNS_FOR_MS);
  const readSigns = async () => (await part(listSigns))?.value ?? listSigns();
  const servers = async () => {
    const known = new Map(await inventory.servers());
    const signs = await readSigns();
    const alive = [...signs].filter(([, { seen }]) => clock.now() - seen < KNOWN_MS).map(([name]) => name);
    for (const name of isServer ? [hostname, ...alive] : alive)
      if (!known.has(name)) known.set(name, idFor(name));
    return known;
  };
  let signedAt = -Infinity;
  const signing = every(clock, LOOK_MS, async () => {
    if (!isServer || clock.elapsed() - signedAt < SIGN_MS) return;
    const last = (await readSigns()).get(hostname);
    if (last && clock.now() - last.seen < SIGN_MS) return;
    await store.put(FOLDER + hostname, { seen: clock.now() } satisfies Sign);
    signedAt = clock.elapsed();
  });
  return {
    hostname,
    servers,
    id: async () => (await servers()).get(hostname) ?? idFor(hostname),
    addresses: () =>
      Object.entries(interfaces()).flatMap(([interfaceName, addresses = []]) =>
        addresses.map(({ address, cidr, internal }) => ({
          interfaceName,
          ip: address,
          netmask: Number(cidr?.split('/')[1] ?? 0),
          internal,
        })),
      ),
    [Symbol.dispose]: () => signing[Symbol.dispose](),
  };
}
