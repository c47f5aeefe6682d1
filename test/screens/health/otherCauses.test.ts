import { expect, test } from 'vitest';
import type { HealthCheck } from '../../../src/api/contract/cluster.ts';
import { answering, openDeck, see } from '../openedDeck.ts';

const check = (message: string, severity: 'HEALTH_WARN' | 'HEALTH_ERR' = 'HEALTH_WARN'): HealthCheck => ({
  severity,
  summary: { message, count: 1 },
  detail: [],
});

test('a flag because of which clients wait is among the other causes, although it explains only the check about flags', async () => {
  const checks = {
    MDS_ALL_DOWN: check('1 filesystem is offline', 'HEALTH_ERR'),
    FS_DEGRADED: check('1 filesystem is degraded'),
    FS_WITH_FAILED_MDS: check('1 filesystem has a failed mds daemon'),
    OSDMAP_FLAGS: check('nodown,noscrub flag(s) set'),
  };
  await openDeck({
    columns: 160,
    rows: 48,
    scenario: 'calm',
    ...answering({
      getClusterStatus: () =>
        Promise.resolve({ storeStatus: { health: { status: 'HEALTH_ERR' as const, checks } } }),
      getClusterStatusDetail: () => Promise.resolve({ checks, evidence: { silent: [3] } }),
      listFlags: () =>
        Promise.resolve(
          ['nodown', 'noscrub'].map((name) => ({ name, currentState: true, recommendedState: false })),
        ),
    }),
  });
  const shown = await see(/ AND +likely nodown is set, and osd\.3/);
  expect(shown).toMatch(/ CAUSE +\S.*no standby is left/);
  // What the line about flags says is not said twice.
  expect(shown).not.toMatch(/ AND +noscrub/);
});
