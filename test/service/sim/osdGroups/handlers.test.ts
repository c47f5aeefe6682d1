import { expect, test } from 'vitest';
import type { OsdGroups } from '../../../../src/api/contract/extensions/osdGroups.ts';
import { stepScrubs } from '../../../../src/service/sim/placementGroups/scrubs.ts';
import { setPgNum } from '../../../../src/service/sim/placementGroups/split.ts';
import { CLEAN } from '../../../../src/service/sim/placementGroups/states.ts';
import { addPool } from '../../../../src/service/sim/pools/write.ts';
import { handlerOf } from '../../handlerOf.ts';
import { simulate } from '../support.ts';

const DAY_S = 86_400;

function simulated() {
  const { handlers, cluster } = simulate({ scale: 15, scenario: 'calm' });
  const { model } = cluster;
  const osds = () => {
    const handler = handlerOf(handlers, 'getOsdGroups');
    return (handler({}, { signal: new AbortController().signal, by: 'test' }) as OsdGroups).osds ?? [];
  };
  const ages = () => {
    const now = model.timeOf(model.tick) / 1000;
    return osds().map(({ scrubbed = NaN, deepScrubbed = NaN }) => ({
      plain: (now - scrubbed) / DAY_S,
      deep: (now - deepScrubbed) / DAY_S,
    }));
  };
  return { cluster, model, osds, ages };
}

test('the simulated OSDs have all copies of all placement groups, scrubbed within a day and deeply within a week', () => {
  const { model, osds, ages } = simulated();
  const copies = model.pools.reduce((sum, { pgNum, size }) => sum + pgNum * size, 0);
  expect(osds().reduce((sum, { pgs = 0 }) => sum + pgs, 0)).toBe(copies);
  for (const { plain, deep } of ages()) {
    expect(plain).toBeLessThan(1.01);
    expect(deep).toBeLessThan(7.01);
    expect(deep).toBeGreaterThan(plain);
  }
});

test('a requested deep scrub of an OSD makes its oldest scrub younger', () => {
  const { cluster, model, ages } = simulated();
  const ids = cluster.osd(3).shards;
  for (const id of ids) model.pgs.poolOf(id)!.scrubs.deep[id - model.pgs.poolOf(id)!.firstPg] = -20 * DAY_S;
  expect(ages()[3]?.deep).toBeGreaterThan(19);
  for (const id of ids) model.scrubs.queue.add({ id, deep: true });
  while (model.scrubs.queue.size + model.scrubs.busy.size > 0) cluster.step();
  expect(ages()[3]?.deep).toBeLessThan(0.5);
});

test('over weeks no placement group of a simulated cluster waits much longer than a week for its deep scrub', () => {
  const { model, ages } = simulated();
  for (let second = 0; second < 21 * DAY_S; second++) {
    model.tick++;
    stepScrubs(model);
    if (model.scrubs.busy.size > 0) model.agenda.run();
  }
  for (const { deep } of ages()) expect(deep).toBeLessThan(9);
}, 60_000);

test('overdue deep scrubs show in the ages of the OSDs as in the health check', () => {
  const { model, ages } = simulated();
  model.scrubs.lateDeep = 10;
  const late = ages().filter(({ deep }) => deep > 12.2);
  expect(late.length).toBeGreaterThan(0);
  expect(late.length).toBeLessThan(ages().length + 1);
});

test('without a manager the simulated cluster does not tell placement groups by OSD', () => {
  const { cluster, model, osds } = simulated();
  for (const { kind, name } of model.daemons.filter((daemon) => daemon.kind === 'mgr'))
    cluster.killDaemon(kind, name);
  cluster.step();
  expect(osds()).toEqual([]);
});

test('the groups of a new pool count as scrubbed when they are created, and those of a split inherit the scrubs', () => {
  const { cluster, model } = simulated();
  model.tick = 500;
  const pool = addPool(model, { ...model.pools[0]!, id: 99, name: 'new', pgNum: 4 }, false);
  expect([...pool.scrubs.deep]).toEqual([500, 500, 500, 500]);
  while (pool.states.get(CLEAN) !== 4) cluster.step();
  pool.scrubs.deep.set([1, 2, 3, 4]);
  setPgNum(model, pool, 8);
  while (pool.pgNum !== 8) cluster.step();
  expect([...pool.scrubs.deep]).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
});

test('the simulated OSDs that are up report the latency of their disks, a slow one its own', () => {
  const { cluster, osds } = simulated();
  cluster.osd(3).lagMs = 500;
  cluster.osd(4).up = false;
  const [, , fine, slow, down] = osds();
  expect(fine?.commitMs).toBeLessThan(40);
  expect(slow?.commitMs).toBeGreaterThan(500);
  expect(down?.commitMs).toBeUndefined();
});
