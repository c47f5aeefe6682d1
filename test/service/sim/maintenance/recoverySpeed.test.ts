import { expect, test } from 'vitest';
import {
  objectsPerSecond,
  paceOf,
  currentRecoverySpeed,
} from '../../../../src/service/sim/maintenance/recoverySpeed.ts';
import { calmModel } from '../support.ts';

test('the default recovery speed is that of Ceph: one backfill per OSD, and a sleep only on hard disks', () => {
  const model = calmModel();
  expect(currentRecoverySpeed(model)).toBe(3);
  expect(paceOf(model)).toMatchObject({ maxBackfills: 1, sleep: { hdd: 0.1, ssd: 0, nvme: 0 } });
  model.recovery.speed = 7;
  expect(currentRecoverySpeed(model)).toBe(7);
});

test('each recovery speed is faster than the previous one, from a sleep of half a second to none', () => {
  const model = calmModel();
  const paces = Array.from({ length: 10 }, (_, index) => {
    model.recovery.speed = index + 1;
    return paceOf(model);
  });
  for (const [index, { maxBackfills, sleep }] of paces.slice(1).entries()) {
    const before = paces[index]!;
    expect(maxBackfills).toBeGreaterThanOrEqual(before.maxBackfills);
    expect(sleep.hdd).toBeLessThanOrEqual(before.sleep.hdd);
    expect(sleep.ssd).toBeLessThanOrEqual(before.sleep.ssd);
    expect(maxBackfills / (sleep.hdd + 0.032)).toBeGreaterThan(
      before.maxBackfills / (before.sleep.hdd + 0.032),
    );
    expect(sleep.nvme).toBe(sleep.ssd);
  }
  expect(paces[0]).toMatchObject({ maxBackfills: 1, sleep: { hdd: 0.5, ssd: 0.02, nvme: 0.02 } });
  expect(paces[9]).toMatchObject({ maxBackfills: 8, sleep: { hdd: 0, ssd: 0, nvme: 0 } });
});

test('an OSD recovers as many objects as its disk can write between sleeps, shared by all that write to it', () => {
  const model = calmModel();
  const pace = paceOf(model);
  const osd = model.osds.find(({ deviceClass }) => deviceClass === 'hdd')!;
  expect(objectsPerSecond(pace, osd)).toBeCloseTo(7.6, 1);
  osd.backfills = 1;
  expect(objectsPerSecond(pace, osd)).toBeCloseTo(7.6, 1);
  osd.backfills = 3;
  expect(objectsPerSecond(pace, osd)).toBeCloseTo(1 / (0.1 + 3 * 0.032), 6);
  const speed = (deviceClass: string) =>
    objectsPerSecond(
      pace,
      model.osds.find((one) => one.deviceClass === deviceClass)!,
    );
  // 4 MiB each, at 450 and 1400 MB/s.
  expect((speed('ssd') * 4 * 2 ** 20) / 450e6).toBeCloseTo(1, 1);
  expect((speed('nvme') * 4 * 2 ** 20) / 1400e6).toBeCloseTo(1, 1);
});
