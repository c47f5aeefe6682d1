import type { HaGroup as WireGroup } from '../../../api/contract/haGroups.ts';
import { Refusal } from '../../engine.ts';
import { readSettings } from '../../haGroups/settings.ts';
import { refuseVirtualIp, type HaGroupBody } from '../../rules/haGroups.ts';
import { enforce } from '../../rules/refused.ts';
import { readIp } from '../../values/readIp.ts';
import { hostsOf } from '../model/gatewayDaemons.ts';
import { NICS, serversOrRefuse } from '../networks/servers.ts';
import {
  groupAddresses,
  serverAddresses,
  type SimHaGroup,
  type Member,
  type Site,
} from '../networks/site.ts';

/** Parses and checks the group in a request. @throws Refusal 400, 404, 409 */
export function readGroup(site: Site, body: HaGroupBody, own?: number): SimHaGroup {
  const settings = readSettings(body);
  const members = readMembers(site, body);
  const taken = [...serverAddresses(site), ...groupAddresses(site, own)];
  const ip = readIp('virtualIp', body.virtualIp);
  enforce(refuseVirtualIp(ip, body.virtualIp, taken, site));
  return { ...settings, members };
}

function readMembers({ model }: Site, { servers, service }: HaGroupBody): Member[] {
  const ids = servers.map(({ server }) => server);
  const hosts = serversOrRefuse(model, ids);
  const able = hostsOf(model, service === 'rgw' ? 'radosgw' : 'nfs');
  const nics = Object.values(NICS);
  return hosts.map((host, index) => {
    const { nic = NICS.clients.id, vlan } = servers[index]!;
    if (!able.includes(host)) {
      const choice = able.map(({ id }) => id).join(', ') || 'none';
      throw new Refusal(409, `server ${host.id} runs no ${service} gateway: choose among ${choice}`);
    }
    if (!nics.some(({ id }) => id === nic)) {
      const known = nics.map(({ id, name }) => `${id} (${name})`).join(', ');
      throw new Refusal(404, `${host.name} has no network interface ${nic}: it has ${known}`);
    }
    return { host, nic, vlan };
  });
}

export function toWire(id: number, { members, ...group }: SimHaGroup): WireGroup {
  const servers = members.map(({ host, nic, vlan }) => ({
    server: host.id,
    nic,
    ...(vlan === undefined ? {} : { vlan }),
  }));
  return { id, ...group, servers };
}
