import { expect, test } from 'vitest';
import type { StatusDump } from '../../../../src/service/ceph/cluster/read.ts';
import type { PoolDump } from '../../../../src/service/ceph/pools/read.ts';
import { recorded, refused } from '../recordedCeph.ts';
import { sample } from '../samples.ts';
import { cluster } from './cluster.ts';

const pgmap = (sample('statusOk') as StatusDump).pgmap;

test.each([
  ['is zero while all data is in place', {}, { recoveryTimeRemaining: 0 }],
  [
    'is the number of objects divided by their rate',
    { degraded_objects: 10, recovering_objects_per_sec: 5 },
    { recoveryTimeRemaining: 2 },
  ],
  ['is left out while nothing moves', { degraded_objects: 10 }, {}],
])('the recovery time of the status %s', async (_what, change, expected) => {
  const { status, answer } = cluster();
  answer('status', { json: { ...(sample('statusOk') as StatusDump), pgmap: { ...pgmap, ...change } } });
  const { recoveryTimeRemaining } = await status();
  expect({ ...(recoveryTimeRemaining !== undefined && { recoveryTimeRemaining }) }).toEqual(expected);
});

test.each([
  ['a cluster without pools has no placement groups', 0, []],
  ['a cluster whose only pool was not counted yet has none that are known', 1, undefined],
])('%s', async (_what, count, expected) => {
  const { status, answer, clock } = cluster();
  const pools = (sample('osdPoolLsDetail') as PoolDump[]).slice(0, count);
  answer('osd pool ls', { json: pools });
  answer('status', {
    json: { ...(sample('statusOk') as StatusDump), pgmap: { ...pgmap, pgs_by_state: [] } },
  });
  const late = status();
  await clock.advance(2000);
  expect((await late).placementGroups).toEqual(expected);
});

test('placement groups that were all okay in between start over', async () => {
  const { clock, answer, status } = cluster('statusRecovering');
  answer('pg states', { json: { all: { 2: { peering: 32 } }, inactive: { 2: { peering: [0, 1, 2] } } } });
  const rbd = async () => (await status()).placementGroups?.find(({ poolName }) => poolName === 'rbd');
  await rbd();
  await clock.advance(30_000);
  answer('status', recorded('statusOk'));
  expect(await rbd()).toMatchObject({ okay: 32 });
  await clock.advance(30_000);
  answer('status', recorded('statusRecovering'));
  expect(await rbd()).toMatchObject({ warn: 32, error: 0 });
});

test('the detail of a good health has nothing beside it but empty evidence', async () => {
  const { answer, call } = cluster('statusOk');
  answer('health', { json: { status: 'HEALTH_OK', checks: {} } });
  expect(await call('getClusterStatusDetail', {})).toEqual({
    status: 'HEALTH_OK',
    checks: {},
    evidence: { needs: [] },
  });
});

test('monitors that no longer listen are named in the detail, if a status was read before', async () => {
  const { answer, call, clock, listen, status } = cluster('statusOk');
  answer('health', { json: { status: 'HEALTH_OK', checks: {} } });
  const addrvec = [{ type: 'v2', addr: '10.0.0.1:3300' }];
  answer('mon dump', { json: { mons: [{ name: 'a', public_addrs: { addrvec } }] } });
  await status();
  await clock.advance(1000);
  answer('osd stat', refused(-110, 'timed out'));
  listen(false);
  const late = call('getClusterStatusDetail', {});
  await clock.advance(10_000);
  expect(await late).toEqual({ evidence: { lostMonitors: [{ mon: 'a', server: 'node1', runs: false }] } });
});
