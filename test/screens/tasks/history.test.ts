import { expect, test } from 'vitest';
import { confirm } from '../dialogSteps.ts';
import { deck, openScreen, text } from '../openedDeck.ts';

test('the output of a running task grows on the screen, and it can be cancelled from the list', async () => {
  await openScreen('all-tasks');
  await deck.cockpit.api.benchmarkDisk({ params: { diskId: 2 } });
  await deck.clock.advance(2000);
  await deck.press('ctrl-r');
  await deck.clock.advance(1000);
  expect(await text()).toMatch(/RUNNING +\d+ Disk benchmark +stor-01:\w+/);
  await deck.press('enter');
  const before = await text();
  expect(before).toMatch(/Output of a task[^]*Disk benchmark stor-01:\w+: RUNNING, started/);
  await deck.clock.advance(6000);
  expect((await text()).split('read').length).toBeGreaterThan(before.split('read').length);
  await deck.press('esc', 'K');
  await confirm(deck, 'yes');
  expect(await text()).toMatch(/CANCELED +\d+ Disk benchmark/);
});

test('times in a list change at once when UTC is switched on or off', async () => {
  await openScreen('all-tasks', { scenario: 'demo', columns: 160, rows: 48 });
  const times = async () => (await text()).match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ?/g) ?? [];
  const before = await times();
  expect(before.length).toBeGreaterThan(0);
  await deck.command('utc');
  const after = await times();
  expect(after.map((time) => time.includes('Z'))).toEqual(before.map((time) => !time.includes('Z')));
});

test('risks are listed with the next step and the place to look', async () => {
  await openScreen('risks', { scenario: 'demo' });
  expect(await text()).toMatch(
    /▲ cause +disk sdb of osd\.26 on stor-06 reports errors.* replace the disk of osd\.26/,
  );
  expect(await text()).toMatch(/▲ flag +noscrub is set[^\n]*unset it \(M\)/);
  await deck.press('o', 'enter');
  expect(deck.cockpit.view.getState().overlays.at(-1)).toMatchObject({ kind: 'screen', screen: 'why' });
});
