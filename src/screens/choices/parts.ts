import { bytes } from '../../lib/format.ts';
import { resources } from '../../store/cache/resources.ts';
import { readAddresses, readDisks, readMembers } from '../gateways/lists.ts';
import { nicWords, readNics } from '../networks/nics.ts';
import { serversOf } from '../servers/fields.ts';
import { fetched, firstOf, MAX_CHOICES, numbered, polled, type Source } from './source.ts';

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

/** Servers that become gateways; no list of the service has the addresses to use. */
export const gateway: Source = {
  ...polled(resources.serverNames, (_, cockpit) =>
    serversOf(cockpit).map(({ id, name }) => ({ text: `${name}=`, hint: `${id}  add its address` })),
  ),
  notation: {
    hint: 'servers with their addresses: stor-01=10.0.0.1, stor-02=10.0.0.2',
    read: (cockpit, text) => readAddresses(serversOf(cockpit), text),
  },
};

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
