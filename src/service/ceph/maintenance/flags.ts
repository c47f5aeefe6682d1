import { FLAGS, type Flag } from '../../../api/contract/maintenance.ts';
import { FLAG_EFFECTS } from '../../rules/flags.ts';
import type { Ceph, ReadOptions } from '../ceph.ts';

/** The names of the flags in force. */
export async function readFlags(
  ceph: Ceph,
  options?: Pick<ReadOptions, 'fresh'>,
): Promise<readonly string[]> {
  const only = ['flags_set'];
  const dump = await ceph.read<{ flags_set: string[] }>(
    { prefix: 'osd dump' },
    { only, fixedBy: 'osdmap', ...options },
  );
  return dump.flags_set;
}

/** The flags that can be set. @param set the names of the flags in force */
export const flags = (set: readonly string[]): Flag[] =>
  FLAGS.map((name) => ({
    name,
    description: FLAG_EFFECTS[name],
    recommendedState: false,
    currentState: set.includes(name),
  }));
