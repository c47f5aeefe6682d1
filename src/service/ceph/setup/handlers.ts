import type { Section } from '../../engine.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { otherCluster, refuseMainIp, refuseMonitors } from '../../rules/setup.ts';
import { parseIp, sameIp } from '../../values/ip.ts';
import { readIp } from '../../values/readIp.ts';
import { readFsid, type Ceph } from '../client/ceph.ts';
import type { ManagementNode, OwnAddress } from '../management.ts';
import type { Note } from '../ownLog.ts';
import type { StateStore } from '../state/store.ts';

interface SetupParts {
  readonly ceph: Ceph;
  readonly store: StateStore;
  readonly node: ManagementNode;
  readonly note: Note;
  /** Returns the fsid of the cluster with these monitors. */
  readonly probe: (mons: readonly string[], key: string) => Promise<string>;
}

interface MainIp {
  readonly interfaceName: string;
  readonly ip: string;
}

const isSame = (a: string, b: string): boolean => {
  const [one, other] = [parseIp(a), parseIp(b)];
  return one !== undefined && other !== undefined && sameIp(one, other);
};

/**
 * Stores the main address of this server, which has no further effect. The only cluster that can be imported is the one
 * that this service already manages.
 */
export function setupHandlers({ ceph, store, node, note, probe }: SetupParts) {
  const key = `main-ip/${node.hostname}`;

  /** The chosen address if this server still has it; otherwise its first address that is not internal. */
  const current = async (addresses: readonly OwnAddress[]): Promise<OwnAddress | undefined> => {
    const chosen = await store.get<MainIp>(key);
    return (
      addresses.find(({ ip }) => chosen !== undefined && isSame(ip, chosen.ip)) ??
      addresses.find(({ internal }) => !internal) ??
      addresses[0]
    );
  };

  return {
    async listInterfaces() {
      const addresses = node.addresses();
      const main = await current(addresses);
      return {
        ips: addresses.map(({ interfaceName, ip, netmask }) => ({ interfaceName, ip, netmask })),
        interfaces: [...new Set(addresses.map(({ interfaceName }) => interfaceName))],
        ...(main === undefined ? {} : { currentInterface: main.interfaceName, currentIp: main.ip }),
      };
    },

    async setMainIp({ body: { interfaceName, ip } }) {
      readIp('ip', ip);
      const addresses = node.addresses();
      enforce(refuseMainIp({ interfaceName, ip }, node.hostname, addresses));
      await store.update<MainIp, MainIp>(key, () => ({ interfaceName, ip }));
      note(`management address of ${node.hostname} is ${ip} on ${interfaceName}`);
    },

    async importCluster({ body: { adminKey, mons } }) {
      enforce(refuseMonitors(mons));
      const fsid = await readFsid(ceph);
      const found = await probe(mons, adminKey);
      if (found !== fsid) throw refusal(otherCluster(fsid));
      note(`the cluster ${fsid} answers at ${mons.join(', ')}: this service already manages it`);
    },
  } satisfies Section;
}
