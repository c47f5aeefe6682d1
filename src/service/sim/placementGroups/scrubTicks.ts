import { hash } from '../model/random.ts';

/** osd_scrub_min_interval and osd_deep_scrub_interval, in seconds. */
export const DAILY = 86_400;
export const WEEKLY = 7 * DAILY;

/** The ticks of the last scrubs of a pool's placement groups, by their number; negative before the start. */
export interface ScrubTicks {
  readonly plain: Int32Array;
  readonly deep: Int32Array;
}

/** The scrubs of a pool that has existed for a while: spread evenly over the intervals. A deep scrub includes a plain one. */
export function pastScrubs(pool: number, pgNum: number): ScrubTicks {
  const deep = Int32Array.from({ length: pgNum }, (_, number) => -(hash(pool, number, 1) % WEEKLY));
  const plain = deep.map((tick, number) => Math.max(tick, -(hash(pool, number, 2) % DAILY)));
  return { plain, deep };
}
