import { expect, test } from 'vitest';
import { openDemo } from './steps.ts';

test('the page beside a list follows the cursor, is closed with a key, and stays closed when the list is opened again', async () => {
  await using deck = await openDemo('calm', { cols: 160, rows: 36 });
  deck.press('3', 'f');
  await deck.see(/▌✓ stor-01[^\n]*\n[^]*│ /);
  await deck.see(/│ osd\.0 on stor-01 {2}✓ UP/);
  deck.press('Down', 'Down', 'Down');
  await deck.see(/│ osd\.3 on stor-01 {2}✓ UP/);
  deck.press('End');
  await deck.see(/▌[^\n]* (\S+)[^]*│/);
  await deck.seeNo(/│ osd\.3 on stor-01/);
  deck.press('_');
  await deck.seeNo(/│/);
  deck.press('Esc', '3', 'f');
  await deck.see(/▌/);
  expect(deck.screen.text()).not.toMatch(/│ \S+ on stor/);
  deck.press('_');
  await deck.see(/│ \S+ on stor-\d\d/);
});
