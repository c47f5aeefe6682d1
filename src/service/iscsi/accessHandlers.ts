import type { Section } from '../engine.ts';
import { refuseGroupDeletion, refuseGroupName, refuseHost, refuseHostRemoval } from '../rules/iscsi.ts';
import { enforce } from '../rules/refused.ts';
import { changeCredentials, clientWithOwnDisks, createClient, deleteClient } from './clients.ts';
import {
  clientOrRefuse,
  groupOrRefuse,
  removeLun,
  type IscsiServiceModel,
  groupOf,
  type HostGroup,
} from './service.ts';

/** @throws Refusal 400, 409 */
function createGroup({ groups, iqn }: IscsiServiceModel, name: string): void {
  enforce(refuseGroupName(iqn, name, groups.keys()));
  groups.set(name, { name, members: new Set(), luns: [] });
}

/** @throws Refusal 409 while it has members or disks */
function deleteGroup({ groups }: IscsiServiceModel, group: HostGroup): void {
  enforce(refuseGroupDeletion(group, group.members.size));
  groups.delete(group.name);
}

/** Adds clients to a group, all or none; those that are members already stay so. @throws Refusal 404, 409 */
function addHosts(service: IscsiServiceModel, group: HostGroup, hosts: readonly string[]): void {
  for (const host of hosts) {
    const client = clientOrRefuse(service, host);
    const other = groupOf(service, host);
    enforce(refuseHost(client, other === group ? undefined : other?.name));
  }
  for (const host of hosts) group.members.add(host);
}

/** Removes clients from a group, all or none. @throws Refusal 404 */
function removeHosts({ members, name }: HostGroup, hosts: readonly string[]): void {
  enforce(refuseHostRemoval(name, members, hosts));
  for (const host of hosts) members.delete(host);
}

interface ServiceParams {
  readonly serviceId: number;
}

/** Applies a change to a service, saves the service and logs the change. */
export type AccessChange = (
  params: ServiceParams,
  what: string,
  change: (service: IscsiServiceModel) => void,
) => void | Promise<void>;

/**
 * Handlers for the clients and groups of an iSCSI service, for both engines; only adding disks differs between them.
 */
export const accessHandlers = (change: AccessChange, listHosts: (hosts: readonly string[]) => string) => ({
  ...clientHandlers(change),
  ...groupHandlers(change, listHosts),
});

const clientHandlers = (change: AccessChange) =>
  ({
    createIscsiClient: ({ params, body }) =>
      change(params, `client ${params.name} created`, (service) => createClient(service, params.name, body)),
    deleteIscsiClient: ({ params }) =>
      change(params, `client ${params.name} deleted`, (service) =>
        deleteClient(service, clientOrRefuse(service, params.name)),
      ),
    updateIscsiClient: ({ params, body }) =>
      change(params, `credentials of ${params.name} changed`, (service) =>
        changeCredentials(clientOrRefuse(service, params.name), body),
      ),
    removeIscsiClientDisk: ({ params, body: { pool, name } }) =>
      change(params, `${pool}/${name} removed from ${params.name}`, (service) =>
        removeLun(clientWithOwnDisks(service, params.name), pool, name),
      ),
  }) satisfies Section;

function groupHandlers(change: AccessChange, listHosts: (hosts: readonly string[]) => string) {
  type GroupParams = ServiceParams & { readonly group: string };
  const add = (params: GroupParams, hosts: readonly string[], words: string) =>
    change(params, `${words} added to group ${params.group}`, (service) =>
      addHosts(service, groupOrRefuse(service, params.group), hosts),
    );
  const remove = (params: GroupParams, hosts: readonly string[], words: string) =>
    change(params, `${words} removed from group ${params.group}`, (service) =>
      removeHosts(groupOrRefuse(service, params.group), hosts),
    );
  return {
    createIscsiGroup: ({ params }) =>
      change(params, `group ${params.group} created`, (service) => createGroup(service, params.group)),
    deleteIscsiGroup: ({ params }) =>
      change(params, `group ${params.group} deleted`, (service) =>
        deleteGroup(service, groupOrRefuse(service, params.group)),
      ),
    removeIscsiGroupDisk: ({ params, body: { pool, name } }) =>
      change(params, `${pool}/${name} removed from group ${params.group}`, (service) =>
        removeLun(groupOrRefuse(service, params.group), pool, name),
      ),
    addIscsiGroupHost: ({ params }) => add(params, [params.host], params.host),
    removeIscsiGroupHost: ({ params }) => remove(params, [params.host], params.host),
    addIscsiGroupHosts: ({ params, body }) => add(params, body, listHosts(body)),
    removeIscsiGroupHosts: ({ params, body }) => remove(params, body, listHosts(body)),
  } satisfies Section;
}
