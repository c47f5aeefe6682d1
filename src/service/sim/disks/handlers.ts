import { Refusal, type Section } from '../../engine.ts';
import { noDisk, refuseElsewhere } from '../../rules/disks.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Sim } from '../handlers/section.ts';
import type { FireHooks } from '../hooks/events.ts';
import { logManagement } from '../log/write.ts';
import type { Device } from '../model/inventory.ts';
import { hostAnswers } from '../model/topology.ts';
import { serverOrRefuse } from '../networks/servers.ts';
import { benchmark } from '../tasks/jobs.ts';
import { diskJob, removalJob } from './jobs.ts';
import { toDisk } from './read.ts';
import { requireWorkable, diskTitle, planDisk, requireReleasable } from './roles.ts';

export const diskHandlers = ({ model, cluster, persistence }: Sim, fire: FireHooks) => {
  const parts = { cluster, persistence, fire };
  const find = (diskId: number): Device => {
    const device = model.disks.find(({ id }) => id === diskId);
    if (device === undefined) throw refusal(noDisk(diskId));
    return device;
  };
  const findOn = (server: number, diskId: number): Device => {
    serverOrRefuse(model, server);
    const device = find(diskId);
    enforce(refuseElsewhere(diskId, server, [device.host.id]));
    return device;
  };
  return {
    listDisks: () => model.disks.map((device) => toDisk(model, device)),
    benchmarkDisk({ params: { diskId } }, { by }) {
      const device = find(diskId);
      if (!hostAnswers(device.host))
        throw new Refusal(409, `${device.host.name} does not answer: its disks cannot be measured`);
      return model.tasks.start(benchmark(model, device, by));
    },
    /** Removes a disk from the list once its data has moved away; the list of tasks shows the progress. */
    deleteDisk({ params: { diskId } }, { by }) {
      const device = find(diskId);
      requireWorkable(model, device);
      if (device.role !== 'unassigned') requireReleasable(model, device);
      const task = model.tasks.start(removalJob(parts, device, by));
      logManagement(model, 'warning', `removal of the disk ${diskTitle(device)} requested by ${by}`);
      return task;
    },
    /** Releases a disk once its data has moved away; it stays in its server, unassigned. */
    deleteServerDisk({ params: { id, diskId } }, { by }) {
      const device = findOn(id, diskId);
      if (device.role === 'unassigned')
        throw new Refusal(409, `${diskTitle(device)} is not in use: there is nothing to release`);
      const plan = planDisk(model, device, { role: 'unassigned' });
      const task = model.tasks.start(diskJob(parts, device, plan, by));
      logManagement(model, 'warning', `release of the disk ${diskTitle(device)} requested by ${by}`);
      return task;
    },
    updateServerDisk({ params: { id, diskId }, body }, { by }) {
      const device = findOn(id, diskId);
      return model.tasks.start(diskJob(parts, device, planDisk(model, device, body), by));
    },
  } satisfies Section;
};
