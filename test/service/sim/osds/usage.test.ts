import { describe, expect, test } from 'vitest';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import {
  fillingOsds,
  poolLevel,
  setUsed,
  stepUsage,
  worstLevels,
} from '../../../../src/service/sim/osds/usage.ts';
import { shardBytes } from '../../../../src/service/sim/pools/pool.ts';
import { simulate } from '../support.ts';

const calm = (): Model => simulate({ scale: 15 }).cluster.model;
const fillTo = (model: Model, id: number, share: number) => {
  const osd = model.osds[id]!;
  setUsed(model, osd, osd.capacity * share);
};
const levels = (model: Model) => fillingOsds(model).map(({ osd, level }) => [osd.id, level]);

describe('fullness of an OSD', () => {
  test('the fullness of an OSD is the highest of the ratios that it has reached', () => {
    const model = calm();
    const { nearfullRatio, backfillfullRatio, fullRatio } = model.settings;
    expect(levels(model)).toEqual([]);
    fillTo(model, 7, nearfullRatio);
    fillTo(model, 2, backfillfullRatio);
    fillTo(model, 4, fullRatio);
    fillTo(model, 5, fullRatio - 0.001);
    expect(levels(model)).toEqual([
      [2, 'backfillfull'],
      [4, 'full'],
      [5, 'backfillfull'],
      [7, 'nearfull'],
    ]);
    fillTo(model, 7, nearfullRatio - 0.001);
    model.osds[4]!.in = false;
    expect(levels(model)).toEqual([
      [2, 'backfillfull'],
      [5, 'backfillfull'],
    ]);
  });

  test('the fullness of an OSD determines how much space it has left', () => {
    const model = calm();
    const osd = model.osds[0]!;
    setUsed(model, osd, osd.capacity * 2);
    expect(osd.used).toBe(osd.capacity);
    setUsed(model, osd, -1);
    expect(osd.used).toBe(0);
  });
});

test('a pool is as full as the fullest OSD that its rule uses', () => {
  const model = calm();
  const of = (deviceClass: string) => model.osds.filter((osd) => osd.deviceClass === deviceClass);
  const level = (name: string) =>
    poolLevel(
      model.pools.find((pool) => pool.name === name)!,
      worstLevels(model),
    );
  expect(level('databases')).toBe('ok');
  const [first, second] = of('nvme');
  fillTo(model, first!.id, model.settings.nearfullRatio);
  expect([level('databases'), level('volumes'), level('vm-disks')]).toEqual(['nearfull', 'ok', 'ok']);
  fillTo(model, second!.id, 1);
  expect(level('databases')).toBe('full');
  // The fullest one need not have the highest id.
  fillTo(model, first!.id, 1);
  fillTo(model, second!.id, model.settings.nearfullRatio);
  expect(level('databases')).toBe('full');
});

test('every OSD reports the present size of its placement groups within a minute, some in each second', () => {
  const model = calm();
  for (const pool of model.pools) Object.assign(pool, { bytes: pool.bytes * 2 });
  const before = model.osds.map(({ used }) => used);
  const reported = new Set<number>();
  for (let tick = 0; tick < 60; tick++) {
    Object.assign(model, { tick });
    stepUsage(model);
    const now = model.osds.filter(({ id, used }) => used !== before[id]).map(({ id }) => id);
    expect(now.length - reported.size).toBeLessThanOrEqual(1);
    for (const id of now) reported.add(id);
  }
  expect(reported.size).toBe(15);
  for (const { used, shards, capacity } of model.osds) {
    const held = shards.reduce((sum, pg) => sum + shardBytes(model.pgs.poolOf(pg)!), 0);
    expect(used).toBe(Math.min(held, capacity));
  }
});
