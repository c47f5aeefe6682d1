import { serverTaken } from '../../rules/gateways.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { refuseForeignAddress, refuseServers } from '../../rules/servers.ts';
import { readIp } from '../../values/readIp.ts';
import { readFsid, type Ceph } from '../client/ceph.ts';
import type { Gateways } from '../gateways/gateways.ts';
import type { Images } from '../images/client.ts';
import type { OutcomeParts } from '../images/outcome.ts';
import type { ManagementNode } from '../management.ts';
import type { Inventory } from '../map/inventory.ts';
import type { Collection } from '../state/collection.ts';
import type { Job, TaskTable, Work } from '../tasks/board.ts';
import { serversOverSsh, type SavedGateway, type SavedIscsi } from './services.ts';

export interface IscsiParts extends OutcomeParts {
  readonly ceph: Ceph;
  readonly services: Collection<SavedIscsi>;
  readonly gateways: Gateways;
  readonly node: ManagementNode;
  readonly images: Images;
  readonly inventory: Inventory;
  readonly tasks: TaskTable;
}

/** A requested gateway. */
interface RequestedGateway {
  readonly serverId: number;
  readonly ip: string;
}

/** The number of characters of the fsid in target names, which makes them differ between clusters. */
const FSID_LENGTH = 8;

/** Makes servers gateways: the server of this service, and those that it reaches over ssh. */
export function iscsiGateways({ ceph, services, gateways, node }: IscsiParts) {
  /** Checks requested gateways. @throws Refusal 400, 404, 409, and 501, 503 for servers that are not reached */
  const check = async (bodies: readonly RequestedGateway[]): Promise<SavedGateway[]> => {
    const names = new Map([...(await node.servers())].map(([name, id]) => [id, name]));
    const ids = bodies.map(({ serverId }) => serverId);
    enforce(refuseServers(ids, new Set(names.keys())));
    const all = await services.entries();
    return Promise.all(
      bodies.map(async ({ serverId: server, ip }) => {
        const name = names.get(server) ?? '';
        readIp('ip', ip);
        const { overSsh, addresses } = await gateways.requireServer('iscsi', name);
        enforce(refuseForeignAddress(name, ip, addresses));
        const taken = all.find(([, saved]) => saved.gateways.some((gateway) => gateway.server === server));
        if (taken) throw refusal(serverTaken(name, 'iSCSI', taken[0]));
        return { server, name, ip, ...(overSsh && { overSsh }) };
      }),
    );
  };

  /** The work that saves a change and applies it to the gateways; if that fails, the change is undone. */
  const serving =
    (
      id: number,
      added: readonly SavedGateway[],
      save: () => Promise<unknown>,
      undo: () => Promise<unknown>,
    ): Work =>
    async (say) => {
      await save();
      const problems = await gateways.serve('iscsi', id).catch((failure: Error) => [failure.message]);
      if (problems.length > 0) {
        const left = await gateways
          .stop('iscsi', serversOverSsh(added))
          .catch((failure: Error) => [`and a gateway may run on: ${failure.message}`]);
        await undo();
        await gateways.refresh('iscsi');
        throw new Error([...problems, ...(left ?? [])].join('; '));
      }
      for (const { name, ip } of added) say(`${name} listens on ${ip}`);
    };

  return {
    check,
    /** Makes the job that creates a service. */
    async creationJob(wanted: readonly SavedGateway[], by: string): Promise<Job> {
      const fsid = await readFsid(ceph);
      const id = await services.reserve();
      const iqn = `iqn.2001-07.com.ceph:${fsid.slice(0, FSID_LENGTH)}-${id}`;
      const service: SavedIscsi = { iqn, gateways: wanted, clients: [], groups: [] };
      const run = serving(
        id,
        wanted,
        () => services.add(() => service, id),
        () => services.remove(id),
      );
      return { name: 'Create iSCSI service', object: `iscsi ${id}`, by, run };
    },
    /** Makes the job that adds gateways to an existing service. */
    additionJob(id: number, added: readonly SavedGateway[], by: string): Job {
      const own = new Set(added.map(({ server }) => server));
      const others = ({ gateways: all }: SavedIscsi) => all.filter(({ server }) => !own.has(server));
      const run = serving(
        id,
        added,
        () => services.update(id, (saved) => ({ ...saved, gateways: [...others(saved), ...added] })),
        () => services.update(id, (saved) => ({ ...saved, gateways: others(saved) })),
      );
      return { name: 'Add iSCSI gateway', object: `iscsi ${id}`, by, run };
    },
  };
}
