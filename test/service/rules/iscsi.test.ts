import { expect, test } from 'vitest';
import {
  clientNameTaken,
  diskOfOtherService,
  disksOfGroup,
  noClient,
  noDisk,
  noGroup,
  refuseClientDeletion,
  refuseDisks,
  refuseGroupDeletion,
  refuseGroupName,
  refuseHost,
  refuseHostRemoval,
  refuseMissingImage,
  refuseServiceDeletion,
} from '../../../src/service/rules/iscsi.ts';

const holder = { name: 'alpha', luns: [{ pool: 'rbd', image: 'a' }] };
const disks = (...names: string[]) => names.map((name) => ({ pool: 'rbd', name }));

test('a client gets each disk only once, and no more disks than it can have', () => {
  expect(refuseDisks(holder, disks('b', 'c'), 3)).toBeUndefined();
  expect(refuseDisks(holder, disks('b', 'b'), 3)).toMatchObject({
    status: 400,
    message: expect.stringContaining('rbd/b is listed twice') as string,
  });
  expect(refuseDisks(holder, disks('a'), 3)).toEqual({
    status: 409,
    message: 'alpha already has the disk rbd/a',
  });
  expect(refuseDisks(holder, disks('b', 'c', 'd'), 3)).toMatchObject({
    status: 409,
    message: expect.stringContaining('more than 3 disks') as string,
  });
  expect(refuseDisks(holder, [{ pool: 'fast', name: 'a' }], 2)).toBeUndefined();
});

test('a disk whose image is to be created needs a size', () => {
  expect(refuseMissingImage({ pool: 'rbd', name: 'a', size: 1 })).toBeUndefined();
  expect(refuseMissingImage({ pool: 'rbd', name: 'a', size: 0 })?.status).toBe(400);
  expect(refuseMissingImage({ pool: 'rbd', name: 'a' })?.message).toContain('set the size in bytes');
});

test('a service whose clients have disks is not deleted', () => {
  expect(refuseServiceDeletion(1, [{ name: 'beta', luns: [] }])).toBeUndefined();
  expect(refuseServiceDeletion(1, [{ name: 'beta', luns: [] }, holder])).toEqual({
    status: 409,
    message: 'alpha has 1 disk of iSCSI service 1: remove them first',
  });
});

test('a client, group or disk that does not exist is answered with 404', () => {
  expect(noClient('iqn.x', 'a"b')).toEqual({
    status: 404,
    message: 'iqn.x has no client "a\\"b": create the client first',
  });
  expect(noGroup('iqn.x', 'g')).toEqual({
    status: 404,
    message: 'iqn.x has no host group "g": create the group first',
  });
  expect(noDisk(holder, 'rbd', 'b')).toEqual({ status: 404, message: 'alpha has no disk rbd/b' });
});

test.each(['a', 'A-1_b.c:d', 'x'.repeat(64)])('a host group can be named %s', (name) => {
  expect(refuseGroupName('iqn.x', name, ['other'])).toBeUndefined();
});

test.each(['', '-a', '.a', 'a b', 'a/b', 'x'.repeat(65)])('a host group cannot be named "%s"', (name) => {
  expect(refuseGroupName('iqn.x', name, [])?.status).toBe(400);
});

test('two clients or two groups of a service cannot have the same name', () => {
  expect(clientNameTaken('iqn.x', 'alpha').message).toBe(
    'iqn.x already has the client alpha: change its credentials instead',
  );
  expect(refuseGroupName('iqn.x', 'g', new Set(['g']))).toEqual({
    status: 409,
    message: 'iqn.x already has a host group g',
  });
});

test('a client that has disks or is in a group is not deleted', () => {
  const empty = { name: 'beta', luns: [] };
  expect(refuseClientDeletion(empty, undefined)).toBeUndefined();
  expect(refuseClientDeletion(empty, 'g')?.message).toBe('beta is in the group g: remove it there first');
  expect(refuseClientDeletion(holder, undefined)?.message).toBe('alpha has 1 disk: remove them first');
});

test('a group that has hosts or disks is not deleted', () => {
  expect(refuseGroupDeletion({ name: 'g', luns: [] }, 0)).toBeUndefined();
  expect(refuseGroupDeletion({ name: 'g', luns: [] }, 2)?.message).toContain(
    'g has 2 hosts, and they would lose',
  );
  expect(refuseGroupDeletion(holder, 0)?.status).toBe(409);
});

test('a client with its own disks, or in another group, cannot join a group', () => {
  expect(refuseHost({ name: 'beta', luns: [] }, undefined)).toBeUndefined();
  expect(refuseHost({ name: 'beta', luns: [] }, 'other')?.message).toContain('beta is in the group other');
  expect(refuseHost(holder, undefined)?.message).toContain('alpha has 1 disk of its own');
});

test('only members are removed from a group', () => {
  expect(refuseHostRemoval('g', new Set(['a', 'b']), ['a', 'b'])).toBeUndefined();
  expect(refuseHostRemoval('g', new Set(['a']), ['a', 'b'])).toEqual({
    status: 404,
    message: '"b" is not in the group g',
  });
});

test('the disks of a client in a group are those of the group, and a disk belongs to one service', () => {
  expect(disksOfGroup('alpha', 'g').message).toContain('change those of the group');
  expect(diskOfOtherService({ pool: 'rbd', name: 'a' }, 2).message).toContain('is a disk of iSCSI service 2');
});

test('a group has a name of at most 64 characters that no other group of the service has', () => {
  for (const name of ['a', '1.b_c:d-e', 'x'.repeat(64)])
    expect(refuseGroupName('iqn.x', name, ['other'])).toBeUndefined();
  for (const name of ['', '-a', 'a b', 'x'.repeat(65)])
    expect(refuseGroupName('iqn.x', name, [])).toEqual({
      status: 400,
      message: `a group cannot be named ${JSON.stringify(name)}: use up to 64 letters, digits or . _ : -, a letter or digit first`,
    });
  expect(refuseGroupName('iqn.x', 'a', ['b', 'a'])).toEqual({
    status: 409,
    message: 'iqn.x already has a host group a',
  });
});

test('a group with a single disk or host is not deleted', () => {
  const empty = { name: 'alpha', luns: [] };
  expect(refuseGroupDeletion(empty, 0)).toBeUndefined();
  expect(refuseGroupDeletion(empty, 1)?.message).toBe(
    'alpha has 1 host, and they would lose their disks: remove them first',
  );
  expect(refuseGroupDeletion(holder, 0)?.message).toBe('alpha has 1 disk: remove them first');
});
