import { expect, test } from 'vitest';
import type { Site } from '../site.ts';
import type { SectionTests } from '../suite.ts';

const NAME = 'interface-pool';

const find = async ({ api }: Site, name: string) =>
  (await api.listPools()).find((pool) => pool.name === name);
/** The fields of a pool, once they match `wanted`. */
const settled = (site: Site, name: string, wanted: object) =>
  site.eventually(
    async () => {
      expect(await find(site, name)).toMatchObject(wanted);
      return true;
    },
    (isSettled) => isSettled,
  );

export const poolTests: SectionTests = (site) => {
  test('pools are listed with their usage, in detail, and by name', async () => {
    const { api, traits } = site();
    const pool = await find(site(), traits.imagePool);
    expect(pool).toMatchObject({ erasureCoding: false, size: 3, application: 'rbd' });
    expect(pool?.stats?.bytes).toBeGreaterThanOrEqual(0);
    const details = await api.getPoolDetails({ params: { name: traits.imagePool } });
    expect(details).toMatchObject({ pool_name: traits.imagePool, pool_id: pool?.poolId });
    expect((await api.listPoolNames()).map(({ displayName }) => displayName)).toContain(traits.imagePool);
    await site().declines('getPoolDetails', 404, /nix/, { params: { name: 'nix' } });
  });

  test('a pool is created as requested', async () => {
    const asked = {
      name: NAME,
      description: 'for a while',
      pgNum: 8,
      size: 3,
      minSize: 1,
      quotaMaxBytes: 2 ** 30,
      quotaMaxObjects: 1000,
      application: 'rbd',
    };
    await site().api.createPool({ body: asked });
    await settled(site(), NAME, { ...asked, erasureCoding: false });
    const names = await site().api.listPoolNames();
    expect(names.find(({ displayName }) => displayName === NAME)).toMatchObject({
      description: 'for a while',
      quotaBytes: 2 ** 30,
      quotaObjects: 1000,
    });
    const { ceph } = site().traits;
    if (ceph) {
      await site().eventually(
        () => ceph('osd', 'pool', 'get-quota', NAME),
        (text) => /max bytes\s*: 1 GiB/.test(text) && /max objects: 1k objects/.test(text),
      );
    }
  });

  test.each([
    ['whose name is taken', 409, /named interface-pool already/, { name: NAME }],
    ['with one copy', 400, /size/, { name: 'other', size: 1 }],
    ['with a minimum above the number of copies', 400, /minSize/, { name: 'other', size: 2, minSize: 3 }],
    ['with an unknown rule', 400, /rule.*4242/, { name: 'other', crushRule: 4242 }],
    ['with half of the parameters of erasure coding', 400, /parityChunks/, erasure({ dataChunks: 2 })],
    ['with chunks but without erasure coding', 400, /erasureCoding/, { name: 'other', dataChunks: 2 }],
    ['with an unknown field', 400, /pgnum/, { name: 'other', pgnum: 8 }],
    ['with a name that Ceph refuses', 400, /a b/, { name: 'a b' }],
    ['with a name that is not a text', 400, /name/, { name: 7 }],
  ])('a new pool %s is refused', async (_, status, words, body) => {
    await site().declines('createPool', status, words, { body });
    expect(await find(site(), 'other')).toBeUndefined();
  });

  test('a pool is changed and renamed', async () => {
    const { api } = site();
    const change = { description: 'changed', size: 2, minSize: 1, pgNum: 16, quotaMaxBytes: 0 };
    await api.updatePool({ params: { name: NAME }, body: { ...change, name: `${NAME}-2` } });
    await settled(site(), `${NAME}-2`, { ...change, quotaMaxObjects: 1000 });
    expect(await find(site(), NAME)).toBeUndefined();
    await api.updatePool({ params: { name: `${NAME}-2` }, body: { name: NAME } });
    await settled(site(), NAME, change);
  });

  test.each([
    ['that does not exist', 404, /nix/, 'nix', { size: 2 }],
    ['without any field', 400, /body/, NAME, {}],
    ['to erasure coding', 400, /cannot change between/, NAME, { erasureCoding: true }],
    ['to chunks', 400, /chunks/, NAME, { dataChunks: 2 }],
    ['to an unknown rule', 400, /rule.*4242/, NAME, { crushRule: 4242 }],
    ['to a negative quota', 400, /quotaMaxBytes/, NAME, { quotaMaxBytes: -1 }],
  ])('a change of a pool %s is refused', async (_, status, words, name, body) => {
    const before = await find(site(), NAME);
    await site().declines('updatePool', status, words, { params: { name }, body });
    expect(await find(site(), NAME)).toEqual(before);
  });

  test('a pool is deleted only with its exact name and id, and not while it is protected', async () => {
    const { api } = site();
    const { poolId = 0 } = (await find(site(), NAME)) ?? {};
    const params = { name: NAME };
    const body = { thisWillDeleteData: NAME, name: NAME, poolId };
    for (const id of ['deletePool', 'deletePoolByPost'] as const) {
      const declined = (status: number, words: RegExp, change: object) =>
        site().declines(id, status, words, { params, body: { ...body, ...change } });
      await declined(400, /interface-pool/, { thisWillDeleteData: 'yes' });
      await declined(400, /body|name/, { name: 'other' });
      await declined(400, new RegExp(`id ${poolId}`), { poolId: poolId + 1 });
      await site().declines(id, 400, /thisWillDeleteData/, { params, body: {} });
      await site().declines(id, 404, /nix/, { params: { name: 'nix' }, body: { thisWillDeleteData: 'nix' } });
    }
    await api.updatePool({ params, body: { unprotect: false } });
    await site().declines('deletePool', 409, /protect|nodelete/, { params, body });
    expect(await find(site(), NAME)).toBeDefined();
    await api.updatePool({ params, body: { unprotect: true } });
    await api.deletePool({ params, body });
    await site().eventually(
      () => api.listPools(),
      (pools) => pools.every(({ name }) => name !== NAME),
    );
  });

  test('an erasure-coded pool is created, enabled for overwrites and deleted', async () => {
    const { api } = site();
    const body = { ...erasure({ dataChunks: 2, parityChunks: 1 }), pgNum: 8, fastRead: true };
    const params = { name: body.name };
    await api.createPool({ body });
    await settled(site(), body.name, { ...body, size: 3, erasureCodingOverwriteSupportMissing: true });
    const profiles = Object.values(await api.getErasureProfiles());
    expect(profiles.some(({ k, m }) => Number(k) === 2 && Number(m) === 1)).toBe(true);
    await site().declines('updatePool', 400, /size/, { params, body: { size: 4 } });
    await api.enableErasureOverwrites({ params });
    await settled(site(), body.name, { erasureCodingOverwriteSupportMissing: false });
    const replicated = { params: { name: site().traits.imagePool } };
    await site().declines('enableErasureOverwrites', 400, /not erasure-coded/, replicated);
    await site().declines('enableErasureOverwrites', 404, /nix/, { params: { name: 'nix' } });
    await api.deletePoolByPost({ params, body: { thisWillDeleteData: body.name } });
    await site().eventually(
      () => find(site(), body.name).then((pool) => pool ?? null),
      (pool) => pool === null,
    );
    // Ceph keeps what it created for such a pool.
    if ((await api.listCrushRules()).some(({ name }) => name === body.name))
      await api.deleteCrushRule({ params });
    await site().traits.ceph?.('osd', 'erasure-code-profile', 'rm', 'storedeck-k2-m1');
  });
};

function erasure(chunks: { readonly dataChunks?: number; readonly parityChunks?: number }) {
  return { name: 'interface-erasure', erasureCoding: true, ...chunks };
}
