import type { NetworkInterfaceInfo } from 'node:os';
import type { Clock } from '../../lib/clock.ts';
import { createBackgroundRead } from './client/backgroundRead.ts';
import { every } from './client/timeouts.ts';
import type { Inventory } from './map/inventory.ts';
import { idFor } from './map/servers.ts';
import type { StateStore } from './state/store.ts';

/** An address of this server. */
export interface OwnAddress {
  readonly interfaceName: string;
  readonly ip: string;
  /** Length of the network prefix in bits. */
  readonly netmask: number;
  /** It belongs to the loopback interface. */
  readonly internal: boolean;
}

/** The server on which this service runs; it need not have daemons of the cluster. */
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
  /** False if the service runs outside the cluster; then its machine is not listed as a server. */
  readonly isServer: boolean;
  /** os.networkInterfaces. */
  readonly interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]>;
}

const FOLDER = 'node/';
const CHECK_MS = 10_000;
/** The interval at which a management service registers its server, and the time after which a registration expires. */
const REGISTER_MS = 3600_000;
const EXPIRY_MS = 7 * 24 * REGISTER_MS;

/** The time for which the registrations of other services are cached. */
const CACHE_MS = 60_000;

interface Registration {
  /** Unix time in milliseconds. */
  readonly seen: number;
}

/** Registers this server in the cluster as a management node, until it is disposed. */
export function createManagementNode(options: ManagementOptions): ManagementNode & Disposable {
  const { clock, store, inventory, hostname, isServer, interfaces } = options;
  const list = () => store.list<Registration>(FOLDER);
  const part = createBackgroundRead<ReadonlyMap<string, Registration>>(clock, {
    restFactor: 0,
    minRestMs: CACHE_MS,
  });
  const readRegistrations = async () => (await part(list))?.value ?? list();
  const servers = async () => {
    const known = new Map(await inventory.servers());
    const registered = [...(await readRegistrations())]
      .filter(([, { seen }]) => clock.now() - seen < EXPIRY_MS)
      .map(([name]) => name);
    for (const name of isServer ? [hostname, ...registered] : registered)
      if (!known.has(name)) known.set(name, idFor(name));
    return known;
  };
  let registeredAt = -Infinity;
  const registering = every(clock, CHECK_MS, async () => {
    if (!isServer || clock.elapsed() - registeredAt < REGISTER_MS) return;
    const last = (await readRegistrations()).get(hostname);
    if (last && clock.now() - last.seen < REGISTER_MS) return;
    await store.put(FOLDER + hostname, { seen: clock.now() } satisfies Registration);
    registeredAt = clock.elapsed();
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
    [Symbol.dispose]: () => registering[Symbol.dispose](),
  };
}
