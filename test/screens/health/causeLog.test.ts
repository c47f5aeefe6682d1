import { expect, test } from 'vitest';
import { deck, openDeck, text } from '../openedDeck.ts';

test('two keys lead from a cause without a health check to the log lines that show it', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'disk-slow' });
  await deck.clock.advance(30_000);
  expect(Object.keys(deck.cockpit.facts.health().checks)).toEqual([]);
  const [cause] = deck.cockpit.facts.diagnosis()!.causes;
  expect(cause).toMatchObject({ kind: 'disk-slow' });
  await deck.press('1', 'L');
  await deck.clock.advance(5000);
  expect(await text()).toContain(cause!.objects[0]!);
  expect(await text()).toContain('slow operation observed');
});
