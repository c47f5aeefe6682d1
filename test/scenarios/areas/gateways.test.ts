import { expect, test } from 'vitest';
import { confirm, fill, Site } from './site.ts';

test('an NFS export that was made on the screen is there for everyone', async () => {
  await using site = new Site();
  const deck = await site.open();
  await deck.command('nfs');
  await deck.see(/stor-02 stor-06/);
  deck.press('Enter');
  await deck.see(/NFS exports/);
  deck.press('n');
  await fill(deck, ['/from-the-deck', '/projects', '10.0.0.0/8 rw']);
  await confirm(deck);
  await deck.see(/Create an export of NFS service 1: done/);
  await deck.see(/\/from-the-deck +\/projects +10\.0\.0\.0\/8 rw/);
  expect(await site.ask('listNfsExports', '--serviceId', '1')).toContainEqual(
    expect.objectContaining({
      nfsPath: '/from-the-deck',
      path: '/projects',
      access: [{ subnet: '10.0.0.0/8', rw: true }],
    }),
  );
});
