import { spawnSync } from 'node:child_process';
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
  const uses = { rados: 'everything', rbd: 'images', cephfs: 'the filesystem' };
  const modules = Object.entries(uses).filter(
    ([module]) => spawnSync('/usr/bin/python3', ['-I', '-c', `import ${module}`]).status !== 0,
  );
  expect(missing).toEqual([
    'ganesha.nfsd (NFS gateways)',
    'tgtd (iSCSI gateways)',
    ...modules.map(([module, use]) => `python3-${module} (${use})`),
  ]);
});
