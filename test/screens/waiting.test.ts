import { expect, test } from 'vitest';
import { waitingLines } from '../../src/screens/waiting.ts';
import { resources } from '../../src/store/cache/resources.ts';
import { switchable } from './failing.ts';
import { openDeck } from './openedDeck.ts';

test('the reason for a missing first answer is wrapped, and cut at the height of its pane', async () => {
  const { wrap } = switchable(false);
  const { cockpit } = await openDeck({ columns: 80, rows: 24, scenario: 'calm', wrap });
  const lines = (height: number) => waitingLines(cockpit, resources.status, { width: 40, height });
  expect(lines(9).length).toBeGreaterThan(3);
  expect(lines(9).at(-1)).toMatch(/next try in \d+s/i);
  expect(lines(2)).toEqual(lines(9).slice(0, 2));
});
