import { expect, test } from 'vitest';
import { NO_CUSTOM } from '../../../src/lib/custom.ts';
import { confirm } from '../dialogSteps.ts';
import { deck, guard, openDeck, see, text } from '../openedDeck.ts';

const story = (scenario: string) => openDeck({ scenario, columns: 80, rows: 24 }, 12_000);

const footer = async () => (await text()).trimEnd().split('\n').at(-1);

test('while a server is down, the key x on DO proposes to set noout, and requires yes', async () => {
  await story('host-down');
  expect(await text()).toContain('x set noout');
  await deck.press('x');
  await guard();
  expect(await text()).toContain('Set flag noout');
  await confirm(deck, 'yes');
  expect(deck.cockpit.facts.flags().find(({ name }) => name === 'noout')?.on).toBe(true);
  await deck.press('esc');
  expect(await footer()).not.toContain('set noout');
});

test('while another pane has the focus, the line shows the key of this pane before x, which means something else there', async () => {
  await story('host-down');
  await deck.press('3');
  expect(await text()).toContain('1 x set noout');
  await deck.press('1');
  expect(await text()).not.toContain('1 x set noout');
});

test('for a disk with errors, the key x proposes to release it, and requires its name', async () => {
  await story('failing-disk');
  await deck.press('x');
  await guard();
  expect(await text()).toMatch(/Release osd\.17[^]*Type osd\.17/);
});

test('the key x unsets the flag that holds up recovery, which is also first in the action menu', async () => {
  await story('recovery-held');
  await deck.press('a');
  expect(await text()).toContain('▌ Unset norecover');
  await deck.press('esc', 'x');
  await confirm(deck, 'yes');
  expect(deck.cockpit.facts.flags().find(({ name }) => name === 'norecover')?.on).toBe(false);
});

test.each(['calm', 'rack-partition', 'nearfull'])(
  'if no action is suggested, the key x does nothing, and no line mentions it: %s',
  async (scenario) => {
    await story(scenario);
    expect(await text()).not.toMatch(/\bx [a-z]/);
    await deck.press('x');
    expect(deck.cockpit.view.getState().overlays).toEqual([]);
  },
);

test('with a configured key the line shows the key that works', async () => {
  const keys = new Map([['suggested', ['ctrl-o']]]);
  await openDeck({ scenario: 'host-down', columns: 80, rows: 24, custom: { ...NO_CUSTOM, keys } }, 12_000);
  await see(/Ctrl-O set noout/i);
});
