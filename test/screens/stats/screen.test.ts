import { expect, test } from 'vitest';
import { gridFor } from '../../../src/screens/stats/layout.ts';
import { answering, deck, letters, openScreen, text } from '../openedDeck.ts';
import type { DeckOptions } from '../shownDeck.tsx';

const open = (options: Partial<DeckOptions> = {}) => openScreen('stats', { scenario: 'demo', ...options });

test('charts are shown side by side, with units and times', async () => {
  await open();
  const shown = await text();
  expect(shown).toMatch(/cluster-iops +cluster-throughput/);
  expect(shown).toMatch(/IOPS│[^]*MiB\/s│/);
  expect(shown).toMatch(/[⠁-⣿]{10}/);
  expect(shown).toMatch(/23:30 +/);
});

test('a wide terminal shows two columns of charts, so that each is as high as possible', async () => {
  await open({ columns: 200, rows: 60 });
  expect(await text()).toMatch(/cluster-iops +cluster-throughput\n/);
  expect(gridFor(6, { width: 200, height: 57 })).toEqual({ across: 2, down: 3, width: 100, height: 19 });
  expect(gridFor(1, { width: 200, height: 57 })).toMatchObject({ across: 1, down: 1 });
});

test('the range of the charts is changed by a key, and zooming halves and doubles it', async () => {
  await open();
  expect(await text()).toMatch(/Statistics {2}1h,/);
  await deck.press('4');
  expect(await text()).toMatch(/Statistics {2}7d,[^]*11-1\d/);
  await deck.press('1', '+');
  expect(await text()).toMatch(/Statistics {2}30m,/);
  await deck.press('-', '-');
  expect(await text()).toMatch(/Statistics {2}2\.0h,/);
});

test('the cursor of the charts shows the values at its time, and Esc closes it before the screen', async () => {
  await open();
  await deck.press('left', 'left');
  expect(await text()).toMatch(/at 2026-11-19 23:5/);
  await deck.press('+');
  await deck.press('end');
  expect(await text()).not.toMatch(/, at 2026/);
  await deck.press('left', 'esc');
  expect(await text()).not.toMatch(/, at 2026/);
  await deck.press('esc');
  expect(await text()).toMatch(/1 Health/);
});

test('graphs are chosen from a searchable list, including those of servers', async () => {
  await open();
  await deck.press('n', ...letters('cpu stor-05'));
  expect(await text()).toMatch(/▌server-cpu stor-05/);
  await deck.press('enter', 'esc');
  const shown = await text();
  expect(shown).toMatch(/server-cpu stor-05/);
  expect(shown).toMatch(/7 graphs/);
});

test('a graph that the service lacks is reported, and the others stay', async () => {
  await open();
  await deck.press('n', ...'my-own-graph'.split(''), 'end', 'enter', 'esc');
  const shown = await text();
  expect(shown).toMatch(/there is no graph "my-own-graph"/);
  expect(shown).toMatch(/cluster-iops/);
});

test('a chart can fill the screen and be reduced again', async () => {
  await open({ columns: 80, rows: 24 });
  await deck.press('tab', 'enter');
  expect(await text()).toMatch(/▶ cluster-throughput/);
  expect(await text()).not.toMatch(/cluster-iops/);
  await deck.press('enter');
  expect(await text()).toMatch(/cluster-iops/);
});

test('events have signs on the axis and a description below, limited to those at the cursor if there is one', async () => {
  await openScreen('stats', { scenario: 'calm', columns: 80, rows: 24 });
  expect(await text()).not.toMatch(/noout/);
  await deck.cockpit.api.setFlag({ params: { flag: 'noout' } });
  await deck.clock.advance(30_000);
  await deck.press('+', '+');
  const shown = await text();
  expect(shown).toMatch(/└.*▲[^│]*└.*▲/);
  expect(shown).toMatch(/\n ▲ \d\d:\d\d:\d\dZ? noout set/);
  await deck.press('H');
  expect(await text()).not.toMatch(/noout set/);
});

test('the line of events makes no chart too low', async () => {
  await openScreen('stats', { scenario: 'demo', columns: 80, rows: 19 });
  const shown = await text();
  expect(shown).toMatch(/└─.*[✓▲✗◐]/);
  expect(shown.split('\n').at(-2)).not.toMatch(/raised|finished|began/);
});

test('a graph that has not changed takes one line, which can be selected and opened as a chart', async () => {
  await open({ scenario: 'calm', columns: 80, rows: 24 });
  expect(await text()).toMatch(/\n {2}recovery {2}recovered 0 obj\/s {2}unchanged for 1h/);
  await deck.press('down', 'down', 'down');
  const line = /▶ recovery {2}recovered 0 obj/;
  for (let more = 0; more < 6 && !line.test(await text()); more++) await deck.press('down');
  expect(await text()).toMatch(line);
  await deck.press('enter');
  expect(await text()).toMatch(/▶ recovery *\n[^]*obj\/s│/);
});

test('charts are shown even if the service has no flags and no tasks', async () => {
  const fails = { unsupported: 'it has none' };
  await open({ ...answering({ listFlags: fails, listTasks: fails }), columns: 120, rows: 40 });
  await deck.clock.advance(20_000);
  expect(await text()).toMatch(/cluster-iops[^]*IOPS│/);
});
