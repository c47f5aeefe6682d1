import { expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';

const UID = 'suite-alice';
const SUB = 'backup';
const of = { params: { uid: UID } };
const ofSub = { params: { uid: UID, subuser: SUB } };
const NOBODY = { params: { uid: 'nobody', subuser: SUB } };

interface Info {
  readonly user_quota: { readonly enabled: boolean; readonly max_size: number; readonly max_objects: number };
  readonly subusers: readonly { readonly id: string; readonly permissions: string }[];
}

export const s3UserTests: SectionTests = (site) => {
  const user = async () => (await site().api.listS3Users()).find(({ uid }) => uid === UID);
  const info = async () => {
    const text = await site().traits.clients?.radosgwAdmin('user', 'info', '--uid', UID);
    return text === undefined ? undefined : (JSON.parse(text) as Info);
  };
  /** The output of s3cmd with the configuration of a user, or its error, or undefined without a gateway. */
  const s3cmd = async (config: { fileContents?: string }, ...args: string[]) =>
    site().traits.clients?.s3cmd(config.fileContents ?? '', ...args);

  test('a user is created only once, and listed', async () => {
    await site().api.createS3User({ body: { uid: UID, name: 'Alice Ä', email: 'alice@example.org' } });
    expect(await user()).toMatchObject({
      uid: UID,
      name: 'Alice Ä',
      email: 'alice@example.org',
      suspended: false,
      subusers: [],
    });
    expect(await site().api.listS3UserNames()).toContainEqual(expect.objectContaining({ queryName: UID }));
    await site().declines('createS3User', 409, new RegExp(UID), { body: { uid: UID } });
    await site().declines('createS3User', 409, /mail/, {
      body: { uid: 'other', email: 'alice@example.org' },
    });
    await site().declines('createS3User', 400, /uid/, { body: {} });
  });

  test("a client of the user can log in with the user's keys", async () => {
    const key = await site().api.getS3UserKey(of);
    expect(key).toMatchObject({ user: UID });
    const config = await site().api.downloadS3UserConfig(of);
    expect(config.fileContents).toContain(key.accessKey);
    expect(config.fileContents).toContain(key.secretKey);
    const listing = await s3cmd(config, 'ls');
    if (listing !== undefined) expect(listing).toBe('');
    await site().declines('getS3UserKey', 404, /nobody/, NOBODY);
    await site().declines('downloadS3UserConfig', 404, /nobody/, NOBODY);
  });

  test('a user is renamed, suspended and resumed', async () => {
    const config = await site().api.downloadS3UserConfig(of);
    await site().api.updateS3User({ ...of, body: { name: 'A', email: 'a@example.org', suspended: true } });
    expect(await user()).toMatchObject({ name: 'A', email: 'a@example.org', suspended: true });
    if (site().traits.clients) await expect(s3cmd(config, 'ls')).rejects.toThrow(/Suspended|403/);
    await site().api.updateS3User({ ...of, body: { suspended: false } });
    expect(await user()).toMatchObject({ name: 'A', suspended: false });
    await s3cmd(config, 'ls');
    await site().declines('updateS3User', 404, /nobody/, { ...NOBODY, body: { suspended: true } });
    await site().declines('updateS3User', 400, /./, { ...of, body: { suspended: 'yes' } });
  });

  test('quotas of a user and of its buckets are set, and omitted fields stay unchanged', async () => {
    await site().api.setS3UserQuota({ ...of, body: { enabled: true, maxSizeKb: 2048 } });
    await site().api.setS3UserQuota({ ...of, body: { maxObjects: 9 } });
    await site().api.setS3UserBucketQuota({ ...of, body: { enabled: true, maxObjects: 7 } });
    expect(await user()).toMatchObject({
      userQuota: { enabled: true, maxSizeKb: 2048, maxObjects: 9 },
      bucketQuota: { enabled: true, maxObjects: 7 },
    });
    const seen = await info();
    if (seen) expect(seen.user_quota).toMatchObject({ enabled: true, max_size: 2 ** 21, max_objects: 9 });
    expect(await site().api.listS3UserNames()).toContainEqual(
      expect.objectContaining({ queryName: UID, quotaBytes: 2 ** 21, quotaObjects: 9 }),
    );
    for (const id of ['setS3UserQuota', 'setS3UserBucketQuota'] as const) {
      await site().declines(id, 404, /nobody/, { ...NOBODY, body: { enabled: true } });
      await site().declines(id, 400, /./, { ...of, body: {} });
    }
  });

  test('a sub-user has its own keys and permissions', async () => {
    const body = { subuser: SUB, permissions: 'read' } as const;
    await site().api.createS3Subuser({ ...of, body });
    const [subuser] = (await user())?.subusers ?? [];
    expect(subuser).toMatchObject({ permissions: 'read' });
    await site().declines('createS3Subuser', 409, /backup/, { ...of, body });
    await site().declines('createS3Subuser', 400, /permissions/, {
      ...of,
      body: { subuser: 'x', permissions: 'all' },
    });
    await site().api.updateS3Subuser({ ...ofSub, body: { permissions: 'full-control' } });
    expect((await user())?.subusers).toMatchObject([{ permissions: 'full-control' }]);
    const seen = await info();
    if (seen) expect(seen.subusers).toEqual([{ id: `${UID}:${SUB}`, permissions: 'full-control' }]);
    const key = await site().api.getS3SubuserKey(ofSub);
    expect(key.accessKey).not.toBe((await site().api.getS3UserKey(of)).accessKey);
    const config = await site().api.downloadS3SubuserConfig(ofSub);
    expect(config.fileContents).toContain(key.accessKey);
    await s3cmd(config, 'ls');
    const nix = { params: { uid: UID, subuser: 'nix' } };
    await site().declines('updateS3Subuser', 404, /nix/, { ...nix, body: { permissions: 'read' } });
    for (const id of ['getS3SubuserKey', 'downloadS3SubuserConfig', 'deleteS3Subuser'] as const)
      await site().declines(id, 404, /nix/, nix);
    await site().api.deleteS3Subuser(ofSub);
    expect((await user())?.subusers).toEqual([]);
    await site().declines('getS3SubuserKey', 404, /backup/, ofSub);
  });

  test('a user is deleted with its keys', async () => {
    await site().declines('deleteS3User', 404, /nobody/, NOBODY);
    const config = await site().api.downloadS3UserConfig(of);
    await site().api.deleteS3User(of);
    expect(await user()).toBeUndefined();
    await site().declines('deleteS3User', 404, new RegExp(UID), of);
    if (site().traits.clients) await expect(s3cmd(config, 'ls')).rejects.toThrow(/InvalidAccessKey|403/);
  });
};
