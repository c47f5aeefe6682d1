import { expect, test } from 'vitest';
import { charge, radosObjects, requireRoom } from '../../../../src/service/sim/content/pools.ts';
import { calmModel } from '../support.ts';

const MIB = 2 ** 20;

test.each([
  [0, 1],
  [1, 1],
  [4 * MIB, 1],
  [4 * MIB + 1, 2],
  [12 * MIB, 3],
])('a content of %i bytes is stored in %i objects of 4 MiB', (size, objects) => {
  expect(radosObjects(size)).toBe(objects);
});

test('content is added to the usage of its pool and subtracted from it, never below zero', () => {
  const pool = Object.assign(calmModel().pools[0]!, { bytes: 100, objects: 5 });
  charge(pool, 50, 1);
  expect([pool.bytes, pool.objects]).toEqual([150, 6]);
  charge(pool, 4 * MIB + 1, -1);
  expect([pool.bytes, pool.objects]).toEqual([0, 4]);
  charge(pool, 32 * MIB, -1);
  expect([pool.bytes, pool.objects]).toEqual([0, 0]);
  expect(() => charge(undefined, 1, 1)).not.toThrow();
});

test('content fits into a pool up to its quotas of bytes and objects', () => {
  const model = calmModel();
  const pool = Object.assign(model.pools[0]!, { bytes: 3 * MIB, objects: 2 });
  const refusedAt = (quota: object, size: number, objects?: number) => {
    Object.assign(pool, { quotaMaxBytes: 0, quotaMaxObjects: 0, ...quota });
    try {
      requireRoom(model, pool, size, objects);
      return undefined;
    } catch (error) {
      return error;
    }
  };
  const refused = (quota: string) => ({
    status: 409,
    message: `pool ${pool.name} would exceed its quota of ${quota}: raise the quota of the pool or free space`,
  });
  expect(refusedAt({}, 2 ** 50)).toBeUndefined();
  expect(refusedAt({ quotaMaxBytes: 4 * MIB }, MIB)).toBeUndefined();
  expect(refusedAt({ quotaMaxBytes: 4 * MIB }, MIB + 1)).toMatchObject(refused('4.0 MiB'));
  expect(refusedAt({ quotaMaxObjects: 3 }, MIB)).toBeUndefined();
  expect(refusedAt({ quotaMaxObjects: 3 }, 5 * MIB)).toMatchObject(refused('3 objects'));
  expect(refusedAt({ quotaMaxObjects: 1 }, MIB, 0)).toBeUndefined();
  expect(refusedAt({ quotaMaxObjects: 1 }, MIB, 1)).toMatchObject(refused('1 objects'));
});

test('content is refused by a pool of which one OSD is full', () => {
  const model = calmModel();
  const pool = model.pools[0]!;
  const osd = model.osds[pool.holders[0]!]!;
  osd.used = osd.capacity * model.settings.fullRatio - 1;
  model.filling.add(osd);
  expect(() => requireRoom(model, pool, 1)).not.toThrow();
  osd.used = osd.capacity * model.settings.fullRatio;
  expect(() => requireRoom(model, pool, 1)).toThrow(
    expect.objectContaining({ status: 503, message: expect.stringContaining(`pool ${pool.name} is full`) }),
  );
});
