import type { Setting } from '../../api/contract/config.ts';
import { number, text } from '../../lib/untyped.ts';
import type { OsdInventory, OsdState, Place } from '../evidence/osds.ts';

/** The time at which something happened or will; where it is not `exact`, at the latest. */
export interface RoughTime {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly exact: boolean;
}

/** The OSDs that are down and still in: until they are back or marked out, their copies are not made anew. */
export interface MarkingOut {
  readonly osds: readonly OsdState[];
  /** When the first of them is marked out; undefined where that is not known, or never. */
  readonly due: RoughTime | undefined;
  /** Why none of them is marked out by itself; undefined where one is. */
  readonly never: string | undefined;
}

/** Kinds of buckets from the smallest to the largest, as in every new CRUSH map. */
const KINDS = ['host', 'chassis', 'rack', 'row', 'pdu', 'pod', 'room', 'datacenter', 'zone', 'region'];

/** The settings that decide on it, with their defaults (the same from Ceph 12 to 20). */
function limitsOf(settings: readonly Setting[]) {
  const valueOf = (name: string) => settings.find((setting) => setting.name === name)?.value?.value;
  return {
    interval: number(valueOf('mon_osd_down_out_interval')) ?? 600,
    subtree: text(valueOf('mon_osd_down_out_subtree_limit')) ?? 'rack',
    minInRatio: number(valueOf('mon_osd_min_in_ratio')) ?? 0.75,
  };
}

/**
 * Tells when the cluster gives up the OSDs that are down, by the rules of Ceph's monitors: after an interval, but never a whole
 * bucket of the kind that the limit names or a larger one, nor so many that too few would stay in.
 * @param settings those that were made; undefined where they could not be had, and then no time is told
 */
export function markingOut(
  { osds, notUp }: OsdInventory,
  downSince: (osd: number) => RoughTime | undefined,
  settings: readonly Setting[] | undefined,
): MarkingOut {
  const waiting = notUp.filter((osd) => osd.in);
  const result = { osds: waiting, due: undefined, never: undefined };
  if (waiting.length === 0) return result;
  const { interval, subtree, minInRatio } = limitsOf(settings ?? []);
  if (interval === 0)
    return { ...result, never: 'mon_osd_down_out_interval is 0: nothing is marked out by itself' };
  const isIn = osds.values().reduce((count, osd) => count + Number(osd.in), 0);
  if (isIn - 1 < minInRatio * osds.size)
    return {
      ...result,
      never: `only ${isIn} of ${osds.size} OSDs are in: no more are marked out by themselves`,
    };
  const apart = waiting.filter((osd) => wholeBucket(osd, subtree) === undefined);
  const whole = wholeBucket(waiting[0]!, subtree);
  if (apart.length === 0 && whole !== undefined)
    return { ...result, never: `${whole.name} as a whole is never marked out` };
  if (settings === undefined) return result;
  const times = apart.flatMap(({ id }) => downSince(id) ?? []).toSorted((a, b) => a.at - b.at);
  const [first] = times;
  return { ...result, due: first && { at: first.at + interval * 1000, exact: first.exact } };
}

/** The bucket of the limit's kind or larger that an OSD is in, if everything in it is down. */
function wholeBucket({ places }: OsdState, subtree: string): Place | undefined {
  const limit = KINDS.indexOf(subtree.toLowerCase());
  if (limit === -1) return undefined;
  const place = places.find(({ type }) => KINDS.indexOf(type.toLowerCase()) >= limit);
  return place?.osds.every(({ up }) => !up) === true ? place : undefined;
}
