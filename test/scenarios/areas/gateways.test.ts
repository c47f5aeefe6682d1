import { expect, test } from 'vitest';
import { Site } from './onService.ts';

test('an NFS export created on the screen exists for every client', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  await deck.command('nfs');
  await deck.see(/stor-02, stor-06/);
  deck.press('Enter');
  await deck.see(/NFS exports/);
  deck.press('n');
  await site.form('Create an export', {
    'path for clients': '/from-the-deck',
    directory: '/projects',
    access: '10.0.0.0/8 rw',
  });
  await site.confirm('yes');
  await deck.see(/Create an export of NFS service 1: done/);
  await deck.see(/\/from-the-deck +\/projects +10\.0\.0\.0\/8 rw/);
  expect(await api.listNfsExports({ params: { serviceId: 1 } })).toContainEqual(
    expect.objectContaining({
      nfsPath: '/from-the-deck',
      path: '/projects',
      access: [{ subnet: '10.0.0.0/8', rw: true }],
    }),
  );
});
