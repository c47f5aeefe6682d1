import { expect, test } from 'vitest';
import { openDemo } from './steps.ts';

test('nodes open and close, and left goes to the parent', async () => {
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

test('all nodes open at once and go back to racks and hosts', async () => {
  await using deck = await openDemo('calm');
  deck.press('5', 'f', 'X');
  await deck.see(/CRUSH tree +76 /);
  deck.press('X');
  await deck.see(/CRUSH tree +16 /);
});

test('a search opens the way to what it finds', async () => {
  await using deck = await openDemo('calm');
  deck.press('5', 'f');
  await deck.filter('osd.26');
  const text = await deck.see(/▾ default[^]*▾ rack2[^]*▾ stor-06[^]*· osd\.26/);
  expect(text).not.toMatch(/rack1|osd\.25/);
  deck.press('Esc');
  await deck.see(/CRUSH tree +16 /);
});

test('problems only leaves the branch with the failed OSD', async () => {
  await using deck = await openDemo('osd-down');
  deck.press('5', 'f', '!', 'X');
  const text = await deck.see(/problems only[^]*stor-03[^]*osd\.11/);
  expect(text).not.toMatch(/rack2|stor-04/);
});

test('what goes down is seen from the root', async () => {
  await using deck = await openDemo('host-down');
  deck.press('5', 'f');
  await deck.see(/✗ ▾ default[^\n]*55\/60 up/);
  await deck.see(/✗ ├─▾ rack2[^\n]*15\/20 up/);
  await deck.see(/✗ │ ├─▸ stor-07[^\n]*0\/5 up/);
});
