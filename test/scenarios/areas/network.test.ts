import { expect, test } from 'vitest';
import { Site } from './onService.ts';

test('a network is created, changed and deleted', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const own = async () => (await api.listNetworks()).find(({ ip }) => ip === '10.77.0.0');

  await deck.command('networks');
  await deck.see(/▌ +1 10\.1\.0\.0\/16/);
  deck.press('n');
  await site.form('Create a network', {
    address: '10.77.0.0',
    'prefix length': '24',
    use: 'other',
    description: 'backup clients',
  });
  await site.confirm('yes');
  await deck.see(/10\.77\.0\.0\/24 +other +other[^\n]*backup clients/);
  expect(await own()).toMatchObject({ netmask: 24, type: 'other', description: 'backup clients' });

  await deck.filter('10.77');
  await deck.see(/▌ +\d+ 10\.77\.0\.0\/24/);
  deck.press('e');
  await site.form('Change network 10.77.0.0/24', { 'prefix length': '23' });
  await site.confirm('yes');
  await deck.see(/▌ +\d+ 10\.77\.0\.0\/23/);
  expect(await own()).toMatchObject({ netmask: 23, description: 'backup clients' });

  deck.press('D');
  await site.confirm('yes');
  await deck.see(/Nothing matches/);
  expect(await own()).toBeUndefined();
});

test('an HA group gives a floating address to two servers, and says when one is not enough', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const own = async () => (await api.listHaGroups()).find(({ virtualIp }) => virtualIp === '10.20.254.77');

  await deck.command('ha');
  await deck.see(/▌ +1 10\.20\.254\.10/);
  deck.press('n');
  await site.form('Create an HA group', {
    'floating address': '10.20.254.77',
    service: 'S3',
    servers: 'stor-05 nic 4',
  });
  await deck.see(/one server is not a group/);
  deck.press('Esc');
  await deck.see(/Esc again leaves the form/);
  deck.press('Esc');
  await deck.seeNo(/one server is not a group/);
  expect(await own()).toBeUndefined();
  deck.press('n');
  await site.form('Create an HA group', {
    'floating address': '10.20.254.77',
    service: 'S3',
    servers: 'stor-05 nic 4, stor-09 nic 4',
  });
  await site.confirm('yes');
  await deck.see(/10\.20\.254\.77 +S3 +stor-05 nic 4, stor-09 nic 4/);
  expect(await own()).toMatchObject({
    service: 'rgw',
    servers: [
      { server: 5, nic: 4 },
      { server: 9, nic: 4 },
    ],
  });

  await deck.command('nics');
  deck.press('/');
  deck.type('10.20.254.77');
  await deck.see(/stor-05 +4 ens2f0 +up +10\.20\.0\.15\/16 +10\.20\.254\.20 10\.20\.254\.77/);
  await deck.see(/stor-09 +4 ens2f0 +up +10\.20\.0\.19\/16 +10\.20\.254\.20 10\.20\.254\.77/);
  await deck.seeNo(/stor-01/);
});
