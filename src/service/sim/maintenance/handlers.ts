import type { FlagName } from '../../../api/contract/maintenance.ts';
import type { CallContext, Section } from '../../engine.ts';
import { listedFlags } from '../../rules/flags.ts';
import { alreadyRebooting, noMigration, noOsd, refuseUnlessUp } from '../../rules/maintenance.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { noOrchestrator, noServer } from '../../rules/servers.ts';
import type { Sim } from '../handlers/section.ts';
import { logManagement } from '../log/write.ts';
import { saveFlag, saveRecoverySpeed } from '../persistence/restore.ts';
import { rebootAll } from '../tasks/jobs.ts';
import { currentRecoverySpeed } from './recoverySpeed.ts';

/**
 * Refuses an operation that needs an orchestrator, which the simulated cluster does not have. @throws Refusal 404,
 * 409
 */
function unmanaged({ model }: Sim, id: number): never {
  const host = model.hosts.find((one) => one.id === id);
  throw refusal(host ? noOrchestrator(host.name) : noServer(id));
}

export const maintenanceHandlers = (sim: Sim) => {
  const { model, cluster, persistence } = sim;
  const setFlag = (flag: FlagName, set: boolean) => {
    if (model.flags.has(flag) !== set) cluster.setFlag(flag, set);
    saveFlag(persistence, flag, set);
  };
  return {
    scrubOsd: ({ params }) => scrub(sim, params.osdId, false),
    deepScrubOsd: ({ params }) => scrub(sim, params.osdId, true),
    listFlags: () => listedFlags((flag) => model.flags.has(flag)),
    setFlag: ({ params }) => setFlag(params.flag, true),
    unsetFlag: ({ params }) => setFlag(params.flag, false),
    getRecoverySpeed: () => ({ speed: currentRecoverySpeed(model) }),
    setRecoverySpeed({ body }) {
      model.recovery.speed = body.speed <= 0 ? undefined : Math.min(10, Math.ceil(body.speed));
      saveRecoverySpeed(persistence, model.recovery.speed);
      logManagement(model, 'notice', `recovery speed set to ${currentRecoverySpeed(model)}`);
    },
    rebootAllServers: (_input: unknown, { by }: CallContext) => {
      if (model.tasks.busy('reboot')) throw refusal(alreadyRebooting());
      const hosts = model.hosts.filter((host) => !host.currentImage);
      return model.tasks.start(rebootAll(cluster, hosts, by));
    },
    enterMaintenance: ({ params: { id } }): never => unmanaged(sim, id),
    leaveMaintenance: ({ params: { id } }): never => unmanaged(sim, id),
    listMigrations: () => ({ mimic: false }),
    migrateToMimic(): never {
      throw refusal(noMigration);
    },
  } satisfies Section;
};

function scrub(sim: Sim, id: number, deep: boolean): void {
  const osd = sim.model.osds[id];
  if (osd === undefined) throw refusal(noOsd(id, sim.model.osds.length));
  enforce(refuseUnlessUp(id, osd.up ? 'up' : 'down'));
  const count = sim.cluster.scrubOsd(id, deep);
  logManagement(
    sim.model,
    'info',
    `${deep ? 'deep scrub' : 'scrub'} of ${count} placement groups of osd.${id} requested`,
  );
}
