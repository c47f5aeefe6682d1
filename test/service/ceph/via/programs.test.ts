import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CephCallOptions } from '../../../../src/service/ceph/client/storage.ts';
import { isExecutable, runAtHelper, runHere } from '../../../../src/service/ceph/via/programs.ts';
import { refusal } from '../../../support/refusal.ts';

const shell = (script: string, timeoutMs = 30_000) => runHere(['/bin/sh', '-c', script], timeoutMs);

test('a program that runs here gives its exit status and what it wrote', async () => {
  expect(await shell('echo out; echo err >&2')).toEqual({ status: 0, out: 'out\n', err: 'err\n' });
  expect(await shell('echo out; echo err >&2; exit 3')).toEqual({ status: 3, out: 'out\n', err: 'err\n' });
  const silent = await shell('exit 4');
  expect(silent).toMatchObject({ status: 4, err: expect.stringContaining('/bin/sh -c exit 4') as string });
});

test('a program that is not installed here, or that does not end in time, is refused by its name', async () => {
  await expect(runHere(['nosuchprogram'], 1000)).rejects.toMatchObject(
    refusal(503, /^nosuchprogram is required but not installed here$/),
  );
  await expect(shell('exec sleep 60', 50)).rejects.toMatchObject(
    refusal(503, '/bin/sh did not finish within 0.05 s'),
  );
});

test('only a file that this process may run is a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'program');
  writeFileSync(path, '#!/bin/sh\n', { mode: 0o600 });
  expect(isExecutable(path)).toBe(false);
  chmodSync(path, 0o700);
  expect(isExecutable(path)).toBe(true);
  expect(isExecutable(join(folder, 'missing'))).toBe(false);
});

test('the helper has some seconds more than the program, and names what is missing on its machine', async () => {
  const calls: [name: string, args: unknown, options: CephCallOptions | undefined][] = [];
  const call = async <T>(name: string, args?: unknown, options?: CephCallOptions): Promise<T> => {
    calls.push([name, args, options]);
    return { status: 0, out: '', err: '' } as T;
  };
  await runAtHelper(call)(['radosgw-admin', 'user', 'list'], 20_000);
  await runAtHelper(call, 'on mon1')(['tgtadm'], 20_000);
  expect(calls[0]?.slice(0, 2)).toEqual([
    'host.run',
    { argv: ['radosgw-admin', 'user', 'list'], seconds: 20 },
  ]);
  const [first, second] = calls.map(([, , options]) => options);
  expect([first?.timeoutMs, first?.called]).toEqual([25_000, 'radosgw-admin']);
  expect(first?.meanings?.['ENOENT']?.message).toBe(
    'radosgw-admin is required but not installed where the cluster is reached (Debian: ceph-common)',
  );
  expect(first?.meanings?.['ETIMEDOUT']?.message).toContain('radosgw-admin did not finish within 20 s');
  expect(second?.meanings?.['ENOENT']?.message).toBe('tgtadm is required but not installed on mon1');
});
