import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../../scripts/lib/project.mjs';
import type { Input, OperationId, Output } from '../../src/api/contract/index.ts';
import type { LogEvent } from '../../src/api/contract/logs.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createCephEngine } from '../../src/service/ceph/engine.ts';
import type { Engine } from '../../src/service/engine.ts';
import { handlerOf } from '../service/handlerOf.ts';
import { TestCluster } from './cluster.ts';
import { eventually } from './engines.ts';

let cluster: TestCluster;
let engine: Engine;

/** Calls an operation of the engine under test. */
async function call<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  signal = new AbortController().signal,
): Promise<Output<Id>> {
  return handlerOf(engine.handlers, id)(input, { signal, by: 'test' });
}

const status = () => call('getClusterStatus', {});
const health = async () => (await status()).storeStatus?.health;
const checks = async () => Object.keys((await health())?.checks ?? {});

/** The helper process of the engine, which is the only Python child of this process. */
function helperPid(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ');
  const found = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('python3'));
  if (found === undefined) throw new Error('The engine has no helper process');
  return Number(found);
}

beforeAll(async () => {
  cluster = await TestCluster.create();
  engine = createCephEngine({ clock: systemClock(), conf: cluster.conf, shareMs: 200 });
}, 300_000);

afterAll(async () => {
  await engine?.close();
  await cluster?.destroy();
}, 60_000);

test('the helper has a short command line in the process list', async () => {
  await eventually(async () => (await health())?.status).toBe('HEALTH_OK');
  expect(readFileSync(`/proc/${helperPid()}/cmdline`).length).toBeLessThan(200);
});

describe('a healthy cluster', () => {
  test('a healthy cluster counts every part', async () => {
    await eventually(async () => (await health())?.status).toBe('HEALTH_OK');
    // A daemon appears in the service map a moment after it starts to work.
    await eventually(status).toMatchObject({ radosgws: { online: 1, total: 1 } });
    expect(await status()).toMatchObject({
      servers: { online: 4, total: 4 },
      mds: { online: 1, total: 1, up: 1 },
      recoveryTimeRemaining: 0,
      storeStatus: { quorum_names: ['a'], osdmap: { num_osds: 4, num_up_osds: 4 } },
    });
  });

  test('a healthy cluster has all placement groups okay in every pool', async () => {
    const { placementGroups = [] } = await status();
    expect(placementGroups.map(({ poolName }) => poolName)).toContain('storefs_data');
    for (const pool of placementGroups) expect(pool).toMatchObject({ okay: pool.total, warn: 0, error: 0 });
  });

  test('a healthy cluster shows its OSDs with sizes, classes, servers and disks in the CRUSH map', async () => {
    const { nodes = [] } = await call('getCrushMap', {});
    const servers = new Map((await call('listServerNames', {})).map(({ hostname, id }) => [hostname, id]));
    expect(nodes.find(({ name }) => name === 'osd.3')).toMatchObject({
      type: 'OSD',
      status: 'UP',
      deviceClass: 'hdd',
      size: 10 * 2 ** 30,
      serverId: servers.get('node4'),
      diskId: 3,
    });
    expect(nodes.find(({ name }) => name === 'rack2')).toMatchObject({ type: 'RACK', size: 20 * 2 ** 30 });
  });

  test('a healthy cluster has the logs of its daemons read, each line with its server', async () => {
    const servers = await call('listServerNames', {});
    const query = { service: ['osd.1'], lines: 500 };
    await eventually(() => call('readLogs', { query })).toContainEqual(
      expect.objectContaining({
        s: 'osd.1',
        h: servers.find(({ hostname }) => hostname === 'node2')?.id,
        m: expect.stringContaining('process ceph-osd'),
      }),
    );
  });

  test('a healthy cluster runs a benchmark of a disk as a task', async () => {
    const { id = 0 } = await call('benchmarkDisk', { params: { diskId: 1 } });
    await eventually(() => call('getTask', { params: { id } })).toMatchObject({
      state: 'FINISHED',
      done: true,
      statusCode: 0,
      output: expect.stringMatching(/256 MiB in .* MiB\/s/),
    });
  });
});

describe('pools', () => {
  test('pools are created as requested, changed and deleted', async () => {
    const body = {
      name: 'made',
      pgNum: 4,
      size: 2,
      application: 'rbd',
      description: 'Für Tests',
      quotaMaxBytes: 2 ** 30,
    };
    await call('createPool', { body });
    const find = async (name: string) => (await call('listPools', {})).find((pool) => pool.name === name);
    expect(await find('made')).toMatchObject(body);
    await call('updatePool', { params: { name: 'made' }, body: { name: 'renamed', minSize: 2 } });
    expect(await find('renamed')).toMatchObject({ ...body, name: 'renamed', minSize: 2 });
    await call('deletePool', { params: { name: 'renamed' }, body: { thisWillDeleteData: 'renamed' } });
    expect(await find('renamed')).toBeUndefined();
    expect(await cluster.ceph('osd', 'pool', 'ls')).not.toContain('renamed');
  });

  test('pools leave nothing behind when a setting is refused', async () => {
    const body = { name: 'refused', pgNum: 4, minSize: 9 };
    await expect(call('createPool', { body })).rejects.toMatchObject({ status: 400 });
    expect(await cluster.ceph('osd', 'pool', 'ls')).not.toContain('refused');
  });

  test('pools are deleted only with consent', async () => {
    const input = { params: { name: 'rbd' }, body: { thisWillDeleteData: 'yes' } };
    await expect(call('deletePool', input)).rejects.toMatchObject({ status: 400 });
    expect(await cluster.ceph('osd', 'pool', 'ls')).toContain('rbd');
  });
});

test('CRUSH rules are created and deleted, and one in use cannot be deleted', async () => {
  const body = { name: 'by-rack', startBucket: 'default', independent: 'rack' };
  await call('createSimpleCrushRule', { body });
  expect(await call('listCrushRules', {})).toContainEqual(expect.objectContaining({ name: 'by-rack' }));
  await expect(call('createSimpleCrushRule', { body })).rejects.toMatchObject({ status: 409 });
  await call('deleteCrushRule', { params: { name: 'by-rack' } });
  expect(await cluster.ceph('osd', 'crush', 'rule', 'ls')).not.toContain('by-rack');
  const inUse = call('deleteCrushRule', { params: { name: 'replicated_rule' } });
  await expect(inUse).rejects.toMatchObject({ status: 409 });
});

test('the recovery speed is set, takes effect at the OSDs, is read back and reset to the default', async () => {
  const backfills = async () =>
    (await cluster.ceph('tell', 'osd.0', 'config', 'get', 'osd_max_backfills')).trim();
  expect(await call('getRecoverySpeed', {})).toEqual({ speed: 3 });
  await call('setRecoverySpeed', { body: { speed: 7 } });
  await eventually(backfills).toContain('"3"');
  expect(await call('getRecoverySpeed', {})).toEqual({ speed: 7 });
  await call('setRecoverySpeed', { body: { speed: 0 } });
  await eventually(backfills).toContain('"1"');
  await eventually(() => call('getRecoverySpeed', {})).toEqual({ speed: 3 });
});

test('the doctor on a node shows the release, the cluster and what is missing', async () => {
  const env = { ...process.env, HOME: cluster.directory, CEPH_CONF: cluster.conf };
  const asked = promisify(execFile)(process.execPath, [program, 'doctor', '--url', 'http://127.0.0.1:1'], {
    env,
  });
  const { stdout } = await asked.catch((failure: { stdout: string }) => failure);
  const { fsid } = JSON.parse(await cluster.ceph('fsid', '-f', 'json')) as { fsid: string };
  expect(stdout).toMatch(new RegExp(`ceph cluster +ok +${fsid} answers`));
  expect(stdout).toMatch(/ceph release +(ok|note) +\d+\.2\.\d+ \(\d+ daemons\)/);
  expect(stdout).toMatch(/ceph parts +ok/);
});

test('settings are set for one kind of daemon and reset, and an unknown setting is refused with a message', async () => {
  const name = 'osd:osd_max_scrubs';
  await call('changeSetting', { body: { name, value: { type: 'INT', value: 7 } } });
  expect(await call('listSettings', {})).toContainEqual(
    expect.objectContaining({
      name,
      value: { type: 'INT', value: 7 },
      default: expect.objectContaining({ type: 'INT' }),
    }),
  );
  await call('resetSetting', { body: { name } });
  await expect(call('resetSetting', { body: { name } })).rejects.toMatchObject({ status: 404 });
  const unknown = call('changeSetting', { body: { name: 'osd_nonsense', value: { value: 1 } } });
  await expect(unknown).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('osd_nonsense'),
  });
});

describe('an OSD that is killed', () => {
  const lines: LogEvent[] = [];
  const following = new AbortController();

  beforeAll(async () => {
    const stream = await call('followLogs', { query: { before: -1 } }, following.signal);
    void (async () => {
      for await (const line of stream) lines.push(line);
    })();
    await call('setFlag', { params: { flag: 'noout' } });
    await cluster.killOsd(3);
  });
  afterAll(() => following.abort());

  test('an OSD that is killed is down in the status, in the CRUSH map and in the count of servers', async () => {
    await eventually(checks).toContain('OSD_DOWN');
    // The map and the servers are read for themselves, and may be a moment older than the health.
    const down = async () =>
      (await call('getCrushMap', {})).nodes?.flatMap((node) => (node.status === 'DOWN' ? node.name : []));
    await eventually(down).toEqual(expect.arrayContaining(['osd.3', 'node4']));
    await eventually(async () => (await status()).servers).toEqual({ online: 3, total: 4 });
    const detail = await call('getClusterStatusDetail', {});
    expect(detail.checks).toMatchObject({
      OSD_DOWN: { detail: [{ message: expect.stringContaining('osd.3') as string }] },
    });
  });

  test('an OSD that is killed leaves placement groups with warnings, and none that are broken', async () => {
    await eventually(async () => {
      const { placementGroups = [] } = await status();
      return placementGroups.some(({ warn = 0 }) => warn > 0);
    }).toBe(true);
    for (const { error } of (await status()).placementGroups ?? []) expect(error).toBe(0);
  });

  test('an OSD that is killed shows up in the log, both followed and read', async () => {
    const told = (m = '') => m.includes('osd.3 failed') || m.includes('1 osds down');
    await eventually(async () => lines.some(({ m }) => told(m))).toBe(true);
    const read = () => call('readLogs', { query: { service: ['mon'], priority: [4], lines: 50 } });
    await eventually(async () => (await read()).map(({ m }) => m)).toContainEqual(
      expect.stringContaining('OSD_DOWN'),
    );
    expect((await read())[0]?.h).toBe(
      (await call('listServerNames', {})).find(({ hostname }) => hostname === 'node1')?.id,
    );
  });

  test('an OSD that is killed does not answer a benchmark', async () => {
    const benchmark = call('benchmarkDisk', { params: { diskId: 3 } });
    await expect(benchmark).rejects.toMatchObject({ status: 409 });
  });

  test('an OSD that is killed stays in while noout is set, and Ceph itself sees the flag', async () => {
    expect(JSON.parse(await cluster.ceph('osd', 'dump', '-f', 'json')).flags_set).toContain('noout');
    const flags = await call('listFlags', {});
    expect(flags.find(({ name }) => name === 'noout')).toMatchObject({ currentState: true });
  });

  test('an OSD that is killed is healthy again once it has been started and the flag is unset', async () => {
    await cluster.startOsd(3);
    await call('unsetFlag', { params: { flag: 'noout' } });
    await eventually(async () => (await health())?.status).toBe('HEALTH_OK');
    // The log arrives separately, and with its own delay.
    const told = async () => lines.map(({ m }) => m);
    await eventually(told).toContainEqual(expect.stringMatching(/osd\.3 .* boot/));
  });
});

describe('what the engine depends on', () => {
  test('a killed connection helper is restarted, and calls fail with the reason until then', async () => {
    process.kill(helperPid(), 'SIGKILL');
    const meanwhile = call('unsetFlag', { params: { flag: 'noscrub' } });
    await expect(meanwhile).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('SIGKILL'),
    });
    await eventually(async () => (await health())?.status).toBe('HEALTH_OK');
  });

  test('a killed manager disappears from the status and the CRUSH map, and returns without harm', async () => {
    const helper = helperPid();
    await cluster.kill('mgr.x');
    const { nodes = [] } = await call('getCrushMap', {});
    expect(nodes.find(({ name }) => name === 'osd.0')).toMatchObject({ status: 'UP' });
    expect((await health())?.status).not.toBe('HEALTH_UNKNOWN');
    await cluster.start('mgr.x');
    await eventually(async () => (await call('listPools', {}))[0]?.stats?.objects).toBeDefined();
    await eventually(async () => (await health())?.status).toBe('HEALTH_OK');
    expect(helperPid()).toBe(helper);
  });

  test('a stopped monitor makes the health unknown with the reason, and its return is noticed', async () => {
    await cluster.stop('mon.a');
    await eventually(async () => (await health())?.status).toBe('HEALTH_UNKNOWN');
    const { storeLastUpdated = 0, storeStatus } = await status();
    expect(storeLastUpdated).toBeGreaterThan(1);
    expect(storeStatus?.fsid).toMatch(/^[0-9a-f-]{36}$/);
    expect(await checks()).toEqual(['STORE_UNREACHABLE']);
    await cluster.start('mon.a');
    await eventually(async () => (await health())?.status).toBe('HEALTH_OK');
  });
});
