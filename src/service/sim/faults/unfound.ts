import type { SimCluster } from '../cluster.ts';
import { acting, pgName } from '../placementGroups/uncleanPg.ts';
import type { InjectFault } from './pick.ts';

/** Seconds for which the first OSD is away, while clients write what it misses. */
const AWAY = 40;
/** Seconds in which it catches up if nothing else fails. */
const CATCHING_UP = 60;

/**
 * Makes objects unfound: an OSD returns from a restart, and before it has recovered the writes that it missed, so many
 * other OSDs of the placement group fail that too few copies or chunks of these writes are left.
 */
export const pgUnfound: InjectFault = (cluster, dice) => {
  const { model } = cluster;
  const rate = ({ load, pgNum }: (typeof model.pools)[number]) => load.writeOps / pgNum;
  const pool = model.pools.toSorted((a, b) => rate(b) - rate(a))[0]!;
  const id = pool.firstPg + dice.below(pool.pgNum);
  const [restarted, ...others] = acting(model, id);
  const lost = others.slice(0, pool.size - pool.dataShards);
  const pg = pgName(model, id);
  let isHealed = false;
  const fail = () => {
    if (!isHealed) for (const osd of lost) cluster.killOsd(osd.id);
  };
  cluster.killOsd(restarted!.id);
  cluster.after(AWAY, () => {
    cluster.startOsd(restarted!.id);
    whenBehind(cluster, id, CATCHING_UP, fail);
  });
  return {
    objects: [pg, ...lost.map((osd) => `osd.${osd.id}`)],
    summary: `only ${lost.map((osd) => `osd.${osd.id}`).join(' and ')} have the last writes to ${pg}`,
    heal() {
      isHealed = true;
      for (const osd of [restarted!, ...lost]) cluster.startOsd(osd.id);
    },
  };
};

/** Acts in the second in which a returned OSD of a placement group knows what it misses, at most so many seconds from now. */
function whenBehind(cluster: SimCluster, id: number, seconds: number, act: () => void): void {
  const pg = cluster.model.unclean.get(id);
  const isBehind = pg?.peeredAt === 0 && pg.behind.values().some((missed) => missed > 0);
  if (isBehind) act();
  else if (seconds > 0) cluster.after(1, () => whenBehind(cluster, id, seconds - 1, act));
}
