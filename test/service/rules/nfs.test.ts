import { expect, test } from 'vitest';
import {
  refuseExportPaths,
  refuseOtherExport,
  refuseSubnets,
  refuseTakenPath,
} from '../../../src/service/rules/nfs.ts';

test.each(['/', '/a', '/a/b.c', '/a/...'])('the path %s can be exported', (path) => {
  expect(refuseExportPaths({ path, nfsPath: path })).toBeUndefined();
});

test.each(['', 'a', 'a/b', '//', '/a/', '/a//b', '/.', '/a/../b'])('the path "%s" is refused', (path) => {
  expect(refuseExportPaths({ path, nfsPath: '/a' })?.message).toMatch(/^path /);
  expect(refuseExportPaths({ path: '/a', nfsPath: path })).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^nfsPath /) as string,
  });
});

test('a subnet has one kind of access', () => {
  expect(refuseSubnets(['10.0.0.0/8', '10.0.0.0/16'])).toBeUndefined();
  expect(refuseSubnets(['10.0.0.0/8', 'fd00::/64', '10.0.0.0/8'])).toMatchObject({
    status: 400,
    message: expect.stringContaining('10.0.0.0/8 is listed twice') as string,
  });
});

test('two exports cannot have the same path', () => {
  const exports = [[1, { nfsPath: '/a', path: '/x' }]] as const;
  expect(refuseTakenPath(exports, '/b')).toBeUndefined();
  expect(refuseTakenPath(exports, '/a', 1)).toBeUndefined();
  expect(refuseTakenPath(exports, '/a')).toMatchObject({
    status: 409,
    message: expect.stringContaining('export 1 is already at /a') as string,
  });
});

test('the id of an NFS export cannot be changed', () => {
  expect([refuseOtherExport(1, {}), refuseOtherExport(1, { id: 1 })]).toEqual([undefined, undefined]);
  expect(refuseOtherExport(1, { id: 2 })?.status).toBe(400);
});
