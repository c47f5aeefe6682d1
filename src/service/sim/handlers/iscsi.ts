import type { Clock } from '../../../lib/clock.ts';
import { Refusal, type CallContext, type Handlers } from '../../engine.ts';
import { changeCredentials, createClient, deleteClient, requireOwnDisks } from '../gateways/clients.ts';
import { stopGateway } from '../gateways/daemons.ts';
import { addHosts, createGroup, deleteGroup, removeHosts } from '../gateways/hostGroups.ts';
import { clientOrRefuse, groupOrRefuse, holdersOf, toWire, type IscsiService } from '../gateways/iscsi.ts';
import { addGateway, createService, readGateways } from '../gateways/iscsiGateways.ts';
import { addLuns, removeLun } from '../gateways/luns.ts';
import { openTerminal } from '../gateways/terminal.ts';
import { plural } from '../health/check.ts';
import { logManagement } from '../log/write.ts';
import type { Site } from '../networks/site.ts';

export const iscsiHandlers = (site: Site, clock: Clock): Handlers => ({
  ...serviceHandlers(site, clock),
  ...clientHandlers(site),
  ...groupHandlers(site),
});

interface Of {
  readonly serviceId: number;
}

/** Finds the service, changes it, keeps that, and tells the log. */
const changer =
  ({ iscsi, model, save }: Site) =>
  ({ serviceId }: Of, what: string, change: (service: IscsiService) => void): void => {
    change(iscsi.get(serviceId));
    save();
    logManagement(model, 5, `iSCSI service ${serviceId}: ${what}`);
  };

function serviceHandlers(site: Site, clock: Clock) {
  const { iscsi, model } = site;
  return {
    getIscsiService: ({ params }) => toWire(iscsi.get(params.serviceId)),
    createIscsiService({ body: { servers } }, { by }: CallContext) {
      readGateways(site, servers);
      return model.tasks.start(createService(site, iscsi.reserve(), servers, by));
    },
    addIscsiGateway({ params: { serviceId }, body }, { by }: CallContext) {
      readGateways(site, [body], iscsi.get(serviceId).gateways);
      return model.tasks.start(addGateway(site, serviceId, body, by));
    },
    deleteIscsiService({ params: { serviceId } }) {
      const service = iscsi.get(serviceId);
      const user = holdersOf(service).find(({ luns }) => luns.length > 0);
      if (user !== undefined) {
        throw new Refusal(
          409,
          `${user.name} has ${plural(user.luns.length, 'disk')} of iSCSI service ${serviceId}: take them away first`,
        );
      }
      for (const { host } of service.gateways) stopGateway(model, 'iscsi', host);
      iscsi.remove(serviceId);
      site.save();
      logManagement(model, 5, `iSCSI service ${serviceId}: deleted`);
    },
    connectIscsiTerminal: ({ params: { serviceId } }) =>
      openTerminal(serviceId, iscsi.get(serviceId), clock.now()),
  } satisfies Handlers;
}

function clientHandlers(site: Site) {
  const change = changer(site);
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
    addIscsiClientDisks: ({ params, body }) =>
      change(params, `${plural(body.length, 'disk')} given to ${params.name}`, (service) => {
        const client = clientOrRefuse(service, params.name);
        requireOwnDisks(service, client);
        addLuns(site, service, client, body);
      }),
    removeIscsiClientDisk: ({ params, body: { pool, name } }) =>
      change(params, `${pool}/${name} taken from ${params.name}`, (service) => {
        const client = clientOrRefuse(service, params.name);
        requireOwnDisks(service, client);
        removeLun(client, pool, name);
      }),
  } satisfies Handlers;
}

function groupHandlers(site: Site) {
  const change = changer(site);
  return {
    createIscsiGroup: ({ params }) =>
      change(params, `group ${params.group} created`, (service) => createGroup(service, params.group)),
    deleteIscsiGroup: ({ params }) =>
      change(params, `group ${params.group} deleted`, (service) =>
        deleteGroup(service, groupOrRefuse(service, params.group)),
      ),
    addIscsiGroupDisks: ({ params, body }) =>
      change(params, `${plural(body.length, 'disk')} given to group ${params.group}`, (service) =>
        addLuns(site, service, groupOrRefuse(service, params.group), body),
      ),
    removeIscsiGroupDisk: ({ params, body: { pool, name } }) =>
      change(params, `${pool}/${name} taken from group ${params.group}`, (service) =>
        removeLun(groupOrRefuse(service, params.group), pool, name),
      ),
    addIscsiGroupHost: ({ params }) =>
      change(params, `${params.host} added to group ${params.group}`, (service) =>
        addHosts(service, groupOrRefuse(service, params.group), [params.host]),
      ),
    removeIscsiGroupHost: ({ params }) =>
      change(params, `${params.host} removed from group ${params.group}`, (service) =>
        removeHosts(groupOrRefuse(service, params.group), [params.host]),
      ),
    addIscsiGroupHosts: ({ params, body }) =>
      change(params, `${plural(body.length, 'host')} added to group ${params.group}`, (service) =>
        addHosts(service, groupOrRefuse(service, params.group), body),
      ),
    removeIscsiGroupHosts: ({ params, body }) =>
      change(params, `${plural(body.length, 'host')} removed from group ${params.group}`, (service) =>
        removeHosts(groupOrRefuse(service, params.group), body),
      ),
  } satisfies Handlers;
}
