import { reuse } from '../../api/reuse.ts';
import { worstOf, type Level } from './level.ts';
import {
  type AfterLoss,
  type Demand,
  demandsOf,
  type DemandSources,
  type LossInput,
  roomAfterLoss,
  type TooFewPlaces,
} from './lossRoom.ts';
import { BACKFILLFULL, FULL, judgeFullness, NEARFULL, takesPart } from './node.ts';
import { remember } from './remember.ts';

/** Room to heal, or the lack of it. */
export interface Room {
  /** The OSD that fills first: it decides, not the mean. */
  readonly fullest: { readonly id: string; readonly share: number } | undefined;
  /** Use of all OSDs that are up and in, 0 to 1. */
  readonly mean: number | undefined;
  /** OSDs at or over each threshold, each counted at its highest only. */
  readonly nearfull: number;
  readonly backfillfull: number;
  readonly full: number;
  readonly afterLoss: AfterLoss | undefined;
  /** Pools that cannot be whole now. */
  readonly short: readonly TooFewPlaces[];
  readonly level: Level;
}

/** Counts the OSDs that are up and in and tell both size and use; the others say nothing about room. */
export function selectRoom(input: LossInput): Room {
  const reached = { nearfull: 0, backfillfull: 0, full: 0 };
  let fullest: Room['fullest'];
  let [size, used] = [0, 0];
  for (const row of input.osds) {
    const share = row.usedShare;
    if (
      row.node === undefined ||
      !takesPart(row.node) ||
      row.capacity === undefined ||
      row.used === undefined ||
      share === undefined
    )
      continue;
    if (fullest === undefined || share > fullest.share) fullest = { id: row.id, share };
    size += row.capacity;
    used += row.used;
    if (share >= FULL) reached.full++;
    else if (share >= BACKFILLFULL) reached.backfillfull++;
    else if (share >= NEARFULL) reached.nearfull++;
  }
  const { worst, short } = roomAfterLoss(input);
  return {
    fullest,
    mean: fullest === undefined ? undefined : used / size,
    ...reached,
    afterLoss: worst,
    short,
    level:
      fullest === undefined
        ? 'unknown'
        : worstOf(judgeFullness(fullest.share).map((verdict) => verdict.level)),
  };
}

/** Works the room out anew when an OSD changes or a pool's rule does, and not for what the pools hold, which changes with every read. */
export function rememberRoom(): (input: Omit<LossInput, 'demands'> & DemandSources) => Room {
  let last: readonly Demand[] = [];
  const demands = remember((sources: DemandSources) => (last = reuse(last, demandsOf(sources))));
  const room = remember(selectRoom);
  return ({ pools, rules, ...where }) => room({ ...where, demands: demands({ pools, rules }) });
}
