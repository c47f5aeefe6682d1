import { expect, test } from 'vitest';
import { deck, letters, openDeck, see, text } from '../openedDeck.ts';

test('the details show since when an OSD is down, and nothing of the kind if it is up', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'host-down' }, 3000);
  await deck.press('3', 'd');
  expect(await see(/down for +1m3\ds/)).toMatch(/status +DOWN in/);
  await deck.clock.advance(60_000);
  expect(await text()).toMatch(/down for +2m3\ds/);
  await deck.press('esc', '/', ...letters('osd.7'), 'enter', 'd');
  expect(await see(/status +UP/)).not.toMatch(/down for/);
});

test('the daemons and disks of a silent server are shown as unknown', async () => {
  await openDeck({ columns: 160, rows: 40, scenario: 'rack-partition' }, 3000);
  await deck.press('3', 'd');
  const page = await see(/status +DOWN in/);
  expect(page).toMatch(/daemon +not known since \d\d:\d\d:\d\d/);
  expect(page).toMatch(/SMART +not known since \d\d:\d\d:\d\d/);
  expect(page).toMatch(/SMART, as last reported by its server/);
  expect(page).not.toMatch(/0 times|is not running|running/);
});

test('the details show how often an OSD went down while it was observed', async () => {
  await openDeck({ columns: 160, rows: 40, scenario: 'osd-down' }, 1000);
  await deck.press('3', 'd');
  expect(await see(/status +DOWN in/)).toMatch(
    /went down +(?:1 time since|not known: it was down already at)/,
  );
});

test('the details count the times that an OSD went down before it was observed, as far as the log has them', async () => {
  await openDeck({ columns: 160, rows: 40, scenario: 'flapping' }, 5000);
  await deck.press('3', 'd');
  const page = await see(/was marked down 2 times/);
  expect(page).toMatch(/went down +2 times since/);
});
