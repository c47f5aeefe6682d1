import { expect, test } from 'vitest';
import { NO_CUSTOM } from '../../../src/lib/custom.ts';
import { confirm } from '../dialogSteps.ts';
import { deck, guard, openDeck, see, text } from '../openedDeck.ts';

const story = (scenario: string) => openDeck({ scenario, columns: 80, rows: 24 }, 12_000);

const footer = async () => (await text()).trimEnd().split('\n').at(-1);

test('while a server is away, x beside DO sets noout, once yes is typed', async () => {
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

test('of a disk that gives errors, x proposes to release it, and wants its name typed', async () => {
  await story('failing-disk');
  await deck.press('x');
  await guard();
  expect(await text()).toMatch(/Release osd\.17[^]*Type osd\.17/);
});

test('the flag that holds recovery is unset by x, and first in the menu of actions', async () => {
  await story('recovery-held');
  await deck.press('a');
  expect(await text()).toContain('▌ Unset norecover');
  await deck.press('esc', 'x');
  await confirm(deck, 'yes');
  expect(deck.cockpit.facts.flags().find(({ name }) => name === 'norecover')?.on).toBe(false);
});

test.each(['calm', 'rack-partition', 'nearfull'])(
  'where nothing that can be done from here is suggested, x does nothing, and no line names it: %s',
  async (scenario) => {
    await story(scenario);
    expect(await text()).not.toMatch(/\bx [a-z]/);
    await deck.press('x');
    expect(deck.cockpit.view.getState().overlays).toEqual([]);
  },
);

test('with keys of the operator the line names the key that is in force', async () => {
  const keys = new Map([['suggested', ['ctrl-o']]]);
  await openDeck({ scenario: 'host-down', columns: 80, rows: 24, custom: { ...NO_CUSTOM, keys } }, 12_000);
  await see(/Ctrl-O set noout/i);
});
