import type { ClusterStatus } from '../../../src/api/contract/cluster.ts';
import { judgeHealing, type Healing } from '../../../src/diagnosis/healing/healing.ts';
import type { MarkingOut } from '../../../src/diagnosis/healing/markingOut.ts';
import { addSample, type HealingSample } from '../../../src/diagnosis/healing/samples.ts';
import { withPlacement } from '../../store/answers/shapes.ts';
import { downOsd } from '../support.ts';

export const MINUTE = 60_000;

export const NOBODY: MarkingOut = { osds: [], due: undefined, never: undefined, keptIn: [] };
export const DOWN_AND_IN: MarkingOut = { ...NOBODY, osds: [downOsd(7)] };

/** The healing after `minutes` with a look at the status every ten seconds. `at` is in minutes. */
export function watch(
  minutes: number,
  look: (at: number) => ClusterStatus,
  flags: readonly string[] = [],
  waitsFor: MarkingOut = NOBODY,
): Healing {
  let history: readonly HealingSample[] = [];
  const end = minutes * MINUTE;
  for (let now = 0; now <= end; now += 10_000) history = addSample(history, look(now / MINUTE), now);
  return judgeHealing({
    status: look(minutes),
    flags: flags.map((name) => ({ name, currentState: true })),
    waitsFor,
    history,
  });
}

/** A status in which half of a hundred placement groups lack copies of so many objects. */
export const degraded = (objects: number, pgmap: object = {}, part: ClusterStatus = {}): ClusterStatus =>
  withPlacement(50, 100, {
    storeStatus: { pgmap: { num_pgs: 100, degraded_objects: objects, ...pgmap } } as object,
    ...part,
  });
