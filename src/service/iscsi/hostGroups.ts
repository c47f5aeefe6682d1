import { refuseGroupDeletion, refuseGroupName, refuseHost, refuseHostRemoval } from '../rules/iscsi.ts';
import { enforce } from '../rules/refused.ts';
import { clientOrRefuse, groupOf, type HostGroup, type IscsiServiceModel } from './service.ts';

/** @throws Refusal 400, 409 */
export function createGroup({ groups, iqn }: IscsiServiceModel, name: string): void {
  enforce(refuseGroupName(iqn, name, groups.keys()));
  groups.set(name, { name, members: new Set(), luns: [] });
}

/** @throws Refusal 409 while it has members or disks */
export function deleteGroup({ groups }: IscsiServiceModel, group: HostGroup): void {
  enforce(refuseGroupDeletion(group, group.members.size));
  groups.delete(group.name);
}

/** Adds clients to a group, all or none; members stay as they are. @throws Refusal 404, 409 */
export function addHosts(service: IscsiServiceModel, group: HostGroup, hosts: readonly string[]): void {
  for (const host of hosts) {
    const client = clientOrRefuse(service, host);
    const other = groupOf(service, host);
    enforce(refuseHost(client, other === group ? undefined : other?.name));
  }
  for (const host of hosts) group.members.add(host);
}

/** Removes clients from a group, all or none. @throws Refusal 404 */
export function removeHosts({ members, name }: HostGroup, hosts: readonly string[]): void {
  enforce(refuseHostRemoval(name, members, hosts));
  for (const host of hosts) members.delete(host);
}
