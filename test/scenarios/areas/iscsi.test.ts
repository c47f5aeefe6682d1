import { expect, test } from 'vitest';
import { Site } from './onService.ts';

const CLIENT = 'iqn.1994-05.com.example:web-01';

test('an iSCSI client gets a login, a group and a disk that is resized, and the shell of the gateway can be reached', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const service = () => api.getIscsiService({ params: { serviceId: 1 } });
  const client = async () => (await service()).clients?.find(({ name }) => name === CLIENT);
  const group = async () => (await service()).groups?.find(({ name }) => name === 'web');

  await deck.command('iscsi');
  await deck.see(/▌ +1 iqn\.2019-03\.com\.example\.storage:iscsi-1/);
  deck.press('Enter');
  await deck.see(/Clients of the iSCSI service[^]*hypervisor1/);
  deck.press('n');
  await site.form('Allow a client', {
    'name of the client': CLIENT,
    'CHAP user name': 'web-initiator',
    'CHAP password': 'a-secret-of-14',
  });
  expect(await deck.see(/Type yes/)).not.toContain('a-secret-of-14');
  await site.confirm('yes');
  await deck.see(/web-01 +web-initiator +\*\*\* +0/);
  expect(await client()).toMatchObject({ username: 'web-initiator', password: 'a-secret-of-14', luns: [] });

  await deck.command('iscsi-groups 1');
  await deck.see(/▌hypervisors/);
  deck.press('n');
  await site.form('Create a host group', { 'name of the group': 'web' });
  await site.confirm('yes');
  await deck.see(/web +0 +0/);
  await deck.filter('web');
  await deck.see(/▌web/);
  deck.press('A');
  await site.form('Add hosts to group web', { clients: CLIENT });
  await site.confirm('yes');
  await deck.see(/▌web +1 +0 +iqn\.1994-05\.com\.example:web-01/);
  expect(await group()).toMatchObject({ members: [CLIENT] });

  deck.press('Enter');
  await deck.see(/The group has no disks/);
  deck.press('n');
  await site.form('Give web disks', { disks: 'volumes/web-data 10G' });
  await site.confirm('yes');
  await deck.see(/▌ +\d+ volumes\/web-data/);
  expect((await group())?.luns).toMatchObject([{ pool: 'volumes', image: 'web-data' }]);
  const image = await api.getImage({ params: { pool: 'volumes', rbd: 'web-data' } });
  expect(image.size).toBe(10 * 2 ** 30);

  await deck.command('iscsi');
  await deck.see(/▌ +1 iqn/);
  deck.press('t');
  await site.confirm('yes');
  await deck.see(/Shell of the iSCSI gateway[^]*port with TLS +\d+[^]*token +\*\*\*/);
  deck.press('v');
  await deck.see(/token +[\w-]{20,}/);
  expect((await deck.audited(5)).map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
    'createIscsiClient ok',
    'createIscsiGroup ok',
    'addIscsiGroupHosts ok',
    'addIscsiGroupDisks ok',
    'connectIscsiTerminal ok',
  ]);
});
