import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { refusal } from '../support/refusal.ts';
import { TestCluster } from './cluster.ts';
import { eventually, finished, startNode, type Node } from './engines.ts';
import { LEFT_BEHIND } from './leftBehind.ts';

let cluster: TestCluster;
let alpha: Node;
let beta: Node;

beforeAll(async () => {
  cluster = await TestCluster.create();
  [alpha, beta] = await Promise.all([startNode(cluster, 'alpha'), startNode(cluster, 'beta')]);
}, 300_000);

afterAll(async () => {
  await Promise.all([alpha?.close(), beta?.close()]);
  await cluster?.destroy();
}, 60_000);

const ok = { status: 'HEALTH_OK' };
const script = (line: string) => `#!/bin/sh\n${line}\n`;

describe('two management nodes of a cluster', () => {
  test('two management nodes of a cluster serve the same networks and HA groups', async () => {
    const body = { ip: '10.1.0.0', netmask: 16, gateway: '10.1.0.1', description: 'Büros' };
    const created = await alpha.call('createNetwork', { body });
    // The time for which a node shares what it has read of the records between its clients, one second.
    await eventually(() => beta.call('listNetworks', {})).toEqual([
      { ...body, type: 'other', id: created.id },
    ]);
    await expect(beta.call('createNetwork', { body: { ip: '10.1.2.0', netmask: 24 } })).rejects.toMatchObject(
      refusal(409, 'overlaps'),
    );

    const [server] = await beta.call('listServerNames', {});
    const group = { virtualIp: '10.1.0.9', service: 'rgw' as const, servers: [{ server: server!.id! }] };
    await beta.call('createHaGroup', { body: group });
    expect(await alpha.call('listHaGroups', {})).toMatchObject([{ id: 1, ...group, failback: true }]);
    const remove = alpha.call('deleteNetwork', { params: { id: created.id! } });
    await expect(remove).rejects.toMatchObject(refusal(409, 'HA group 1'));
    const keys = await cluster.ceph('config-key', 'ls');
    expect(keys).toContain('storedeck/network/1');
  });

  test('two management nodes of a cluster lose no change if both write at the same moment', async () => {
    const bodies = Array.from({ length: 8 }, (_, index) => ({
      name: `s${index}.sh`,
      contents: script('true'),
    }));
    const ids = await Promise.all(
      bodies.map((body, index) => (index % 2 === 0 ? alpha : beta).call('createScript', { body })),
    );
    expect(new Set(ids.map(({ id }) => id)).size).toBe(8);
    expect(await alpha.call('listScripts', {})).toHaveLength(8);
    const directories = ['/one', '/two', '/three', '/four'];
    for (const dir of directories) await alpha.call('createDirectory', { body: { dir } });
    await Promise.all(
      directories.map((dir, index) =>
        (index % 2 === 0 ? alpha : beta).call('addMonitoredDirectories', { body: [dir] }),
      ),
    );
    const monitored = await beta.call('listMonitoredDirectories', {});
    expect(monitored.map(({ queryName }) => queryName).toSorted()).toEqual(directories.toSorted());
  });

  test("two management nodes of a cluster know each other's tasks", async () => {
    const started = await alpha.call('benchmarkDisk', { params: { diskId: 1 } });
    expect(await beta.call('getTask', { params: { id: started.id! } })).toMatchObject({
      name: 'Disk benchmark',
    });
    const output = await finished(alpha.call, started);
    await eventually(async () => (await beta.call('getTask', { params: { id: started.id! } })).output).toBe(
      output,
    );
    const other = await beta.call('benchmarkDisk', { params: { diskId: 2 } });
    expect(other.id).toBe(started.id! + 1);
    await finished(beta.call, other);
  });

  test('two management nodes of a cluster run a health hook once, with the details of the change', async () => {
    const contents = script(
      'echo "$STOREDECK_EVENT $STOREDECK_HEALTH_BEFORE $STOREDECK_HEALTH $STOREDECK_CHECKS"',
    );
    const { id } = await beta.call('createScript', { body: { name: 'tell.sh', contents } });
    for (const event of ['OnHealthDegrade', 'OnHealthRecover'] as const)
      await alpha.call('createHook', { body: { scriptId: id as number, event } });
    await eventually(
      async () => (await alpha.call('getClusterStatus', {})).storeStatus?.health,
    ).toMatchObject(ok);
    const runs = async (name: string) =>
      ((await alpha.call('listTasks', { query: { limit: 500 } })).data ?? []).filter(
        (task) => task.name === name,
      );
    // A node that has just started must first have seen a healthy cluster.
    await new Promise((resolve) => setTimeout(resolve, 6000));
    await alpha.call('setFlag', { params: { flag: 'noout' } });
    await eventually(async () => (await runs('Hook OnHealthDegrade')).map(({ output }) => output)).toEqual([
      'OnHealthDegrade HEALTH_OK HEALTH_WARN OSDMAP_FLAGS\n',
    ]);
    await alpha.call('unsetFlag', { params: { flag: 'noout' } });
    await eventually(async () => (await runs('Hook OnHealthRecover')).map(({ state }) => state)).toEqual([
      'FINISHED',
    ]);
    const lines = await Promise.all(
      [alpha, beta].map(({ call }) => call('readLogs', { query: { service: ['mgmt'], lines: 100 } })),
    );
    expect(lines.flat().filter(({ m }) => m?.includes('HEALTH_OK HEALTH_WARN'))).toHaveLength(1);
  });

  test('two management nodes of a cluster run hooks on settings and on the CRUSH map before and after the change', async () => {
    const contents = script('echo "$STOREDECK_EVENT $STOREDECK_SETTING$STOREDECK_CHANGE"');
    const { id } = await alpha.call('createScript', { body: { name: 'change.sh', contents } });
    for (const event of ['PostConfigChanged', 'PreCrushMapChange', 'PostCrushMapChange'] as const)
      await alpha.call('createHook', { body: { scriptId: id as number, event } });
    await beta.call('changeSetting', { body: { name: 'osd:osd_max_scrubs', value: { value: 2 } } });
    await beta.call('createSimpleCrushRule', {
      body: { name: 'hooked', startBucket: 'default', independent: 'rack' },
    });
    const outputs = async () =>
      ((await alpha.call('listTasks', { query: { limit: 3 } })).data ?? [])
        .map(({ output }) => output)
        .toReversed();
    await eventually(outputs).toEqual([
      'PostConfigChanged osd:osd_max_scrubs\n',
      'PreCrushMapChange create the rule hooked\n',
      'PostCrushMapChange create the rule hooked\n',
    ]);
  });

  test('a server hook runs on a server that can be reached, and is refused for one that cannot', async () => {
    const servers = await alpha.call('listServerNames', {});
    const idOf = (name: string) => servers.find(({ hostname }) => hostname === name)!.id!;
    const { id } = await alpha.call('createScript', {
      body: { name: 'where.sh', contents: script('echo "$STOREDECK_SERVER"') },
    });
    const hook = (name: string) =>
      alpha.call('createHook', {
        body: { scriptId: id as number, event: 'PreFormatDisk', serverIds: [idOf(name)] },
      });
    await hook('alpha');
    await hook('node1');
    const listed = async () => (await beta.call('listHooks', {})).slice(-2);
    await eventually(async () => (await listed()).map(({ serverNames }) => serverNames)).toEqual([
      ['alpha'],
      ['node1'],
    ]);
    const hooks = await listed();
    await alpha.call('executeHook', { params: { id: hooks[0]!.id! } });
    await eventually(
      async () => (await alpha.call('listTasks', { query: { limit: 1 } })).data?.[0]?.output,
    ).toBe('alpha: alpha\n');
    const elsewhere = alpha.call('executeHook', { params: { id: hooks[1]!.id! } });
    await expect(elsewhere).rejects.toMatchObject(refusal(501, 'node1 cannot be reached'));
    const used = alpha.call('deleteScript', { params: { id: id as number } });
    await expect(used).rejects.toMatchObject(refusal(409, 'in use'));
    const large = { name: 'large.sh', contents: script('x'.repeat(70_000)) };
    await expect(alpha.call('createScript', { body: large })).rejects.toMatchObject(refusal(413, '65536'));
  });

  test('a management node that ends leaves its tasks to be marked as interrupted, and its watch to the other node', async () => {
    await alpha.call('createDirectory', { body: { dir: '/tree' } });
    const { id } = await beta.call('createScript', {
      body: { name: 'slow.sh', contents: script('sleep 25') },
    });
    await beta.call('createHook', { body: { scriptId: id as number, event: 'OnHealthRecover' } });
    const hookId = (await beta.call('listHooks', {})).at(-1)!.id!;
    await beta.call('executeHook', { params: { id: hookId } });
    const [task] = (await beta.call('listTasks', { query: { limit: 1 } })).data ?? [];
    expect(task).toMatchObject({ name: 'Hook OnHealthRecover', state: 'RUNNING' });
    await beta.close();
    const known = () => alpha.call('getTask', { params: { id: task!.id! } });
    expect(await known()).toMatchObject({ state: 'RUNNING' });
    beta = await startNode(cluster, 'beta');
    await eventually(known).toMatchObject({
      state: 'FAILED',
      output: expect.stringContaining('start it again') as string,
    });
    await alpha.call('deleteHook', { params: { id: hookId } });
    expect((await beta.call('listScripts', {})).length).toBeGreaterThan(10);
  });

  test('a reboot of a management node that has ended for good is completed by another one, which also unsets its flags', async () => {
    await cluster.ceph('osd', 'set-group', 'noout,noup', 'node3');
    await cluster.ceph('config-key', 'set', 'storedeck/task/900', JSON.stringify({ value: LEFT_BEHIND }));
    await eventually(() => alpha.call('rebootAllServers', {}).catch(String)).toContain('already');
    const system = systemClock();
    let skipped = 0;
    const clock = { ...system, elapsed: () => system.elapsed() + skipped };
    const gamma = await startNode(cluster, 'gamma', { clock });
    try {
      const task = async () => {
        skipped += 6 * 60_000;
        return await alpha.call('getTask', { params: { id: 900 } });
      };
      await expect.poll(task, { timeout: 180_000, interval: 10_000 }).toMatchObject({
        state: 'FAILED',
        output: expect.stringMatching(
          /^The service on gone .*\ngamma: up again\nnoout is unset for node3\ngamma: done\n[^]*Not rebooted: delta/,
        ) as string,
      });
    } finally {
      await gamma.close();
    }
    expect(await cluster.ceph('osd', 'dump', '--format', 'json')).toContain('"crush_node_flags":{}');
  });
});

describe('setup', () => {
  test('setup lists the interfaces of this server, and keeps the main address', async () => {
    const { ips = [], interfaces } = await alpha.call('listInterfaces', {});
    expect(interfaces).toContain('lo');
    expect(ips).toContainEqual({ interfaceName: 'lo', ip: '127.0.0.1', netmask: 8 });
    await alpha.call('setMainIp', { body: { interfaceName: 'lo', ip: '127.0.0.1' } });
    expect(await alpha.call('listInterfaces', {})).toMatchObject({
      currentInterface: 'lo',
      currentIp: '127.0.0.1',
    });
    const wrong = alpha.call('setMainIp', { body: { interfaceName: 'lo', ip: '192.0.2.1' } });
    await expect(wrong).rejects.toMatchObject(refusal(400, '127.0.0.1'));
    const none = alpha.call('setMainIp', { body: { interfaceName: 'eth99', ip: '192.0.2.1' } });
    await expect(none).rejects.toMatchObject(refusal(404, 'lo'));
  });

  test('setup recognizes its own cluster, and imports no other', async () => {
    const adminKey = (await cluster.ceph('auth', 'print-key', 'client.admin')).trim();
    await alpha.call('importCluster', { body: { adminKey, mons: [`127.0.0.1:${cluster.port}`] } });
    const garbled = alpha.call('importCluster', { body: { adminKey: 'nonsense', mons: ['127.0.0.1'] } });
    await expect(garbled).rejects.toMatchObject(refusal(400));
    const odd = alpha.call('importCluster', { body: { adminKey, mons: ['a b'] } });
    await expect(odd).rejects.toMatchObject(refusal(400, 'not a monitor address'));
  });
});

describe('configuration backups', () => {
  test('configuration backups are created, and restore what can be restored', async () => {
    expect(await alpha.call('getConfigBackups', {})).toMatchObject({ enabled: false });
    const output = await finished(alpha.call, await alpha.call('createConfigBackup', {}));
    const [, backupUuid = ''] = /backup ([0-9a-f-]{36})/.exec(output) ?? [];
    const status = await beta.call('getConfigBackups', {});
    expect(status.lastBackupChecksum).toBe(/SHA256 (\w+)/.exec(output)?.[1]);
    expect(status.lastBackupSize).toBeGreaterThan(1000);
    const encryptionKey = status.backupEncryptionKey!;

    await alpha.call('createNetwork', { body: { ip: '10.99.0.0', netmask: 16 } });
    await alpha.call('changeSetting', { body: { name: 'osd:osd_max_scrubs', value: { value: 3 } } });
    await alpha.call('changeSetting', { body: { name: 'mon_max_pg_per_osd', value: { value: 251 } } });
    const body = { encryptionKey, mgmtApiToken: 'unused', backupUuid };
    const said = await finished(alpha.call, await alpha.call('restoreBackup', { body }));
    expect(said).toContain('not restored: keyring, monmap, osdmap, crushmap');
    expect((await alpha.call('listNetworks', {})).map(({ ip }) => ip)).toEqual(['10.1.0.0']);
    expect(await cluster.ceph('config', 'get', 'osd', 'osd_max_scrubs')).toBe('2\n');
    expect(await cluster.ceph('config', 'dump')).not.toContain('mon_max_pg_per_osd');

    const wrongKey = alpha.call('restoreBackup', { body: { ...body, encryptionKey: 'guess' } });
    await expect(wrongKey).rejects.toMatchObject(refusal(400, 'nothing was changed'));
    const fresh = '00000000-0000-4000-8000-000000000000';
    const unknown = alpha.call('restoreBackup', { body: { ...body, backupUuid: fresh } });
    await expect(unknown).rejects.toMatchObject(refusal(404, backupUuid));
    const half = alpha.call('restoreBackup', { body: { ...body, backupUuid: backupUuid.slice(-12) } });
    await expect(half).rejects.toMatchObject(refusal(400, 'is not a backup id'));
    // The backup is on the node that created it.
    await expect(beta.call('restoreBackup', { body })).rejects.toMatchObject(refusal(404));
  });

  test('configuration backups are created automatically once they are switched on', async () => {
    await alpha.call('configureBackups', { body: { enabled: true } });
    await eventually(() => beta.call('getConfigBackups', {})).toMatchObject({ enabled: true });
  });
});
