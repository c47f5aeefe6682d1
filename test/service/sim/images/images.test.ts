import { describe, expect, test } from 'vitest';
import { checkInvariants } from '../invariants.ts';
import { refusal, storageBench } from '../storage.ts';

const GIB = 2 ** 30;

function bench(options = {}) {
  const { engine, api, finish } = storageBench({ scale: 60, ...options });
  const { cluster } = engine;
  return {
    engine,
    cluster,
    model: cluster.model,
    api,
    finish,
    names: async (pool: string) =>
      (await api.listImages({ params: { pool } })).data!.map(({ name }) => name!),
    image: (rbd: string, pool = 'volumes') => api.getImage({ params: { pool, rbd } }),
    create: (name: string, body = {}, pool = 'volumes') =>
      api.createImage({ params: { pool }, body: { name, size: 10 * GIB, ...body } }),
    remove: (rbd: string, pool = 'volumes') =>
      api.deleteImage({ params: { pool, rbd }, body: { thisWillDeleteData: rbd } }),
    snapshot: (rbd: string, snap: string, pool = 'volumes') =>
      api.createSnapshot({ params: { pool, rbd, snap } }),
    protect: (rbd: string, snap: string, protect: boolean) =>
      api.updateSnapshot({ params: { pool: 'volumes', rbd, snap }, body: { protect } }),
    clone: (rbd: string, snap: string, name: string) =>
      api.cloneSnapshot({ params: { pool: 'volumes', rbd, snap }, body: { pool: 'vm-disks', name } }),
  };
}

test('the images of a pool are listed in pages by name, in both orders, and fill the pool', async () => {
  const { api, names, model } = bench();
  const all = await names('volumes');
  expect(all.length).toBeGreaterThan(20);
  expect(all).toEqual(all.toSorted());
  const params = { pool: 'volumes' };
  const page = await api.listImages({ params, query: { limit: 3, offset: 2, order: 'DESC' } });
  expect(page.data!.map(({ name }) => name)).toEqual(all.toReversed().slice(2, 5));
  expect(page.totalElements).toBe(all.length);
  expect(model.pools.find(({ name }) => name === 'volumes')!.objects).toBeGreaterThan(1000);
});

test('an image is created, renamed, enlarged and shrunk, and gets the requested features', async () => {
  const { api, create, image } = bench();
  await create('fresh');
  expect(await image('fresh')).toEqual({
    name: 'fresh',
    size: 10 * GIB,
    features: ['LAYERING', 'EXCLUSIVE_LOCK', 'OBJECT_MAP', 'FAST_DIFF', 'DEEP_FLATTEN'],
    snaps: [],
  });
  const params = { pool: 'volumes', rbd: 'fresh' };
  const features = ['layering', 'exclusive-lock', 'journaling'];
  await api.updateImage({ params, body: { name: 'renamed', size: 20 * GIB, features } });
  expect(await image('renamed')).toMatchObject({
    size: 20 * GIB,
    features: ['LAYERING', 'EXCLUSIVE_LOCK', 'JOURNALING'],
  });
  expect((await refusal(image('fresh'))).status).toBe(404);
});

test('shrinking an image frees what was stored at its end', async () => {
  const { api, image, model } = bench();
  const pool = model.pools.find(({ name }) => name === 'volumes')!;
  const before = pool.bytes;
  const { size = 0 } = await image('web-01-data');
  const body = { size: Math.round(size / 2) };
  await api.updateImage({ params: { pool: 'volumes', rbd: 'web-01-data' }, body });
  expect(before - pool.bytes).toBeGreaterThan(1e9);
});

test('an image that is the disk of a client can grow, but is neither shrunk nor renamed', async () => {
  const { api, image } = bench();
  const { size = 0 } = await image('iscsi-backup');
  const change = (body: { name?: string; size?: number }) =>
    api.updateImage({ params: { pool: 'volumes', rbd: 'iscsi-backup' }, body });
  expect(await refusal(change({ size: size - 1 }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^volumes\/iscsi-backup is a disk of .*, then it can be shrunk$/),
  });
  expect((await refusal(change({ name: 'other' }))).message).toContain('then it can be renamed');
  await change({ size: size + GIB });
  expect((await image('iscsi-backup')).size).toBe(size + GIB);
});

test.each([
  [{ name: 'iscsi-backup' }, 409, 'the image volumes/iscsi-backup already exists'],
  [{ name: 'a/b' }, 400, 'leave out / and @'],
  [{ features: ['OBJECT_MAP'] }, 400, 'OBJECT_MAP needs EXCLUSIVE_LOCK'],
  [{ features: ['TELEPORT'] }, 400, 'no feature "TELEPORT"'],
  [{ size: 2e15 }, 400, 'at most'],
  [{ erasureCodedPool: 'nowhere' }, 404, 'no pool "nowhere"'],
  [{ erasureCodedPool: 'vm-disks' }, 400, 'not erasure-coded'],
  [{ erasureCodedPool: 'rgw-data' }, 409, 'does not allow overwrites'],
  [{ snaps: [{ name: 's' }, { name: 's' }] }, 400, 'listed twice'],
  [{ parent: { pool: 'volumes', image: 'none', snapshot: 's' } }, 404, 'no image "none"'],
  [
    { parent: { pool: 'vm-disks', image: 'template-debian-13', snapshot: 'golden' }, features: [] },
    400,
    'needs the feature LAYERING',
  ],
])('an image is not created as %o', async (body, status, words) => {
  const { create, names } = bench();
  const before = await names('volumes');
  expect(await refusal(create('fresh', body))).toMatchObject({
    status,
    message: expect.stringContaining(words),
  });
  expect(await names('volumes')).toEqual(before);
});

test('images are created only in suitable pools', async () => {
  const { create } = bench();
  expect((await refusal(create('x', {}, 'storefs-data'))).message).toContain('is for storefs');
  expect((await refusal(create('x', {}, 'nothing'))).status).toBe(404);
});

test('a clone can be made smaller than its parent, as in librbd', async () => {
  const { create, image } = bench();
  const parent = { pool: 'vm-disks', image: 'template-debian-13', snapshot: 'golden' };
  await create('fresh', { parent, size: 4096 });
  expect(await image('fresh')).toMatchObject({ parent, size: 4096 });
});

test('features that are fixed at creation are not changed later', async () => {
  const { api, create } = bench();
  await create('fresh', { features: ['LAYERING'] });
  const change = (features: string[]) =>
    refusal(api.updateImage({ params: { pool: 'volumes', rbd: 'fresh' }, body: { features } }));
  expect((await change([])).message).toContain('LAYERING');
  expect((await change(['LAYERING', 'DEEP_FLATTEN'])).message).toContain('DEEP_FLATTEN');
});

describe('deleting an image', () => {
  test('deleting an image takes a while, frees its space and ends its load', async () => {
    const { engine, cluster, model, finish, names, remove } = bench();
    const pool = model.pools.find(({ name }) => name === 'volumes')!;
    const [bytes, ops] = [pool.bytes, pool.load.writeOps];
    const task = await finish(remove('web-01-data'));
    expect(task).toMatchObject({ state: 'FINISHED', name: 'Delete image', object: 'volumes/web-01-data' });
    expect(task.output).toMatch(/50% deleted\n.*100% deleted\n/s);
    expect(await names('volumes')).not.toContain('web-01-data');
    expect(bytes - pool.bytes).toBeGreaterThan(1e9);
    expect(pool.load.writeOps).toBeLessThan(ops);
    cluster.step(60);
    await checkInvariants(engine);
  });

  test('deleting the last image empties the pool, which can then be deleted', async () => {
    const { api, finish, names, model, cluster } = bench();
    const pool = model.pools.find(({ name }) => name === 'databases')!;
    for (const rbd of await names('databases')) {
      const params = { pool: 'databases', rbd };
      for (const { name: snap = '' } of (await api.getImage({ params })).snaps!) {
        await api.deleteSnapshot({ params: { ...params, snap } });
      }
      await finish(api.deleteImage({ params, body: { thisWillDeleteData: rbd } }));
    }
    expect(pool).toMatchObject({ bytes: 0, objects: 0 });
    await api.deletePool({ params: { name: 'databases' }, body: { thisWillDeleteData: 'databases' } });
    cluster.step(60);
    const used = model.osds.filter(({ deviceClass }) => deviceClass === 'nvme').map(({ used }) => used);
    expect(Math.max(...used)).toBeLessThan(0.2 * 1.92e12);
  });

  test('deleting an image keeps what is left if it is cancelled', async () => {
    const { api, cluster, names, remove } = bench();
    const { id = 0 } = await remove('web-01-data');
    cluster.step(3);
    await api.cancelTask({ params: { id } });
    cluster.step(2);
    expect(await names('volumes')).toContain('web-01-data');
  });

  test('deleting an image is refused without the right name, with snapshots, and while it is in use', async () => {
    const { api, create, remove, snapshot } = bench();
    await create('fresh');
    await snapshot('fresh', 'one');
    expect(await refusal(remove('fresh'))).toEqual({
      status: 409,
      message:
        'nothing was deleted: the image volumes/fresh must stay, because it has snapshots: one. Delete them first',
    });
    const wrong = api.deleteImage({
      params: { pool: 'volumes', rbd: 'fresh' },
      body: { pool: 'databases', thisWillDeleteData: 'fresh' },
    });
    expect((await refusal(wrong)).status).toBe(400);
    expect((await refusal(remove('iscsi-backup'))).message).toMatch(/is a disk of .*: remove it there/);
    expect((await refusal(remove('missing'))).status).toBe(404);
  });

  test('an image cannot be cloned or snapshotted while it is being deleted', async () => {
    const { api, clone, finish, protect, remove, snapshot } = bench();
    await snapshot('web-01-data', 'one');
    await protect('web-01-data', 'one', true);
    await protect('web-01-data', 'one', false);
    await api.deleteSnapshot({ params: { pool: 'volumes', rbd: 'web-01-data', snap: 'one' } });
    const deletion = remove('web-01-data');
    await deletion;
    const { clients = [] } = await api.getIscsiService({ params: { serviceId: 1 } });
    const params = { serviceId: 1, name: clients.find(({ group }) => !group)!.name! };
    for (const call of [
      () => snapshot('web-01-data', 'two'),
      () => protect('web-01-data', 'one', true),
      () => clone('web-01-data', 'one', 'child'),
      () => api.addIscsiClientDisks({ params, body: [{ pool: 'volumes', name: 'web-01-data' }] }),
    ]) {
      expect(await refusal(call())).toMatchObject({
        status: 409,
        message: 'a task works on volumes/web-01-data: wait for it to end, or cancel it',
      });
    }
    expect((await finish(deletion)).state).toBe('FINISHED');
  });

  test('deleting an image is refused while another task works on it', async () => {
    const { remove } = bench();
    await remove('web-01-data');
    expect((await refusal(remove('web-01-data'))).message).toContain('a task works on volumes/web-01-data');
  });
});

describe('a snapshot', () => {
  test('a snapshot is taken, renamed and deleted', async () => {
    const { api, create, image, snapshot } = bench();
    await create('fresh', { snaps: [{ name: 'zero' }] });
    await snapshot('fresh', 'one');
    expect((await image('fresh')).snaps).toEqual([
      { id: 1, name: 'zero' },
      { id: 2, name: 'one' },
    ]);
    const params = { pool: 'volumes', rbd: 'fresh', snap: 'one' };
    await api.updateSnapshot({ params, body: { name: 'two' } });
    expect((await refusal(snapshot('fresh', 'two'))).status).toBe(409);
    await api.deleteSnapshot({ params: { ...params, snap: 'two' } });
    expect((await image('fresh')).snaps).toEqual([{ id: 1, name: 'zero' }]);
    expect((await refusal(api.deleteSnapshot({ params }))).status).toBe(404);
  });

  test('a snapshot is cloned only while it is protected, and stays protected while it has clones', async () => {
    const { api, create, clone, image, protect, snapshot } = bench();
    await create('fresh');
    await snapshot('fresh', 'base');
    expect((await refusal(clone('fresh', 'base', 'copy'))).message).toContain('is not protected');
    await protect('fresh', 'base', true);
    await clone('fresh', 'base', 'copy');
    expect(await image('copy', 'vm-disks')).toMatchObject({
      size: 10 * GIB,
      parent: { pool: 'volumes', image: 'fresh', snapshot: 'base' },
    });
    const params = { pool: 'volumes', rbd: 'fresh', snap: 'base' };
    expect((await refusal(api.deleteSnapshot({ params }))).message).toContain('is protected');
    expect((await refusal(protect('fresh', 'base', false))).message).toContain('vm-disks/copy');
    expect((await refusal(clone('fresh', 'base', 'copy'))).status).toBe(409);
  });

  test('a snapshot is not protected in an image that cannot be cloned', async () => {
    const { create, protect, snapshot } = bench();
    await create('plain', { features: [] });
    await snapshot('plain', 'base');
    expect(await refusal(protect('plain', 'base', true))).toMatchObject({
      status: 409,
      message: expect.stringContaining('was created without the feature LAYERING'),
    });
  });

  test('a flattened clone no longer depends on its snapshot, and has all data itself', async () => {
    const { api, finish, image, model } = bench();
    const pool = model.pools.find(({ name }) => name === 'vm-disks')!;
    const clone = (await api.listImages({ params: { pool: 'vm-disks' } })).data!.find(
      ({ parent }) => parent,
    )!;
    const before = pool.bytes;
    const params = { pool: 'vm-disks', rbd: clone.name! };
    await api.flattenImage({ params });
    const { output = '' } = await finish(Promise.resolve((await api.listTasks()).data![0]!));
    const shares = output.match(/\d+(?=% copied)/g)?.map(Number) ?? [];
    expect([shares.at(-1), shares.filter((share) => share % 5 > 0)]).toEqual([100, []]);
    expect(await image(clone.name!, 'vm-disks')).not.toHaveProperty('parent');
    expect(pool.bytes).toBeGreaterThan(before + 1e9);
    expect((await refusal(api.flattenImage({ params }))).message).toContain('no parent');
  });
});

test('an image can have its data in an erasure-coded pool, which then cannot be deleted', async () => {
  const { api, create, image } = bench();
  const body = { name: 'ec-data', erasureCoding: true, dataChunks: 2, parityChunks: 1 };
  await api.createPool({ body: { ...body, application: 'rbd' } });
  expect((await refusal(create('x', {}, 'ec-data'))).message).toContain('set erasureCodedPool to ec-data');
  await api.enableErasureOverwrites({ params: { name: 'ec-data' } });
  await create('fresh', { erasureCodedPool: 'ec-data' });
  expect(await image('fresh')).toMatchObject({ erasureCodedPool: 'ec-data' });
  const deletion = api.deletePool({ params: { name: 'ec-data' }, body: { thisWillDeleteData: 'ec-data' } });
  expect(await refusal(deletion)).toMatchObject({
    status: 409,
    message: expect.stringContaining('volumes/fresh'),
  });
});
