import type { Section } from '../engine.ts';
import { changeCredentials, clientWithOwnDisks, createClient, deleteClient } from './clients.ts';
import { addHosts, createGroup, deleteGroup, removeHosts } from './hostGroups.ts';
import { clientOrRefuse, groupOrRefuse, removeLun, type IscsiServiceModel } from './service.ts';

interface ServiceParams {
  readonly serviceId: number;
}

/** Changes a service, saves it, and logs what was done. */
export type AccessChange = (
  params: ServiceParams,
  what: string,
  change: (service: IscsiServiceModel) => void,
) => void | Promise<void>;

/** The handlers for clients and groups of an iSCSI service, of both engines; only adding disks differs between them. */
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
      change(params, `${pool}/${name} taken from ${params.name}`, (service) =>
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
      change(params, `${pool}/${name} taken from group ${params.group}`, (service) =>
        removeLun(groupOrRefuse(service, params.group), pool, name),
      ),
    addIscsiGroupHost: ({ params }) => add(params, [params.host], params.host),
    removeIscsiGroupHost: ({ params }) => remove(params, [params.host], params.host),
    addIscsiGroupHosts: ({ params, body }) => add(params, body, listHosts(body)),
    removeIscsiGroupHosts: ({ params, body }) => remove(params, body, listHosts(body)),
  } satisfies Section;
}
