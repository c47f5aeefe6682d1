import type { Api } from '../../api/client.ts';
import type { ServerReach } from '../../api/contract/extensions/servers.ts';
import { bytes } from '../../lib/format.ts';
import type { Choice } from '../../store/action/field.ts';
import { readAddresses, readDisks, readMembers } from '../fields/lists.ts';
import { parseServer, serversOf } from '../fields/servers.ts';
import { nicWords, readNics } from '../gateways/nics.ts';
import { fetched, firstOf, MAX_CHOICES, numbered, type Source } from './source.ts';

/** Servers for an HA group, alone and with the network interfaces that other groups use on them. */
export const haMember: Source = {
  ...fetched('haMembers', async ({ api }) => {
    const [servers, nics] = await Promise.all([api.listServerNames(), readNics(api)]);
    return numbered(servers.map(({ id, hostname }) => ({ id, name: hostname }))).flatMap(
      ({ text, reads }) => [
        { text },
        ...nics
          .filter(({ server }) => String(server) === reads)
          .map((nic) => ({ text: `${text} nic ${nic.nic}`, hint: nicWords(nic) })),
      ],
    );
  }),
  notation: {
    hint: 'the first one has the address: stor-01 nic 1 vlan 20, stor-02 nic 1',
    read: (cockpit, text) => readMembers(serversOf(cockpit), text),
  },
};

/** Loopback and link-local addresses, which clients cannot use. */
const UNREACHABLE = /^(?:127\.|169\.254\.|::1$|fe80:)/i;

/** The addresses of servers that clients can connect to, with the names of their interfaces. */
const addressesIn = (servers: readonly ServerReach[]) =>
  servers.flatMap(({ id, nics = [] }) =>
    nics.flatMap(({ name: nic = '', addresses = [] }) =>
      addresses
        .map((address) => address.replace(/\/.*/, ''))
        .filter((ip) => !UNREACHABLE.test(ip))
        .map((ip) => ({ server: id, ip, nic })),
    ),
  );
/** Reads the addresses of servers: none, if the service lacks the extension that lists them. */
const readServerAddresses = async (api: Api) => addressesIn(await api.listServers().catch(() => []));

/** Servers that become gateways, with their addresses if the service knows them. */
export const gateway: Source = {
  ...fetched('gatewayServers', async ({ api, cockpit }) => {
    const known = Map.groupBy(await readServerAddresses(api), ({ server }) => server);
    return serversOf(cockpit).flatMap(
      ({ id, name }): Choice[] =>
        known.get(id)?.map(({ ip, nic }) => ({ text: `${name}=${ip}`, hint: `${id}  ${nic}` })) ?? [
          { text: `${name}=`, hint: `${id}  add its address` },
        ],
    );
  }),
  notation: {
    hint: 'servers with their addresses: stor-01=10.0.0.1, stor-02=10.0.0.2',
    read: (cockpit, text) => readAddresses(serversOf(cockpit), text),
  },
};

/** The addresses of the server that becomes a gateway. */
export const gatewayAddress: Source = fetched(
  'gatewayAddresses',
  async ({ api, cockpit }, lookup) => {
    const wanted = parseServer(serversOf(cockpit), lookup('serverId'));
    return (await readServerAddresses(api))
      .filter(({ server }) => server === wanted)
      .map(({ ip, nic }) => ({ text: ip, hint: nic }));
  },
  ['serverId'],
);

/** The most pools whose images are listed. */
const MAX_POOLS = 16;

/** The images of all RBD pools. */
export const iscsiDisk: Source = {
  ...fetched('allImages', async ({ api }) => {
    const pools = (await api.listPools()).flatMap(({ name, application }) =>
      name !== undefined && application === 'rbd' ? [name] : [],
    );
    const pages = await Promise.all(
      pools.slice(0, MAX_POOLS).map(async (pool) => {
        const { data = [], totalElements = 0 } = await api.listImages({
          params: { pool },
          query: { limit: MAX_CHOICES },
        });
        const all = data.map(({ name = '', size }) => ({ text: `${pool}/${name}`, hint: bytes(size) }));
        return { all, isWhole: all.length >= totalElements };
      }),
    );
    const isWhole = pools.length <= MAX_POOLS && pages.every((page) => page.isWhole);
    return firstOf(
      pages.flatMap(({ all }) => all),
      isWhole,
    );
  }),
  notation: {
    hint: 'pool/image, with a size for a new one: rbd/disk-1, rbd/disk-2 10G',
    read: (_, text) => readDisks(text),
  },
};
