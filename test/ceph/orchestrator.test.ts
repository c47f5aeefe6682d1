import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OperationId } from '../../src/api/contract/index.ts';
import { refusal } from '../support/refusal.ts';
import { TestCluster } from './cluster.ts';
import { eventually, startNode, type Node } from './engines.ts';
import { needs } from './needs.ts';
import { ORCHESTRATED } from './orchestratorData.ts';

const MODULE = '/usr/share/ceph/mgr/test_orchestrator';
const isThere = existsSync(MODULE);
if (!isThere) console.log(`No ${MODULE}: what needs an orchestrator is left out.`);

/** After a request without an answer in time, or a slow one, the orchestrator is not asked for most of a minute. */
const PATIENCE_MS = 150_000;

/** A manager that has just loaded a module may answer later than a client waits. What is saved is tried again then. */
function late(failure: Error): void {
  if (!failure.message.includes('saved, but')) throw failure;
}

/** The module only returns the data that it was given, and accepts orders without effect or refuses them. */
describe.runIf(isThere)('a cluster with an orchestrator', () => {
  let cluster: TestCluster;
  let node: Node;
  let data: string;
  beforeAll(async () => {
    cluster = await TestCluster.create();
    data = join(cluster.directory, 'orchestrated.json');
    writeFileSync(data, JSON.stringify(ORCHESTRATED));
    await cluster.ceph('mgr', 'module', 'enable', 'test_orchestrator');
    // Managers restart when a module is enabled.
    const patience = { timeout: 60_000, interval: 500 };
    await vi.waitFor(() => cluster.ceph('orch', 'set', 'backend', 'test_orchestrator'), patience);
    await vi.waitFor(() => cluster.ceph('test_orchestrator', 'load_data', '-i', data), patience);
    node = await startNode(cluster, 'elsewhere');
  });
  afterAll(async () => {
    await node?.close();
    await cluster?.destroy();
  });

  const server = async (name: string) =>
    (await node.call('listServers', {})).find(({ hostname }) => hostname === name);
  const disksOf = async (name: string) =>
    (await node.call('listDisks', {})).filter(({ hostname }) => hostname === name);
  const output = async (id = 0) => (await node.call('getTask', { params: { id } })).output ?? '';
  const change = async (name: string, body: object) => {
    const disk = (await disksOf('node9')).find((one) => one.name === name);
    const params = { id: disk?.server ?? 0, diskId: disk?.id ?? 0 };
    return node.call('updateServerDisk', { params, body });
  };

  test('a cluster with an orchestrator gets its servers from it, with labels and daemons, including servers without daemons', async () => {
    await eventually(() => server('node9')).toMatchObject({ access: 'orchestrator', labels: [] });
    expect(await server('node1')).toMatchObject({ access: 'orchestrator', labels: ['_admin', 'mon'] });
    expect((await server('node2'))?.daemons).toBe('1 running, mds.a (error)');
  });

  test('a cluster with an orchestrator gets the disks that it sees, with the reason why some cannot become an OSD', async () => {
    expect(await disksOf('node9')).toEqual([
      expect.objectContaining({ name: 'sdb', role: 'unassigned', serial: 'S1', deviceClass: 'hdd' }),
      expect.objectContaining({ name: 'sdc', role: 'old_osd' }),
    ]);
    const taken = (await disksOf('node1')).find(({ name }) => name === 'sda');
    expect(taken).toMatchObject({ role: 'other' });
    expect(taken?.info).toContain('the orchestrator rejects it: ');
  });

  test('a cluster with an orchestrator creates OSDs through it, and does not report success for what it did not do', async () => {
    await expect(change('sdc', { role: 'osd' })).rejects.toMatchObject(refusal(409, 'contains ceph_osd.7'));
    const task = await change('sdb', { role: 'osd' });
    await eventually(() => output(task.id)).toContain('the orchestrator is asked for an OSD on /dev/sdb');
    expect((await node.call('getTask', { params: { id: task.id ?? 0 } })).state).not.toBe('FINISHED');
    // Ceph 20.2 reports what the module lacks, in the last line of a long trace.
    expect(await output(task.id)).not.toContain('Traceback');
  });

  test('a cluster with an orchestrator has no maintenance mode if the orchestrator has none, and quotes the reason', async () => {
    const { id = 0 } = (await server('node9')) ?? {};
    const task = await node.call('enterMaintenance', { params: { id } });
    await eventually(() => output(task.id)).toContain(
      'not possible on this cluster: Ceph: This Orchestrator does not support `orch host maintenance enter`',
    );
    await expect(node.call('leaveMaintenance', { params: { id } })).rejects.toMatchObject(
      refusal(409, 'node9 is not in maintenance mode'),
    );
  });

  test('a cluster with an orchestrator empties an OSD by itself if the orchestrator cannot remove it', async () => {
    await node.call('deleteDisk', { params: { diskId: 3 } });
    const [task] = (await node.call('listTasks', {})).data ?? [];
    await eventually(() => output(task?.id)).toMatch(/the orchestrator cannot remove OSDs[^]*osd\.3 is out/);
    await node.call('cancelTask', { params: { id: task?.id ?? 0 } });
    await eventually(() => output(task?.id)).toContain('osd.3 is in again');
  });

  test('a cluster with an orchestrator runs NFS gateways with exactly the requested exports', async (context) => {
    await cluster.ceph('mgr', 'module', 'enable', 'nfs');
    const load = () => cluster.ceph('test_orchestrator', 'load_data', '-i', data);
    await vi.waitFor(load, { timeout: 60_000, interval: 500 });
    // The servers may have been listed before they were loaded again.
    await eventually(() => server('node9'), PATIENCE_MS).toBeDefined();
    // On Debian 13 the Python of the manager confuses methods of objects that modules pass to each other.
    await needs(context, 'orchestrator that takes an order after it has listed disks', async () => {
      await cluster.ceph('orch', 'device', 'ls');
      await cluster.ceph('orch', 'apply', 'nfs', 'storedeck-1', 'node2');
    });
    const numbers = await Promise.all(['node2', 'node9'].map(async (name) => (await server(name))?.id ?? 0));
    const exported = async () =>
      (
        JSON.parse(await cluster.ceph('nfs', 'export', 'ls', 'storedeck-1', '--format', 'json')) as string[]
      ).toSorted();
    const access = [{ subnet: '10.0.0.0/8', rw: true }];
    const exports = [{ nfsPath: '/one', path: '/', access }];
    await node.call('createNfsService', { body: { servers: numbers, exports } }).catch(late);
    await eventually(exported).toEqual(['/one']);
    const params = { serviceId: 1 };
    await node
      .call('createNfsExport', { params, body: { nfsPath: '/two', path: '/', access: [] } })
      .catch(late);
    await eventually(exported).toEqual(['/one', '/two']);
    await node.call('deleteNfsExport', { params: { ...params, exportId: 2 } }).catch(late);
    await eventually(exported).toEqual(['/one']);
    await node.call('updateNfsService', { params, body: { servers: numbers.slice(1) } }).catch(late);
    expect(await node.call('listNfsServers', { params })).toEqual(numbers.slice(1));
  });

  test('a cluster with an orchestrator that hangs keeps its servers and disks in the lists, with the reason', async () => {
    const manager = Number(readFileSync(join(cluster.directory, 'run', 'mgr.x.pid'), 'utf8'));
    process.kill(manager, 'SIGSTOP');
    try {
      await eventually(async () => (await server('node9'))?.unreached ?? '', PATIENCE_MS).toContain(
        'does not answer',
      );
      expect(await disksOf('node9')).toHaveLength(2);
      await expect(change('sdb', { role: 'osd' })).rejects.toMatchObject(refusal(503, 'does not answer'));
    } finally {
      process.kill(manager, 'SIGCONT');
    }
    await eventually(async () => (await server('node9'))?.unreached, PATIENCE_MS).toBeUndefined();
  });

  test('a cluster whose orchestrator is removed lists its servers as before', async () => {
    await cluster.ceph('orch', 'set', 'backend', '');
    await eventually(async () => (await server('node1'))?.access, PATIENCE_MS).toBe('none');
  });

  // As on Debian 13, whose Ceph 18.2 can load none. All modules import this one.
  test('a cluster whose manager can load no module says so, and declines only what is answered by modules', async () => {
    const base = join(cluster.directory, 'modules/mgr_module.py');
    rmSync(base);
    writeFileSync(base, 'raise ImportError("does not load")');
    await cluster.stop('mgr.x');
    await cluster.start('mgr.x');
    await eventually(async () => (await node.call('getClusterStatusDetail', {})).checks).toMatchObject({
      MGR_MODULE_DEPENDENCY: {
        detail: expect.arrayContaining([{ message: expect.stringContaining('does not load') }]),
      },
    });
    const outcome = (id: OperationId) => () => node.call(id, {}).then(() => 'done', String);
    for (const id of ['listCrashes', 'getClusterProgress', 'archiveAllCrashes'] as const)
      await eventually(outcome(id)).toMatch(/not possible on this cluster: .*manager module/);
    const unknown = async () => (await node.call('getClusterFacts', {})).notKnown?.map(({ part }) => part);
    await eventually(unknown).toEqual(['balancer', 'autoscaler', 'upgrade']);
    await eventually(async () => (await node.call('listPools', {}))[0]?.stats?.objects).toBeDefined();
  });
});
