import { expect, test } from 'vitest';
import { deck, letters, openDeck, see, text } from './openedDeck.ts';

test('the details of an OSD that is down tell for how long, of one that is up nothing of it', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'host-down' }, 3000);
  await deck.press('3', 'd');
  expect(await see(/down for +1m3\ds/)).toMatch(/status +DOWN in/);
  await deck.clock.advance(60_000);
  expect(await text()).toMatch(/down for +2m3\ds/);
  await deck.press('esc', '/', ...letters('osd.7'), 'enter', 'd');
  expect(await see(/status +UP/)).not.toMatch(/down for/);
});
