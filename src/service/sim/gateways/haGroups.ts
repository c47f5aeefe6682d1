import type { HaGroup as WireGroup } from '../../../api/contract/haGroups.ts';
import type { Input } from '../../../api/contract/index.ts';
import { Refusal } from '../../engine.ts';
import { sameIp } from '../../values/ip.ts';
import { readTerms, type HaTerms } from '../../networks/haTerms.ts';
import { isGateway, networkOf } from '../../networks/plan.ts';
import { readIp } from '../../values/readIp.ts';
import { NICS, serversOrRefuse } from '../networks/servers.ts';
import { addressesInUse, type Site } from '../networks/site.ts';
import type { Host } from '../topology.ts';
import { hostsOf } from './daemons.ts';

/** A server of a group, with the ids of the interface and the VLAN that the address is to be on. */
export interface Member {
  readonly host: Host;
  readonly nic: number;
  readonly vlan: number | undefined;
}

/** Servers that share a floating address; the first is where it belongs. */
export interface HaGroup extends HaTerms {
  readonly members: readonly Member[];
}

type GroupBody = Input<'createHaGroup'>['body'];

/** The group that a request asks for, with an address that is free. @throws Refusal 400, 404, 409 */
export function readGroup(site: Site, body: GroupBody, own?: number): HaGroup {
  const terms = readTerms(body);
  const members = readMembers(site, body);
  requireFree(site, body.virtualIp, own);
  return { ...terms, members };
}

function readMembers({ model }: Site, { servers, service }: GroupBody): Member[] {
  const hosts = serversOrRefuse(
    model,
    servers.map(({ server }) => server),
  );
  const able = hostsOf(model, service === 'rgw' ? 'radosgw' : 'nfs');
  const nics = Object.values(NICS);
  return hosts.map((host, index) => {
    const { nic = NICS.clients.id, vlan } = servers[index]!;
    if (!able.includes(host)) {
      const ids = able.map(({ id }) => id).join(', ');
      throw new Refusal(409, `server ${host.id} runs no ${service} gateway: choose among ${ids || 'none'}`);
    }
    if (!nics.some(({ id }) => id === nic)) {
      const known = nics.map(({ id, name }) => `${id} (${name})`).join(', ');
      throw new Refusal(404, `${host.name} has no network interface ${nic}: it has ${known}`);
    }
    return { host, nic, vlan };
  });
}

function requireFree(site: Site, virtualIp: string, own: number | undefined): void {
  const ip = readIp('virtualIp', virtualIp);
  if (own !== undefined && sameIp(readIp('virtualIp', site.haGroups.get(own).virtualIp), ip)) return;
  const user = addressesInUse(site).find((address) => sameIp(address.ip, ip));
  if (user !== undefined)
    throw new Refusal(409, `${virtualIp} is the address of ${user.holder}: choose a free one`);
  if (isGateway(site, ip))
    throw new Refusal(409, `${virtualIp} is the gateway of a network: choose a free one`);
  if (networkOf(site, ip) === undefined)
    throw new Refusal(409, `no network has room for ${virtualIp}: create the network first`);
}

export function toWire(id: number, { members, ...group }: HaGroup): WireGroup {
  const servers = members.map(({ host, nic, vlan }) => ({
    server: host.id,
    nic,
    ...(vlan === undefined ? {} : { vlan }),
  }));
  return { id, ...group, servers };
}
