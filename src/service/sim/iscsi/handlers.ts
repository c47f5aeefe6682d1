import { randomBytes } from 'node:crypto';
import type { TerminalConnection } from '../../../api/contract/iscsi.ts';
import type { Clock } from '../../../lib/clock.ts';
import { plural } from '../../../lib/words.ts';
import { type CallContext, type Section, Refusal } from '../../engine.ts';
import { type AccessChange, accessHandlers } from '../../iscsi/accessHandlers.ts';
import { clientWithOwnDisks } from '../../iscsi/clients.ts';
import { groupOrRefuse, holdersOf, toWire, type IscsiServiceModel } from '../../iscsi/service.ts';
import { refuseServiceDeletion } from '../../rules/iscsi.ts';
import { enforce } from '../../rules/refused.ts';
import { logManagement } from '../log/write.ts';
import { stopGateway } from '../model/gatewayDaemons.ts';
import { type Host, hostAnswers } from '../model/topology.ts';
import type { Site } from '../networks/site.ts';
import { addLuns } from './disks.ts';
import { additionJob, creationJob, readGateways } from './gateways.ts';

const PORTS = { tlsPort: 8443, plaintextPort: 8080 } as const;
/** Seconds for which a connection token is valid. */
const LIFETIME = 60;

/**
 * Makes the address of a shell on a service's first gateway. It is on the simulated server, so that nothing outside
 * of the simulation can reach it.
 * @param now in milliseconds since the epoch
 * @throws Refusal 409 when no gateway answers
 */
function openTerminal(id: number, { gateways }: IscsiServiceModel<Host>, now: number): TerminalConnection {
  const gateway = gateways.find(({ host }) => hostAnswers(host));
  if (gateway === undefined)
    throw new Refusal(409, `no gateway of iSCSI service ${id} answers: restore one of its servers first`);
  return {
    path: `/terminal/iscsi/${id}/${gateway.host.name}`,
    ...PORTS,
    authToken: randomBytes(32).toString('base64url'),
    validUntil: Math.floor(now / 1000) + LIFETIME,
    iscsi: true,
  };
}

export function iscsiHandlers(site: Site, clock: Clock) {
  const { iscsi, model, save } = site;
  const change: AccessChange = ({ serviceId }, what, apply) => {
    apply(iscsi.get(serviceId));
    save();
    logManagement(model, 'notice', `iSCSI service ${serviceId}: ${what}`);
  };
  return {
    ...serviceHandlers(site, clock),
    ...accessHandlers(change, (hosts) => plural(hosts.length, 'host')),
    ...diskHandlers(site, change),
  };
}

function serviceHandlers(site: Site, clock: Clock) {
  const { iscsi, model } = site;
  return {
    getIscsiService: ({ params }) => toWire(iscsi.get(params.serviceId)),
    createIscsiService({ body: { servers } }, { by }: CallContext) {
      readGateways(site, servers);
      return model.tasks.start(creationJob(site, iscsi.reserve(), servers, by));
    },
    addIscsiGateway({ params: { serviceId }, body }, { by }: CallContext) {
      readGateways(site, [body], iscsi.get(serviceId).gateways);
      return model.tasks.start(additionJob(site, serviceId, body, by));
    },
    deleteIscsiService({ params: { serviceId } }) {
      const service = iscsi.get(serviceId);
      enforce(refuseServiceDeletion(serviceId, holdersOf(service)));
      for (const { host } of service.gateways) stopGateway(model, 'iscsi', host);
      iscsi.remove(serviceId);
      site.save();
      logManagement(model, 'notice', `iSCSI service ${serviceId}: deleted`);
    },
    connectIscsiTerminal: ({ params: { serviceId } }) =>
      openTerminal(serviceId, iscsi.get(serviceId), clock.now()),
  } satisfies Section;
}

const diskHandlers = (site: Site, change: AccessChange) =>
  ({
    addIscsiClientDisks: ({ params, body }) =>
      change(params, `${plural(body.length, 'disk')} assigned to ${params.name}`, (service) =>
        addLuns(site, service, clientWithOwnDisks(service, params.name), body),
      ),
    addIscsiGroupDisks: ({ params, body }) =>
      change(params, `${plural(body.length, 'disk')} assigned to group ${params.group}`, (service) =>
        addLuns(site, service, groupOrRefuse(service, params.group), body),
      ),
  }) satisfies Section;
