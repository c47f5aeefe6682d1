import { expect, test } from 'vitest';
import { Site } from './onService.ts';

test('tasks that another client started are followed and cancelled in the list of all tasks', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const { id: backup = NaN } = await api.createConfigBackup();
  await deck.command('all-tasks');
  await deck.see(new RegExp(`▌[A-Z]+ +${backup} Configuration backup`));
  deck.press('Enter');
  await deck.see(/Output of a task[^]*Configuration backup configuration: [A-Z]+, started/);
  await deck.see(/encrypted, \d+ bytes[^]*stored as backup/);
  deck.press('Esc');
  await deck.see(new RegExp(`▌FINISHED +${backup} Configuration backup`));

  // The second task waits for the first one on its disk, so it can be cancelled even on a slow machine.
  const disk = { params: { diskId: 2 } };
  await api.benchmarkDisk(disk);
  const { id = NaN } = await api.benchmarkDisk(disk);
  deck.press('ctrl-r');
  await deck.see(new RegExp(`[A-Z]+ +${id} Disk benchmark +stor-01:`));
  deck.press('g');
  await deck.see(new RegExp(`▌[A-Z]+ +${id} Disk benchmark`));
  deck.press('K');
  await site.confirm('yes');
  await deck.see(new RegExp(`▌CANCELED +${id} Disk benchmark`));
  expect(await api.getTask({ params: { id } })).toMatchObject({ state: 'CANCELED' });
  expect((await deck.audited(1)).map((line) => line.id)).toEqual(['cancelTask']);
});
