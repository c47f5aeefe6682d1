import { describe, expect, test } from 'vitest';
import { causes, check, failed as unheard, REFUSED, shutDown, UNHEARD } from '../support.ts';

const NO_APPLICATION = {
  POOL_APP_NOT_ENABLED: check(
    '1 pool(s) do not have an application enabled',
    "application not enabled on pool 'noapp'",
    "use 'ceph osd pool application enable <pool-name> <app-name>', where <app-name> is 'cephfs', 'rbd', 'rgw', or freeform for custom applications.",
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

test('checks about the configuration come after a failure, each with its own step', () => {
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
    ['reported', 'TOO_MANY_PGS'],
    ['configuration', 'POOL_APP_NOT_ENABLED'],
    ['configuration', 'POOL_NO_REDUNDANCY'],
  ]);
});

test('a check that says itself what is wrong is its own cause, and names the daemons in it', () => {
  const detail = "osd.3 spilled over 64 KiB metadata from 'db' device (20 MiB used of 24 MiB) to slow device";
  const checks = { BLUEFS_SPILLOVER: check('1 OSD(s) experiencing BlueFS spillover', detail) };
  expect(causes({ checks })).toMatchObject([
    {
      kind: 'reported',
      objects: ['osd.3'],
      confidence: 'certain',
      text: '1 OSD(s) experiencing BlueFS spillover',
      proofs: [{ text: detail, source: 'health' }],
      next: ['enlarge/move the DB device or compact; then rebuild the OSD'],
    },
  ]);
  expect(causes({ checks: { OBJECT_MISPLACED: check('1/9 objects misplaced') } })).toMatchObject([
    { kind: 'unknown' },
  ]);
});

describe('what cephadm reports', () => {
  const failed = 'failed check: Unable to reach remote host';
  const checks = (...hosts: string[]) => ({
    OSD_DOWN: check('2 osds down'),
    CEPHADM_HOST_CHECK_FAILED: check(
      '1 hosts fail cephadm check',
      ...hosts.map((host) => `host ${host} (10.0.0.2) ${failed}`),
    ),
    CEPHADM_FAILED_DAEMON: check('1 failed cephadm daemon(s)', 'daemon osd.3 on b is in error state'),
  });
  const log = [unheard(2, UNHEARD, 60), unheard(3, UNHEARD, 60)];

  test('what cephadm reports about a lost server and its daemons follows from that loss', () => {
    expect(causes({ down: [2, 3], log, checks: checks('b') })).toMatchObject([
      {
        kind: 'host-down',
        objects: ['b'],
        explains: ['OSD_DOWN', 'CEPHADM_HOST_CHECK_FAILED', 'CEPHADM_FAILED_DAEMON'],
      },
    ]);
  });

  test('what cephadm also reports about a server that is not lost is a cause of its own', () => {
    const found = causes({ down: [2, 3], log, checks: checks('b', 'c') });
    expect(found.map(({ kind, explains }) => [kind, explains])).toEqual([
      ['host-down', ['OSD_DOWN', 'CEPHADM_FAILED_DAEMON']],
      ['reported', ['CEPHADM_HOST_CHECK_FAILED']],
    ]);
  });

  test('what cephadm reports about a daemon that has ended follows from its end', () => {
    const ended = causes({
      down: [3],
      log: [unheard(3, REFUSED, 60)],
      checks: { CEPHADM_FAILED_DAEMON: checks().CEPHADM_FAILED_DAEMON },
    });
    expect(ended).toMatchObject([{ kind: 'osd-down', explains: ['CEPHADM_FAILED_DAEMON'] }]);
  });
});
