import { expect, test } from 'vitest';
import { Site } from './onService.ts';

test('a script is installed at an event, run, moved to another event, and removed', async () => {
  await using site = await Site.open();
  const { deck, api } = site;
  const hooks = async () => (await api.listHooks()).map(({ event, scriptName }) => `${event} ${scriptName}`);

  await deck.command('hooks');
  await deck.see(/No hooks\. Press s/);
  deck.press('n');
  await site.form('Run a script on an event', {
    script: 'announce-health.sh',
    event: 'OnHealthDegrade',
  });
  await site.confirm('yes');
  await deck.see(/▌ +\d+ OnHealthDegrade +announce-health\.sh +management node/);
  expect(await hooks()).toEqual(['OnHealthDegrade announce-health.sh']);

  deck.press('r');
  await deck.see(/this is no dry run: the script does what it does on the event/);
  await site.confirm('yes');
  await deck.see(/Run announce-health\.sh at OnHealthDegrade now: done/);
  const runs = async () =>
    (await api.listTasks({ query: { limit: 50 } })).data
      ?.filter((task) => JSON.stringify(task).includes('announce-health.sh'))
      .map(({ state }) => state);
  await expect.poll(runs, { timeout: 30_000 }).toEqual(['FINISHED']);

  deck.press('e');
  await site.form('Change the hook', { event: 'OnHealthRecover' });
  await site.confirm('yes');
  await deck.see(/▌ +\d+ OnHealthRecover/);
  expect(await hooks()).toEqual(['OnHealthRecover announce-health.sh']);

  deck.press('D');
  await site.confirm('yes');
  await deck.see(/No hooks\. Press s/);
  expect(await hooks()).toEqual([]);
});
