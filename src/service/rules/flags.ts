import { FLAGS, type Flag, type FlagName } from '../../api/contract/maintenance.ts';

/** The effect of each flag on the cluster (Ceph documentation, "Flags"). None of them should stay set. */
const FLAG_EFFECTS: Readonly<Record<FlagName, string>> = {
  noscrub: 'No new scrubs start: damaged metadata is found later',
  'nodeep-scrub': 'No new deep scrubs start: damaged data is found later',
  noout: 'OSDs that are down are not marked out: their data is not copied elsewhere',
  noup: 'OSDs that start are not marked up: they serve no data',
  nodown: 'OSDs that fail are not marked down: their clients wait',
  noin: 'OSDs that start are not marked in: they get no data',
  nobackfill: 'No data is moved to OSDs that lack whole placement groups',
  norebalance: 'Misplaced data is not moved unless it is also degraded',
  norecover: 'No data is recovered: degraded data stays degraded',
};

/** The flags that can be set. @param isSet tells whether a flag is set */
export const listedFlags = (isSet: (flag: FlagName) => boolean): Flag[] =>
  FLAGS.map((name) => ({
    name,
    description: FLAG_EFFECTS[name],
    recommendedState: false,
    currentState: isSet(name),
  }));
