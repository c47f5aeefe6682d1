import { PRIORITY } from '../../../lib/priority.ts';
import type { CallContext, Section } from '../../engine.ts';
import { type AccessChange, accessHandlers } from '../../iscsi/accessHandlers.ts';
import { clientWithOwnDisks } from '../../iscsi/clients.ts';
import { loadAccess, saveAccess } from '../../iscsi/saved.ts';
import { groupOrRefuse, holdersOf, type IscsiServiceModel, type LunHolder } from '../../iscsi/service.ts';
import { notServedYet } from '../../rules/gateways.ts';
import { refuseServiceDeletion, type WantedDisk } from '../../rules/iscsi.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { addLuns, ensureImages } from './disks.ts';
import { iscsiGateways, type IscsiParts } from './gateways.ts';
import { iscsiToWire, requireServable, serversOverSsh, targetsOf, type SavedIscsi } from './services.ts';
import { changedParts } from './tgtItems.ts';

/** Saves each change, then applies it to the gateway. If that fails, the answer is 503, and it is tried again. */
export function iscsiHandlers(parts: IscsiParts) {
  const { services, gateways, note } = parts;

  const change: AccessChange = async ({ serviceId }, what, apply) => {
    const before = await services.get(serviceId);
    const changedCopy = loadAccess(before);
    apply(changedCopy);
    await requireServable(services, serviceId, changedCopy);
    const after = await services.update(serviceId, (saved) => {
      const service = loadAccess(saved);
      apply(service);
      return { ...saved, ...saveAccess(service) };
    });
    note(`iSCSI service ${serviceId}: ${what}`, PRIORITY.notice, 'iscsi');
    const changed = changedParts(targetsOf(before), targetsOf(after));
    const problems = await gateways.serve('iscsi', serviceId, (part) => changed.has(part));
    if (problems.length > 0) throw refusal(notServedYet('its gateway', problems));
  };
  return {
    ...serviceHandlers(parts),
    ...accessHandlers(change, (hosts) => hosts.join(', ')),
    ...diskHandlers(parts, change),
  } satisfies Section;
}

function serviceHandlers(parts: IscsiParts) {
  const { services, gateways, note, tasks } = parts;
  const jobs = iscsiGateways(parts);
  return {
    getIscsiService: async ({ params }) => iscsiToWire(await services.get(params.serviceId)),
    async createIscsiService({ body }, { by }: CallContext) {
      const wanted = await jobs.check(body.servers);
      return tasks.start(await jobs.creationJob(wanted, by));
    },
    async addIscsiGateway({ params: { serviceId }, body }, { by }: CallContext) {
      await services.get(serviceId);
      const wanted = await jobs.check([body]);
      return tasks.start(jobs.additionJob(serviceId, wanted, by));
    },
    async deleteIscsiService({ params: { serviceId } }) {
      const requireUnused = (saved: SavedIscsi) =>
        enforce(refuseServiceDeletion(serviceId, holdersOf(loadAccess(saved))));
      const saved = await services.get(serviceId);
      requireUnused(saved);
      // Before the deletion: afterwards nothing would know of a gateway that could not be stopped.
      await gateways.stop('iscsi', serversOverSsh(saved.gateways));
      await services.remove(serviceId, requireUnused);
      note(`iSCSI service ${serviceId}: deleted`, PRIORITY.notice, 'iscsi');
      await gateways.refresh('iscsi');
    },
  } satisfies Section;
}

function diskHandlers(parts: IscsiParts, change: AccessChange) {
  const { services } = parts;
  type HolderIn = (service: IscsiServiceModel) => LunHolder;
  const give = async (serviceId: number, disks: readonly WantedDisk[], to: string, holderIn: HolderIn) => {
    const present = loadAccess(await services.get(serviceId));
    addLuns(present, holderIn(present), disks);
    await ensureImages(parts, serviceId, disks);
    await change({ serviceId }, `disks assigned to ${to}`, (service) =>
      addLuns(service, holderIn(service), disks),
    );
  };
  return {
    addIscsiClientDisks: ({ params: { serviceId, name }, body }) =>
      give(serviceId, body, name, (service) => clientWithOwnDisks(service, name)),
    addIscsiGroupDisks: ({ params: { serviceId, group }, body }) =>
      give(serviceId, body, `group ${group}`, (service) => groupOrRefuse(service, group)),
  } satisfies Section;
}
