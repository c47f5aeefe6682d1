import { expect, test } from 'vitest';
import { tenantOf } from '../../../../src/service/ceph/s3/names.ts';

test.each([
  ['acme$build', '$', 'acme'],
  ['build', '$', ''],
  ['acme/logs', '/', 'acme'],
  ['logs', '/', ''],
  ['a/b$c', '$', 'a/b'],
] as const)('the tenant in the name %s before %s is "%s"', (name, separator, tenant) => {
  expect(tenantOf(name, separator)).toBe(tenant);
});
