import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Model } from '../model/model.ts';
import { Pg } from '../placementGroups/states.ts';
import type { UncleanPg } from '../placementGroups/unclean.ts';
import { acting, holderOf, pgName } from '../placementGroups/uncleanPg.ts';

type Need = Required<NonNullable<ClusterEvidence['needs']>[number]>;

/** The maximum number of placement groups that are asked, as by the engine of a real cluster. */
const MAX_GROUPS = 8;
const LACKING = Pg.down | Pg.incomplete | Pg.recoveryUnfound;

/** The placement groups that are down or have unfound objects, with the OSDs that are down and may complete them. */
export function needs(model: Model): Need[] {
  const found: Need[] = [];
  for (const pg of model.unclean.values()) {
    if (found.length === MAX_GROUPS) break;
    // Only its primary can answer for a group.
    if ((pg.state & LACKING) === 0 || acting(model, pg.id).length === 0) continue;
    found.push({ group: pgName(model, pg.id), osds: lostHolders(model, pg) });
  }
  return found;
}

/** The OSDs that are down and have complete shards of the group. */
const lostHolders = ({ osds }: Model, { pool, number, behind, strays }: UncleanPg): number[] =>
  Array.from({ length: pool.size }, (_, slot) => slot)
    .filter((slot) => (behind.get(slot) ?? 0) === 0)
    .map((slot) => holderOf(pool, number, slot))
    .concat(strays)
    .flatMap((id) => osds[id] ?? [])
    .filter(({ up, destroyed }) => !up && !destroyed)
    .map(({ id }) => id);
