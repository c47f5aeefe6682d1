import { afterEach, expect, test, vi } from 'vitest';
import { type ShownDeck, showDeck } from '../shownDeck.tsx';
import { confirm, textOf } from './dialogSteps.ts';

vi.setConfig({ testTimeout: 60_000 });

let deck: ShownDeck;
afterEach(() => deck[Symbol.asyncDispose]());

async function open(command: string, scenario: string): Promise<void> {
  deck = await showDeck({ columns: 120, rows: 36, scenario });
  await deck.clock.advance(1000);
  await deck.command(command);
}
const text = () => textOf(deck);

test('the output of a task grows as it is read; one that runs can be cancelled from the list', async () => {
  await open('all-tasks', 'calm');
  await deck.cockpit.api.benchmarkDisk({ params: { diskId: 2 } });
  await deck.clock.advance(2000);
  await deck.press('ctrl-r');
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

test('risks are told with what to do next, and where to look', async () => {
  await open('risks', 'demo');
  expect(await text()).toMatch(/▲ disk +osd\.26: SMART FAILING +replace the disk/);
  expect(await text()).toMatch(/▲ flag +noscrub is set[^\n]*unset it \(M\)/);
  await deck.press('o', 'enter');
  expect(deck.cockpit.view.getState()).toMatchObject({ focus: 'disks', zoomed: true });
});
