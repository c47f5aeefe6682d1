import { expect, test } from 'vitest';
import { openDemo } from './steps.ts';

test('nodes of the CRUSH tree expand and collapse, and the left arrow goes to the parent', async () => {
  await using deck = await openDemo('calm');
  deck.press('5', 'f', 'Down', 'Down');
  await deck.see(/▌✓ │ ├─▸ stor-01/);
  deck.press('Right');
  await deck.see(/▾ stor-01[^]*· osd\.0 /);
  deck.press('Down', 'h');
  await deck.see(/▌✓ │ ├─▾ stor-01/);
  deck.press('Left');
  await deck.see(/▌✓ │ ├─▸ stor-01/);
  deck.press('Left');
  await deck.see(/▌✓ ├─▾ rack1/);
  deck.press('Space');
  const text = await deck.see(/▌✓ ├─▸ rack1/);
  expect(text).not.toMatch(/stor-01/);
});

test('all nodes of the CRUSH tree expand at once and collapse to racks and hosts', async () => {
  await using deck = await openDemo('calm');
  deck.press('5', 'f', 'X');
  await deck.see(/CRUSH tree +76 /);
  deck.press('X');
  await deck.see(/CRUSH tree +16 /);
});

test('a search in the CRUSH tree expands the path to its matches', async () => {
  await using deck = await openDemo('calm');
  deck.press('5', 'f');
  await deck.filter('osd.26');
  const text = await deck.see(/▾ default[^]*▾ rack2[^]*▾ stor-06[^]*· osd\.26/);
  expect(text).not.toMatch(/rack1|osd\.25/);
  deck.press('Esc');
  await deck.see(/CRUSH tree +16 /);
});

test('the problem filter of the CRUSH tree leaves the branch with the failed OSD', async () => {
  await using deck = await openDemo('osd-down');
  deck.press('5', 'f', '!', 'X');
  const text = await deck.see(/problems only[^]*stor-03[^]*osd\.11/);
  expect(text).not.toMatch(/rack2|stor-04/);
});

test('a down OSD is visible from the root of the CRUSH tree', async () => {
  await using deck = await openDemo('host-down');
  deck.press('5', 'f');
  await deck.see(/✗ ▾ default[^\n]*55\/60 up/);
  await deck.see(/✗ ├─▾ rack2[^\n]*15\/20 up/);
  await deck.see(/✗ │ ├─▸ stor-07[^\n]*0\/5 up/);
});
