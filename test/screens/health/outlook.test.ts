import { expect, test } from 'vitest';
import { openDeck, see, text } from '../openedDeck.ts';

const SMALL = { columns: 80, rows: 24 };

test('the second line of a calm deck says what is nearest to trouble', async () => {
  await openDeck({ ...SMALL, scenario: 'calm' });
  const [, , headline, next] = (await see(/ NEXT /)).split('\n');
  expect(headline).toMatch(/✓ HEALTH_OK/);
  expect(next).toMatch(/^ NEXT +configuration never backed up, fullest/);
});

test('a deck on which something is wrong says nothing of what comes next', async () => {
  await openDeck({ ...SMALL, scenario: 'pool-quota' });
  await see(/CAUSE/);
  expect(await text()).not.toMatch(/ NEXT /);
});

test('pools that a slow disk may slow down are named, and not that of the managers', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'disk-slow' });
  const shown = await see(/ SLOW +\d+ pools may be slow \(:hurt\): \w/);
  expect(/ SLOW .*/.exec(shown)?.[0]).not.toContain('.mgr');
});

test('where the data is whole and scrubs are overdue, HEAL says what holds them', async () => {
  await openDeck({ ...SMALL, scenario: 'scrub-backlog' });
  const shown = (await see(/ HEAL /)).replace(/│.*/g, '').replace(/\s+/g, ' ');
  expect(shown).toMatch(/HEAL all placement groups okay, scrubs held: noscrub, nodeep-scrub …/);
});
