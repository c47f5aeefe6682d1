import { describe, expect, test } from 'vitest';
import { refusal } from '../storage.ts';
import { iscsiBench as bench } from './bench.ts';

const GIB = 2 ** 30;
const HOST = 'iqn.1994-05.com.redhat:host9';
const CHAP = { username: 'host9-chap', password: 'Long_enough-1' };
const ONE = { serviceId: 1 };
const client = { params: { ...ONE, name: HOST } };

describe('a client', () => {
  test('a client is created, changed and deleted', async () => {
    const { api, clientOf } = bench();
    await api.createIscsiClient({ ...client, body: CHAP });
    expect(await clientOf(HOST)).toEqual({ name: HOST, group: '', ...CHAP, luns: [] });
    await api.updateIscsiClient({ ...client, body: { password: 'Another_one-2' } });
    expect(await clientOf(HOST)).toMatchObject({ username: CHAP.username, password: 'Another_one-2' });
    await api.updateIscsiClient({ ...client, body: { username: '', password: '' } });
    expect(await clientOf(HOST)).toMatchObject({ username: '', password: '' });
    await api.deleteIscsiClient(client);
    expect(await clientOf(HOST)).toBeUndefined();
    expect(await refusal(api.deleteIscsiClient(client))).toMatchObject({ status: 404 });
  });

  test.each([
    'host9',
    'iqn.1994-5.com.redhat:x',
    'iqn.1994-05.com.redhat:HOST',
    'iqn.1994-13.com:x',
    'eui.0011',
    `iqn.1994-05.com:${'x'.repeat(220)}`,
  ])('a client cannot be named %.30s', async (name) => {
    const { api } = bench();
    const refused = await refusal(api.createIscsiClient({ params: { ...ONE, name }, body: CHAP }));
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.message).toContain('is not an iSCSI name');
  });

  test.each(['eui.02004567a425678d', 'naa.52004567ba64678d', 'iqn.2001-04.com.example'])(
    'a client can be named %s',
    async (name) => {
      const { api, clientOf } = bench();
      await api.createIscsiClient({ params: { ...ONE, name }, body: { username: '', password: '' } });
      expect(await clientOf(name)).toBeDefined();
    },
  );

  test.each([
    ['username', { username: 'short', password: CHAP.password }],
    ['username', { username: 'with a blank', password: CHAP.password }],
    ['username', { username: '', password: CHAP.password }],
    ['password', { username: CHAP.username, password: 'elevenchars' }],
    ['password', { username: CHAP.username, password: 'seventeen_letters' }],
    ['password', { username: CHAP.username, password: 'not+allowed!!' }],
    ['password', { username: CHAP.username, password: '' }],
    ['password equals the username', { username: 'same_as_this1', password: 'same_as_this1' }],
  ])('a client is refused for its %s, which the message does not repeat', async (what, body) => {
    const { api, clientOf } = bench();
    const refused = await refusal(api.createIscsiClient({ ...client, body }));
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.message).toContain(`the CHAP ${what}`);
    if (body.password !== '') expect(refused.message).not.toContain(body.password);
    expect(await clientOf(HOST)).toBeUndefined();

    await api.createIscsiClient({ ...client, body: CHAP });
    expect(await refusal(api.updateIscsiClient({ ...client, body }))).toMatchObject({ status: 400 });
    expect(await clientOf(HOST)).toMatchObject(CHAP);
    expect(await refusal(api.createIscsiClient({ ...client, body: CHAP }))).toMatchObject({ status: 409 });
  });
});

describe('disks of a client', () => {
  test('disks get the lowest free LUN, missing images are created, and a disk has the same name everywhere', async () => {
    const { api, clientOf, groupOf } = bench();
    await api.createIscsiClient({ ...client, body: CHAP });
    const shared = (await groupOf('hypervisors'))!.luns![0]!;
    await api.addIscsiClientDisks({
      ...client,
      body: [
        { pool: 'volumes', name: 'new', size: GIB },
        // No size is needed, because the image exists.
        { pool: shared.pool!, name: shared.image! },
        { pool: 'volumes', name: 'third', size: GIB },
      ],
    });
    expect((await clientOf(HOST))!.luns!.map(({ id, image }) => [id, image])).toEqual([
      [0, 'new'],
      [1, shared.image],
      [2, 'third'],
    ]);
    expect((await clientOf(HOST))!.luns![1]!.wwn).toBe(shared.wwn);
    expect(new Set((await clientOf(HOST))!.luns!.map(({ wwn }) => wwn)).size).toBe(3);

    await api.removeIscsiClientDisk({ ...client, body: { pool: 'volumes', name: 'new' } });
    // The image still exists.
    await api.addIscsiClientDisks({ ...client, body: [{ pool: 'volumes', name: 'new' }] });
    expect((await clientOf(HOST))!.luns!.map(({ id, image }) => [id, image])).toEqual([
      [1, shared.image],
      [2, 'third'],
      [0, 'new'],
    ]);
  });

  test.each([
    [400, 'set the size in bytes', [{ pool: 'volumes', name: 'missing' }]],
    [400, 'set the size in bytes', [{ pool: 'volumes', name: 'missing', size: 0 }]],
    [404, 'there is no pool "nowhere"', [{ pool: 'nowhere', name: 'x', size: 1 }]],
    [409, 'the pool storefs-data holds no images', [{ pool: 'storefs-data', name: 'x', size: 1 }]],
    [400, 'an image cannot be named "a@b"', [{ pool: 'volumes', name: 'a@b', size: 1 }]],
    [
      400,
      'volumes/x is listed twice',
      [
        { pool: 'volumes', name: 'x', size: 1 },
        { pool: 'volumes', name: 'x', size: 1 },
      ],
    ],
  ])('a request for several disks is refused as a whole (%i): %s', async (status, reason, wanted) => {
    const { api, clientOf } = bench();
    await api.createIscsiClient({ ...client, body: CHAP });
    const good = { pool: 'volumes', name: 'good', size: 1 };
    const refused = await refusal(api.addIscsiClientDisks({ ...client, body: [good, ...wanted] }));
    expect(refused.status).toBe(status);
    expect(refused.message).toContain(reason);
    expect((await clientOf(HOST))!.luns).toEqual([]);
    // The image of the valid disk was not created either.
    expect(
      await refusal(api.addIscsiClientDisks({ ...client, body: [{ pool: 'volumes', name: 'good' }] })),
    ).toMatchObject({ status: 400 });
  });

  test('disks are refused if the client or another service has them, and beyond 256', async () => {
    const { api, clientOf, finish, gateway, servers } = bench();
    const { free } = await servers();
    await finish(api.createIscsiService({ body: { servers: [gateway(free[0]!)] } }));
    await api.createIscsiClient({ ...client, body: CHAP });
    const disk = (index: number) => ({ pool: 'volumes', name: `disk${index}`, size: GIB });
    const disks = Array.from({ length: 256 }, (_, index) => disk(index));
    await api.addIscsiClientDisks({ ...client, body: disks });
    expect((await clientOf(HOST))!.luns!.at(-1)).toMatchObject({ id: 255 });
    expect(await refusal(api.addIscsiClientDisks({ ...client, body: [disk(3)] }))).toMatchObject({
      status: 409,
    });
    expect((await refusal(api.addIscsiClientDisks({ ...client, body: [disk(256)] }))).message).toContain(
      'more than 256 disks',
    );

    const elsewhere = { params: { serviceId: 2, name: HOST } };
    await api.createIscsiClient({ ...elsewhere, body: CHAP });
    expect((await refusal(api.addIscsiClientDisks({ ...elsewhere, body: [disk(3)] }))).message).toContain(
      'is a disk of iSCSI service 1',
    );
  });

  test('a client with disks is not deleted', async () => {
    const { api } = bench();
    await api.createIscsiClient({ ...client, body: CHAP });
    await api.addIscsiClientDisks({ ...client, body: [{ pool: 'volumes', name: 'kept', size: GIB }] });
    expect((await refusal(api.deleteIscsiClient(client))).message).toContain('has 1 disk: remove them first');
    const disk = { ...client, body: { pool: 'volumes', name: 'kept' } };
    await api.removeIscsiClientDisk(disk);
    expect(await refusal(api.removeIscsiClientDisk(disk))).toMatchObject({ status: 404 });
    await api.deleteIscsiClient(client);
  });
});
