import { expect, test } from 'vitest';
import { deck, openDeck, see, text } from './openedDeck.ts';

test.each([
  [80, 24],
  [160, 48],
])(
  'a drill hides the fault until :reveal shows it with the time it began, at %ix%i',
  async (columns, rows) => {
    await openDeck({ scenario: 'drill', columns, rows });
    expect(await text()).not.toMatch(/ ago: /);
    await deck.command('reveal');
    expect(await see(/ ago: /)).toMatch(/\d+[sm]\S* ago: \S+/);
  },
);

test(':reveal says that no fault was injected into a calm cluster', async () => {
  await openDeck({ scenario: 'calm', columns: 120, rows: 40 });
  await deck.command('reveal');
  await see(/No fault was injected into this cluster/);
});
