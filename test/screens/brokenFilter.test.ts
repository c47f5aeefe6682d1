import { expect, test } from 'vitest';
import { deck, letters, openDeck, text } from './openedDeck.ts';

const PROBLEM = '/[/ is not a regular expression: Unterminated character class';

test.each([
  ['a list', '3', /osd\.1 /],
  ['the CRUSH tree', '5', /stor-01/],
  ['the log', '4', /stor-\d\d +\w+/],
])('%s explains an invalid regular expression and continues to show all rows', async (_, pane, row) => {
  await openDeck({ columns: 100, rows: 30 });
  await deck.press(pane, 'f', '/', ...letters('/[/'));
  expect(await text()).toContain(PROBLEM);
  expect(await text()).toMatch(row);
  await deck.press('enter');
  expect(await text()).toContain(PROBLEM);
  await deck.press('esc');
  expect(await text()).not.toContain(PROBLEM);
});
