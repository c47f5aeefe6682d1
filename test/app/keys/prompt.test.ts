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

test('the arrow keys step through the earlier commands up to the oldest one, and after the newest one the line is empty', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm' }, 0);
  for (const line of ['utc', 'tasks']) await deck.command(line);
  await deck.press(':', 'up');
  expect(await prompt()).toMatch(/^:tasks /);
  await deck.press('up');
  expect(await prompt()).toMatch(/^:utc /);
  await deck.press('up');
  expect(await prompt()).toMatch(/^:utc /);
  await deck.press('down', 'down');
  expect(await prompt()).toMatch(/^: /);
});

test('a filter applies while it is typed, stays after Enter, and is restored by Esc', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm' }, 2000);
  const filter = () => deck.cockpit.view.getState().lists.disks.filter;
  await deck.press('3', '/', ...letters('osd.1'));
  expect(filter()).toBe('osd.1');
  await deck.press('enter');
  expect(filter()).toBe('osd.1');
  expect(deck.cockpit.view.getState().overlays).toEqual([]);
  await deck.press('/', 'end', 'backspace', ...letters('9'));
  expect(filter()).toBe('osd.9');
  await deck.press('esc');
  expect(filter()).toBe('osd.1');
});

test('a filter line is not completed like a command', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm' }, 2000);
  await deck.press('3', '/', ...letters('poo'));
  expect(await prompt()).not.toMatch(/pools/);
  await deck.press('esc', ':', 'enter');
  expect(deck.cockpit.view.getState().overlays).toEqual([]);
});

test('Shift-Tab begins with the last completion, and a complete word has none', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm' }, 0);
  await deck.press(':', ...letters('mouse o'), 'shift-tab');
  expect(await prompt()).toMatch(/^:mouse off/);
  await deck.press('ctrl-u', ...letters('utc'));
  expect((await prompt()).trimEnd()).toMatch(/^:utc\s*(?:\S.*cancel.*)?$/);
});

test('after a line that failed, a colon begins another one', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm' }, 2000);
  await deck.press(':', ...letters('poolz'), 'enter', ':', ...letters('utc :'));
  expect(await prompt()).toMatch(/^:utc :/);
});

test('a line that fails stays in the prompt with the reason, to be corrected', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm' }, 2000);
  await deck.press(':', ...letters('poolz x'), 'enter');
  expect(await text()).toMatch(/^:poolz x.*There is no command poolz/m);
  await deck.press('ctrl-u', ...letters('scrub osd.9999'), 'enter');
  expect(await text()).toMatch(/^:scrub osd\.9999.*There is no OSD osd\.9999/m);
  await deck.press('backspace', 'backspace', 'backspace', 'backspace', '9', 'enter');
  expect(await text()).toMatch(/Scrub osd\.9 /);
  await deck.press('esc', ':', ...letters('undo'), 'enter');
  expect(deck.cockpit.view.getState().overlays).toEqual([]);
  expect(await text()).toMatch(/Nothing to undo/);
});
