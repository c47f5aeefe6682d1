import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allOkay, pgClass, placementGroups } from '../../../../src/service/ceph/cluster/placementGroups.ts';
import type { StatusDump } from '../../../../src/service/ceph/cluster/read.ts';
import type { PoolDump } from '../../../../src/service/ceph/pools/read.ts';
import { sample } from '../samples.ts';

const pools = sample('osdPoolLsDetail') as PoolDump[];
const recovering = sample('pgStatesRecovering') as Record<string, Record<string, number>>;

describe('state of a placement group', () => {
  test.each([
    ['active+clean', 'okay'],
    ['active+clean+scrubbing+deep', 'okay'],
    ['active+clean+snaptrim_wait', 'okay'],
    ['active+undersized+degraded', 'warn'],
    ['active+recovery_wait+undersized+degraded+remapped', 'warn'],
    ['active+remapped+backfill_toofull', 'warn'],
    ['active+clean+scrubbing+deep+repair', 'warn'],
    ['active', 'warn'],
    ['peering', 'inactive'],
    ['undersized+degraded+peered', 'inactive'],
    ['stale+active+clean', 'inactive'],
    ['unknown', 'inactive'],
    ['down', 'error'],
    ['incomplete', 'error'],
    ['active+clean+inconsistent', 'error'],
    ['active+recovery_unfound+degraded', 'error'],
    ['active+clean+snaptrim_error', 'error'],
  ])('the state %s is %s', (state, kind) => expect(pgClass(state)).toBe(kind));

  test('the class of a state does not depend on the order of its words', () => {
    const words = [
      'active',
      'clean',
      'degraded',
      'stale',
      'inconsistent',
      'peering',
      'scrubbing',
      'something',
    ];
    fc.assert(
      fc.property(fc.subarray(words, { minLength: 1 }), (chosen) => {
        expect(pgClass(chosen.toReversed().join('+'))).toBe(pgClass(chosen.join('+')));
      }),
    );
  });
});

test('recovery of the cluster is a warning in the pool that recovers', () => {
  expect(placementGroups(pools, { all: recovering, stuck: {} })).toContainEqual({
    poolName: 'rbd',
    poolId: 2,
    total: 32,
    okay: 14,
    warn: 18,
    error: 0,
  });
});

test('stuck placement groups are errors', () => {
  const counted = placementGroups(pools, { all: recovering, stuck: { '2': { 'remapped+peering': 4 } } });
  expect(counted).toContainEqual(expect.objectContaining({ poolName: 'rbd', total: 32, warn: 14, error: 4 }));
});

test('without counts all placement groups are okay, and a pool that is not counted yet is a warning', () => {
  const rbd = pools.filter(({ pool_name }) => pool_name === 'rbd');
  expect(placementGroups(rbd)).toMatchObject([{ total: 32, okay: 32 }]);
  expect(placementGroups(rbd, { all: {}, stuck: {} })).toMatchObject([{ total: 32, warn: 32 }]);
});

test('only a cluster in which every placement group is okay needs no counts', () => {
  const states = (name: string) => (sample(name) as StatusDump).pgmap.pgs_by_state;
  expect(allOkay(states('statusOk'))).toBe(true);
  expect(allOkay(states('statusOsdDown'))).toBe(false);
});
