import type { SimCluster } from '../cluster.ts';
import type { Dice } from '../random.ts';
import { distract } from './decoys.ts';
import type { FaultKind } from './fault.ts';
import { inject } from './inject.ts';

/** Seconds by which a decoy comes before the fault, at most. */
const DECOY_BEFORE = 25;
/** Seconds between two faults unless told otherwise. */
const APART = 20;

/** Plans faults that begin one after the other, perhaps with something harmless shortly before. */
export function schedule(
  cluster: SimCluster,
  plan: {
    readonly kinds: readonly FaultKind[];
    readonly decoy?: boolean;
    /** Seconds from now until the first, and from each to the next. */
    readonly after: number;
    readonly apart?: number;
  },
  dice: Dice,
): void {
  const { kinds, decoy = false, after, apart = APART } = plan;
  if (decoy) cluster.in(Math.max(1, after - 3 - dice.below(DECOY_BEFORE)), () => distract(cluster, dice));
  for (const [index, kind] of kinds.entries()) {
    cluster.in(after + index * apart, () => void inject(cluster, kind, dice));
  }
}
