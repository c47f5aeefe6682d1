import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { diagnose } from '../../src/diagnosis/index.ts';
import { readSnapshot } from '../../src/diagnosis/read.ts';
import { eventually, Served } from './served.ts';

let served: Served;
beforeAll(async () => {
  served = await Served.create();
}, 300_000);
afterAll(() => served?.destroy(), 60_000);

type OsdId = 0 | 1 | 2 | 3;

const run = promisify(execFile);

/** The causes that are named now. Each part of a snapshot is read for itself, so that a single one may lag behind. */
const verdict = async () => diagnose([await readSnapshot(served.api, Date.now())]).causes;

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
  await eventually(async () => (await evidence())?.silent).toEqual([]);
  // Absent if the OSDs refuse the commands of this release.
  expect(await evidence()).toMatchObject({
    waits: expect.any(Array) as [],
    pings: expect.any(Array) as [],
  });
  process.kill(pid, 'SIGSTOP');
  try {
    await eventually(async () => (await evidence())?.silent).toEqual([2]);
    await eventually(async () => (await evidence())?.waits?.map(({ waitsFor }) => waitsFor)).toContain(2);
    await eventually(async () => (await verdict())[0]).toMatchObject({
      kind: 'osd-hang',
      objects: ['osd.2'],
    });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await eventually(async () => (await evidence())?.silent).toEqual([]);
}, 180_000);

test('while clients write, the commit latency of each OSD is known, also on releases whose managers do not measure it', async () => {
  using _ = writers();
  const latencies = async () =>
    (await served.api.getOsdGroups()).osds?.map(({ commitMs = 0 }) => commitMs > 0);
  await eventually(latencies).toEqual([true, true, true, true]);
}, 120_000);

test('commands and settings that operators change on the command line are in the log and in the diagnosis', async () => {
  await served.cluster.ceph('osd', 'set', 'noout');
  await served.cluster.ceph('config', 'set', 'osd', 'osd_recovery_sleep', '2.5');
  try {
    const query = { service: ['mon'], lines: 100 };
    const messages = async () => (await served.api.readLogs({ query })).map(({ m }) => m);
    await eventually(messages).toContain('setting osd_recovery_sleep changed to 2.5 for osd');
    await eventually(async () => (await verdict()).find(({ kind }) => kind === 'maintenance')).toMatchObject({
      objects: ['noout'],
      proofs: expect.arrayContaining([{ text: 'client.admin: osd set noout', source: 'log' }]),
    });
  } finally {
    await served.cluster.ceph('osd', 'unset', 'noout');
    await served.cluster.ceph('config', 'rm', 'osd', 'osd_recovery_sleep');
  }
}, 120_000);

describe('placement groups of which only an OSD that is down has the last writes', () => {
  const ceph = (...words: string[]) => served.cluster.ceph(...words);
  const daemon = (id: OsdId) => `osd.${id}` as const;
  let group: string;
  let [primary, other]: [OsdId, OsdId] = [0, 1];

  const write = (file: string) =>
    run('timeout', ['60', 'rados', '-c', served.cluster.conf, '-p', 'pair', 'put', 'object', file]);
  const needs = async () => (await served.api.getClusterStatusDetail({})).evidence?.needs;
  /** Waits until both OSDs serve the group. */
  const isServed = () =>
    eventually(async () => {
      const { state, acting } = JSON.parse(await ceph('pg', group, 'query')) as {
        state: string;
        acting: number[];
      };
      return { isActive: state.startsWith('active'), acting: acting.toSorted() };
    }).toEqual({ isActive: true, acting: [primary, other].toSorted() });
  /** Waits until nothing is missing any more. The health may still warn of other things, such as slow operations before. */
  const isWhole = async () => {
    await eventually(needs).toEqual([]);
    await eventually(() => ceph('pg', group, 'query')).toMatch(/"state": "active\+clean"/);
  };

  beforeAll(async () => {
    await ceph('osd', 'pool', 'create', 'pair', '8', '8');
    for (const [name, value] of [
      ['size', '2'],
      ['min_size', '1'],
    ] as const)
      await ceph('osd', 'pool', 'set', 'pair', name, value);
    await ceph('osd', 'pool', 'application', 'enable', 'pair', 'rbd');
    await write('/etc/passwd');
    const map = JSON.parse(await ceph('osd', 'map', 'pair', 'object', '-f', 'json')) as {
      pgid: string;
      acting: [OsdId, OsdId];
    };
    group = map.pgid;
    [primary, other] = map.acting;
  }, 120_000);
  // A test that failed leaves nothing down behind for the next one.
  afterEach(async () => {
    for (const id of [primary, other]) await served.cluster.start(daemon(id));
  });

  test('a placement group that is down names the OSD that it needs, which is to be started and not replaced', async () => {
    await isServed();
    await served.cluster.stop(daemon(other));
    await write('/etc/group');
    await served.cluster.kill(daemon(primary));
    await served.cluster.start(daemon(other));
    await eventually(needs).toContainEqual({ group, osds: [primary] });
    const step = `^start osd\\.${primary} on \\S+, and keep its disk until then: pgs? .* needs? its data$`;
    await eventually(async () => (await verdict())[0]).toMatchObject({
      kind: 'osd-down',
      objects: [`osd.${primary}`],
      next: [expect.stringMatching(new RegExp(step)), expect.anything()],
    });
    await served.cluster.start(daemon(primary));
    await isWhole();
  });

  test('unfound objects name the OSD that may have them', async () => {
    const flags = ['norecover', 'nobackfill'];
    for (const flag of flags) await ceph('osd', 'set', flag);
    await served.cluster.stop(daemon(other));
    await write('/etc/hosts');
    await served.cluster.start(daemon(other));
    await isServed();
    await served.cluster.kill(daemon(primary));
    for (const flag of flags) await ceph('osd', 'unset', flag);
    await eventually(needs).toContainEqual({ group, osds: [primary] });
    // The group may be asked while it peers, before its objects are counted.
    await eventually(async () => (await verdict()).find(({ kind }) => kind === 'pg-unfound')).toMatchObject({
      objects: [group, `osd.${primary}`],
      next: [
        expect.stringMatching(`start osd.${primary} on `),
        expect.stringMatching(/do not give objects up/),
      ],
    });
    await served.cluster.start(daemon(primary));
    await isWhole();
  });
});
