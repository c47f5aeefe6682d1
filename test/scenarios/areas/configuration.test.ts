import { expect, test } from 'vitest';
import { Site } from './onService.ts';

test('a setting changed on the screen takes effect, and so does its reset', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const names = async () => (await api.listSettings()).map(({ name }) => name);
  await deck.command('options');
  await deck.see(/All settings/);
  await deck.filter('scrub_begin_hour');
  // The title is there before the rows.
  await deck.see(/▌osd_scrub_begin_hour/);
  deck.press('e');
  await site.form('Change osd_scrub_begin_hour', { value: '3' });
  await site.confirm('yes');
  await deck.see(/Change osd_scrub_begin_hour: done/);
  expect(await names()).toContain('osd_scrub_begin_hour');
  // The list may be read again only after the message.
  await deck.see(/osd_scrub_begin_hour +\S? *3 /);
  deck.press('D');
  await deck.see(/Reset osd_scrub_begin_hour/);
  await site.confirm('yes');
  await deck.see(/Reset osd_scrub_begin_hour: done/);
  expect(await names()).not.toContain('osd_scrub_begin_hour');
});

test('configuration backups switched off on the screen are off for every client', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  await deck.command('maintenance');
  await deck.see(/WHILE IT IS SET/);
  deck.press('b');
  await deck.see(/backups +✓ on/);
  deck.press('e');
  await site.confirm('yes');
  await deck.see(/backups +▲ off/);
  expect(await api.getConfigBackups()).toMatchObject({ enabled: false });
  expect(await deck.audited(1)).toMatchObject([{ id: 'configureBackups', outcome: 'ok' }]);
});
