import type { Section } from '../../engine.ts';
import { noOsd, refuseUnlessUp } from '../../rules/maintenance.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Backups } from '../backups/backups.ts';
import type { Ceph } from '../ceph.ts';
import { flags, readFlags } from '../flags.ts';
import type { Inventory } from '../inventory.ts';
import { isOsd } from '../osdTree.ts';
import { recoverySpeed, recoverySpeedCommands } from '../recoverySpeed.ts';
import type { ConfigEntry } from '../config/settings.ts';
import type { TaskTable } from '../tasks/board.ts';

/** Refuses what is asked of an OSD that is not there or does not run. */
export async function requireRunningOsd(inventory: Inventory, osdId: number): Promise<void> {
  const { nodes, stray } = await inventory.tree();
  const osds = [...nodes, ...stray].filter(isOsd);
  const osd = osds.find(({ id }) => id === osdId);
  if (!osd) throw refusal(noOsd(osdId, osds.length));
  enforce(refuseUnlessUp(osdId, osd.status));
}

export function maintenanceHandlers(ceph: Ceph, inventory: Inventory) {
  const scrub = async (prefix: string, osdId: number) => {
    await requireRunningOsd(inventory, osdId);
    await ceph.write({ prefix, who: String(osdId) });
  };
  return {
    scrubOsd: ({ params: { osdId } }) => scrub('osd scrub', osdId),
    deepScrubOsd: ({ params: { osdId } }) => scrub('osd deep-scrub', osdId),

    async listFlags() {
      return flags(await readFlags(ceph));
    },
    setFlag: ({ params: { flag } }) => ceph.write({ prefix: 'osd set', key: flag }),
    unsetFlag: ({ params: { flag } }) => ceph.write({ prefix: 'osd unset', key: flag }),

    getRecoverySpeed: async () => ({
      speed: recoverySpeed(await ceph.read<ConfigEntry[]>({ prefix: 'config dump' })),
    }),
    setRecoverySpeed: ({ body: { speed } }) => ceph.write(...recoverySpeedCommands(speed)),

    listMigrations: () => ({ mimic: false }),
  } satisfies Section;
}

export function backupHandlers(backups: Backups, tasks: TaskTable) {
  return {
    getConfigBackups: () => backups.status(),
    configureBackups: ({ body: { enabled } }) => backups.configure(enabled),
    createConfigBackup: (_, { by }) => tasks.start(backups.creation(by)),
    restoreBackup: async ({ body }, { by }) => tasks.start(await backups.restoration(body, by)),
  } satisfies Section;
}
