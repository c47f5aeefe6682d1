import { Refusal } from '../engine.ts';
import { plural } from '../../lib/words.ts';
import { clientOrRefuse, groupOf, type HostGroup, type IscsiService } from './service.ts';

const NAME = /^[A-Za-z0-9][\w.:-]{0,63}$/;

/** @throws Refusal 400, 409 */
export function createGroup({ groups, iqn }: IscsiService, name: string): void {
  if (!NAME.test(name)) {
    throw new Refusal(
      400,
      `a group cannot be named ${JSON.stringify(name)}: use up to 64 letters, digits or . _ : -, a letter or digit first`,
    );
  }
  if (groups.has(name)) throw new Refusal(409, `${iqn} has a host group ${name} already`);
  groups.set(name, { name, members: new Set(), luns: [] });
}

/** @throws Refusal 409 while it has members or disks */
export function deleteGroup({ groups }: IscsiService, { name, members, luns }: HostGroup): void {
  if (members.size > 0)
    throw new Refusal(
      409,
      `${name} has ${plural(members.size, 'host')}, and they would lose their disks: remove them first`,
    );
  if (luns.length > 0)
    throw new Refusal(409, `${name} has ${plural(luns.length, 'disk')}: take them away first`);
  groups.delete(name);
}

/** Adds clients to a group, all or none; members stay as they are. @throws Refusal 404, 409 */
export function addHosts(service: IscsiService, group: HostGroup, hosts: readonly string[]): void {
  for (const host of hosts) {
    const client = clientOrRefuse(service, host);
    const other = groupOf(service, host);
    if (other !== undefined && other !== group)
      throw new Refusal(409, `${host} is in the group ${other.name}: remove it there first`);
    if (client.luns.length > 0) {
      throw new Refusal(
        409,
        `${host} has ${plural(client.luns.length, 'disk')} of its own, and a group brings its disks: take them away first`,
      );
    }
  }
  for (const host of hosts) group.members.add(host);
}

/** Removes clients from a group, all or none. @throws Refusal 404 */
export function removeHosts({ members, name }: HostGroup, hosts: readonly string[]): void {
  const connection = hosts.find((host) => !members.has(host));
  if (connection !== undefined)
    throw new Refusal(404, `${JSON.stringify(connection)} is not in the group ${name}`);
  for (const host of hosts) members.delete(host);
}
