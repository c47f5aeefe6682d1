import { reuse } from '../../api/reuse.ts';
import { memoize } from '../../lib/memoize.ts';
import { worstOf, type Level } from './level.ts';
import {
  type AfterLoss,
  type Demand,
  demandsOf,
  type DemandSources,
  type LossInput,
  spaceAfterLoss,
} from './lossSpace.ts';
import { FILL_STATES, FULLNESS, isUpAndIn } from './node.ts';

/** The free space for recovery. */
export interface FreeSpace {
  /** The OSD with the highest usage, which limits the cluster, rather than the mean. */
  readonly fullest: { readonly id: string; readonly share: number } | undefined;
  /** The usage of all OSDs that are up and in, 0 to 1. */
  readonly mean: number | undefined;
  /** The numbers of OSDs at or over each threshold; an OSD is counted only for its highest threshold. */
  readonly nearfull: number;
  readonly backfillfull: number;
  readonly full: number;
  readonly afterLoss: AfterLoss | undefined;
  readonly level: Level;
}

/** Evaluates the OSDs that are up and in and report both size and usage. */
export function selectFreeSpace(input: LossInput): FreeSpace {
  const reached = { nearfull: 0, backfillfull: 0, full: 0 };
  let fullest: FreeSpace['fullest'];
  let [size, used] = [0, 0];
  for (const row of input.osds) {
    const share = row.usedShare;
    if (
      row.node === undefined ||
      !isUpAndIn(row.node) ||
      row.capacity === undefined ||
      row.used === undefined ||
      share === undefined
    )
      continue;
    if (fullest === undefined || share > fullest.share) fullest = { id: row.id, share };
    size += row.capacity;
    used += row.used;
    if (row.fill !== undefined) reached[row.fill]++;
  }
  return {
    fullest,
    mean: fullest === undefined ? undefined : used / size,
    ...reached,
    afterLoss: spaceAfterLoss(input),
    level:
      fullest === undefined
        ? 'unknown'
        : worstOf(FILL_STATES.filter((state) => reached[state] > 0).map((state) => FULLNESS[state].level)),
  };
}

/**
 * Creates a memoized `selectFreeSpace`, which is recomputed if OSDs or rules change, but not if only the usage of pools
 * changes.
 */
export function createFreeSpace(): (input: Omit<LossInput, 'demands'> & DemandSources) => FreeSpace {
  let last: readonly Demand[] = [];
  const demands = memoize((sources: DemandSources) => (last = reuse(last, demandsOf(sources))));
  const freeSpace = memoize(selectFreeSpace);
  return ({ pools, rules, ...where }) => freeSpace({ ...where, demands: demands({ pools, rules }) });
}
