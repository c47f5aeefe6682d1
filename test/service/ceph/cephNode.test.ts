import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import { inspectNode } from '../../../src/service/ceph/cephNode.ts';

const folder = mkdtempSync(join(tmpdir(), 'storedeck-node-'));
afterEach(() => rmSync(folder, { recursive: true }));

test('a machine without a ceph.conf reports what it lacks, and why no cluster answers', async () => {
  const program = join(folder, 'radosgw-admin');
  writeFileSync(program, '');
  chmodSync(program, 0o755);
  writeFileSync(join(folder, 'tgtd'), 'no program: it cannot be run');
  const conf = join(folder, 'missing.conf');
  const { cluster, missing } = await inspectNode(systemClock(), conf, folder);
  expect(cluster).toEqual(expect.any(String));
  expect(cluster).not.toBe('');
  expect(missing).toEqual(expect.arrayContaining(['ganesha.nfsd (NFS gateways)', 'tgtd (iSCSI gateways)']));
  expect(missing.join()).not.toMatch(/radosgw-admin/);
});
