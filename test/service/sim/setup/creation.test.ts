import { describe, expect, test } from 'vitest';
import { checkInvariants } from '../invariants.ts';
import { refusal } from '../storage.ts';
import { health, logged, states, stepUntil } from '../support.ts';
import { addOsds, bench, create, monitors, NO_CLUSTER } from './creationBench.ts';

describe('before the cluster is created', () => {
  test('before the cluster is created, the status says that there is none, and how to create one', async () => {
    const { api } = bench();
    const { storeStatus, placementGroups, servers } = await api.getClusterStatus();
    expect(storeStatus).toEqual({
      health: {
        status: 'HEALTH_UNKNOWN',
        checks: {
          NO_CLUSTER: {
            severity: 'HEALTH_UNKNOWN',
            summary: { message: NO_CLUSTER, count: 1 },
            muted: false,
          },
        },
      },
    });
    expect(placementGroups).toEqual([]);
    expect(servers).toEqual({ online: 3, total: 3 });
    expect(await api.getClusterStatusDetail()).toMatchObject({ status: 'HEALTH_UNKNOWN' });
  });

  test('before the cluster is created, operations that need one are refused with how to create it', async () => {
    const { api } = bench();
    for (const call of [
      () => api.listPools(),
      () => api.createPool({ body: { name: 'early' } }),
      () => api.getCrushMap(),
      () => api.listFlags(),
      () => api.setFlag({ params: { flag: 'noout' } }),
      () => api.listSettings(),
      () => api.listS3Users(),
      () => api.listFiles({ query: { dir: '/' } }),
      () => api.getNfsService({ params: { serviceId: 1 } }),
      () => api.createConfigBackup(),
      () => api.downloadFullConfig(),
    ])
      expect(await refusal(call())).toEqual({ status: 409, message: NO_CLUSTER });
  });

  test('before the cluster is created, servers, disks, networks, hooks, graphs and the main address exist', async () => {
    const { api, finish } = bench();
    expect(await api.listServerNames()).toHaveLength(3);
    const disks = await api.listDisks();
    expect(new Set(disks.map(({ role }) => role))).toEqual(new Set(['other', 'unassigned']));
    expect(disks.filter(({ role }) => role === 'unassigned').length).toBeGreaterThanOrEqual(15);
    expect(disks.some((disk) => 'osdId' in disk)).toBe(false);
    const { id = 0, server = 0 } = disks.find(({ role }) => role === 'unassigned')!;
    const params = { id: server, diskId: id };
    for (const role of ['osd', 'mon', 'journal'] as const)
      expect(await refusal(api.updateServerDisk({ params, body: { role } }))).toEqual({
        status: 409,
        message: NO_CLUSTER,
      });
    expect(await finish(api.benchmarkDisk({ params: { diskId: id } }))).toMatchObject({ state: 'FINISHED' });
    await finish(api.updateServerDisk({ params, body: { role: 'raid' } }));
    expect((await api.listDisks()).find((disk) => disk.id === id)).toMatchObject({ role: 'raid' });
    await api.setMainIp({ body: { interfaceName: 'ens1f0', ip: '10.2.0.11' } });
    await api.createNetwork({ body: { ip: '192.0.2.0', netmask: 24 } });
    await api.createScript({ body: { name: 'a.sh', contents: '#!/bin/true\n' } });
    const graph = await api.getGraph({ query: { graph: 'server-load', 'template-server-id': 1 } });
    expect(graph.graphs?.length).toBeGreaterThan(0);
    expect(await api.getConfigBackups()).toEqual({ enabled: false });
  });

  test('before the cluster is created, no cluster can be imported and no backup restored', async () => {
    const { api } = bench();
    const imported = await refusal(api.importCluster({ body: { adminKey: 'AQ==', mons: ['192.0.2.1'] } }));
    expect(imported).toEqual({
      status: 409,
      message: expect.stringContaining('no monitor answers at 192.0.2.1'),
    });
    const body = {
      encryptionKey: 'k',
      mgmtApiToken: 't',
      backupUuid: '9f8a2d4e-3b1c-4c5d-8e7f-0a1b2c3d4e5f',
    };
    expect(await refusal(api.restoreBackup({ body }))).toEqual({
      status: 404,
      message: expect.stringContaining('no backup was created here yet'),
    });
  });

  test('before the cluster is created, the log has nothing about one, and no health hook runs', () => {
    const { engine } = bench();
    engine.cluster.step(1300);
    const { model } = engine.cluster;
    expect(logged(model, 'cluster [')).toEqual([]);
    expect(logged(model, 'pgmap')).toEqual([]);
    expect(logged(model, 'collected statistics').length).toBeGreaterThan(0);
    expect(model.reported.size).toBe(0);
  });
});

describe('refused creations of a cluster', () => {
  test.each([
    [{ server: 9 }, 404, 'there is no server 9'],
    [{ hostname: 'stor-02' }, 400, 'server 1 is stor-01'],
    [{ ip: '10.2.0.99' }, 400, 'is not configured on stor-01'],
    [{ ip: '10.20.0.11' }, 400, 'use 10.2.0.11'],
  ])('a cluster is not created with a monitor that is wrong in %o', async (change, status, words) => {
    const site = bench();
    const [first] = await monitors(site);
    const refused = await refusal(site.api.createCluster({ body: { mons: [{ ...first!, ...change }] } }));
    expect(refused).toEqual({ status, message: expect.stringContaining(words) });
    expect((await site.api.listTasks()).totalElements).toBe(0);
  });

  test('a cluster is not created with two monitors on a server, or on a server that does not answer or has no disk for it', async () => {
    const site = bench();
    const [first, second, third] = await monitors(site);
    const declined = async (...mons: (typeof first)[]) =>
      (await refusal(site.api.createCluster({ body: { mons: mons.map((mon) => mon!) } }))).message;
    expect(await declined(first, first)).toContain('stor-01 is listed twice');
    site.engine.cluster.killHost('stor-02');
    expect(await declined(first, second)).toContain('stor-02 does not answer');
    for (const disk of site.engine.cluster.model.disks) if (disk.host.name === 'stor-03') disk.role = 'other';
    expect(await declined(first, third)).toContain('stor-03 has no unassigned disk');
  });

  test('the creation of a cluster is undone if it is cancelled or finds no quorum, and cannot run twice at a time', async () => {
    const site = bench();
    const { api, engine, finish } = site;
    const mons = await monitors(site);
    const before = await api.listDisks();
    const { id = 0 } = await api.createCluster({ body: { mons } });
    expect(await refusal(api.createCluster({ body: { mons } }))).toMatchObject({
      status: 409,
      message: expect.stringContaining('is being created already'),
    });
    stepUntil(engine.cluster, 60, () => engine.cluster.model.daemons.length > 0);
    await api.cancelTask({ params: { id } });
    engine.cluster.step(2);

    const again = api.createCluster({ body: { mons } });
    await again;
    engine.cluster.step(5);
    engine.cluster.killHost('stor-02');
    engine.cluster.killHost('stor-03');
    expect(await finish(again)).toMatchObject({
      state: 'FAILED',
      output: expect.stringContaining('no quorum after 60 s: nothing was created'),
    });
    engine.cluster.startHost('stor-02');
    engine.cluster.startHost('stor-03');
    expect(engine.cluster.model.daemons).toEqual([]);
    expect((await api.listDisks()).map(({ role }) => role)).toEqual(before.map(({ role }) => role));
    expect(await refusal(api.listPools())).toMatchObject({ status: 409 });
    expect(await create(site)).toMatchObject({ state: 'FINISHED' });
  });
});

describe('a created cluster', () => {
  test('a created cluster has monitors, managers and a root, and warns that it has no OSDs', async () => {
    const site = bench();
    const { api, engine } = site;
    const task = await create(site);
    const { model } = engine.cluster;
    expect(task).toMatchObject({ name: 'Create cluster', state: 'FINISHED' });
    expect(task.output).toMatch(/mon\.c starts on stor-03[^]*quorum[^]*mgr\.b starts[^]*is created/);
    expect(logged(model, `cluster ${model.fsid} created by`)).toHaveLength(1);
    expect(health(engine.cluster)).toEqual({ TOO_FEW_OSDS: 'OSD count 0 < osd_pool_default_size 3' });
    expect(logged(model, 'Health check failed: OSD count 0')).toHaveLength(1);
    const { storeStatus } = await api.getClusterStatus();
    expect(storeStatus).toMatchObject({ fsid: model.fsid, health: { status: 'HEALTH_WARN' } });
    const { nodes = [] } = await api.getCrushMap();
    expect(nodes).toMatchObject([
      { name: 'default', type: 'ROOT', children: [], status: 'UNKNOWN', size: 0 },
    ]);
    expect(await api.listPools()).toEqual([]);
    expect((await api.listCrushRules()).map(({ name }) => name)).toEqual(['replicated_rule']);
    const roles = (await api.listDisks()).filter(({ role }) => role === 'mon');
    expect(roles).toMatchObject([{ daemonRunning: true }, { daemonRunning: true }, { daemonRunning: true }]);
    const { fileContents = '' } = await api.downloadFullConfig();
    expect(fileContents).toContain('[v2:10.2.0.11:3300/0,v1:10.2.0.11:6789/0]');
    expect(await refusal(api.scrubOsd({ params: { osdId: 0 } }))).toMatchObject({
      status: 404,
      message: expect.stringContaining('give a disk the role osd'),
    });
    await checkInvariants(engine);
  });

  test('a created cluster is not created again, and is imported only with its own key', async () => {
    const site = bench();
    await create(site);
    const mons = await monitors(site);
    expect(await refusal(site.api.createCluster({ body: { mons } }))).toMatchObject({
      status: 409,
      message: expect.stringContaining('already manages a cluster'),
    });
    const body = { adminKey: 'AQ==', mons: ['10.2.0.11'] };
    expect((await refusal(site.api.importCluster({ body }))).message).toContain('manages the cluster');
  });

  test('a created cluster works with an even number of monitors, or one, and explains the consequences', async () => {
    expect((await create(bench(), 2)).output).toContain('2 monitors tolerate no more failures than 1');
    const site = bench();
    expect((await create(site, 1)).output).not.toContain('tolerate');
    expect(health(site.engine.cluster)).toEqual({
      TOO_FEW_OSDS: 'OSD count 0 < osd_pool_default_size 3',
    });
  });

  test('a created cluster gets OSDs and then a pool, which becomes active and clean', async () => {
    const site = bench();
    const { api, engine } = site;
    await create(site);
    await addOsds(site, 3);
    await checkInvariants(engine);
    engine.cluster.step(10);
    expect(health(engine.cluster)).toEqual({});
    const { nodes = [] } = await api.getCrushMap();
    expect(nodes.filter(({ type }) => type === 'HOST').map(({ name }) => name)).toEqual([
      'stor-01',
      'stor-02',
      'stor-03',
    ]);
    expect(nodes.filter(({ type }) => type === 'OSD')).toMatchObject([
      { id: 0, status: 'UP' },
      { id: 1, status: 'UP' },
      { id: 2, status: 'UP' },
    ]);
    await api.createPool({ body: { name: 'first', application: 'rbd' } });
    stepUntil(engine.cluster, 60, () => states(engine.cluster)['active+clean'] === 32);
    await api.createImage({ params: { pool: 'first' }, body: { name: 'disk', size: 1e9 } });
    expect(await api.getImage({ params: { pool: 'first', rbd: 'disk' } })).toMatchObject({ size: 1e9 });
    expect(health(engine.cluster)).toEqual({});
    await checkInvariants(engine);
  });

  test('a created cluster recovers a pool that was created before there were enough OSDs for it', async () => {
    const site = bench();
    const { api, engine } = site;
    await create(site);
    expect((await refusal(api.createPool({ body: { name: 'early' } }))).message).toContain('on 0 OSDs');
    await addOsds(site, 1);
    await api.createPool({ body: { name: 'early', pgNum: 8 } });
    engine.cluster.step(90);
    expect(Object.keys(health(engine.cluster))).toEqual(['PG_AVAILABILITY', 'PG_DEGRADED', 'TOO_FEW_OSDS']);
    await checkInvariants(engine);
    await addOsds(site, 2);
    stepUntil(engine.cluster, 600, () => states(engine.cluster)['active+clean'] === 8);
    engine.cluster.step(10);
    expect(health(engine.cluster)).toEqual({});
    await checkInvariants(engine);
  });
});
