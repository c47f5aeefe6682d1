import { expect, test } from 'vitest';
import { refuseDisks, refuseMissingImage, refuseServiceDeletion } from '../../../src/service/rules/iscsi.ts';

const holder = { name: 'alpha', luns: [{ pool: 'rbd', image: 'a' }] };
const disks = (...names: string[]) => names.map((name) => ({ pool: 'rbd', name }));

test('a client gets each disk once, and no more than it can have', () => {
  expect(refuseDisks(holder, disks('b', 'c'), 3)).toBeUndefined();
  expect(refuseDisks(holder, disks('b', 'b'), 3)).toMatchObject({
    status: 400,
    message: expect.stringContaining('rbd/b is named twice') as string,
  });
  expect(refuseDisks(holder, disks('a'), 3)).toEqual({
    status: 409,
    message: 'alpha has the disk rbd/a already',
  });
  expect(refuseDisks(holder, disks('b', 'c', 'd'), 3)).toMatchObject({
    status: 409,
    message: expect.stringContaining('more than 3 disks') as string,
  });
  expect(refuseDisks(holder, [{ pool: 'fast', name: 'a' }], 2)).toBeUndefined();
});

test('a disk whose image is to be created has a size', () => {
  expect(refuseMissingImage({ pool: 'rbd', name: 'a', size: 1 })).toBeUndefined();
  expect(refuseMissingImage({ pool: 'rbd', name: 'a', size: 0 })?.status).toBe(400);
  expect(refuseMissingImage({ pool: 'rbd', name: 'a' })?.message).toContain('give the size in bytes');
});

test('a service whose clients have disks is not deleted', () => {
  expect(refuseServiceDeletion(1, [{ name: 'beta', luns: [] }])).toBeUndefined();
  expect(refuseServiceDeletion(1, [{ name: 'beta', luns: [] }, holder])).toEqual({
    status: 409,
    message: 'alpha has 1 disk of iSCSI service 1: take them away first',
  });
});
