import { notPossible } from '../../engine.ts';
import { serverTaken } from '../../rules/gateways.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { refuseForeignAddress, refuseServers } from '../../rules/servers.ts';
import { readIp } from '../../values/readIp.ts';
import { readFsid, type Ceph } from '../ceph.ts';
import type { GatewaySupervisor } from '../gateways/supervisor.ts';
import type { Images } from '../images/client.ts';
import type { OutcomeParts } from '../images/outcome.ts';
import type { Inventory } from '../inventory.ts';
import type { ManagementNode } from '../management.ts';
import type { Collection } from '../state/collection.ts';
import type { Job, TaskTable, Work } from '../tasks/board.ts';
import type { SavedGateway, SavedIscsi } from './services.ts';

export interface IscsiParts extends OutcomeParts {
  readonly ceph: Ceph;
  readonly services: Collection<SavedIscsi>;
  readonly supervisor: GatewaySupervisor;
  readonly node: ManagementNode;
  readonly images: Images;
  readonly inventory: Inventory;
  readonly tasks: TaskTable;
}

/** A requested gateway. */
interface GatewayBody {
  readonly serverId: number;
  readonly ip: string;
}

/** The number of characters of the fsid in target names, which makes them differ between clusters. */
const FSID_LENGTH = 8;

function requireOwnAddress(node: ManagementNode, ip: string): void {
  readIp('ip', ip);
  const own = node.addresses().map((address) => address.ip);
  enforce(refuseForeignAddress(node.hostname, ip, own));
}

/** Makes the server of this service a gateway; other servers need a service of their own for that. */
export function iscsiGateways({ ceph, services, supervisor, node }: IscsiParts) {
  /** Checks requested gateways. @throws Refusal 400, 404, 409, and 501 for other servers */
  const check = async (bodies: readonly GatewayBody[]): Promise<SavedGateway[]> => {
    const names = new Map([...(await node.servers())].map(([name, id]) => [id, name]));
    const ownId = await node.id();
    const ids = bodies.map(({ serverId }) => serverId);
    enforce(refuseServers(ids, new Set(names.keys())));
    for (const { serverId, ip } of bodies) {
      if (serverId !== ownId) {
        throw notPossible(
          `gateways run only on the server of this service, and ${names.get(serverId)} is another one: run \`storedeck serve\` there and add the gateway through that service`,
        );
      }
      requireOwnAddress(node, ip);
    }
    const isOwn = ({ server }: SavedGateway) => server === ownId;
    const present = (await services.entries()).find(([, { gateways }]) => gateways.some(isOwn));
    if (present) throw refusal(serverTaken(node.hostname, 'iSCSI', present[0]));
    supervisor.requireInstalled('iscsi');
    return bodies.map(({ serverId, ip }) => ({ server: serverId, name: names.get(serverId) ?? '', ip }));
  };

  /** The work that saves a change and applies it to the gateway; if that fails, the change is undone. */
  const serving =
    (gateways: readonly SavedGateway[], save: () => Promise<unknown>, undo: () => Promise<unknown>): Work =>
    async (say) => {
      await save();
      try {
        const problems = await supervisor.refresh('iscsi');
        if (problems.length > 0) throw new Error(problems.join('; '));
      } catch (failure) {
        await undo();
        await supervisor.refresh('iscsi');
        throw failure;
      }
      for (const { name, ip } of gateways) say(`${name} listens on ${ip}`);
    };

  return {
    check,
    /** Makes the job that creates a service. */
    async creationJob(gateways: readonly SavedGateway[], by: string): Promise<Job> {
      const fsid = await readFsid(ceph);
      const id = await services.reserve();
      const iqn = `iqn.2001-07.com.ceph:${fsid.slice(0, FSID_LENGTH)}-${id}`;
      const service: SavedIscsi = { iqn, gateways, clients: [], groups: [] };
      const run = serving(
        gateways,
        () => services.add(() => service, id),
        () => services.remove(id),
      );
      return { name: 'Create iSCSI service', object: `iscsi ${id}`, by, run };
    },
    /** Makes the job that adds gateways to an existing service. */
    additionJob(id: number, gateways: readonly SavedGateway[], by: string): Job {
      const own = new Set(gateways.map(({ server }) => server));
      const others = ({ gateways: all }: SavedIscsi) => all.filter(({ server }) => !own.has(server));
      const run = serving(
        gateways,
        () => services.update(id, (saved) => ({ ...saved, gateways: [...others(saved), ...gateways] })),
        () => services.update(id, (saved) => ({ ...saved, gateways: others(saved) })),
      );
      return { name: 'Add iSCSI gateway', object: `iscsi ${id}`, by, run };
    },
  };
}
