import { expect, it } from 'vitest';
import { recoveryTimeRemaining } from '../../../../src/service/sim/placementGroups/recovery.ts';
import { simulate, stepUntil } from '../support.ts';

/** The number of objects recovered in the ten minutes after the loss of an OSD. */
const restoredAt = (speed: number): number => {
  const { cluster } = simulate();
  cluster.model.recovery.speed = speed;
  cluster.killOsd(5);
  cluster.outOsd(5);
  cluster.step(20);
  const before = cluster.model.degraded;
  cluster.step(600);
  return before - cluster.model.degraded;
};

it('a cluster heals faster at a higher recovery speed', () => {
  const restored = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(restoredAt);
  expect(restored.toSorted((a, b) => a - b)).toEqual(restored);
  expect(restored[9]).toBeGreaterThan(3 * restored[2]!);
  expect(restored[2]).toBeGreaterThan(3 * restored[0]!);
});

it('recovery at a high speed takes its bandwidth from clients', () => {
  const clientsAt = (speed: number) => {
    const { cluster } = simulate({ scenario: 'recovery' });
    cluster.model.recovery.speed = speed;
    cluster.step(30);
    return cluster.model.sums.writeOps;
  };
  expect(clientsAt(10)).toBeLessThan(clientsAt(1));
});

it('recovery estimates the remaining time from the remaining data and the rate', () => {
  const { cluster } = simulate();
  expect(recoveryTimeRemaining(cluster.model)).toBe(0);
  cluster.outOsd(7);
  cluster.step(60);
  const estimate = recoveryTimeRemaining(cluster.model)!;
  const took = stepUntil(cluster, 40_000, () => cluster.model.unclean.size === 0);
  // At the end fewer groups recover at a time, so the real time is longer than the estimate, but of the same order.
  expect(took).toBeGreaterThan(estimate * 0.5);
  expect(took).toBeLessThan(estimate * 8);
});

it('recovery has no remaining time while flags prevent it', () => {
  const { cluster } = simulate();
  cluster.setFlag('norecover', true);
  cluster.outOsd(7);
  cluster.step(30);
  expect(recoveryTimeRemaining(cluster.model)).toBeUndefined();
});

it('recovery drains an OSD that is out without reducing redundancy on the way', () => {
  const { cluster } = simulate();
  cluster.outOsd(7);
  cluster.step(30);
  expect(cluster.model.misplaced).toBeGreaterThan(0);
  expect(cluster.model.degraded).toBe(0);
  cluster.model.recovery.speed = 10;
  stepUntil(cluster, 20_000, () => cluster.osd(7).shards.length === 0);
  expect(cluster.osd(7).used).toBeLessThan(1);
});

it('recovery does not backfill onto OSDs beyond the backfillfull ratio', () => {
  const { cluster } = simulate();
  cluster.model.settings.backfillfullRatio = 0.5;
  cluster.outOsd(7);
  cluster.step(30);
  expect(cluster.model.recovery.running.size).toBe(0);
  cluster.model.settings.backfillfullRatio = 0.9;
  cluster.step(40);
  expect(cluster.model.recovery.running.size).toBeGreaterThan(0);
});
