import { describe, expect, test } from 'vitest';
import { memoryPersistence } from '../../../../src/service/sim/persistence/persistence.ts';
import { checkInvariants } from '../invariants.ts';
import { refusal, storageBench, type StorageBench } from '../storage.ts';
import { health } from '../support.ts';
import { addOsds, bench, create, monitors } from './creationBench.ts';

describe('after a restart', () => {
  test('after a restart, servers without a cluster are still without one, and their settings are kept', async () => {
    const persistence = memoryPersistence();
    const first = bench({ persistence });
    await first.api.setMainIp({ body: { interfaceName: 'ens1f0', ip: '10.2.0.11' } });
    await first.engine.close();
    const { api, engine } = storageBench({ persistence, scale: 15, scenario: undefined! });
    expect(engine.cluster.model.created).toBe(false);
    expect(await api.listInterfaces()).toMatchObject({ currentIp: '10.2.0.11' });
    expect(await refusal(api.listPools())).toMatchObject({ status: 409 });
  });

  test('after a restart, the created cluster has its monitors, OSDs and pools', async () => {
    const persistence = memoryPersistence();
    const first = bench({ persistence });
    await create(first);
    await addOsds(first, 4);
    await first.api.createPool({ body: { name: 'first' } });
    first.engine.cluster.step(60);
    const facts = async ({ api, engine: { cluster } }: StorageBench) => ({
      fsid: (await api.getClusterStatus()).storeStatus?.fsid,
      disks: (await api.listDisks()).map((disk) => ({ ...disk, lastSeen: 0, serverLastSeen: 0 })),
      tree: (await api.getCrushMap()).nodes?.map((node) => ({ ...node, used: 0 })),
      pools: (await api.listPools()).map(({ name, poolId, pgNum }) => ({ name, poolId, pgNum })),
      daemons: cluster.model.daemons.map(({ kind, name, host, active }) => [kind, name, host.name, active]),
      health: health(cluster),
    });
    const before = await facts(first);
    await first.engine.close();
    const second = bench({ persistence });
    expect(await facts(second)).toEqual(before);
    await checkInvariants(second.engine);
    const mons = await monitors(second);
    expect(await refusal(second.api.createCluster({ body: { mons } }))).toMatchObject({ status: 409 });
  });

  test('after a restart, a first monitor that was moved to another server stays there', async () => {
    const persistence = memoryPersistence();
    const first = bench({ persistence, scale: 60 });
    await create(first);
    const disks = await first.api.listDisks();
    const used = disks.find(({ role, server }) => role === 'mon' && server === 1)!;
    const free = disks.find(({ role, server }) => role === 'unassigned' && server === 7)!;
    const change = (disk: typeof used, role: 'mon' | 'unassigned') =>
      first.finish(
        first.api.updateServerDisk({ params: { id: disk.server!, diskId: disk.id! }, body: { role } }),
      );
    await change(free, 'mon');
    first.engine.cluster.step(10);
    await change(used, 'unassigned');
    await first.engine.close();
    const { engine } = bench({ persistence, scale: 60 });
    const hosts = engine.cluster.model.daemons
      .filter(({ kind }) => kind === 'mon')
      .map(({ host }) => host.name);
    expect(hosts.toSorted()).toEqual(['stor-02', 'stor-03', 'stor-07']);
  });

  test('a data directory remembers how its cluster began', () => {
    const persistence = memoryPersistence();
    bench({ persistence });
    expect(() => bench({ persistence, scenario: 'osd-down' })).toThrow('fits no other scenario');
    const other = memoryPersistence();
    storageBench({ persistence: other });
    expect(() => bench({ persistence: other })).toThrow('holds a cluster already');
  });
});
