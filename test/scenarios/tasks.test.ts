import { expect, test } from 'vitest';
import { waitForGuard, openDemo } from './steps.ts';

test('the output of a running task is shown as it grows', async () => {
  await using deck = await openDemo('demo');
  deck.press('6', 'f', 'd');
  // The log lines below it have what room it leaves.
  const outputIn = (text: string) => text.split('Output')[1]?.split('Last log lines')[0] ?? '';
  const before = await deck.see(/Task 2: Disk benchmark[^]*state +RUNNING[^]*started by +operator[^]*Output/);
  await deck.see((text) => outputIn(text).trim().length > outputIn(before).trim().length + 20);
});

test('a running task is cancelled by typing yes, and is shown as cancelled', async () => {
  await using deck = await openDemo('demo');
  deck.press('6', 'f');
  await deck.see(/RUNNING +Disk benchmark/);
  deck.press('K');
  await deck.see(/Cancel task 2[^]*Type yes and press Enter/);
  await waitForGuard();
  deck.type('yes');
  await deck.see(/> yes/);
  deck.press('Enter');
  await deck.see(/Cancel task 2[^\n]*: done|CANCELLED +Disk benchmark/);
  await deck.see(/CANCELL?ED +Disk benchmark/);
  expect((await deck.audited(1)).map(({ id }) => id)).toEqual(['cancelTask']);
});

test('a task that has ended cannot be cancelled, and the footer says why', async () => {
  await using deck = await openDemo('demo');
  deck.press('6', 'f', 'G', 'K');
  await deck.see(/cancel task: the task has ended already/);
});
