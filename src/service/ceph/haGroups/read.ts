import type { HaGroup } from '../../../api/contract/haGroups.ts';
import { readSettings } from '../../haGroups/settings.ts';
import { refuseVirtualIp, type AddressInUse, type HaGroupBody } from '../../rules/haGroups.ts';
import { enforce } from '../../rules/refused.ts';
import { refuseServers } from '../../rules/servers.ts';
import { parseIp } from '../../values/ip.ts';
import { readIp } from '../../values/readIp.ts';
import type { ManagementNode } from '../management.ts';
import { planned, type SavedNetwork } from '../networks/networks.ts';
import type { Collection } from '../state/collection.ts';

/** An HA group as it is saved in the cluster: the interface's fields without the id. */
export type SavedGroup = Omit<HaGroup, 'id'> & { readonly virtualIp: string };

/** The stored groups, networks and servers against which a new group is checked. */
export interface HaGroupSources {
  readonly groups: Collection<SavedGroup>;
  readonly networks: Collection<SavedNetwork>;
  readonly node: ManagementNode;
}

/**
 * Checks a requested group.
 * @param own the id of the group that is replaced
 * @throws Refusal 400, 404, or 409 for a virtual IP address that is in use
 */
export async function readGroup(
  { groups, networks, node }: HaGroupSources,
  body: HaGroupBody,
  own?: number,
): Promise<SavedGroup> {
  const settings = readSettings(body);
  const ip = readIp('virtualIp', body.virtualIp);
  const ids = body.servers.map(({ server }) => server);
  enforce(refuseServers(ids, new Set((await node.servers()).values())));
  const inUse = (text: string, holder: string): AddressInUse[] => {
    const address = parseIp(text);
    return address === undefined ? [] : [{ ip: address, holder }];
  };
  const taken = [
    ...node.addresses().flatMap((address) => inUse(address.ip, `server ${node.hostname}`)),
    ...(await groups.entries())
      .filter(([id]) => id !== own)
      .flatMap(([id, { virtualIp }]) => inUse(virtualIp, `HA group ${id}`)),
  ];
  enforce(refuseVirtualIp(ip, body.virtualIp, taken, await planned(networks)));
  return { ...settings, servers: body.servers };
}
