import { expect, test } from 'vitest';
import { checkDomains } from '../../../src/screens/crush/ruleForms.ts';
import { deck, openDeck } from '../openedDeck.ts';

test('a new rule shows how many failure domains it finds, of one device class or of all', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' });
  const found = (deviceClass?: string) => checkDomains(deck.cockpit, 'rack1', 'host', deviceClass);
  const all = [{ level: 'ok', text: '4 hosts below rack1 with such OSDs' }];
  expect(found()).toEqual(all);
  expect(found('')).toEqual(all);
  expect(found('ssd')).toEqual(all);
  expect(found('tape')).toEqual([
    { level: 'warn', text: '0 hosts below rack1 with such OSDs: no pool can keep more copies than that' },
  ]);
});
