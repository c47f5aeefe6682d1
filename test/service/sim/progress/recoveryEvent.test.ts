import { expect, test } from 'vitest';
import { markOut } from '../../../../src/service/sim/osds/map.ts';
import { RecoveryEvent } from '../../../../src/service/sim/progress/recoveryEvent.ts';
import { simulate, stepUntil } from '../support.ts';

test('a recovery event progresses with the recovered data, and finishes when nothing is left', () => {
  const event = new RecoveryEvent();
  event.step(0, 0);
  expect(event.work()).toEqual([]);
  event.step(80, 10);
  expect(event.work()).toMatchObject([{ progress: 0, startedAt: 10 }]);
  event.step(60, 40);
  expect(event.work()).toMatchObject([{ progress: 0.25, startedAt: 10, secondsLeft: 90 }]);
  event.step(120, 50);
  expect(event.work()).toMatchObject([{ progress: 0 }]);
  event.step(0, 70);
  expect(event.work()).toMatchObject([{ progress: 1, startedAt: 10, finishedAt: 70 }]);
});

test('the recovery of a cluster is listed as work, and is frozen without a manager', () => {
  const { cluster } = simulate({ scale: 15 });
  const { model } = cluster;
  cluster.killOsd(3);
  stepUntil(cluster, 60, () => model.recoveryEvent.work().length > 0);
  expect(model.recoveryEvent.work()[0]).toMatchObject({ message: 'Global Recovery Event' });
  for (const { kind, name } of model.daemons.filter((daemon) => daemon.kind === 'mgr'))
    cluster.killDaemon(kind, name);
  const { at } = model.recoveryEvent;
  cluster.step(30);
  expect(model.recoveryEvent.at).toBe(at);
});

test('the recovery event of a cluster progresses with missing and with misplaced copies', () => {
  const { cluster } = simulate({ scale: 15 });
  const { model } = cluster;
  cluster.killOsd(3);
  const moved = model.osds.find(({ up, shards }) => up && shards.length > 0);
  markOut(model, moved!);
  let most = 0;
  for (let second = 0; second < 60; second++) {
    cluster.step();
    most = Math.max(most, model.degraded + model.misplaced);
  }
  const left = model.degraded + model.misplaced;
  expect(model.misplaced).toBeGreaterThan(0);
  expect(model.degraded).toBeGreaterThan(0);
  expect(left).toBeLessThan(most);
  expect(model.recoveryEvent.work()[0]?.progress).toBeCloseTo(1 - left / most, 5);
});
