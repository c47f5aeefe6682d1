import type { Section } from '../engine.ts';
import { changeCredentials, clientWithOwnDisks, createClient, deleteClient } from './clients.ts';
import { addHosts, createGroup, deleteGroup, removeHosts } from './hostGroups.ts';
import { clientOrRefuse, groupOrRefuse, type IscsiService } from './service.ts';
import { removeLun } from './disks.ts';

interface Of {
  readonly serviceId: number;
}

/** Changes a service, keeps that, and tells the log what was done. */
export type AccessChange = (
  of: Of,
  what: string,
  change: (service: IscsiService) => void,
) => void | Promise<void>;

/** Handlers for clients and groups of an iSCSI service, on either engine; only disks are added differently. */
export const accessHandlers = (change: AccessChange, several: (hosts: readonly string[]) => string) => ({
  ...clientHandlers(change),
  ...groupHandlers(change, several),
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

function groupHandlers(change: AccessChange, several: (hosts: readonly string[]) => string) {
  type OfGroup = Of & { readonly group: string };
  const add = (params: OfGroup, hosts: readonly string[], words: string) =>
    change(params, `${words} added to group ${params.group}`, (service) =>
      addHosts(service, groupOrRefuse(service, params.group), hosts),
    );
  const remove = (params: OfGroup, hosts: readonly string[], words: string) =>
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
    addIscsiGroupHosts: ({ params, body }) => add(params, body, several(body)),
    removeIscsiGroupHosts: ({ params, body }) => remove(params, body, several(body)),
  } satisfies Section;
}
