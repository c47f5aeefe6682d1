import { expect, it } from 'vitest';
import { health, simulate, states } from './support.ts';

it('5,000 OSDs on 250 servers, with hundreds of pools and more than a hundred thousand placement groups, can be built and stepped', () => {
  const { cluster } = simulate({ scale: 5000 });
  const { model } = cluster;
  expect(model.hosts).toHaveLength(250);
  expect(model.pools.length).toBeGreaterThan(250);
  expect(model.pgs.count).toBeGreaterThan(100_000);
  expect(health(cluster)).toEqual({});
  cluster.killHost('stor-125');
  cluster.step(45);
  expect(health(cluster)).toMatchObject({ OSD_HOST_DOWN: '1 host (20 osds) down' });
  expect(Object.values(states(cluster)).reduce((sum, count) => sum + count, 0)).toBe(model.pgs.count);
  // Clean placement groups cost nothing: only those of that host, and those being scrubbed, have an object.
  expect(model.unclean.size).toBeLessThan(5000);
}, 120_000);

it.each([3, 4, 7, 14, 15, 60, 101, 700])(
  'with %i OSDs every shard has a place in a different failure domain',
  (scale) => {
    const { model } = simulate({ scale }).cluster;
    expect(model.osds).toHaveLength(scale);
    for (const { rule, scopes, size, home, pgNum } of model.pools) {
      for (let number = 0; number < pgNum; number++) {
        const osds = Array.from(home.subarray(number * size, (number + 1) * size), (id) => model.osds[id]!);
        expect(new Set(osds.map((osd, slot) => scopes[slot]!.domains[osd.id])).size).toBe(size);
        const [{ deviceClass }] = rule.takes;
        if (deviceClass !== undefined)
          expect(osds.every((osd) => osd.deviceClass === deviceClass)).toBe(true);
      }
    }
  },
);
