import { test } from 'vitest';
import { answering, openDeck, see } from '../openedDeck.ts';

test('a cluster whose placement groups could not be read is not said to have no pools', async () => {
  const health = { status: 'HEALTH_UNKNOWN' as const, checks: {} };
  await openDeck({
    columns: 160,
    rows: 48,
    ...answering({ getClusterStatus: () => Promise.resolve({ storeStatus: { health } }) }),
  });
  await see(/Not known: the placement groups could not be read yet\./);
});
