import { expect, test } from 'vitest';
import { Site } from './onService.ts';

test('an image is created, enlarged, and gets a snapshot', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const own = async () =>
    (await api.listImages({ params: { pool: 'volumes' }, query: { limit: 1000 } })).data?.find(
      ({ name }) => name === 'disk-1',
    );

  await deck.command('images volumes');
  await deck.see(/Block images +volumes/);
  deck.press('n');
  await site.form('Create an image in volumes', { name: 'disk-1', size: '64G' });
  await site.agree();
  await deck.see(/Create an image in volumes: done/);
  expect(await own()).toMatchObject({ size: 64 * 2 ** 30 });

  await deck.filter('disk-1');
  await deck.see(/▌disk-1 +64\.0 GiB/);
  deck.press('r');
  await site.form('Resize image disk-1', { 'new size': '96G' });
  await site.confirm('yes');
  await deck.see(/▌disk-1 +96\.0 GiB/);
  expect(await own()).toMatchObject({ size: 96 * 2 ** 30 });

  deck.press('Enter');
  await deck.see(/No snapshots\. Press n/);
  deck.press('n');
  await site.form('Take a snapshot of disk-1', { 'name of the snapshot': 'golden' });
  await site.agree();
  await deck.see(/▌golden +\d+/);
  expect((await own())?.snaps).toMatchObject([{ name: 'golden' }]);
});

test('an unused disk becomes an OSD', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const free = (await api.listDisks()).find(({ role }) => role === 'unassigned');
  const name = `${free?.hostname}:${free?.name}`;
  const own = async () => (await api.listDisks()).find(({ id }) => id === free?.id);

  await deck.command(`disk ${free?.hostname}`);
  await deck.filter('unassigned');
  await deck.see(new RegExp(`▌. ${free?.name} +\\d+ unassigned`));
  deck.press('n');
  await site.form(`Create an OSD on ${name}`, {});
  await site.confirm(name);
  await deck.seeNo(/Create an OSD on/);
  await site.idle();
  expect(await own()).toMatchObject({ role: 'osd' });
  const { osdId } = (await own()) ?? {};
  expect((await api.getCrushMap()).nodes).toContainEqual(
    expect.objectContaining({ name: `osd.${osdId}`, type: 'OSD', status: 'UP' }),
  );
});
