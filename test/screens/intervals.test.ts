import { expect, test } from 'vitest';
import { panes } from '../../src/screens/panes.ts';
import { screens } from '../../src/screens/screens.ts';
import { resources } from '../../src/store/cache/resources.ts';
import { freshScreen } from '../../src/store/session/view.ts';
import { showDeck } from './shownDeck.tsx';

test('resources with one key are polled at one interval, whoever watches them first', async () => {
  await using deck = await showDeck({ columns: 80, rows: 24 });
  const intervals = new Map<string, Set<number>>();
  for (const { key, everyMs } of [
    ...Object.values(resources),
    ...Object.values(panes).flatMap(({ reads }) => reads),
    ...screens.flatMap(({ id, reads }) => Object.values(reads?.(freshScreen(id, {}), deck.cockpit) ?? {})),
  ])
    intervals.set(key, (intervals.get(key) ?? new Set()).add(everyMs));
  expect([...intervals].filter(([, different]) => different.size > 1)).toEqual([]);
});
