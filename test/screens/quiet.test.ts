import { expect, test } from 'vitest';
import { LOOKS } from './goldenLooks.ts';
import { deck, openDeck, text } from './openedDeck.ts';
import { roleMap } from './roleMap.ts';

/** The rows of a frame, each with the roles of its characters. */
async function rowsWithRoles(columns: number, rows: number) {
  const frame = await deck.frame();
  const lines = (await text()).split('\n');
  const roles = (await roleMap(frame, columns, rows, LOOKS.colour)).split('\n');
  return lines.map((line, index) => ({ line, roles: roles[index] ?? '' }));
}

test('a row of the deck whose OSD is up has no colour', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'calm' });
  const row = (await rowsWithRoles(160, 48)).find(({ line }) => line.includes('osd.11 '));
  expect(row?.line).toMatch(/UP +good +now/);
  expect(row?.roles.slice(68)).not.toMatch(/[owe]/);
});

test('a healthy pool has no bar, and an unhealthy one has a solid bar', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'host-down' });
  const screen = await text();
  expect(screen).toMatch(/\.mgr +\S+ +1 +1 +0 +0 +│/);
  expect(screen).toMatch(/rgw-data +\S+ +256 +\d+ +\d+ +0 ▄+░+/);
  expect(screen).not.toMatch(/[▒▓]/);
});

test('rows that do not fit on the deck are counted in the last line, with the problems among them first', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'host-down' });
  const screen = await text();
  expect(screen).toMatch(/3 more DOWN in, 1 warning, 55 OSDs up, 17 disks fine/);
});

test('a list whose rows all fit shows no count', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'calm' });
  expect(await text()).not.toMatch(/more pools? fine/);
  await deck.press('3', 'f');
  expect(await text()).not.toMatch(/more OSDs? up/);
});

test('the cursor in a list on the deck reaches the last row, beyond the line with the count', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' });
  await deck.press('3', 'G');
  expect(await text()).toMatch(/▌. stor-12 sd\S+ .*\n +76 more above/);
});
