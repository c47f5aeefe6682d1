import { expect, test } from 'vitest';
import { pgmap } from '../../../../src/service/sim/cluster/pgmap.ts';
import { simulate } from '../support.ts';

test('a simulated cluster reports the statistics of data as Ceph does, without the counts that are zero', () => {
  const { cluster } = simulate({ scale: 15 });
  cluster.step(5);
  const calm = pgmap(cluster.model)!;
  expect(calm).toMatchObject({ num_pgs: cluster.model.pgs.count, num_pools: cluster.model.pools.length });
  expect(calm['read_bytes_sec']).toBeGreaterThan(0);
  expect(calm['bytes_used']! + calm['bytes_avail']!).toBe(calm['bytes_total']);
  expect(calm).not.toHaveProperty('degraded_objects');
  expect(calm).not.toHaveProperty('recovering_objects_per_sec');
});

test('a simulated cluster that lost an OSD reports degraded copies, and the pace of recovery', () => {
  const { cluster } = simulate({ scale: 15, scenario: 'osd-down' });
  cluster.step(120);
  const degraded = pgmap(cluster.model)!;
  expect(degraded['degraded_objects']).toBe(cluster.model.degraded);
  expect(degraded['degraded_ratio']).toBeCloseTo(
    degraded['degraded_objects']! / degraded['degraded_total']!,
    9,
  );
});

test('a simulated cluster without a manager reports no statistics of data', () => {
  const { cluster } = simulate({ scale: 15 });
  for (const daemon of cluster.model.daemons) if (daemon.kind === 'mgr') daemon.running = false;
  expect(pgmap(cluster.model)).toBeUndefined();
});
