import { expect, test } from 'vitest';
import { evidenceOf } from '../../../../src/service/sim/evidence/evidence.ts';
import { recoveryOf } from '../../../../src/service/sim/evidence/recovery.ts';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import { involvedOsds } from '../../../../src/service/sim/placementGroups/recoveryQueue.ts';
import { simulate } from '../support.ts';

/** The objects that an OSD really has to send and to receive, as only the simulation knows them. */
function realQueue(model: Model, osd: number): number {
  return [...model.unclean.values()].reduce((sum, pg) => {
    const isInvolved = involvedOsds(model, pg).some(({ id }) => id === osd);
    return isInvolved ? sum + Math.max(0, ...pg.copies.map(({ left }) => left)) : sum;
  }, 0);
}

test('the evidence has no queues of recovery while nothing recovers', () => {
  const { cluster } = simulate({ scale: 60 });
  expect(evidenceOf(cluster.model).recovery).toBeUndefined();
});

test('the evidence has the longest queues of recovery, close to what the OSDs have to send and to receive', () => {
  const { cluster } = simulate({ scale: 60 });
  const { model } = cluster;
  cluster.outOsd(7);
  cluster.step(600);
  const { groups, parallel, pools = [], queues = [] } = evidenceOf(model).recovery!;
  expect([groups, parallel]).toEqual([model.unclean.size, 1]);
  expect(pools.reduce((sum, { left = 0 }) => sum + left, 0)).toBe(model.misplaced);
  const lengths = new Map<number, number>();
  for (const { osd = -1, sends = 0, receives = 0 } of queues)
    lengths.set(osd, (lengths.get(osd) ?? 0) + sends + receives);
  const real = model.osds.map(({ id }) => realQueue(model, id));
  const longest = real.indexOf(Math.max(...real));
  expect(lengths.get(longest)! / real[longest]!).toBeGreaterThan(0.8);
  expect(lengths.get(longest)! / real[longest]!).toBeLessThan(1.25);
});

test('the evidence has no queues of recovery while no manager reports placement groups', () => {
  const { cluster } = simulate({ scale: 60 });
  cluster.outOsd(7);
  cluster.step(60);
  for (const { name } of cluster.model.daemons.filter(({ kind }) => kind === 'mgr'))
    cluster.killDaemon('mgr', name);
  cluster.step(60);
  expect(recoveryOf(cluster.model)).toBeDefined();
  expect(evidenceOf(cluster.model).recovery).toBeUndefined();
});
