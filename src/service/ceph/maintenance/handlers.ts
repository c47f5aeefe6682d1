import type { Clock } from '../../../lib/clock.ts';
import { ifRefused, Refusal, type Section } from '../../engine.ts';
import { listedFlags } from '../../rules/flags.ts';
import { noMigration, refuseUnlessUp } from '../../rules/maintenance.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { SETTINGS_FOR_MS, type Ceph } from '../client/ceph.ts';
import { waitFor } from '../client/timeouts.ts';
import type { ConfigEntry } from '../config/read.ts';
import type { Inventory } from '../map/inventory.ts';
import { readOsdMap } from '../map/osdMap.ts';
import { findOsd, firstRunning } from '../map/osdTree.ts';
import type { serverReboots } from './reboot.ts';
import {
  configuredSpeed,
  hasConfiguredSpeed,
  OVERRIDE,
  recoverySpeedCommands,
  RUNNING,
  runningSpeed,
  type ShownOption,
} from './recoverySpeed.ts';

/** Refuses an operation on an OSD that does not exist or does not run. */
export async function requireRunningOsd(inventory: Inventory, osdId: number): Promise<void> {
  enforce(refuseUnlessUp(osdId, findOsd(await inventory.tree(), osdId).status));
}

/** The time for which what an OSD runs with is reused: others hardly change it while no speed is set for all OSDs. */
const RUNNING_FOR_MS = 30_000;

/** The recovery speed of the running OSD with the lowest id, for a cluster in which none is set. */
async function defaultSpeed(ceph: Ceph, inventory: Inventory): Promise<number> {
  const first = firstRunning(await inventory.tree());
  if (!first) throw new Refusal(503, 'no recovery speed is set, and no OSD is running to report its own');
  const value = async (key: (typeof RUNNING)[number]) => {
    const command = { prefix: 'config show', who: first.name, key };
    return [key, (await ceph.readText(command, { forMs: RUNNING_FOR_MS })).trim()] as const;
  };
  const values = await Promise.all(RUNNING.map(value));
  return runningSpeed(Object.fromEntries(values) as Record<(typeof RUNNING)[number], string>);
}

const RESET = { every: 250, within: 5000 };

/**
 * Waits until the OSD that reports the default speed runs with it. It does not wait for an OSD that takes longer than
 * 5 s or cannot be asked: the reset itself is done then, and the speed read back is what the OSD runs with.
 */
async function awaitDefaultSpeed(ceph: Ceph, inventory: Inventory, clock: Clock): Promise<void> {
  const first = firstRunning(await inventory.tree());
  if (!first) return;
  const shown = () =>
    ceph.read<ShownOption[]>({ prefix: 'config show', who: first.name }, { fresh: true }).catch(() => []);
  await waitFor(clock, RESET, async () => !hasConfiguredSpeed(await shown()) || undefined);
}

/** True if the cluster's release has an option of this name. */
const hasOption = (ceph: Ceph, key: string): Promise<boolean> =>
  ceph.read({ prefix: 'config help', key }).then(
    () => true,
    ifRefused(() => false, 404),
  );

/** Reboots servers. */
export const serverMaintenanceHandlers = (reboots: ReturnType<typeof serverReboots>) =>
  ({
    rebootAllServers: (_input, { by }) => reboots.start(by),
  }) satisfies Section;

export function maintenanceHandlers(ceph: Ceph, inventory: Inventory, clock: Clock) {
  const scrub = async (prefix: string, osdId: number) => {
    await requireRunningOsd(inventory, osdId);
    await ceph.write({ prefix, who: String(osdId) });
  };
  return {
    scrubOsd: ({ params: { osdId } }) => scrub('osd scrub', osdId),
    deepScrubOsd: ({ params: { osdId } }) => scrub('osd deep-scrub', osdId),

    async listFlags() {
      const { flags_set: set } = await readOsdMap(ceph);
      return listedFlags((flag) => set.includes(flag));
    },
    setFlag: ({ params: { flag } }) => ceph.write({ prefix: 'osd set', key: flag }),
    unsetFlag: ({ params: { flag } }) => ceph.write({ prefix: 'osd unset', key: flag }),

    async getRecoverySpeed() {
      const options = { forMs: SETTINGS_FOR_MS };
      const configured = configuredSpeed(await ceph.read<ConfigEntry[]>({ prefix: 'config dump' }, options));
      return { speed: configured ?? (await defaultSpeed(ceph, inventory)) };
    },
    async setRecoverySpeed({ body: { speed } }) {
      await ceph.write(...recoverySpeedCommands(speed, await hasOption(ceph, OVERRIDE)));
      if (speed <= 0) await awaitDefaultSpeed(ceph, inventory, clock);
    },

    listMigrations: () => ({ mimic: false }),
    migrateToMimic(): never {
      throw refusal(noMigration);
    },
  } satisfies Section;
}
