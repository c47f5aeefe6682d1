import { expect, test } from 'vitest';
import { say } from '../../src/store/session/view.ts';
import { deck, openDeck, text } from './openedDeck.ts';

const foot = async () => (await text()).split('\n').at(-1) ?? '';
const open = () => openDeck({ columns: 120, rows: 40, scenario: 'calm' }, 1000);

test('what a command said is gone once another one succeeds', async () => {
  await open();
  await deck.command('readwrite wrong');
  expect(await foot()).toMatch(/Type the name of this cluster after it/);
  await deck.command('readwrite demo');
  expect(await foot()).toMatch(/\? help/);
});

test('what a command says itself stays, and so does what is wrong with it', async () => {
  await open();
  await deck.command('slow off');
  expect(await foot()).toMatch(/slow off/);
  await deck.command('scrub osd.9999');
  expect(await foot()).toMatch(/There is no OSD osd\.9999/);
});

test('a notice gives way to the keys of what is opened', async () => {
  await open();
  say(deck.cockpit.view, 'info', 'old news');
  await deck.press('3', 'O');
  expect(await foot()).toMatch(/Esc cancel/);
  await deck.press('esc');
  expect(await foot()).not.toMatch(/old news/);
});
