import type { HaGroup } from '../../../api/contract/haGroups.ts';
import type { Input } from '../../../api/contract/index.ts';
import { Refusal } from '../../engine.ts';
import { readTerms } from '../../networks/haTerms.ts';
import { parseIp, sameIp } from '../../values/ip.ts';
import { isGateway, networkOf } from '../../networks/plan.ts';
import { readIp } from '../../values/readIp.ts';
import type { ManagementNode } from '../management.ts';
import type { Collection } from '../state/collection.ts';
import { planned, type KeptNetwork } from './networks.ts';

/** An HA group as it is kept: the answer without its number. */
export type KeptGroup = Omit<HaGroup, 'id'> & { readonly virtualIp: string };

type GroupBody = Input<'createHaGroup'>['body'];

interface Surroundings {
  readonly groups: Collection<KeptGroup>;
  readonly networks: Collection<KeptNetwork>;
  readonly node: ManagementNode;
}

/** @throws Refusal 400 when a server is named twice, 404 when there is none of that id */
export async function requireServers(node: ManagementNode, ids: readonly number[]): Promise<void> {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Refusal(400, `server ${twice} is named twice: name each server once`);
  const known = new Set((await node.servers()).values());
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new Refusal(404, `there is no server ${unknown}: list the servers to see which there are`);
}

/** The group that a request asks for, with an address that is free. @throws Refusal 400, 404, 409 */
export async function checkedGroup(
  { groups, networks, node }: Surroundings,
  body: GroupBody,
  own?: number,
): Promise<KeptGroup> {
  const terms = readTerms(body);
  const ip = readIp('virtualIp', body.virtualIp);
  const has = (text = '') => {
    const other = parseIp(text);
    return other !== undefined && sameIp(other, ip);
  };
  await requireServers(
    node,
    body.servers.map(({ server }) => server),
  );
  const group = (await groups.entries()).find(([id, { virtualIp }]) => id !== own && has(virtualIp));
  if (group)
    throw new Refusal(409, `${body.virtualIp} is the address of HA group ${group[0]}: choose a free one`);
  if (node.addresses().some((address) => has(address.ip)))
    throw new Refusal(409, `${body.virtualIp} is an address of ${node.hostname}: choose a free one`);
  const site = await planned(networks);
  if (isGateway(site, ip))
    throw new Refusal(409, `${body.virtualIp} is the gateway of a network: choose a free one`);
  if (networkOf(site, ip) === undefined)
    throw new Refusal(409, `no network has room for ${body.virtualIp}: create the network first`);
  return { ...terms, servers: body.servers };
}
