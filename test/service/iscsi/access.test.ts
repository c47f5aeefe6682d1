import { beforeEach, describe, expect, test } from 'vitest';
import { accessHandlers } from '../../../src/service/iscsi/accessHandlers.ts';
import {
  holdersOf,
  newService,
  toWire,
  type IscsiServiceModel,
  type Lun,
} from '../../../src/service/iscsi/service.ts';
import { refusal } from '../../support/refusal.ts';
import { caller } from '../ceph/handlers/support.ts';

const WEB = 'iqn.1994-05.com.redhat:web';
const DB = 'iqn.1994-05.com.redhat:db';
const NOBODY = { username: '', password: '' };
const CHAP = { username: 'somebody', password: 'twelve-chars' };
const lun = (image: string): Lun => ({ pool: 'rbd', image, id: 0, wwn: `wwn-${image}` });

let service: IscsiServiceModel;
let said: string[];
beforeEach(async () => {
  service = newService(7, [{ host: { name: 'stor-1' }, ip: '10.0.0.1' }]);
  said = [];
  for (const name of [WEB, DB])
    await call('createIscsiClient', { params: { serviceId: 7, name }, body: NOBODY });
  await call('createIscsiGroup', { params: { serviceId: 7, group: 'farm' } });
  said = [];
});
const call = caller(
  accessHandlers(
    (_, what, change) => {
      change(service);
      said.push(what);
    },
    (hosts) => `${hosts.length} hosts`,
  ),
);
const client = (name: string) => ({ params: { serviceId: 7, name } });
const farm = { params: { serviceId: 7, group: 'farm' } };
const join = (...hosts: string[]) => call('addIscsiGroupHosts', { ...farm, body: hosts });
const give = (name: string, ...images: string[]) => {
  holdersOf(service).find((holder) => holder.name === name)!.luns = images.map(lun);
};
const wire = (name: string) => toWire(service).clients?.find((one) => one.name === name);

describe('a client', () => {
  test.each([
    ['with a name that is not an iSCSI name', 'web', NOBODY, 400, 'not an iSCSI name'],
    [
      'with a name of 224 letters',
      `iqn.1994-05.com.redhat:${'x'.repeat(201)}`,
      NOBODY,
      400,
      'not an iSCSI name',
    ],
    ['twice', WEB, NOBODY, 409, 'already'],
    ['with a user and no password', `${WEB}2`, { ...CHAP, password: '' }, 400, 'CHAP password'],
    ['with a password and no user', `${WEB}2`, { ...CHAP, username: '' }, 400, 'CHAP username'],
    [
      'with its name as the password',
      `${WEB}2`,
      { username: 'twelve-chars', password: 'twelve-chars' },
      400,
      'guessed',
    ],
    ['with a password of 17 letters', `${WEB}2`, { ...CHAP, password: 'x'.repeat(17) }, 400, '12 to 16'],
  ])('a client is not created %s', async (_, name, body, status, text) => {
    await expect(call('createIscsiClient', { ...client(name), body })).rejects.toMatchObject(
      refusal(status, text),
    );
    expect([said, service.clients.size]).toEqual([[], 2]);
  });

  test.each([`iqn.1994-05.com.redhat:${'x'.repeat(200)}`, 'eui.0123456789abcdef', 'naa.0123456789abcdef'])(
    'a client may be named %s',
    async (name) => {
      await call('createIscsiClient', { ...client(name), body: CHAP });
      expect(wire(name)).toEqual({ name, group: '', ...CHAP, luns: [] });
    },
  );

  test('a client can change either credential or both, and the result must be valid', async () => {
    await call('updateIscsiClient', { ...client(WEB), body: CHAP });
    await call('updateIscsiClient', { ...client(WEB), body: { username: 'another-one' } });
    expect(wire(WEB)).toMatchObject({ username: 'another-one', password: CHAP.password });
    await expect(call('updateIscsiClient', { ...client(WEB), body: { password: '' } })).rejects.toMatchObject(
      refusal(400, 'CHAP'),
    );
    expect(wire(WEB)?.password).toBe(CHAP.password);
    expect(said).toEqual([`credentials of ${WEB} changed`, `credentials of ${WEB} changed`]);
  });

  test('a client is deleted only without disks and without a group', async () => {
    give(WEB, 'one', 'two');
    await expect(call('deleteIscsiClient', client(WEB))).rejects.toMatchObject(refusal(409, '2 disks'));
    give(WEB);
    await join(WEB);
    await expect(call('deleteIscsiClient', client(WEB))).rejects.toMatchObject(
      refusal(409, 'in the group farm'),
    );
    await call('removeIscsiGroupHost', { params: { ...farm.params, host: WEB } });
    await call('deleteIscsiClient', client(WEB));
    expect([...service.clients.keys()]).toEqual([DB]);
    await expect(call('deleteIscsiClient', client(WEB))).rejects.toMatchObject(
      refusal(404, 'create the client first'),
    );
  });

  test('a client loses one disk and keeps the others', async () => {
    give(WEB, 'one', 'two');
    await call('removeIscsiClientDisk', { ...client(WEB), body: { pool: 'rbd', name: 'one' } });
    expect(wire(WEB)?.luns).toMatchObject([{ image: 'two' }]);
    await expect(
      call('removeIscsiClientDisk', { ...client(WEB), body: { pool: 'other', name: 'two' } }),
    ).rejects.toMatchObject(refusal(404, 'no disk other/two'));
    expect(said).toEqual([`rbd/one removed from ${WEB}`]);
  });

  test('a client in a group has the disks of the group, which cannot be removed from it alone', async () => {
    await join(WEB);
    give('farm', 'shared');
    expect(wire(WEB)).toMatchObject({ group: 'farm', luns: [{ image: 'shared' }] });
    expect(wire(DB)).toMatchObject({ group: '', luns: [] });
    await expect(
      call('removeIscsiClientDisk', { ...client(WEB), body: { pool: 'rbd', name: 'shared' } }),
    ).rejects.toMatchObject(refusal(409, 'disks of its group farm'));
  });
});

describe('a host group', () => {
  test.each([
    ['farm', 409, 'already'],
    ['', 400, 'letter or digit first'],
    ['-farm', 400, 'letter or digit first'],
    ['x'.repeat(65), 400, 'up to 64'],
  ])('a host group is not named %j', async (group, status, text) => {
    await expect(call('createIscsiGroup', { params: { serviceId: 7, group } })).rejects.toMatchObject(
      refusal(status, text),
    );
  });

  test('a host group may have a name of 64 letters', async () => {
    const group = 'x'.repeat(64);
    await call('createIscsiGroup', { params: { serviceId: 7, group } });
    expect(toWire(service).groups).toMatchObject([{ name: 'farm' }, { name: group, members: [], luns: [] }]);
  });

  test('a host group adds all given hosts or none, and ignores those that it already has', async () => {
    await expect(join(WEB, 'nobody')).rejects.toMatchObject(refusal(404, 'nobody'));
    give(DB, 'own');
    await expect(join(WEB, DB)).rejects.toMatchObject(refusal(409, '1 disk of its own'));
    expect(toWire(service).groups?.[0]?.members).toEqual([]);
    give(DB);
    await join(WEB);
    await join(WEB, DB);
    expect(toWire(service).groups?.[0]?.members).toEqual([WEB, DB]);
    expect(said).toEqual(['1 hosts added to group farm', '2 hosts added to group farm']);
  });

  test('a host group does not take a host from another group', async () => {
    await join(WEB);
    await call('createIscsiGroup', { params: { serviceId: 7, group: 'other' } });
    await expect(
      call('addIscsiGroupHost', { params: { serviceId: 7, group: 'other', host: WEB } }),
    ).rejects.toMatchObject(refusal(409, 'in the group farm'));
  });

  test('a host group removes all given hosts or none', async () => {
    await join(WEB);
    const remove = (...body: string[]) => call('removeIscsiGroupHosts', { ...farm, body });
    await expect(remove(WEB, DB)).rejects.toMatchObject(refusal(404, DB));
    expect(toWire(service).groups?.[0]?.members).toEqual([WEB]);
    await remove(WEB);
    expect(toWire(service).groups?.[0]?.members).toEqual([]);
    expect(said.at(-1)).toBe('1 hosts removed from group farm');
  });

  test('a host group is deleted only without hosts and disks', async () => {
    await join(WEB);
    await expect(call('deleteIscsiGroup', farm)).rejects.toMatchObject(refusal(409, '1 host,'));
    await call('removeIscsiGroupHost', { params: { ...farm.params, host: WEB } });
    give('farm', 'one');
    await expect(call('deleteIscsiGroup', farm)).rejects.toMatchObject(refusal(409, '1 disk:'));
    await call('removeIscsiGroupDisk', { ...farm, body: { pool: 'rbd', name: 'one' } });
    await call('deleteIscsiGroup', farm);
    expect(toWire(service).groups).toEqual([]);
    await expect(call('deleteIscsiGroup', farm)).rejects.toMatchObject(
      refusal(404, 'create the group first'),
    );
  });
});

test('a service is named after its number and lists where it is served', () =>
  expect(toWire(service)).toMatchObject({
    iqn: 'iqn.2019-03.com.example.storage:iscsi-7',
    gateways: [{ name: 'stor-1', ip: '10.0.0.1' }],
  }));
