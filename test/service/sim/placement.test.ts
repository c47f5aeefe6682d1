import { expect, it } from 'vitest';
import { targets } from '../../../src/service/sim/placement.ts';
import { simulate } from './support.ts';

const places = ({ model }: ReturnType<typeof simulate>['cluster']) =>
  model.pools.map((pool) => Array.from({ length: pool.pgNum }, (_, number) => targets(model, pool, number)));

it('moves only the shards of an OSD that is out, and takes them home when it is in again', () => {
  const { cluster } = simulate();
  const home = places(cluster);
  cluster.osd(7).in = false;
  const away = places(cluster);
  for (const [index, pool] of home.entries()) {
    for (const [number, group] of pool.entries()) {
      for (const [slot, id] of group.entries()) {
        const now = away[index]![number]![slot];
        if (id === 7) expect(now).not.toBe(7);
        else expect(now).toBe(id);
      }
    }
  }
  cluster.osd(7).in = true;
  expect(places(cluster)).toEqual(home);
});

it('spreads what an OSD held over many others', () => {
  const { cluster } = simulate();
  const before = places(cluster).flat(2);
  cluster.osd(7).in = false;
  const receivers = new Set(
    places(cluster)
      .flat(2)
      .filter((id, index) => id !== before[index]),
  );
  expect(receivers.size).toBeGreaterThan(15);
});

it('leaves OSDs within ten per cent of their average use', () => {
  const { model } = simulate().cluster;
  for (const deviceClass of ['hdd', 'ssd', 'nvme']) {
    const used = model.osds
      .filter((osd) => osd.deviceClass === deviceClass)
      .map((osd) => osd.used / osd.capacity);
    const average = used.reduce((sum, share) => sum + share, 0) / used.length;
    expect(Math.max(...used) / average).toBeLessThan(1.1);
    expect(Math.min(...used) / average).toBeGreaterThan(0.9);
    expect(average).toBeCloseTo(0.55, 1);
  }
});
