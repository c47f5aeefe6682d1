import { expect, test } from 'vitest';
import { say } from '../../../src/store/session/view.ts';
import { deck, letters, openDeck, text } from '../../screens/openedDeck.ts';

const foot = async () => (await text()).split('\n').at(-1) ?? '';
const open = () => openDeck({ columns: 120, rows: 40, scenario: 'calm' }, 1000);

test('the message of a command disappears when another command succeeds', async () => {
  await open();
  await deck.command('readwrite wrong');
  expect(await foot()).toMatch(/Type the name of this cluster after it/);
  await deck.press('ctrl-u', ...letters('readwrite demo'), 'enter');
  expect(await foot()).toMatch(/\? help/);
});

test('the message of a command itself stays, and so does an error', async () => {
  await open();
  await deck.command('slow off');
  expect(await foot()).toMatch(/slow off/);
  await deck.command('scrub osd.9999');
  expect(await foot()).toMatch(/There is no OSD osd\.9999/);
});

test('a notice gives way to the key hints of an opened view', async () => {
  await open();
  say(deck.cockpit.view, 'info', 'old news');
  await deck.press('3', 'O');
  expect(await foot()).toMatch(/Esc cancel/);
  await deck.press('esc');
  expect(await foot()).not.toMatch(/old news/);
});

test('a notice that is longer than the bottom line takes more lines, and is cut after the third', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' }, 2000);
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
  const shown = async (notice: string) => {
    say(deck.cockpit.view, 'warn', notice);
    return (await text()).split('\n').slice(-4);
  };
  const [above, first, second] = (await shown(words(15))).slice(1).map((line) => line.trim());
  expect(`${first} ${second}`).toBe(words(15));
  expect(above).not.toContain('word');
  const lines = await shown(words(100));
  expect(lines.map((line) => line.includes('word'))).toEqual([false, true, true, true]);
  expect(lines.at(-1)).toMatch(/word\d+ …$/);
  expect(await shown('done')).toMatchObject([{}, {}, {}, ' done']);
});
