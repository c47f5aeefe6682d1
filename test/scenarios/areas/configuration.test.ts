import { expect, test } from 'vitest';
import { confirm, fill, Site } from './site.ts';

test('a setting that was changed on the screen is in force, and so is its reset', async () => {
  await using site = new Site();
  const deck = await site.open();
  const names = async () =>
    ((await site.ask('listSettings')) as { readonly name: string }[]).map(({ name }) => name);
  await deck.command('options');
  await deck.see(/All settings/);
  await deck.filter('scrub_begin_hour');
  deck.press('e');
  await deck.see(/Change osd_scrub_begin_hour/);
  await fill(deck, ['3']);
  await confirm(deck);
  await deck.see(/Change osd_scrub_begin_hour: done/);
  expect(await names()).toContain('osd_scrub_begin_hour');
  deck.press('D');
  await deck.see(/Reset osd_scrub_begin_hour/);
  await confirm(deck);
  await deck.see(/Reset osd_scrub_begin_hour: done/);
  expect(await names()).not.toContain('osd_scrub_begin_hour');
});

test('configuration backups that are switched off on the screen are off for everyone', async () => {
  await using site = new Site();
  const deck = await site.open();
  await deck.command('maintenance');
  await deck.see(/WHILE IT IS SET/);
  deck.press('b');
  await deck.see(/backups +✓ on/);
  deck.press('e');
  await confirm(deck);
  await deck.see(/backups +▲ off/);
  expect(await site.ask('getConfigBackups')).toMatchObject({ enabled: false });
  expect(deck.audit()).toMatchObject([{ id: 'configureBackups', outcome: 'ok' }]);
});
