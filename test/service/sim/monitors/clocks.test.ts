import { expect, test } from 'vitest';
import { health, logged, simulate, stepUntil } from '../support.ts';

const monitors = (scale = 60) => {
  const { cluster } = simulate({ scale });
  const mons = cluster.model.daemons.filter(({ kind }) => kind === 'mon');
  return { cluster, mons, skewed: () => health(cluster)['MON_CLOCK_SKEW'] };
};

test('a monitor with a wrong clock is reported within seconds, and the leader logs the time in its messages', () => {
  const { cluster, mons, skewed } = monitors();
  cluster.step(10);
  cluster.setClock(mons[1]!.host.name, 1.5);
  expect(stepUntil(cluster, 20, () => skewed() !== undefined)).toBeGreaterThanOrEqual(3);
  expect(skewed()).toBe('clock skew detected on mon.b');
  expect(logged(cluster.model, 'message from mon.1 was stamped 1.500000s in the future')).toHaveLength(1);
});

test('if the clock of the leader is wrong, the other monitors are blamed', () => {
  const { cluster, mons, skewed } = monitors();
  cluster.setClock(mons[0]!.host.name, 1.5);
  stepUntil(cluster, 20, () => skewed() !== undefined);
  expect(skewed()).toBe('clock skew detected on mon.b, mon.c');
  expect(logged(cluster.model, 'message from mon.0 was stamped 1.500000s in the future')).toHaveLength(2);
});

test('a corrected clock is noticed at the next comparison of the clocks', () => {
  const { cluster, mons, skewed } = monitors();
  cluster.setClock(mons[2]!.host.name, -0.3);
  stepUntil(cluster, 20, () => skewed() !== undefined);
  cluster.setClock(mons[2]!.host.name, 0);
  stepUntil(cluster, 20, () => skewed() === undefined);
});

test('a difference of less than 50 ms is ignored, and so is the clock of a server without a monitor', () => {
  const { cluster, mons, skewed } = monitors();
  cluster.setClock(mons[1]!.host.name, 0.04);
  const other = cluster.model.hosts.find((host) => mons.every((mon) => mon.host !== host))!;
  cluster.setClock(other.name, 5);
  cluster.step(400);
  expect(skewed()).toBeUndefined();
});
