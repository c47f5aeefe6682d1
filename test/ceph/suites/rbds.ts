import { spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { Bench } from '../bench.ts';

const GIB = 2 ** 30;
const ALL = ['LAYERING', 'EXCLUSIVE_LOCK', 'OBJECT_MAP', 'FAST_DIFF', 'DEEP_FLATTEN'];
const ofPool = { pool: 'rbd' };
const of = (rbd: string) => ({ params: { ...ofPool, rbd } });
const ofSnap = (rbd: string, snap: string) => ({ params: { ...ofPool, rbd, snap } });

export function imageTests(bench: () => Bench): void {
  const create = (name: string, more = {}) =>
    bench().call('createImage', { params: ofPool, body: { name, size: GIB, ...more } });
  const snapshot = (rbd: string, snap: string) => bench().call('createSnapshot', ofSnap(rbd, snap));
  const protect = (rbd: string, snap: string) =>
    bench().call('updateSnapshot', { ...ofSnap(rbd, snap), body: { protect: true } });
  const clone = (rbd: string, snap: string, name: string) =>
    bench().call('cloneSnapshot', { ...ofSnap(rbd, snap), body: { pool: 'rbd', name } });

  test('images are created as requested, and only once', async () => {
    await create('made', { features: ['layering', 'EXCLUSIVE_LOCK'], snaps: [{ name: 'first' }] });
    expect(await bench().rbd('info', 'rbd/made')).toMatchObject({
      size: GIB,
      features: ['layering', 'exclusive-lock'],
      snapshot_count: 1,
    });
    await bench().declined(409, /already/, 'createImage', {
      params: ofPool,
      body: { name: 'made', size: 1 },
    });
    await bench().declined(400, /FAST_DIFF needs OBJECT_MAP/, 'createImage', {
      params: ofPool,
      body: { name: 'bad', size: 1, features: ['fast-diff'] },
    });
    await bench().declined(400, /named/, 'createImage', { params: ofPool, body: { name: 'a/b', size: 1 } });
    await bench().declined(404, /no pool/, 'createImage', {
      params: { pool: 'nix' },
      body: { name: 'a', size: 1 },
    });
    expect(await bench().rbd('ls', 'rbd')).toEqual(['made']);
  });

  test('images are shown with the same details as the rbd command shows', async () => {
    await create('plain');
    expect(await bench().call('getImage', of('plain'))).toEqual({
      name: 'plain',
      size: GIB,
      features: ALL,
      snaps: [],
    });
    expect(await bench().call('getImage', of('made'))).toMatchObject({ snaps: [{ name: 'first' }] });
    await bench().declined(404, /no image "nix"/, 'getImage', of('nix'));
  });

  test('images are listed by pages, and only the images of the page are opened', async () => {
    for (const name of ['list1', 'list2', 'list3']) await create(name, { size: 1 });
    const list = async (query: object) => {
      const { data = [], totalElements } = await bench().call('listImages', { params: ofPool, query });
      return { names: data.map(({ name }) => name), totalElements };
    };
    expect(await list({})).toEqual({
      names: ['list1', 'list2', 'list3', 'made', 'plain'],
      totalElements: 5,
    });
    expect(await list({ limit: 2, offset: 1 })).toMatchObject({
      names: ['list2', 'list3'],
      totalElements: 5,
    });
    expect(await list({ limit: 2, order: 'DESC' })).toMatchObject({ names: ['plain', 'made'] });
    await bench().declined(404, /no pool/, 'listImages', { params: { pool: 'nix' } });
  });

  test('images keep their data in an erasure-coded pool', async () => {
    await bench().cluster.ceph('osd', 'pool', 'create', 'ec', '4', '4', 'erasure');
    const body = { name: 'wide', size: GIB, erasureCodedPool: 'ec' };
    await bench().declined(409, /overwrites/, 'createImage', { params: ofPool, body });
    await bench().cluster.ceph('osd', 'pool', 'set', 'ec', 'allow_ec_overwrites', 'true');
    await expect
      .poll(() =>
        create('wide', body).then(
          () => 'made',
          () => 'refused',
        ),
      )
      .toBe('made');
    expect(await bench().rbd('info', 'rbd/wide')).toMatchObject({ data_pool: 'ec' });
    expect(await bench().call('getImage', of('wide'))).toMatchObject({
      erasureCodedPool: 'ec',
      features: ALL,
    });
    await bench().declined(409, /only the data/, 'createImage', {
      params: { pool: 'ec' },
      body: { name: 'a', size: 1 },
    });
  });

  describe('changed images', () => {
    const update = (rbd: string, body: object) => bench().call('updateImage', { ...of(rbd), body });
    const info = () => bench().rbd('info', 'rbd/made');

    test('images grow and shrink', async () => {
      await update('made', { size: 2 * GIB });
      expect(await info()).toMatchObject({ size: 2 * GIB });
      await update('made', { size: GIB / 2 });
      expect(await info()).toMatchObject({ size: GIB / 2 });
      await bench().declined(404, /no image/, 'updateImage', { ...of('nix'), body: { size: 1 } });
    });

    test('features of images are enabled and disabled together with what they need', async () => {
      await update('made', {
        features: ['LAYERING', 'EXCLUSIVE_LOCK', 'object-map', 'fast-diff', 'journaling'],
      });
      expect(await info()).toMatchObject({
        features: ['layering', 'exclusive-lock', 'object-map', 'fast-diff', 'journaling'],
      });
      await update('made', { features: ['LAYERING'] });
      expect(await info()).toMatchObject({ features: ['layering'] });
      await update('plain', { features: ALL.filter((feature) => feature !== 'DEEP_FLATTEN') });
      expect(await bench().call('getImage', of('plain'))).not.toMatchObject({ features: ALL });
      for (const [words, features] of [
        [/OBJECT_MAP needs EXCLUSIVE_LOCK/, ['LAYERING', 'OBJECT_MAP']],
        [/LAYERING can be chosen only/, []],
        [/DEEP_FLATTEN/, ['LAYERING', 'DEEP_FLATTEN']],
        [/no feature "WARP"/, ['LAYERING', 'WARP']],
      ] as const)
        await bench().declined(400, words, 'updateImage', {
          ...of('made'),
          body: { features: [...features] },
        });
      expect(await info()).toMatchObject({ features: ['layering'] });
    });

    test('images are renamed, but not onto another one', async () => {
      await update('list1', { name: 'renamed', size: 5 });
      expect(await bench().rbd('info', 'rbd/renamed')).toMatchObject({ size: 5 });
      await bench().declined(409, /already/, 'updateImage', {
        ...of('list2'),
        body: { name: 'list3', size: 9 },
      });
      expect(await bench().rbd('info', 'rbd/list2')).toMatchObject({ size: 1 });
    });
  });

  describe('snapshots', () => {
    const snaps = () => bench().rbd('snap', 'ls', 'rbd/list2');

    test('snapshots of images are taken, and a second one of the same name is refused', async () => {
      await snapshot('list2', 's1');
      expect(await snaps()).toMatchObject([{ name: 's1', protected: 'false' }]);
      await bench().declined(409, /already/, 'createSnapshot', ofSnap('list2', 's1'));
      await bench().declined(404, /no image/, 'createSnapshot', ofSnap('nix', 's1'));
    });

    test('snapshots of images are renamed and protected at once', async () => {
      await snapshot('list2', 's2');
      await bench().call('updateSnapshot', {
        ...ofSnap('list2', 's1'),
        body: { name: 'kept', protect: true },
      });
      expect(await snaps()).toMatchObject([{ name: 'kept', protected: 'true' }, { name: 's2' }]);
      const body = { name: 's2', protect: false };
      await bench().declined(409, /already/, 'updateSnapshot', { ...ofSnap('list2', 'kept'), body });
      expect(await snaps()).toMatchObject([{ name: 'kept', protected: 'true' }, { name: 's2' }]);
      await bench().declined(404, /no snapshot "nix": it has kept, s2/, 'updateSnapshot', {
        ...ofSnap('list2', 'nix'),
        body,
      });
    });

    test('snapshots of images are deleted unless they are protected', async () => {
      await bench().declined(409, /protected/, 'deleteSnapshot', ofSnap('list2', 'kept'));
      await bench().call('updateSnapshot', { ...ofSnap('list2', 'kept'), body: { protect: false } });
      await bench().call('deleteSnapshot', ofSnap('list2', 'kept'));
      expect(await snaps()).toMatchObject([{ name: 's2' }]);
      await bench().declined(404, /no snapshot/, 'deleteSnapshot', ofSnap('list2', 'kept'));
    });
  });

  describe('cloned images', () => {
    test('images are cloned from a protected snapshot', async () => {
      await bench().rbdText(
        'bench',
        '--io-type',
        'write',
        '--io-total',
        '64M',
        '--io-size',
        '4M',
        'rbd/plain',
      );
      await snapshot('plain', 'base');
      await bench().declined(409, /protect it first/, 'cloneSnapshot', {
        ...ofSnap('plain', 'base'),
        body: { pool: 'rbd', name: 'child' },
      });
      await protect('plain', 'base');
      await clone('plain', 'base', 'child');
      const parent = { pool: 'rbd', image: 'plain', snapshot: 'base' };
      expect(await bench().rbd('info', 'rbd/child')).toMatchObject({ parent });
      expect(await bench().call('getImage', of('child'))).toMatchObject({ parent });
      await create('shrunken', { parent, size: 4096 });
      expect(await bench().rbd('info', 'rbd/shrunken')).toMatchObject({ parent, size: 4096 });
      const body = { pool: 'rbd', name: 'child' };
      await bench().declined(409, /already/, 'cloneSnapshot', { ...ofSnap('plain', 'base'), body });
      await bench().declined(404, /no snapshot/, 'cloneSnapshot', { ...ofSnap('plain', 'nix'), body });
      await bench().declined(404, /no pool/, 'cloneSnapshot', {
        ...ofSnap('plain', 'base'),
        body: { pool: 'nix', name: 'x' },
      });
    });

    test('images are cloned from a snapshot, which stays protected while it has clones', async () => {
      const unprotect = { ...ofSnap('plain', 'base'), body: { protect: false } };
      await bench().declined(409, /rbd\/child/, 'updateSnapshot', unprotect);
    });

    test('cloned images are independent once they are flattened', async () => {
      await bench().call('flattenImage', of('child'));
      expect(await bench().ended()).toMatchObject({
        state: 'FINISHED',
        object: 'rbd/child',
        output: 'flattened\n',
      });
      expect(await bench().rbd('info', 'rbd/child')).not.toHaveProperty('parent');
      await bench().declined(409, /no parent/, 'flattenImage', of('child'));
    });
  });

  describe('deleted images', () => {
    const remove = (rbd: string, body = {}) =>
      ({ ...of(rbd), body: { thisWillDeleteData: rbd, ...body } }) as const;

    test('images are deleted only with the exact name or the consent sentence', async () => {
      await bench().declined(
        400,
        /thisWillDeleteData/,
        'deleteImage',
        remove('list3', { thisWillDeleteData: 'list2' }),
      );
      await bench().declined(400, /the body rbd\/list2/, 'deleteImage', remove('list3', { rbd: 'list2' }));
      await bench().declined(404, /no image/, 'deleteImage', remove('nix'));
      const { id } = await bench().call(
        'deleteImage',
        remove('list3', { thisWillDeleteData: "I'm really sure that I want to delete this" }),
      );
      expect(await bench().ended(id)).toMatchObject({ state: 'FINISHED', output: 'deleted\n' });
      expect(await bench().rbd('ls', 'rbd')).not.toContain('list3');
    });

    test('images with snapshots or clones are not deleted, and the refusal names them', async () => {
      await bench().declined(409, /snapshots: s2/, 'deleteImage', remove('list2'));
      await bench().declined(409, /cloned from it: rbd\/shrunken/, 'deleteImage', remove('plain'));
    });

    test('images in use by a client are not deleted', async () => {
      const conf = bench().cluster.conf;
      const client = spawn('rbd', [
        '-c',
        conf,
        'bench',
        '--io-type',
        'write',
        '--io-total',
        '100G',
        'rbd/child',
      ]);
      try {
        const status = () => bench().rbdText('status', 'rbd/child');
        await expect.poll(status, { timeout: 20_000 }).toContain('watcher=');
        await bench().declined(409, /clients use it: 127\.0\.0\.1/, 'deleteImage', remove('child'));
      } finally {
        client.kill('SIGKILL');
      }
    });

    test('images whose deletion is cancelled stay, and can be deleted again', async () => {
      await create('large', { size: 16 * GIB, features: ['LAYERING'] });
      const { id = 0 } = await bench().call('deleteImage', remove('large'));
      const look = () =>
        bench()
          .call('getImage', of('large'))
          .catch((failure: unknown) => failure);
      await expect
        .poll(look)
        .toMatchObject({ status: 409, message: expect.stringMatching(/is being deleted/) });
      await bench().call('cancelTask', { params: { id } });
      expect(await bench().call('getTask', { params: { id } })).toMatchObject({
        state: 'CANCELED',
        done: true,
      });
      expect(await bench().rbd('ls', 'rbd')).toContain('large');
      const { data = [] } = await bench().call('listImages', { params: ofPool });
      expect(data).toContainEqual({ name: 'large' });
      const again = await bench().call('deleteImage', remove('large'));
      expect(await bench().ended(again.id)).toMatchObject({ state: 'FINISHED' });
      expect(await bench().rbd('ls', 'rbd')).not.toContain('large');
    });
  });
}
