import type { CallContext, Section } from '../../engine.ts';
import { notServedYet } from '../../rules/gateways.ts';
import { refuseServiceDeletion } from '../../rules/iscsi.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { type AccessChange, accessHandlers } from '../../iscsi/accessHandlers.ts';
import { clientWithOwnDisks } from '../../iscsi/clients.ts';
import {
  groupOrRefuse,
  holdersOf,
  type IscsiService,
  type LunHolder,
  type WantedDisk,
} from '../../iscsi/service.ts';
import { iscsiGateways, type IscsiSurroundings } from './gateways.ts';
import { addLuns, provideImages } from './disks.ts';
import { iscsiToWire, keepAccess, readAccess, requireDistinguishable, targetsOf } from './services.ts';
import { changedParts } from './tgtItems.ts';
import { PRIORITY } from '../ownLog.ts';

/**
 * A change is kept first and then served: what the gateway does not serve yet answers 503 and is tried again.
 */
export function iscsiHandlers(surroundings: IscsiSurroundings) {
  const { services, keeper, node, note } = surroundings;

  // Kept first, then served.
  const change: AccessChange = async ({ serviceId }, what, apply) => {
    const before = await services.get(serviceId);
    const trial = readAccess(before);
    apply(trial);
    await requireDistinguishable(services, serviceId, trial);
    const after = await services.update(serviceId, (kept) => {
      const service = readAccess(kept);
      apply(service);
      return { ...kept, ...keepAccess(service) };
    });
    note(`iSCSI service ${serviceId}: ${what}`, PRIORITY.notice, 'iscsi');
    const changed = changedParts(targetsOf(before), targetsOf(after));
    const problems = await keeper
      .refresh('iscsi', (part) => changed.has(part))
      .catch((failure: Error) => [failure.message]);
    if (problems.length > 0) throw refusal(notServedYet(node.hostname, problems));
  };
  return {
    ...serviceHandlers(surroundings),
    ...accessHandlers(change, (hosts) => hosts.join(', ')),
    ...diskHandlers(surroundings, change),
  } satisfies Section;
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
      await services.remove(serviceId, (kept) =>
        enforce(refuseServiceDeletion(serviceId, holdersOf(readAccess(kept)))),
      );
      note(`iSCSI service ${serviceId}: deleted`, PRIORITY.notice, 'iscsi');
      await keeper.refresh('iscsi');
    },
  } satisfies Section;
}

function diskHandlers(surroundings: IscsiSurroundings, change: AccessChange) {
  const { services } = surroundings;
  type HolderIn = (service: IscsiService) => LunHolder;
  const give = async (serviceId: number, disks: readonly WantedDisk[], to: string, holderIn: HolderIn) => {
    const present = readAccess(await services.get(serviceId));
    addLuns(present, holderIn(present), disks);
    await provideImages(surroundings, serviceId, disks);
    await change({ serviceId }, `disks given to ${to}`, (service) =>
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
