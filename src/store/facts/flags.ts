import type { Flag } from '../../api/contract/maintenance.ts';
import { groupFlagsIn } from '../../diagnosis/evidence/groupFlags.ts';
import { memoize } from '../../lib/memoize.ts';
import { naturalOrder } from '../../lib/natural.ts';
import type { Journal } from '../answers/journalState.ts';
import type { Level } from '../answers/level.ts';
import type { Cache } from '../cache/cache.ts';
import { resources } from '../cache/resources.ts';
import { flagSetSince } from '../session/journal.ts';

/** One cluster flag as a row. */
export interface FlagRow {
  /** The flag's name. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly on: boolean;
  /** The recommended state; undefined if the service recommends none. */
  readonly recommended: boolean | undefined;
  /** True if the flag is not in its recommended state. */
  readonly off: boolean;
  readonly level: Level;
  /** The effect of the flag on the cluster while it is set; for a flag unknown to us, the service's description. */
  readonly effect: string;
  /** The unchanged answer. */
  readonly flag: Flag;
}

/** The effect of each flag while it is set (Ceph documentation, "ceph osd set"). */
const EFFECTS: Readonly<Record<string, string>> = {
  noscrub: 'no scrubs: inconsistent metadata is found later',
  'nodeep-scrub': 'no deep scrubs: silent damage to data is found later',
  noout: 'OSDs that stay down are not marked out: their copies are not rebuilt',
  noup: 'OSDs that start are not marked up',
  nodown: 'OSDs that fail are not marked down: clients wait for them',
  noin: 'OSDs that start are not marked in: no data moves back to them',
  nobackfill: 'no backfill: data does not move to where it belongs',
  norebalance: 'no rebalancing: only degraded data moves',
  norecover: 'no recovery: missing copies are not rebuilt',
};

/** The effect of a flag while it is set; undefined for an unknown flag. */
export const flagEffect = (name: string): string | undefined =>
  Object.hasOwn(EFFECTS, name) ? EFFECTS[name] : undefined;

/** The flags as rows: those not in their recommended state first, then those that are set, then by name. */
export function selectFlags(flags: readonly Flag[] | undefined): readonly FlagRow[] {
  return (flags ?? [])
    .map((flag): FlagRow => {
      const { name = '', description = '', currentState: on = false, recommendedState: recommended } = flag;
      const off = recommended !== undefined && on !== recommended;
      return {
        id: name,
        name,
        description,
        on,
        recommended,
        off,
        level: off ? 'warn' : 'ok',
        effect: flagEffect(name) ?? description,
        flag,
      };
    })
    .sort(
      (a, b) => Number(b.off) - Number(a.off) || Number(b.on) - Number(a.on) || naturalOrder(a.name, b.name),
    );
}

/** Creates the facts about flags, from the data in the cache and in the journal. */
export function createFlagFacts(cache: Pick<Cache, 'slot'>, journal: () => Journal) {
  const rows = memoize(({ flags }: { readonly flags: readonly Flag[] | undefined }) => selectFlags(flags));
  const groups = memoize(groupFlagsIn);
  return {
    flags: () => rows({ flags: cache.slot(resources.flags).data }),
    /** The flags that are set for parts of the cluster only; undefined if some are set and not known. */
    groupFlags: () =>
      groups({ status: cache.slot(resources.status).data, detail: cache.slot(resources.health).data }),
    /** The time since when a flag that is on is set; undefined if unknown. */
    flagSetSince: (name: string) => flagSetSince(journal(), name),
  };
}
