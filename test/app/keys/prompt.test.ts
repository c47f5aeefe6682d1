import { expect, test } from 'vitest';
import { deck, letters, openDeck, text } from '../../screens/openedDeck.ts';

const prompt = async () => (await text()).split('\n').at(-1) ?? '';

test('the prompt shows its completions, and Tab cycles through them', async () => {
  await openDeck({ columns: 120, rows: 40 }, 0);
  await deck.press(':', ...letters('poo'));
  expect(await prompt()).toMatch(/^:poo +pools {2}pool/);
  const seen = new Set<string>();
  for (let turn = 0; turn < 8; turn++) {
    await deck.press('tab');
    seen.add((await prompt()).split(' ')[0] ?? '');
  }
  expect([...seen]).toEqual(expect.arrayContaining([':pool', ':pools']));
  await deck.press('ctrl-u', ...letters('poo'), 'tab');
  const first = await prompt();
  await deck.press('tab', 'shift-tab');
  expect(await prompt()).toBe(first);
});

test('a letter after Tab starts a new completion from the present text', async () => {
  await openDeck({ columns: 120, rows: 40 }, 0);
  await deck.press(':', ...letters('set no'), 'tab');
  expect(await prompt()).toMatch(/^:set noscrub +noscrub[^]* noout/);
  await deck.press('ctrl-w', ...letters('noo'), 'tab');
  expect(await prompt()).toMatch(/^:set noout /);
});
