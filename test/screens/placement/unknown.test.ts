import { expect, test } from 'vitest';
import { placementPane } from '../../../src/screens/placement/pane.ts';
import { answering, deck, listLines, openDeck, openScreen, see } from '../openedDeck.ts';
import { plainText } from '../roleMap.ts';

test('a cluster whose placement groups could not be read is not said to have no pools', async () => {
  const health = { status: 'HEALTH_UNKNOWN' as const, checks: {} };
  await openDeck({
    columns: 160,
    rows: 48,
    ...answering({ getClusterStatus: () => Promise.resolve({ storeStatus: { health } }) }),
  });
  await see(/Not known: the placement groups could not be read yet\./);
});

/** The placement groups of four pools, of which only the last is reported whole. */
const PART = [
  { poolName: 'a', poolId: 1, total: 8, warn: 0, error: 0 },
  { poolName: 'b', poolId: 2, total: 8, okay: 8 },
  { poolName: 'c', poolId: 3, error: 2 },
  { poolName: 'd', poolId: 4, total: 8, okay: 8, warn: 0, error: 0 },
];
const inPart = (groups: typeof PART) =>
  answering({ getClusterStatus: () => ({ placementGroups: groups }), listPools: () => [] });

test('numbers of placement groups that the service did not report are not shown as 0', async () => {
  await openDeck({ columns: 160, rows: 48, ...inPart(PART) });
  expect(plainText(placementPane.summary(deck.cockpit))).toBe('26 PGs: 2 error, ok not known');
  await deck.press('2', 'enter');
  expect((await listLines(/^POOL/)).slice(1)).toEqual([
    expect.stringMatching(/^c -- -- -- 2\b/),
    expect.stringMatching(/^a 8 -- 0 0\b/),
    'b 8 8 -- --',
    'd 8 8 0 0',
  ]);
});

test('the list of pools does not say that no placement group is okay where the service did not report it', async () => {
  await openScreen('pools', {
    columns: 160,
    ...answering({
      getClusterStatus: () => ({ placementGroups: PART }),
      listPools: () => [
        { name: 'a', poolId: 1 },
        { name: 'd', poolId: 4 },
      ],
    }),
  });
  expect((await listLines(/^POOL/)).slice(1)).toEqual([
    'a -- replicated -- -- -- -- -- -- -- -- --',
    'd -- replicated -- -- 8 ok -- -- -- -- -- --',
  ]);
});
