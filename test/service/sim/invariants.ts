import { expect } from 'vitest';
import { toCrushMap } from '../../../src/service/sim/crush/read.ts';
import type { SimEngine } from '../../../src/service/sim/engine.ts';
import type { Model } from '../../../src/service/sim/model/model.ts';
import { isErasure } from '../../../src/service/sim/pools/pool.ts';

/** Invariants of the cluster in every state, whatever was done to it. */
export async function checkInvariants({ cluster, handlers }: SimEngine): Promise<void> {
  const { model } = cluster;
  const context = { signal: new AbortController().signal, by: 'test' };

  const { placementGroups = [] } = await handlers.getClusterStatus({}, context);
  for (const { total, okay, warn, error } of placementGroups) expect(okay! + warn! + error!).toBe(total);
  for (const { states, pgNum } of model.pools) {
    expect([...states.values()].reduce((sum, count) => sum + count, 0)).toBe(pgNum);
    expect(Math.min(...states.values())).toBeGreaterThan(0);
  }
  expect(model.pgs.count).toBe(model.pools.reduce((sum, { pgNum }) => sum + pgNum, 0));

  const { nodes } = toCrushMap(model);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const { size, used, children = [], type } of nodes) {
    expect(used).toBeLessThanOrEqual(size!);
    if (type === 'OSD') continue;
    const below = children.map((id) => byId.get(id)!);
    expect(below.reduce((sum, node) => sum + node.used!, 0)).toBe(used);
    expect(below.reduce((sum, node) => sum + node.size!, 0)).toBe(size);
  }

  const onServers = model.hosts.flatMap(({ osds, name }) => osds.map(({ id }) => `osd.${id} on ${name}`));
  expect(onServers.toSorted()).toEqual(
    model.osds.map(({ id, host }) => `osd.${id} on ${host.name}`).toSorted(),
  );

  checkShards(model);
  expect(doubled(model)).toBe(0);

  const reserved = [...model.unclean.values()].map((pg) => pg.reserved);
  const running = [...model.recovery.running].flatMap((id) => model.unclean.get(id)!.reserved);
  for (const { id, backfills, reservations, incoming } of model.osds) {
    expect(backfills).toBe(running.filter((other) => other === id).length);
    expect(reservations).toEqual({
      sending: reserved.filter(([primary]) => primary === id).length,
      receiving: reserved.filter((osds) => osds.includes(id, 1)).length,
    });
    expect([...incoming].filter((pg) => model.pgs.poolOf(pg) === undefined)).toEqual([]);
  }
  const unclean = [...model.unclean.values()];
  expect(model.degraded).toBe(unclean.reduce((sum, pg) => sum + pg.degraded, 0));
  expect(model.misplaced).toBe(unclean.reduce((sum, pg) => sum + pg.misplaced, 0));
  expect(unclean.every((pg) => pg.degraded >= 0 && pg.misplaced >= 0)).toBe(true);
}

/** The number of placement groups of replicated pools with two copies on one OSD. */
export function doubled({ pools }: Model): number {
  let count = 0;
  for (const { holders, size, pgNum } of pools.filter((pool) => !isErasure(pool))) {
    for (let number = 0; number < pgNum; number++) {
      const osds = holders.subarray(number * size, (number + 1) * size).filter((id) => id !== -1);
      count += Number(new Set(osds).size < osds.length);
    }
  }
  return count;
}

/** Every shard is in the list of its OSD, and nothing else is. A misplaced placement group is recorded as such. */
function checkShards({ osds, pools, pgs, displaced }: Model): void {
  const lists = osds.map(({ shards }) => new Set(shards));
  const held = osds.map(() => 0);
  const away = new Set<number>();
  for (const pool of pools) {
    const { holders, home, size, firstPg, pgNum } = pool;
    expect([holders.length, home.length]).toEqual([pgNum * size, pgNum * size]);
    for (const [position, id] of holders.entries()) {
      const pg = firstPg + Math.floor(position / size);
      if (pgs.poolOf(pg) !== pool) throw new Error(`group ${pg} is not known as one of ${pool.name}`);
      if (id !== home[position]) away.add(pg);
      if (id === -1) continue;
      if (!lists[id]!.has(pg)) throw new Error(`osd.${id} misses a shard of ${pool.name}`);
      held[id]!++;
    }
  }
  expect(osds.map(({ shards }) => shards.length)).toEqual(held);
  expect([...displaced].toSorted()).toEqual([...away].toSorted());
}
