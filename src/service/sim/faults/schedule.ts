import type { SimCluster } from '../cluster.ts';
import { logManagement } from '../log/write.ts';
import type { Dice } from '../model/random.ts';
import { newPool } from '../pools/checks.ts';
import { addPool } from '../pools/write.ts';
import { configBackup } from '../tasks/jobs.ts';
import type { FaultKind } from './fault.ts';
import { inject } from './inject.ts';
import { anyOsd } from './pick.ts';

/** Seconds until a flag that was set by mistake is cleared. */
const FLAG_SECONDS = 20;

/** Harmless things that people and schedulers do every day. They leave the same traces as faults do. */
const DECOYS: readonly ((cluster: SimCluster, dice: Dice) => void)[] = [
  (cluster, dice) => cluster.setOption('osd_memory_target', 4 * 2 ** 30 + dice.below(8) * 2 ** 28),
  (cluster, dice) => cluster.setOption('osd_max_scrubs', 1 + dice.below(2)),
  (cluster, dice) => {
    const flag = dice.pick(['noscrub', 'norebalance', 'noin'] as const);
    if (cluster.model.flags.has(flag)) return;
    cluster.setFlag(flag, true);
    cluster.after(FLAG_SECONDS, () => cluster.setFlag(flag, false));
  },
  (cluster, dice) => void cluster.scrubOsd(anyOsd(cluster, dice).id, dice.chance(0.5)),
  ({ model }, dice) => {
    const pool = addPool(model, newPool(model, { name: `scratch-${dice.hex(4)}`, pgNum: 8 }));
    logManagement(model, 'notice', `pool ${pool.name} created by operator`);
  },
  ({ model }) => void model.tasks.start(configBackup(model, 'scheduler')),
];

/** Does something harmless that could be mistaken for the cause of the fault that follows. */
const runDecoy = (cluster: SimCluster, dice: Dice): void => dice.pick(DECOYS)(cluster, dice);

/** Maximum seconds between the decoy and the fault. */
const DECOY_BEFORE = 25;
/** Default seconds between two faults. */
const APART = 20;

/** Schedules faults one after the other, optionally with a decoy before them. */
export function schedule(
  cluster: SimCluster,
  plan: {
    readonly kinds: readonly FaultKind[];
    readonly decoy?: boolean;
    /** Seconds from now until the first fault, and between two faults. */
    readonly after: number;
    readonly apart?: number;
  },
  dice: Dice,
): void {
  const { kinds, decoy = false, after, apart = APART } = plan;
  if (decoy) cluster.after(Math.max(1, after - 3 - dice.below(DECOY_BEFORE)), () => runDecoy(cluster, dice));
  for (const [index, kind] of kinds.entries()) {
    cluster.after(after + index * apart, () => void inject(cluster, kind, dice));
  }
}
