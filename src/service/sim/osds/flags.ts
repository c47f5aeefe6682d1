import { bucketsAbove } from '../crush/tree.ts';
import type { GroupFlag, Model } from '../model.ts';
import type { Osd } from '../topology.ts';

/** True if a flag is set for an OSD: for the whole cluster, or for a bucket that contains it. */
export const hasFlag = ({ flags, bucketFlags }: Model, flag: GroupFlag, osd: Osd): boolean =>
  flags.has(flag) ||
  (bucketFlags.size > 0 && bucketsAbove(osd).some(({ name }) => bucketFlags.get(name)?.has(flag)));
