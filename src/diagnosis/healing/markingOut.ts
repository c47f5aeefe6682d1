import type { Setting } from '../../api/contract/config.ts';
import { number, text } from '../../lib/untyped.ts';
import { listed } from '../../lib/words.ts';
import { type GroupFlags, partWithFlag } from '../evidence/groupFlags.ts';
import type { OsdInventory, OsdState, Place } from '../evidence/osds.ts';
import { settingValue } from './settingValue.ts';

/** The time at which something happened or will happen; the latest possible time if it is not `exact`. */
export interface RoughTime {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly exact: boolean;
}

/** The OSDs that are down and still in; their data is recovered only after they are back or have been marked out. */
export interface MarkingOut {
  readonly osds: readonly OsdState[];
  /** The time at which the first of them will be marked out; undefined if that is unknown, or never. */
  readonly due: RoughTime | undefined;
  /** The reason why none of them will be marked out automatically; undefined otherwise. */
  readonly never: string | undefined;
  /** Those that stay in although others are marked out, with the reason. */
  readonly keptIn: readonly KeptInOsd[];
}

/** An OSD that is down and never marked out, because of the part of the cluster to which it belongs. */
interface KeptInOsd {
  readonly osd: OsdState;
  /** `noout is set for host node2`, `rack1 as a whole is never marked out`. */
  readonly reason: string;
}

/** The reasons for which OSDs stay in, each once. */
export const keptInText = (keptIn: readonly KeptInOsd[]): string =>
  listed([...new Set(keptIn.map(({ reason }) => reason))], 2);

/** Bucket types from smallest to largest, as in every new CRUSH map. */
const BUCKET_TYPES = ['host', 'chassis', 'rack', 'row', 'pdu', 'pod', 'room', 'datacenter', 'zone', 'region'];

/** The settings that control the marking out of OSDs, with their defaults (the same from Ceph 12 to 20). */
function limitsOf(settings: readonly Setting[]) {
  const valueOf = (name: string) => settingValue(settings, 'mon', name);
  return {
    interval: number(valueOf('mon_osd_down_out_interval')) ?? 600,
    destroyedInterval: number(valueOf('mon_osd_destroyed_out_interval')) ?? 600,
    subtree: text(valueOf('mon_osd_down_out_subtree_limit')) ?? 'rack',
    minInRatio: number(valueOf('mon_osd_min_in_ratio')) ?? 0.75,
  };
}

/**
 * Predicts when the cluster will mark out the OSDs that are down, by the rules of Ceph's monitors: after an interval,
 * but never a whole bucket of the type in mon_osd_down_out_subtree_limit or larger, nor so many OSDs that too few stay
 * in.
 * @param settings the changed settings; if undefined because they could not be read, no time is predicted
 * @param groupFlags the flags of parts of the cluster, for which the same holds
 */
export function markingOut(
  inventory: OsdInventory,
  downSince: (osd: number) => RoughTime | undefined,
  settings: readonly Setting[] | undefined,
  groupFlags: readonly GroupFlags[] | undefined,
): MarkingOut {
  const { osds, notUp } = inventory;
  const waiting = notUp.filter((osd) => osd.in);
  const result = { osds: waiting, due: undefined, never: undefined, keptIn: [] };
  if (waiting.length === 0) return result;
  const { interval, destroyedInterval, subtree, minInRatio } = limitsOf(settings ?? []);
  const intervalOf = ({ destroyed }: OsdState) => (destroyed ? destroyedInterval : interval);
  if (waiting.every((osd) => intervalOf(osd) === 0))
    return {
      ...result,
      never: `mon_osd_${waiting.every(({ destroyed }) => destroyed) ? 'destroyed' : 'down'}_out_interval is 0: nothing is marked out automatically`,
    };
  const isIn = osds.values().reduce((count, osd) => count + Number(osd.in), 0);
  // Ceph compares the OSDs that are in before it marks the next one out.
  if (isIn < minInRatio * osds.size)
    return {
      ...result,
      never: `only ${isIn} of ${osds.size} OSDs are in: no more are marked out automatically`,
    };
  const keptIn = waiting.flatMap((osd) => {
    const group = partWithFlag(groupFlags ?? [], 'noout', osd, inventory);
    if (group !== undefined) return [{ osd, reason: `noout is set for ${group.part}` }];
    const bucket = downBucketOf(osd, subtree);
    return bucket === undefined ? [] : [{ osd, reason: `${bucket.name} as a whole is never marked out` }];
  });
  const markable = waiting.filter((osd) => intervalOf(osd) > 0 && !isKeptIn(osd, keptIn));
  if (markable.length === 0 && keptIn.length > 0) return { ...result, keptIn, never: keptInText(keptIn) };
  if (settings === undefined || groupFlags === undefined) return { ...result, keptIn };
  const times = markable.flatMap((osd) => {
    const since = downSince(osd.id);
    return since === undefined ? [] : { at: since.at + intervalOf(osd) * 1000, exact: since.exact };
  });
  return { ...result, keptIn, due: times.toSorted((a, b) => a.at - b.at)[0] };
}

/** True for an OSD that is never marked out. */
export const isKeptIn = (osd: OsdState, keptIn: readonly KeptInOsd[]): boolean =>
  keptIn.some((one) => one.osd === osd);

/** The bucket of the limit's type or larger that contains an OSD, if all OSDs in it are down. */
function downBucketOf({ places }: OsdState, subtree: string): Place | undefined {
  const limit = BUCKET_TYPES.indexOf(subtree.toLowerCase());
  if (limit === -1) return undefined;
  const place = places.find(({ type }) => BUCKET_TYPES.indexOf(type.toLowerCase()) >= limit);
  return place?.osds.every(({ up }) => !up) === true ? place : undefined;
}
