import { expect, test } from 'vitest';
import { Site } from './onService.ts';

test('a pool is created, protected against deletion, and finally deleted', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const pool = async () => (await api.listPools()).find(({ name }) => name === 'backups');

  await deck.command('pools');
  await deck.see(/volumes +rbd +replicated 3/);
  deck.press('n');
  await site.form('Create a replicated pool', {
    name: 'backups',
    application: 'rgw',
    'placement groups': '32',
  });
  await site.confirm('yes');
  await deck.see(/Create a replicated pool: done/);
  await deck.see(/backups +rgw +replicated 3/);
  expect(await pool()).toMatchObject({ size: 3, pgNum: 32, application: 'rgw' });

  await deck.filter('backups');
  deck.press('p');
  await site.confirm('yes');
  await deck.see(/Protect pool backups: done/);
  deck.press('D');
  await deck.see(/protected from deletion: unprotect it first[^]*cannot be done now/);
  deck.press('Esc');
  await deck.seeNo(/Delete pool/);
  deck.press('u');
  await site.confirm('yes');
  await deck.see(/Unprotect pool backups: done/);
  deck.press('D');
  await deck.see(/it stores nothing/);
  await site.confirm('backups');
  await deck.see(/Sending in/);
  await deck.see(/Delete pool backups: done/);
  expect(await pool()).toBeUndefined();
  expect((await deck.audited(4)).map(({ id }) => id)).toEqual([
    'createPool',
    'updatePool',
    'updatePool',
    'deletePool',
  ]);
});

test('a move of a host in the CRUSH tree is submitted, and takes effect once it is approved', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const rackOf = async (host: string) => {
    const { nodes = [] } = await api.getCrushMap();
    const id = nodes.find(({ name }) => name === host)?.id ?? NaN;
    return nodes.find(({ children = [] }) => children.includes(id))?.name;
  };

  await deck.command('crush-edit');
  await deck.see(/Edit the CRUSH map[^]*stor-12/);
  deck.press('Down', 'Down', 'Space');
  await deck.see(/● [^\n]*stor-01/);
  deck.press('G', 'p');
  await deck.see(/1 changed[^]*~ [^\n]*stor-01 +from rack1/);
  deck.press('r');
  await deck.see(/move stor-01 from rack1 to rack3[^]*ceph osd crush move stor-01 rack=rack3/);
  await site.confirm('CRUSH map');
  await deck.see(/PENDING[^]*storedeck changes approve 1/);
  expect(await rackOf('stor-01')).toBe('rack1');
  expect((await deck.audited(1)).map(({ id }) => id)).toEqual(['changeCrushMap']);
  await site.approve(1);
  expect(await rackOf('stor-01')).toBe('rack3');
});
