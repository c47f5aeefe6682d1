import { describe, expect, test } from 'vitest';
import type { CrushNode } from '../../../../src/api/contract/crush.ts';
import { checkInvariants } from '../invariants.ts';
import { refusal, storageBench } from '../storage.ts';
import { isHealthy, logged, stepUntil } from '../support.ts';

function bench(options = {}) {
  const { engine, api } = storageBench({ scale: 60, ...options });
  const { cluster, changes } = engine;
  cluster.model.recovery.speed = 10;
  const map = () => api.getCrushMap();
  /** Submits the present map with some nodes changed, added or left out. */
  const ask = async (
    edit: (node: CrushNode) => Partial<CrushNode> | undefined,
    added: readonly Partial<CrushNode>[] = [],
    stray: readonly Partial<CrushNode>[] = [],
  ) => {
    const { nodes = [] } = await map();
    const kept = nodes.flatMap((node) => {
      const change = edit(node);
      return change === undefined ? [] : [{ ...node, ...change }];
    });
    const body = { nodes: [...kept, ...added], stray: [...stray] };
    return api.changeCrushMap({ body: body as Parameters<typeof api.changeCrushMap>[0]['body'] });
  };
  const nodeOf = async (name: string) => (await map()).nodes!.find((node) => node.name === name)!;
  return { engine, cluster, model: cluster.model, api, changes, map, ask, nodeOf };
}

const same = () => ({});

describe('a change of the CRUSH map', () => {
  test('a change of the CRUSH map waits until it is approved, and then data moves', async () => {
    const { ask, changes, cluster, engine, model, nodeOf } = bench();
    const [host, rack1, rack2] = await Promise.all([nodeOf('stor-01'), nodeOf('rack1'), nodeOf('rack2')]);
    const request = await ask((node) =>
      node.id === rack1.id
        ? { children: rack1.children!.filter((id) => id !== host.id) }
        : node.id === rack2.id
          ? { children: [...rack2.children!, host.id!] }
          : {},
    );
    expect(request).toMatchObject({
      id: 1,
      state: 'PENDING',
      createdBy: { name: 'console' },
      description: 'move stor-01 to rack2',
      changes: [{ type: 'move', node: 'stor-01', from: 'rack1', to: 'rack2' }],
    });
    cluster.step(10);
    expect((await nodeOf('rack1')).children).toEqual(rack1.children);
    expect(model.misplaced).toBe(0);
    expect(changes.approve(1).state).toBe('APPROVED');
    cluster.step(15);
    expect((await nodeOf('rack2')).children).toContain(host.id);
    expect(model.misplaced).toBeGreaterThan(0);
    expect(model.degraded).toBe(0);
    await checkInvariants(engine);
    stepUntil(cluster, 40_000, () => model.misplaced === 0);
    await checkInvariants(engine);
    const volumes = model.pools.find(({ name }) => name === 'volumes')!;
    for (let number = 0; number < volumes.pgNum; number++) {
      const group = Array.from(volumes.home.subarray(number * 3, number * 3 + 3), (id) => model.osds[id]!);
      expect(new Set(group.map(({ bucket }) => bucket!.parent)).size).toBe(3);
    }
  });

  test('a change of the CRUSH map is not applied if it was rejected, and is decided only once', async () => {
    const { ask, changes, map } = bench();
    const before = await map();
    await ask((node) => (node.id === 5 ? { reweight: 0.5 } : {}));
    expect(changes.list()).toMatchObject([{ id: 1, state: 'PENDING' }]);
    expect(changes.reject(1).state).toBe('REJECTED');
    expect(() => changes.approve(1)).toThrow('already rejected');
    expect(() => changes.approve(2)).toThrow('no change request 2');
    expect(await map()).toEqual(before);
  });

  test('a lower reweight in the CRUSH map takes placement groups away, and a reweight of 0 all of them', async () => {
    const { ask, changes, cluster, engine, model, nodeOf } = bench();
    const before = model.osds.map(({ shards }) => shards.length);
    await ask(({ id }) => (id === 5 ? { reweight: 0.5 } : id === 6 ? { reweight: 0 } : {}));
    changes.approve(1);
    stepUntil(cluster, 40_000, () => model.unclean.size === 0 && cluster.model.tick > 100);
    expect(model.osds[5]!.shards.length / before[5]!).toBeCloseTo(0.5, 0);
    expect(model.osds[5]!.shards.length).toBeLessThan(before[5]! * 0.8);
    expect(model.osds[6]!).toMatchObject({ in: false, shards: [] });
    expect((await nodeOf('osd.5')).reweight).toBe(0.5);
    await checkInvariants(engine);
    await ask(({ id }) => (id === 5 || id === 6 ? { reweight: 1 } : {}));
    changes.approve(2);
    stepUntil(cluster, 40_000, () => model.displaced.size === 0);
    expect(model.osds.map(({ shards }) => shards.length)).toEqual(before);
  });

  test('a change of the device class in the CRUSH map moves data to where the rules require it', async () => {
    const { ask, changes, cluster, engine, model } = bench();
    const hdd = model.osds.find(({ deviceClass }) => deviceClass === 'hdd')!;
    await ask(({ id }) => (id === hdd.id ? { deviceClass: 'ssd' } : {}));
    changes.approve(1);
    stepUntil(cluster, 40_000, () => model.displaced.size === 0 && isHealthy(cluster)());
    const pools = new Set(hdd.shards.map((id) => model.pgs.poolOf(id)!.rule.takes[0].deviceClass));
    expect([...pools].filter((deviceClass) => deviceClass !== undefined)).toEqual(['ssd']);
    await checkInvariants(engine);
  });

  test('a change of the CRUSH map adds, renames and empties buckets, and an OSD outside the hierarchy holds no data', async () => {
    const { ask, changes, cluster, engine, map, model, nodeOf } = bench();
    const host = await nodeOf('stor-03');
    const root = await nodeOf('default');
    const [rack1, leaf] = [await nodeOf('rack1'), await nodeOf('osd.10')];
    await ask(
      (node) => {
        if (node.id === leaf.id) return undefined;
        if (node.id === host.id) return { children: host.children!.filter((id) => id !== leaf.id) };
        if (node.id === root.id) return { children: [...root.children!, -900] };
        return node.id === rack1.id ? { name: 'rack-one' } : {};
      },
      [{ id: -900, name: 'rack9', type: 'RACK', children: [] }],
      [leaf],
    );
    changes.approve(1);
    expect(await nodeOf('rack9')).toMatchObject({ type: 'RACK', status: 'UNKNOWN', size: 0 });
    expect(await nodeOf('rack-one')).toMatchObject({ id: rack1.id });
    expect((await map()).stray).toMatchObject([{ id: leaf.id, name: 'osd.10' }]);
    stepUntil(cluster, 40_000, () => model.displaced.size === 0 && model.unclean.size === 0);
    expect(model.osds[10]!.shards).toEqual([]);
    await checkInvariants(engine);
    cluster.killOsd(0);
    cluster.step(3);
    expect(logged(model, 'osd.0 failed (root=default,rack=rack-one,host=stor-01)')).toHaveLength(1);
  });

  test('a change of the CRUSH map is refused if something else has changed since', async () => {
    const { api, ask, changes, nodeOf } = bench();
    const { id, children = [] } = await nodeOf('default');
    await ask(
      (node) => (node.id === id ? { children: children.slice(1) } : {}),
      [{ id: -901, name: 'other', type: 'ROOT', children: [children[0]!] }],
    );
    changes.approve(1);
    const body = { name: 'elsewhere', startBucket: 'other', independent: 'host' };
    await ask((node) => (node.name === 'osd.1' ? { reweight: 0.9 } : {}));
    await api.createSimpleCrushRule({ body });
    await ask((node) => (node.name === 'osd.2' ? { reweight: 0.9 } : {}));
    expect(changes.approve(2).state).toBe('APPROVED');
    const whole = await nodeOf('default');
    const removal = ask((node) =>
      node.id === -901
        ? undefined
        : node.id === whole.id
          ? { children: [...whole.children!, children[0]!] }
          : {},
    );
    expect(await refusal(removal)).toMatchObject({
      status: 409,
      message: expect.stringContaining('the CRUSH rule elsewhere starts from other'),
    });
  });

  test.each([
    ['an OSD is missing', ({ id }: CrushNode) => (id === 7 ? undefined : {}), [], 'osd.7 is missing'],
    ['a type is unknown', same, [{ id: -900, name: 'x', type: 'SHELF' }], 'the type "SHELF"'],
    [
      'a class is unknown',
      ({ id }: CrushNode) => (id === 7 ? { deviceClass: 'tape' } : {}),
      [],
      'hdd, ssd, nvme',
    ],
  ] as const)('a change of the CRUSH map is refused if %s', async (_, edit, added, words) => {
    const { ask, changes } = bench();
    const asked = ask(edit, added);
    expect(await refusal(asked)).toMatchObject({ status: 400, message: expect.stringContaining(words) });
    expect(changes.list()).toEqual([]);
  });

  test('a change of the CRUSH map is refused if it changes nothing', async () => {
    const { ask, changes } = bench();
    const refused = await refusal(ask(() => ({})));
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('already like that') });
    expect(changes.list()).toEqual([]);
  });
});

test('only a limited number of change requests may be pending, and the latest decided ones are kept', async () => {
  const { ask, changes } = bench();
  const request = (name: string) => ask(({ type }) => (type === 'ROOT' ? { name } : {}));
  for (let id = 1; id <= 20; id++) await request(`root-${id}`);
  expect(await refusal(request('one-more'))).toMatchObject({
    status: 409,
    message: expect.stringContaining('storedeck changes') as string,
  });
  changes.reject(3);
  expect(await request('again')).toMatchObject({ id: 21, state: 'PENDING' });
  for (let id = 21; id <= 140; id++) {
    changes.reject(id);
    await request(`root-${id}`);
  }
  const states = changes.list().map(({ id, state }) => [id, state]);
  expect(states.filter(([, state]) => state === 'PENDING')).toHaveLength(20);
  const decided = states.filter(([, state]) => state === 'REJECTED').map(([id]) => id);
  expect(decided).toEqual(Array.from({ length: 100 }, (_, index) => 41 + index));
});
