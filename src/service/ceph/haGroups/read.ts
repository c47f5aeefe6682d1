import type { HaGroup } from '../../../api/contract/haGroups.ts';
import type { Input } from '../../../api/contract/index.ts';
import { readTerms } from '../../haGroups/terms.ts';
import { refuseVirtualIp, type AddressInUse } from '../../rules/haGroups.ts';
import { enforce } from '../../rules/refused.ts';
import { refuseServers } from '../../rules/servers.ts';
import { parseIp } from '../../values/ip.ts';
import { readIp } from '../../values/readIp.ts';
import type { ManagementNode } from '../management.ts';
import type { Collection } from '../state/collection.ts';
import { planned, type KeptNetwork } from '../networks/networks.ts';

/** An HA group as it is kept: the answer without its number. */
export type KeptGroup = Omit<HaGroup, 'id'> & { readonly virtualIp: string };

type GroupBody = Input<'createHaGroup'>['body'];

interface Surroundings {
  readonly groups: Collection<KeptGroup>;
  readonly networks: Collection<KeptNetwork>;
  readonly node: ManagementNode;
}

/** The group that a request asks for, with an address that is free. @throws Refusal 400, 404, 409 */
export async function checkedGroup(
  { groups, networks, node }: Surroundings,
  body: GroupBody,
  own?: number,
): Promise<KeptGroup> {
  const terms = readTerms(body);
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
  return { ...terms, servers: body.servers };
}
