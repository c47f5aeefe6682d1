import { FLAGS, type Flag, type FlagName } from '../../../api/contract/maintenance.ts';
import type { Ceph, ReadOptions } from '../ceph.ts';

/** The effect of each flag on the cluster (Ceph documentation, "Flags"). None of them should stay set. */
const DESCRIPTIONS: Readonly<Record<FlagName, string>> = {
  noscrub: 'No scrubs are started: damaged metadata is found later',
  'nodeep-scrub': 'No deep scrubs are started: damaged data is found later',
  noout: 'OSDs that are down are not marked out: their data is not copied elsewhere',
  noup: 'OSDs that start are not marked up: they serve nothing',
  nodown: 'OSDs that fail are not marked down: their clients wait',
  noin: 'OSDs that start are not marked in: they get no data',
  nobackfill: 'No data is moved to OSDs that lack whole placement groups',
  norebalance: 'Misplaced data is not moved, unless it is degraded too',
  norecover: 'No data is recovered: degraded data stays degraded',
};

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
    description: DESCRIPTIONS[name],
    recommendedState: false,
    currentState: set.includes(name),
  }));
