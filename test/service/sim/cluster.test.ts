import { expect, test } from 'vitest';
import { fakeClock } from '../../support/fakeClock.ts';
import { refusal, storageBench } from './storage.ts';
import { isHealthy, logged, stepUntil } from './support.ts';

test('every server that answers is a candidate for a monitor, with its address in the public network', async () => {
  const { api, engine } = storageBench();
  engine.cluster.killHost('stor-03');
  expect(await api.listMonitorCandidates()).toEqual([
    { id: 1, hostname: 'stor-01', ips: ['10.2.0.11'] },
    { id: 2, hostname: 'stor-02', ips: ['10.2.0.12'] },
  ]);
});

test('a second cluster is not created, and unknown servers are refused separately', async () => {
  const { api } = storageBench();
  const create = (hostname: string, server: number, ip: string) =>
    refusal(api.createCluster({ body: { mons: [{ hostname, server, ip }] } }));
  expect(await create('stor-01', 1, '10.2.0.11')).toEqual({
    status: 409,
    message: expect.stringContaining('already manages a cluster'),
  });
  expect((await create('stor-01', 9, '10.2.0.11')).status).toBe(404);
  expect((await create('stor-02', 1, '10.2.0.11')).message).toContain('server 1 is stor-01');
  expect((await create('stor-01', 1, '10.2.0.99')).message).toContain('is not configured on stor-01');
});

test('without a quorum nothing new is known about the cluster, and nothing can be changed', async () => {
  const { api, engine } = storageBench({ scale: 60 });
  const { cluster, changes } = engine;
  const { model } = cluster;
  const { nodes = [] } = await api.getCrushMap();
  const plan = nodes.map(({ id = 0, children = [], reweight = 1 }) => ({
    id,
    children,
    reweight: id === 5 ? 0.9 : reweight,
  }));
  const { id = 0 } = await api.changeCrushMap({ body: { nodes: plan } });
  for (const name of ['b', 'c']) cluster.killDaemon('mon', name);
  cluster.step(60);

  const message = expect.stringContaining('1 of 3 monitors is in quorum') as string;
  expect((await api.getClusterStatus()).storeStatus?.health).toMatchObject({
    status: 'HEALTH_UNKNOWN',
    checks: { STORE_UNREACHABLE: { summary: { message } } },
  });
  expect(await api.getClusterStatusDetail()).toMatchObject({ status: 'HEALTH_UNKNOWN' });
  for (const call of [
    () => api.setFlag({ params: { flag: 'noout' } }),
    () => api.createPool({ body: { name: 'fresh', pgNum: 8 } }),
    () => api.listPools(),
    () => api.rebootAllServers(),
    () => api.deleteDisk({ params: { diskId: 8 } }),
  ]) {
    expect(await refusal(call())).toMatchObject({ status: 503, message });
  }
  expect(() => changes.approve(id)).toThrow(/monitors is in quorum/);
  expect(model.flags.size).toBe(0);
  expect(logged(model, 'MON_DOWN')).toEqual([]);
  // Data that the management service itself has.
  expect((await api.listTasks()).totalElements).toBe(0);
  expect((await api.listDisks()).length).toBeGreaterThan(60);

  cluster.startDaemon('mon', 'b');
  cluster.step(10);
  expect((await api.getClusterStatus()).storeStatus?.health?.status).toBe('HEALTH_WARN');
  await api.setFlag({ params: { flag: 'noout' } });
  await api.unsetFlag({ params: { flag: 'noout' } });
  cluster.startDaemon('mon', 'c');
  stepUntil(cluster, 30, isHealthy(cluster));
});

test('data becomes older while the monitors have no quorum', async () => {
  const clock = fakeClock();
  const { api, engine } = storageBench({ clock, scale: 60 });
  const age = async () => (await api.getClusterStatus()).storeLastUpdated;
  await clock.advance(5000);
  expect(await age()).toBe(0);
  for (const name of ['a', 'b']) engine.cluster.killDaemon('mon', name);
  await clock.advance(40_000);
  expect(await age()).toBe(30);
  for (const name of ['a', 'b']) engine.cluster.startDaemon('mon', name);
  await clock.advance(20_000);
  expect(await age()).toBe(0);
});
