import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diagnose } from '../../src/diagnosis/index.ts';
import { readSnapshot } from '../../src/diagnosis/read.ts';
import { eventually, Served } from './served.ts';

let served: Served;
beforeAll(async () => {
  served = await Served.create();
}, 300_000);
afterAll(() => served?.destroy(), 60_000);

/** Clients that write all the time, until the test ends. */
function writers(): Disposable {
  const { conf } = served.cluster;
  const args = ['-c', conf, '-p', 'rbd', 'bench', '120', 'write', '-b', '4096', '-t', '8', '--no-cleanup'];
  const child = spawn('rados', args, { stdio: 'ignore' });
  return { [Symbol.dispose]: () => void child.kill('SIGKILL') };
}

test('a daemon that hangs during writes is reported as silent and as the cause before Ceph itself reports it', async () => {
  const pid = Number(readFileSync(join(served.cluster.directory, 'run', 'osd.2.pid'), 'utf8'));
  using _ = writers();
  const evidence = async () => (await served.api.getClusterStatusDetail({})).evidence;
  await eventually(async () => (await evidence())?.quorum).toEqual(['a']);
  expect((await evidence())?.silent).toEqual([]);
  process.kill(pid, 'SIGSTOP');
  try {
    await eventually(async () => (await evidence())?.silent).toEqual([2]);
    await eventually(async () => (await evidence())?.waits?.map(({ waitsFor }) => waitsFor)).toContain(2);
    const verdict = diagnose([await readSnapshot(served.api, Date.now())]);
    expect(verdict.causes[0]).toMatchObject({ kind: 'osd-hang', objects: ['osd.2'] });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await eventually(async () => (await evidence())?.silent).toEqual([]);
}, 180_000);
