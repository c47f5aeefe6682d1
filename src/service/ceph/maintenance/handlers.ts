import type { Clock } from '../../../lib/clock.ts';
import { ifRefused, Refusal, type Section } from '../../engine.ts';
import { listedFlags } from '../../rules/flags.ts';
import { noMigration, refuseUnlessUp } from '../../rules/maintenance.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { createShare } from '../../share.ts';
import type { Ceph } from '../ceph.ts';
import type { ConfigEntry } from '../config/read.ts';
import type { Inventory } from '../inventory.ts';
import { readOsdMap } from '../osdMap.ts';
import { findOsd, firstRunning } from '../osdTree.ts';
import { waitFor } from '../timeouts.ts';
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

/** The time for which a running OSD's speed is reused: it changes after the configuration, or by a command to the OSD. */
const RUNNING_FOR_MS = 10_000;

/** Makes the function that returns the recovery speed of the running OSD with the lowest id, where the configuration has none. */
function defaultSpeeds(ceph: Ceph, inventory: Inventory, clock: Clock) {
  const share = createShare(clock);
  const speedOf = async (who: string): Promise<number> => {
    const value = async (key: (typeof RUNNING)[number]) =>
      [key, (await ceph.readText({ prefix: 'config show', who, key })).trim()] as const;
    const values = await Promise.all(RUNNING.map(value));
    return runningSpeed(Object.fromEntries(values) as Record<(typeof RUNNING)[number], string>);
  };
  return async (config: readonly ConfigEntry[]): Promise<number> => {
    const first = firstRunning(await inventory.tree());
    if (!first) throw new Refusal(503, 'no recovery speed is set, and no OSD is running to report its own');
    return share.get(JSON.stringify([first.name, config]), RUNNING_FOR_MS, () => speedOf(first.name));
  };
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
  const defaultSpeed = defaultSpeeds(ceph, inventory, clock);
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
      const config = await ceph.read<ConfigEntry[]>({ prefix: 'config dump' });
      return { speed: configuredSpeed(config) ?? (await defaultSpeed(config)) };
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
