import { expect, test } from 'vitest';
import { Site } from './onService.ts';

test('a backup of the configuration is made, and its key is shown only on request', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const { backupEncryptionKey: key = '' } = await api.getConfigBackups();

  await deck.command('backups');
  expect(await deck.see(/backups +✓ on[^]*last backup +▲ never[^]*key +\*\*\*/)).not.toContain(key);
  deck.press('v');
  await deck.see((text) => text.includes(key));
  deck.press('v');
  await deck.see((text) => !text.includes(key));

  deck.press('n');
  await site.agree();
  await deck.see(/last backup +\d{4}-\d\d-\d\d [\d:]+Z, \S+ ago/);
  expect((await api.getConfigBackups()).lastBackupSize).toBeGreaterThan(0);
  expect((await deck.audited(1)).map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
    'createConfigBackup ok',
  ]);
});
