import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApi, type Api } from '../../../src/api/client.ts';
import { embeddedTransport } from '../../../src/service/embedded.ts';
import type { SimEngine, SimOptions } from '../../../src/service/sim/engine.ts';
import { directoryPersistence } from '../../../src/service/sim/persistence/directoryPersistence.ts';
import { memoryPersistence, type Persistence } from '../../../src/service/sim/persistence/persistence.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { checkInvariants } from './invariants.ts';
import { health, simulate, stepUntil } from './support.ts';

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'storedeck-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** Runs a cluster with a data directory through some actions, and stops it. */
async function session(
  path: string,
  act: (api: Api, engine: SimEngine) => Promise<void> | void,
  options: Partial<SimOptions> = {},
): Promise<void> {
  const engine = simulate({ persistence: directoryPersistence(path), ...options });
  const transport = embeddedTransport(engine, (message) => {
    throw new Error(message);
  });
  try {
    await act(createApi({ transport, readOnly: () => false, clock: fakeClock() }), engine);
  } finally {
    await transport.close();
  }
}

describe.each([
  ['memory', () => memoryPersistence()],
  ['a directory', () => directoryPersistence(directory())],
] as const)('data stored in %s', (_, open: () => Persistence) => {
  test('stored data is loaded by section and key, changed and removed', () => {
    using persistence = Object.assign(open(), { [Symbol.dispose]: () => undefined });
    persistence.save('pools', '1', { name: 'one' });
    persistence.save('pools', '2', null);
    persistence.save('flags', '1', true);
    expect(persistence.load('pools')).toEqual(
      new Map<string, unknown>([
        ['1', { name: 'one' }],
        ['2', null],
      ]),
    );
    persistence.save('pools', '1', { name: 'uno' });
    persistence.remove('pools', '2');
    expect([...persistence.load('pools')]).toEqual([['1', { name: 'uno' }]]);
    expect(persistence.load('nothing').size).toBe(0);
    persistence.close();
  });
});

test('values in a directory outlive the process, which locks the directory', () => {
  const path = directory();
  const first = directoryPersistence(path);
  first.save('cluster', 'identity', { seed: 1, scale: 12 });
  first.save('monitored', 'directories', ['/one', '/two']);
  expect(() => directoryPersistence(path)).toThrow('is in use by another process');
  first.close();
  const second = directoryPersistence(path);
  expect(second.load('monitored').get('directories')).toEqual(['/one', '/two']);
  second.close();
});

test('pools, rules, flags and the recovery speed are restored as operators left them', async () => {
  const path = directory();
  const before: { pools?: unknown; rules?: unknown } = {};
  const shape = async (api: Api) => (await api.listPools()).map((pool) => ({ ...pool, stats: undefined }));
  await session(path, async (api) => {
    await api.createSimpleCrushRule({ body: { name: 'own', startBucket: 'rack2', independent: 'host' } });
    await api.deleteCrushRule({ params: { name: 'erasure_nvme' } });
    const { id: crushRule } = (await api.listCrushRules()).find(({ name }) => name === 'own')!;
    await api.createPool({ body: { name: 'fresh', pgNum: 16, crushRule: crushRule!, unprotect: false } });
    await api.createPool({ body: { name: 'short-lived' } });
    await api.deletePool({ params: { name: 'short-lived' }, body: { thisWillDeleteData: 'short-lived' } });
    await api.updatePool({
      params: { name: 'volumes' },
      body: { quotaMaxBytes: 9e13, description: 'mine', size: 2 },
    });
    await api.setFlag({ params: { flag: 'noout' } });
    await api.setRecoverySpeed({ body: { speed: 7 } });
    await api.addMonitoredDirectories({ body: ['/scratch'] });
    before.pools = await shape(api);
    before.rules = await api.listCrushRules();
  });
  await session(path, async (api, engine) => {
    expect(await shape(api)).toEqual(before.pools);
    expect(await api.listCrushRules()).toEqual(before.rules);
    expect(await api.getRecoverySpeed()).toEqual({ speed: 7 });
    expect(health(engine.cluster)).toEqual({ OSDMAP_FLAGS: 'noout flag(s) set' });
    expect((await api.listMonitoredDirectories()).map(({ displayName }) => displayName)).toContain(
      '/scratch',
    );
    await checkInvariants(engine);
    await api.createPool({ body: { name: 'another' } });
    expect(engine.cluster.model.pools.at(-1)!.id).toBe(11);
  });
});

test('a flag that a scenario sets stays unset once it was unset', async () => {
  const path = directory();
  await session(path, (api) => api.unsetFlag({ params: { flag: 'noscrub' } }), { scenario: 'demo' });
  await session(path, (_, { cluster }) => expect(cluster.model.flags.size).toBe(0), {
    scenario: 'demo',
  });
});

test('mutes of health checks are restored as operators left them, except expired ones', async () => {
  const path = directory();
  const muted = async (api: Api) => (await api.getClusterStatusDetail()).mutes?.map(({ code }) => code);
  await session(path, async (api, { cluster }) => {
    await api.setFlag({ params: { flag: 'noout' } });
    await api.muteHealthCheck({ body: { code: 'OSDMAP_FLAGS' } });
    await api.muteHealthCheck({ body: { code: 'OSD_DOWN', sticky: true } });
    await api.muteHealthCheck({ body: { code: 'OSD_FULL', sticky: true, seconds: 30 } });
    cluster.step(60);
  });
  await session(path, async (api) => expect(await muted(api)).toEqual(['OSDMAP_FLAGS', 'OSD_DOWN']));
});

test('images are restored as operators left them, including clones with their parents', async () => {
  const path = directory();
  const before: unknown[] = [];
  const all = async (api: Api) => [
    await api.listImages({ params: { pool: 'volumes' } }),
    await api.listImages({ params: { pool: 'vm-disks' } }),
  ];
  await session(path, async (api, { cluster }) => {
    const params = { pool: 'volumes', rbd: 'mine' };
    await api.createImage({
      params: { pool: 'volumes' },
      body: { name: 'mine', size: 1e9, snaps: [{ name: 's' }] },
    });
    await api.updateSnapshot({ params: { ...params, snap: 's' }, body: { protect: true } });
    await api.cloneSnapshot({ params: { ...params, snap: 's' }, body: { pool: 'vm-disks', name: 'copy' } });
    const rbd = { pool: 'volumes', rbd: 'web-01-data' };
    await api.deleteImage({ params: rbd, body: { thisWillDeleteData: 'web-01-data' } });
    stepUntil(cluster, 1000, () => cluster.model.tasks.list().every(({ done }) => done));
    before.push(...(await all(api)));
  });
  await session(path, async (api) => {
    expect(await all(api)).toEqual(before);
    const snap = { pool: 'volumes', rbd: 'mine', snap: 's' };
    await expect(api.deleteSnapshot({ params: snap })).rejects.toThrow('is protected');
    const clone = { pool: 'vm-disks', rbd: 'copy' };
    expect(await api.getImage({ params: clone })).toHaveProperty('parent.image', 'mine');
  });
});

test('disks, OSDs and the CRUSH map are restored as operators left them', async () => {
  const path = directory();
  const before: { disks?: unknown; map?: unknown } = {};
  const disksOf = async (api: Api) =>
    (await api.listDisks()).map((disk) => ({ ...disk, lastSeen: undefined, serverLastSeen: undefined }));
  const mapOf = async (api: Api) => {
    const { nodes = [], stray = [] } = await api.getCrushMap();
    return [...nodes, ...stray].map((node) => ({ ...node, used: undefined }));
  };
  await session(path, async (api, { cluster, changes }) => {
    cluster.model.recovery.speed = 10;
    const spare = (await api.listDisks()).find(({ role }) => role === 'unassigned')!;
    const ofSpare = { id: spare.server!, diskId: spare.id! };
    await api.updateServerDisk({ params: ofSpare, body: { role: 'osd', encrypted: true } });
    await api.deleteServerDisk({ params: { id: 2, diskId: 8 } });
    stepUntil(cluster, 40_000, () => cluster.model.tasks.list().every(({ done }) => done));
    const { nodes = [] } = await api.getCrushMap();
    const edited = nodes.map((node) => (node.id === 9 ? { ...node, reweight: 0.5 } : node));
    const body = { nodes: edited.map((node) => (node.name === 'rack1' ? { ...node, name: 'first' } : node)) };
    await api.changeCrushMap({ body: body as Parameters<typeof api.changeCrushMap>[0]['body'] });
    changes.approve(1);
    Object.assign(before, { disks: await disksOf(api), map: await mapOf(api) });
  });
  await session(path, async (api, engine) => {
    expect(await disksOf(api)).toEqual(before.disks);
    expect(await mapOf(api)).toEqual(before.map);
    expect(await api.listDestroyedOsds()).toEqual({ destroyedOsds: [{ id: 7, host: 'stor-02' }] });
    await checkInvariants(engine);
    engine.cluster.step(60);
    expect(health(engine.cluster)).toEqual({});
    expect(engine.cluster.osd(60).shards.length).toBeGreaterThan(10);
    expect(engine.cluster.osd(7).shards).toEqual([]);
  });
});

test('an OSD that a disk on another server took over is only on that server after a restart', async () => {
  const path = directory();
  await session(path, async (api, { cluster }) => {
    cluster.destroyOsd(7);
    const spare = (await api.listDisks()).find(({ role }) => role === 'unassigned')!;
    const params = { id: spare.server!, diskId: spare.id! };
    await api.updateServerDisk({ params, body: { role: 'osd', reuseOsdId: 7 } });
    stepUntil(cluster, 1000, () => cluster.model.tasks.list().every(({ done }) => done));
  });
  await session(path, async (api, engine) => {
    const disks = (await api.listDisks()).filter(({ osdId }) => osdId === 7);
    expect(disks.map(({ hostname }) => hostname)).toEqual(['stor-04']);
    await checkInvariants(engine);
  });
});

test('a change request still waits after a restart, and can then be approved', async () => {
  const path = directory();
  await session(path, async (api) => {
    const { nodes = [] } = await api.getCrushMap();
    const body = { nodes: nodes.map((node) => (node.id === 9 ? { ...node, reweight: 0.5 } : node)) };
    await api.changeCrushMap({ body: body as Parameters<typeof api.changeCrushMap>[0]['body'] });
  });
  await session(path, (_, { changes, cluster }) => {
    expect(changes.list()).toMatchObject([{ id: 1, state: 'PENDING', description: 'reweight osd.9 to 0.5' }]);
    expect(changes.approve(1).state).toBe('APPROVED');
    expect(cluster.osd(9).reweight).toBe(0.5);
  });
});

test('a directory belongs to one cluster', async () => {
  const path = directory();
  await session(path, () => undefined, { seed: 4, scale: 12 });
  await session(path, (_, { cluster }) => expect(cluster.model.osds).toHaveLength(12));
  const persistence = directoryPersistence(path);
  onTestFinished(() => persistence.close());
  expect(() => simulate({ persistence, scale: 30 })).toThrow('holds a cluster with scale 12');
});
