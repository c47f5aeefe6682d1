import { expect, test } from 'vitest';
import { refusal, storageBench } from '../storage.ts';

const CHAP = { username: 'host-chap', password: 'Long_enough-1' };
const [A, B, C] = ['a', 'b', 'c'].map((letter) => `iqn.1994-05.com.redhat:${letter}`) as [
  string,
  string,
  string,
];
const group = { params: { serviceId: 1, group: 'db' } };
const DISK = { pool: 'volumes', name: 'shared' };

/** A service with the clients A and B and the empty group `db`. */
async function bench() {
  const { api } = storageBench({ scale: 60 });
  for (const name of [A, B]) await api.createIscsiClient({ params: { serviceId: 1, name }, body: CHAP });
  await api.createIscsiGroup(group);
  const service = () => api.getIscsiService({ params: { serviceId: 1 } });
  return {
    api,
    members: async () => (await service()).groups?.find(({ name }) => name === 'db')?.members,
    clientOf: async (name: string) => (await service()).clients?.find((one) => one.name === name),
  };
}

test('a group is created once and deleted when it is empty', async () => {
  const { api, members } = await bench();
  expect(await refusal(api.createIscsiGroup(group))).toMatchObject({ status: 409 });
  expect(await refusal(api.createIscsiGroup({ params: { serviceId: 1, group: 'a b' } }))).toMatchObject({
    status: 400,
  });
  await api.deleteIscsiGroup(group);
  expect(await members()).toBeUndefined();
  expect(await refusal(api.deleteIscsiGroup(group))).toMatchObject({ status: 404 });
});

test('hosts are added to and removed from a group together, or not at all if one of them cannot be', async () => {
  const { api, members } = await bench();
  await api.addIscsiGroupHost({ params: { ...group.params, host: A } });
  await api.addIscsiGroupHosts({ ...group, body: [A, B] });
  expect(await members()).toEqual([A, B]);
  expect(await refusal(api.removeIscsiGroupHosts({ ...group, body: [A, C] }))).toMatchObject({ status: 404 });
  expect(await members()).toEqual([A, B]);
  await api.removeIscsiGroupHost({ params: { ...group.params, host: A } });
  await api.removeIscsiGroupHosts({ ...group, body: [B] });
  expect(await members()).toEqual([]);
  expect((await refusal(api.addIscsiGroupHosts({ ...group, body: [A, C] }))).message).toContain(
    'create the client first',
  );
  expect(await members()).toEqual([]);
});

test('a host is in only one group, and is not deleted while it is in one', async () => {
  const { api } = await bench();
  const other = { serviceId: 1, group: 'other' };
  await api.createIscsiGroup({ params: other });
  await api.addIscsiGroupHost({ params: { ...group.params, host: A } });
  expect((await refusal(api.addIscsiGroupHost({ params: { ...other, host: A } }))).message).toContain(
    'is in the group db',
  );
  expect(await refusal(api.deleteIscsiClient({ params: { serviceId: 1, name: A } }))).toMatchObject({
    status: 409,
  });
  expect((await refusal(api.deleteIscsiGroup(group))).message).toContain('db has 1 host');
});

test('the disks of a group are those of its hosts, which have none of their own', async () => {
  const { api, clientOf } = await bench();
  const client = { params: { serviceId: 1, name: A } };
  await api.addIscsiGroupHost({ params: { ...group.params, host: A } });
  await api.addIscsiGroupDisks({ ...group, body: [{ ...DISK, size: 1 }] });
  expect(await clientOf(A)).toMatchObject({
    group: 'db',
    luns: [{ pool: 'volumes', image: 'shared', id: 0 }],
  });
  expect(
    (await refusal(api.addIscsiClientDisks({ ...client, body: [{ pool: 'volumes', name: 'own', size: 1 }] })))
      .message,
  ).toContain('change those of the group');
  expect(await refusal(api.removeIscsiClientDisk({ ...client, body: DISK }))).toMatchObject({ status: 409 });

  await api.removeIscsiGroupHost({ params: { ...group.params, host: A } });
  expect(await clientOf(A)).toMatchObject({ group: '', luns: [] });
  expect((await refusal(api.deleteIscsiGroup(group))).message).toContain('db has 1 disk');
  await api.removeIscsiGroupDisk({ ...group, body: DISK });
  expect(await refusal(api.removeIscsiGroupDisk({ ...group, body: DISK }))).toMatchObject({ status: 404 });
  await api.deleteIscsiGroup(group);
});

test('a host with disks of its own does not join a group', async () => {
  const { api, members } = await bench();
  await api.addIscsiClientDisks({ params: { serviceId: 1, name: B }, body: [{ ...DISK, size: 1 }] });
  const refused = await refusal(api.addIscsiGroupHosts({ ...group, body: [A, B] }));
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.message).toContain(`${B} has 1 disk of its own`);
  expect(await members()).toEqual([]);
});
