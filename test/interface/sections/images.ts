import { expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';

const MIB = 2 ** 20;
const PARENT = 'suite-parent';
const CHILD = 'suite-child';
const SNAP = 'base';

export const imageTests: SectionTests = (site) => {
  const pool = () => site().traits.imagePool;
  const of = (rbd: string) => ({ params: { pool: pool(), rbd } });
  const ofSnap = (snap: string, rbd = PARENT) => ({ params: { pool: pool(), rbd, snap } });
  const read = (rbd: string) => site().api.getImage(of(rbd));
  const create = (name: string, size: number, more = {}) =>
    site().api.createImage({ params: { pool: pool() }, body: { name, size, ...more } });
  const remove = async (rbd: string) =>
    site().finished(await site().api.deleteImage({ ...of(rbd), body: { thisWillDeleteData: rbd } }));
  /** The output of the rbd command, if there is one. */
  const info = async (image: string) => {
    const text = await site().traits.clients?.rbd('info', '--format', 'json', `${pool()}/${image}`);
    return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>);
  };

  test('an image is created only once, and is visible to the tools of the cluster', async () => {
    await create(PARENT, 64 * MIB, { features: ['LAYERING', 'EXCLUSIVE_LOCK'] });
    expect(await read(PARENT)).toMatchObject({
      name: PARENT,
      size: 64 * MIB,
      features: ['LAYERING', 'EXCLUSIVE_LOCK'],
      snaps: [],
    });
    const seen = await info(PARENT);
    if (seen) expect(seen).toMatchObject({ size: 64 * MIB, features: ['layering', 'exclusive-lock'] });
    const params = { pool: pool() };
    const again = { params, body: { name: PARENT, size: 1 } };
    await site().declines('createImage', 409, /already/, again);
    await site().declines('createImage', 400, /\//, { params, body: { name: 'a/b', size: 1 } });
    await site().declines('createImage', 400, /OBJECT_MAP/, {
      params,
      body: { name: 'bad', size: 1, features: ['FAST_DIFF'] },
    });
    await site().declines('createImage', 404, /nix/, {
      params: { pool: 'nix' },
      body: { name: 'a', size: 1 },
    });
    await site().declines('createImage', 400, /size/, { params, body: { name: 'no-size' } });
  });

  test('images are listed by pages, in either order', async () => {
    for (const name of ['suite-a', 'suite-b']) await create(name, MIB);
    const list = async (query: object) => {
      const { data = [], totalElements } = await site().api.listImages({ params: { pool: pool() }, query });
      return { names: data.map(({ name }) => name), totalElements };
    };
    const { names, totalElements } = await list({});
    expect(names).toEqual(expect.arrayContaining([PARENT, 'suite-a', 'suite-b']));
    expect(totalElements).toBe(names.length);
    expect((await list({ order: 'DESC' })).names).toEqual(names.toReversed());
    expect(await list({ limit: 1, offset: 1 })).toEqual({ names: names.slice(1, 2), totalElements });
    await site().declines('listImages', 404, /nix/, { params: { pool: 'nix' } });
    await site().declines('listImages', 400, /order/, { params: { pool: pool() }, query: { order: 'UP' } });
    for (const name of ['suite-a', 'suite-b']) await remove(name);
  });

  test('an image is resized, renamed and gets other features', async () => {
    const update = (rbd: string, body: object) => site().api.updateImage({ ...of(rbd), body });
    await update(PARENT, { size: 96 * MIB });
    expect(await read(PARENT)).toMatchObject({ size: 96 * MIB });
    await update(PARENT, { size: 32 * MIB, name: 'suite-renamed' });
    expect(await read('suite-renamed')).toMatchObject({ name: 'suite-renamed', size: 32 * MIB });
    await site().declines('getImage', 404, /suite-parent/, of(PARENT));
    const features = ['LAYERING', 'EXCLUSIVE_LOCK', 'OBJECT_MAP', 'FAST_DIFF'];
    await update('suite-renamed', { name: PARENT, features });
    expect(await read(PARENT)).toMatchObject({ features });
    const seen = await info(PARENT);
    if (seen)
      expect(seen).toMatchObject({ size: 32 * MIB, features: expect.arrayContaining(['object-map']) });
    await site().declines('updateImage', 404, /nix/, { ...of('nix'), body: { size: 1 } });
    await site().declines('updateImage', 400, /EXCLUSIVE_LOCK/, {
      ...of(PARENT),
      body: { features: ['LAYERING', 'OBJECT_MAP'] },
    });
    await site().declines('updateImage', 400, /./, { ...of(PARENT), body: {} });
  });

  test('a snapshot is taken, renamed and deleted', async () => {
    const snaps = async () => (await read(PARENT)).snaps?.map(({ name }) => name);
    await site().api.createSnapshot(ofSnap('first'));
    await site().api.updateSnapshot({ ...ofSnap('first'), body: { name: 'renamed' } });
    await site().api.createSnapshot(ofSnap('second'));
    expect((await snaps())?.toSorted()).toEqual(['renamed', 'second']);
    await site().declines('createSnapshot', 409, /second/, ofSnap('second'));
    await site().declines('createSnapshot', 404, /nix/, ofSnap('s', 'nix'));
    await site().declines('updateSnapshot', 409, /second/, {
      ...ofSnap('renamed'),
      body: { name: 'second' },
    });
    await site().declines('updateSnapshot', 404, /nix/, { ...ofSnap('nix'), body: { protect: true } });
    for (const name of ['renamed', 'second']) await site().api.deleteSnapshot(ofSnap(name));
    await site().declines('deleteSnapshot', 404, /second/, ofSnap('second'));
    expect(await snaps()).toEqual([]);
  });

  test('a protected snapshot is cloned, and cannot be deleted while it has clones', async () => {
    await site().api.createSnapshot(ofSnap(SNAP));
    const body = { pool: pool(), name: CHILD };
    await site().declines('cloneSnapshot', 409, /protect/, { ...ofSnap(SNAP), body });
    await site().api.updateSnapshot({ ...ofSnap(SNAP), body: { protect: true } });
    await site().declines('deleteSnapshot', 409, /protect/, ofSnap(SNAP));
    await site().api.cloneSnapshot({ ...ofSnap(SNAP), body });
    const parent = { pool: pool(), image: PARENT, snapshot: SNAP };
    expect(await read(CHILD)).toMatchObject({ size: 32 * MIB, parent });
    const seen = await info(CHILD);
    if (seen) expect(seen).toMatchObject({ parent });
    await site().declines('cloneSnapshot', 409, /already/, { ...ofSnap(SNAP), body });
    await site().declines('cloneSnapshot', 404, /nix/, { ...ofSnap('nix'), body });
    await site().declines('updateSnapshot', 409, new RegExp(CHILD), {
      ...ofSnap(SNAP),
      body: { protect: false },
    });
    await site().declines('deleteImage', 409, /snapshot|clone/, {
      ...of(PARENT),
      body: { thisWillDeleteData: PARENT },
    });
  });

  test('a clone that is flattened by a task is independent', async () => {
    expect((await site().api.flattenImage(of(CHILD))).id).toBeGreaterThan(0);
    await site().eventually(
      () => read(CHILD),
      ({ parent }) => parent === undefined,
    );
    const seen = await info(CHILD);
    if (seen) expect(seen).not.toHaveProperty('parent');
    await site().declines('flattenImage', 409, /parent/, of(CHILD));
    await site().declines('flattenImage', 404, /nix/, of('nix'));
    await site().api.updateSnapshot({ ...ofSnap(SNAP), body: { protect: false } });
    await site().api.deleteSnapshot(ofSnap(SNAP));
  });

  test('an image is deleted only by its exact name', async () => {
    await site().declines('deleteImage', 400, /thisWillDeleteData/, {
      ...of(CHILD),
      body: { thisWillDeleteData: PARENT },
    });
    await site().declines('deleteImage', 404, /nix/, { ...of('nix'), body: { thisWillDeleteData: 'nix' } });
    for (const name of [CHILD, PARENT]) {
      await remove(name);
      await site().declines('getImage', 404, new RegExp(name), of(name));
    }
    const names = await site().traits.clients?.rbd('ls', pool());
    if (names !== undefined) expect(names).not.toMatch(/suite-/);
  });
};
