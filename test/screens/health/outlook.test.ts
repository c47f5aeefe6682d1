import { expect, test } from 'vitest';
import { deck, openDeck, see, text } from '../openedDeck.ts';

const SMALL = { columns: 80, rows: 24 };

test('the second line of a calm deck shows the most likely next problem', async () => {
  await openDeck({ ...SMALL, scenario: 'calm' });
  const [, , headline, next] = (await see(/ NEXT /)).split('\n');
  expect(headline).toMatch(/✓ HEALTH_OK/);
  expect(next).toMatch(/^ NEXT +configuration never backed up, fullest/);
});

test('a deck with a problem does not show the next one', async () => {
  await openDeck({ ...SMALL, scenario: 'pool-quota' });
  await see(/CAUSE/);
  expect(await text()).not.toMatch(/ NEXT /);
});

test('pools that a slow disk may slow down are named, except the pool of the managers', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'disk-slow' });
  const shown = await see(/ SLOW +\d+ pools may be slow \(:affected\): \w/);
  expect(/ SLOW .*/.exec(shown)?.[0]).not.toContain('.mgr');
});

test('if the data is complete and scrubs are overdue, HEAL shows what prevents them', async () => {
  await openDeck({ ...SMALL, scenario: 'scrub-backlog' });
  const shown = (await see(/ HEAL /)).replace(/│.*/g, '').replace(/\s+/g, ' ');
  expect(shown).toMatch(
    /HEAL all placement groups okay, scrubs held: noscrub, nodeep-scrub, 31\d scrubs overdue/,
  );
});

test('on a terminal too narrow for sparklines in the top line, the rates of clients have them in the health pane', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' }, 60_000);
  expect(await text()).toMatch(
    /I\/O +read [\d.]+ MiB\/s [\d.]+k op\/s [▂-█]{4,} .*\n +write [\d.]+ MiB\/s [\d.]+k op\/s [▂-█]{4,} /,
  );
  await deck.resize(160, 48);
  expect(await text()).toMatch(
    / read [\d.]+ MiB\/s [▂-█]{4,}[^]* I\/O +read [\d.]+ MiB\/s [\d.]+k op\/s +write [\d.]+ MiB\/s [\d.]+k op\/s *\n/,
  );
});
