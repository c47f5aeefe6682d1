import { expect, test } from 'vitest';
import { waitForGuard, openDemo } from './steps.ts';

const small = { cols: 60, rows: 16 };

test('the failed checks of a pool deletion are visible at once, and all of them before it is confirmed', async () => {
  await using deck = await openDemo('demo', small);
  await deck.command('pools');
  deck.press('Down');
  await deck.see(/▌volumes/);
  deck.press('D');
  const first = await deck.see(/Type volumes and press Enter to go ahead/);
  expect(first).toMatch(/Delete pool volumes on demo [0-9a-f]{8}/);
  expect(first).toMatch(/└─ 1-\d+ of \d+ ─/);
  await waitForGuard();
  deck.type('volumes');
  await deck.see(/> volumes/);
  deck.press('Enter');
  await deck.see(/PgDn shows the rest/);
  expect(deck.audit()).toEqual([]);
  deck.press('PageDown', 'PageDown', 'PageDown', 'PageDown');
  await deck.see(/undo +none/);
  deck.press('Enter');
  await deck.see(/Sending in \d s/);
  deck.press('Esc');
  await deck.seeNo(/Sending in/);
  expect(deck.audit()).toEqual([]);
});

test('the menu entry that Enter runs is always visible', async () => {
  await using deck = await openDemo('demo', small);
  deck.press('3', 'a');
  await deck.see(/▌ Scrub the OSD under the cursor/);
  deck.press('Down', 'Down', 'Down', 'Down', 'Down', 'Down');
  await deck.see(/▌ Measure the speed/);
  deck.press('Enter');
  await deck.see(/─ Measure the speed of osd\.\d+/);
});

test('a command can be typed over a description, and its letters run no actions', async () => {
  await using deck = await openDemo('calm');
  await deck.command('pools');
  deck.press('Down', 'd');
  await deck.see(/▶ Pool \S+/);
  await deck.command('osd');
  const text = await deck.see(/▶ 3 Disks/);
  expect(text).not.toMatch(/go ahead/);
});

test('with unsubmitted changes of the CRUSH map, Ctrl-C, :deck and q ask before they are dropped', async () => {
  await using deck = await openDemo('calm');
  await deck.command('crush-edit');
  deck.press('Down', 'D');
  await deck.see(/rack1 holds 4 nodes/);
  deck.press('Down', 'Space');
  await deck.see(/1 marked/);
  deck.press('Down', 'Down', 'Down', 'Down', 'p');
  await deck.see(/1 changed/);
  deck.press('ctrl-c');
  await deck.see(/1 change not requested yet/);
  deck.press('Esc');
  await deck.seeNo(/not requested yet/);
  await deck.command('deck');
  await deck.see(/1 change not requested yet/);
  deck.press('Esc');
  await deck.seeNo(/not requested yet/);
  await deck.filter('rack');
  deck.press('q');
  await deck.see(/1 change not requested yet/);
  deck.press('Down', 'Enter');
  await deck.see(/▶ 1 Health/);
});
