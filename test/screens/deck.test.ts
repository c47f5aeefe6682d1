import { expect, test } from 'vitest';
import { createLook } from '../../src/lib/look.ts';
import { switchable } from './failing.ts';
import { deck, letters, openDeck, text } from './openedDeck.ts';
import type { DeckOptions } from './shownDeck.tsx';

const open = (options: Partial<DeckOptions> = {}) => openDeck({ columns: 80, rows: 24, ...options }, 1000);

test.each(['2', '3', '4', '5', '6'])(
  'the health in the header is updated while pane %s is shown in full',
  async (digit) => {
    await open();
    await deck.press(digit, 'f');
    await deck.clock.advance(12_000);
    expect((await text()).split('\n')[0]).toMatch(/HEALTH_WARN[^\n]* data (?:now|\ds)/);
  },
);

test('a change made with Space in a menu is shown at once', async () => {
  await open();
  await deck.press('4', 'f', 'o', 'down', 'down', 'down', 'space');
  expect(await text()).toMatch(/mon +shown/);
});

test('a paused log does not move while new lines arrive', async () => {
  await open();
  await deck.press('4', 'f', 'up', 'up');
  const lines = async () => (await text()).split('\n').filter((line) => /Z stor-/.test(line));
  const held = await lines();
  await deck.clock.advance(30_000);
  expect(await text()).toMatch(/paused \S \d+ new/);
  expect(await lines()).toEqual(held);
});

test('a folded pane shows no numbers before the first answer', async () => {
  await open({ columns: 60, rows: 16, wrap: switchable(false).wrap });
  await deck.press('1');
  expect(await text()).not.toMatch(/0\/0 OSDs up|none running|0 OSDs|all up/);
});

test('Enter runs every line of the help that the cursor can reach', async () => {
  await open();
  await deck.press('?', ...'recovery speed; 0'.split(''));
  expect(await text()).toMatch(/▌:speed/);
  await deck.press('enter');
  expect(await text()).not.toMatch(/▌:speed/);
});

test('an action that a check blocks does not ask for a confirmation', async () => {
  await open();
  await deck.command('scrub osd.26');
  const shown = await text();
  expect(shown).toMatch(/✗ osd\.26 is DOWN/);
  expect(shown).not.toMatch(/Press y to go ahead/);
});

test('the request of an action is readable on the smallest terminal', async () => {
  await open({ columns: 60, rows: 16 });
  await deck.command('set noout');
  await deck.press('pagedown');
  expect(await text()).toMatch(/PUT \/maintenance\/flags\/noout\/set/);
});

test('the reason why a pane fails is shown in its full view', async () => {
  const { state, wrap } = switchable(true);
  await open({ wrap });
  await deck.press('3', 'f');
  state.on = false;
  await deck.clock.advance(20_000);
  expect(await text()).toMatch(/Nothing listens at 127\.0\.0\.1:7480/);
});

test('a pause holds the log as well as the panes, and is shown', async () => {
  await open();
  await deck.press('=');
  const lines = async () => (await text()).split('\n').filter((line) => /Z stor-/.test(line));
  const held = await lines();
  await deck.clock.advance(30_000);
  expect((await text()).split('\n')[0]).toMatch(/PAUSED/);
  expect(await lines()).toEqual(held);
  await deck.press('=');
  await deck.clock.advance(3000);
  expect((await text()).split('\n')[0]).not.toMatch(/PAUSED/);
});

test('read-only mode set by the configuration cannot be left', async () => {
  await open({ readOnly: 'forced' });
  await deck.command('readwrite demo');
  expect(await text()).toMatch(/READ-ONLY/);
  expect(await text()).toMatch(/the configuration says so/);
});

test('a regular expression between slashes works as the help describes it', async () => {
  await open();
  await deck.press('3', 'f', '/', ...'/stor-0[12]/'.split(''), 'enter');
  expect(await text()).toMatch(/stor-02/);
});

test('a filter matches the text of a coloured cell, not its colour sequence', async () => {
  await open({ look: createLook({ depth: '16', unicode: true }) });
  await deck.press('3', 'f', '/', ...'[0-9]m$'.split(''), 'enter');
  expect(await text()).toMatch(/ 0\/78/);
});

test('the error in a filter is shown', async () => {
  await open();
  await deck.press('3', 'f', '/', ...'host:'.split(''), 'enter');
  expect(await text()).toMatch(/Type what to look for after "host:"/);
});

test('the end of a long prompt line is visible', async () => {
  await open();
  await deck.press(':', ...letters(`logs ${'x'.repeat(100)}end`));
  expect(await text()).toMatch(/end/);
});

test('a folded log shows no line that its level hides', async () => {
  await open({ columns: 60, rows: 16 });
  for (let second = 0; second < 10; second++) {
    await deck.clock.advance(1000);
    expect(await text()).not.toMatch(/4 Log[^\n]*(?:heartbeat|tick checking|pgmap v)/);
  }
});
