import { expect, test } from 'vitest';
import { causes, check, shutDown } from '../support.ts';

const NO_APPLICATION = {
  POOL_APP_NOT_ENABLED: check(
    '1 pool(s) do not have an application enabled',
    "application not enabled on pool 'noapp'",
  ),
};

test('a check about how the cluster is set up is its own cause, and says that nothing has failed', () => {
  expect(causes({ checks: NO_APPLICATION })).toMatchObject([
    {
      kind: 'configuration',
      objects: [],
      confidence: 'certain',
      explains: ['POOL_APP_NOT_ENABLED'],
      text: '1 pool(s) do not have an application enabled: a matter of configuration, nothing has failed',
      proofs: [{ text: "application not enabled on pool 'noapp'", source: 'health' }],
      next: ['tag it rbd, cephfs or rgw'],
    },
  ]);
});

test('checks about the configuration come after a failure, each with its own step, and no other check is taken for one', () => {
  const found = causes({
    checks: {
      ...NO_APPLICATION,
      POOL_NO_REDUNDANCY: check('1 pool(s) have no replicas configured'),
      OSD_DOWN: check('1 osds down'),
      TOO_MANY_PGS: check('too many PGs per OSD (312 > max 250)'),
    },
    down: [3],
    log: [shutDown(3)],
  });
  expect(found.map(({ kind, explains }) => [kind, ...explains])).toEqual([
    ['osd-down', 'OSD_DOWN'],
    ['unknown', 'TOO_MANY_PGS'],
    ['configuration', 'POOL_APP_NOT_ENABLED'],
    ['configuration', 'POOL_NO_REDUNDANCY'],
  ]);
});
