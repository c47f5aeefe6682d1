import { Refusal, type CallContext, type Handlers } from '../../engine.ts';
import {
  changeCredentials,
  createClient,
  deleteClient,
  requireOwnDisks,
} from '../../sim/gateways/clients.ts';
import { addHosts, createGroup, deleteGroup, removeHosts } from '../../sim/gateways/hostGroups.ts';
import { clientOrRefuse, groupOrRefuse, holdersOf, type IscsiService } from '../../sim/gateways/iscsi.ts';
import { removeLun } from '../../sim/gateways/luns.ts';
import { iscsiGateways, type IscsiSurroundings } from '../gateways/iscsiGateways.ts';
import { addLuns, provideImages } from '../gateways/iscsiDisks.ts';
import { iscsiToWire, keepAccess, readAccess, requireTellable } from '../gateways/iscsiServices.ts';
import { PRIORITY } from '../ownLog.ts';

interface Of {
  readonly serviceId: number;
}

/** Changes who may use which disks: kept first, then served. */
type Change = (of: Of, what: string, change: (service: IscsiService) => void) => Promise<void>;

export function iscsiHandlers(surroundings: IscsiSurroundings) {
  const { services, keeper, node, note } = surroundings;

  const change: Change = async ({ serviceId }, what, apply) => {
    const trial = readAccess(await services.get(serviceId));
    apply(trial);
    await requireTellable(services, serviceId, trial);
    await services.update(serviceId, (kept) => {
      const service = readAccess(kept);
      apply(service);
      return { ...kept, ...keepAccess(service) };
    });
    note(`iSCSI service ${serviceId}: ${what}`, PRIORITY.notice, 'iscsi');
    const problems = await keeper.refresh('iscsi');
    if (problems.length > 0) {
      throw new Refusal(
        503,
        `noted, but the gateway on ${node.hostname} does not serve it yet and goes on trying: ${problems.join('; ')}`,
      );
    }
  };
  return {
    ...serviceHandlers(surroundings),
    ...clientHandlers(surroundings, change),
    ...groupHandlers(surroundings, change),
  } satisfies Handlers;
}

function serviceHandlers(surroundings: IscsiSurroundings) {
  const { services, keeper, note, tasks } = surroundings;
  const gateways = iscsiGateways(surroundings);
  return {
    getIscsiService: async ({ params }) => iscsiToWire(await services.get(params.serviceId)),
    async createIscsiService({ body }, { by }: CallContext) {
      const wanted = await gateways.check(body.servers);
      return tasks.start(await gateways.creation(wanted, by));
    },
    async addIscsiGateway({ params: { serviceId }, body }, { by }: CallContext) {
      await services.get(serviceId);
      const wanted = await gateways.check([body]);
      return tasks.start(gateways.addition(serviceId, wanted, by));
    },
    async deleteIscsiService({ params: { serviceId } }) {
      await services.remove(serviceId, (kept) => {
        const user = holdersOf(readAccess(kept)).find(({ luns }) => luns.length > 0);
        if (user)
          throw new Refusal(
            409,
            `${user.name} has disks of iSCSI service ${serviceId}: take them away first`,
          );
      });
      note(`iSCSI service ${serviceId}: deleted`, PRIORITY.notice, 'iscsi');
      await keeper.refresh('iscsi');
    },
  } satisfies Handlers;
}

function clientHandlers(surroundings: IscsiSurroundings, change: Change) {
  const { services } = surroundings;
  return {
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
    async addIscsiClientDisks({ params, body }) {
      const find = (service: IscsiService) => {
        const client = clientOrRefuse(service, params.name);
        requireOwnDisks(service, client);
        return client;
      };
      const present = readAccess(await services.get(params.serviceId));
      addLuns(present, find(present), body);
      await provideImages(surroundings, params.serviceId, body);
      await change(params, `disks given to ${params.name}`, (service) =>
        addLuns(service, find(service), body),
      );
    },
    removeIscsiClientDisk: ({ params, body: { pool, name } }) =>
      change(params, `${pool}/${name} taken from ${params.name}`, (service) => {
        const client = clientOrRefuse(service, params.name);
        requireOwnDisks(service, client);
        removeLun(client, pool, name);
      }),
  } satisfies Handlers;
}

function groupHandlers(surroundings: IscsiSurroundings, change: Change) {
  const { services } = surroundings;
  const addMembers = (params: Of & { readonly group: string }, hosts: readonly string[]) =>
    change(params, `${hosts.join(', ')} added to group ${params.group}`, (service) =>
      addHosts(service, groupOrRefuse(service, params.group), hosts),
    );
  const removeMembers = (params: Of & { readonly group: string }, hosts: readonly string[]) =>
    change(params, `${hosts.join(', ')} removed from group ${params.group}`, (service) =>
      removeHosts(groupOrRefuse(service, params.group), hosts),
    );
  return {
    createIscsiGroup: ({ params }) =>
      change(params, `group ${params.group} created`, (service) => createGroup(service, params.group)),
    deleteIscsiGroup: ({ params }) =>
      change(params, `group ${params.group} deleted`, (service) =>
        deleteGroup(service, groupOrRefuse(service, params.group)),
      ),
    async addIscsiGroupDisks({ params, body }) {
      const present = readAccess(await services.get(params.serviceId));
      addLuns(present, groupOrRefuse(present, params.group), body);
      await provideImages(surroundings, params.serviceId, body);
      await change(params, `disks given to group ${params.group}`, (service) =>
        addLuns(service, groupOrRefuse(service, params.group), body),
      );
    },
    removeIscsiGroupDisk: ({ params, body: { pool, name } }) =>
      change(params, `${pool}/${name} taken from group ${params.group}`, (service) =>
        removeLun(groupOrRefuse(service, params.group), pool, name),
      ),
    addIscsiGroupHost: ({ params }) => addMembers(params, [params.host]),
    removeIscsiGroupHost: ({ params }) => removeMembers(params, [params.host]),
    addIscsiGroupHosts: ({ params, body }) => addMembers(params, body),
    removeIscsiGroupHosts: ({ params, body }) => removeMembers(params, body),
  } satisfies Handlers;
}
