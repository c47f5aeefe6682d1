import { expect, test } from 'vitest';
import type { Pool } from '../../../src/api/contract/pools.ts';
import { causes, check, failed, REFUSED, type SnapshotChanges } from '../support.ts';

const POOLS: readonly Pool[] = [
  { poolId: 1, name: 'vm', size: 2, minSize: 1 },
  { poolId: 2, name: 'db', size: 3, minSize: 2 },
  { poolId: 3, name: 'ec', erasureCoding: true, dataChunks: 2, parityChunks: 1 },
  { poolId: 4, name: 'scratch', size: 1, minSize: 1 },
];
const degraded = (...groups: readonly string[]): SnapshotChanges => ({
  down: [3],
  log: [failed(3, REFUSED)],
  checks: {
    OSD_DOWN: check('1 osds down'),
    PG_DEGRADED: check('5 objects degraded', ...groups),
  },
  status: {
    placementGroups: POOLS.map(({ poolId, name }) => ({
      poolId: poolId!,
      poolName: name!,
      okay: 7,
      warn: 1,
      error: 0,
    })),
  },
  more: { pools: POOLS },
});
const textOf = (changes: SnapshotChanges) => causes(changes).map(({ text }) => text);
const STOPPED = 'the daemon of osd.3 on b has stopped';

test('an OSD that is down is said to be the last but one for pools of which one more loss may cost data', () => {
  const two = 'pg 1.a is active+undersized+degraded, acting [4]';
  expect(textOf(degraded(two))).toEqual([`${STOPPED}; one more loss may cost data of vm`]);
  const older =
    'pg 3.1 is stuck undersized for 9s, current state active+undersized, last acting [4,2147483647,0]';
  expect(textOf(degraded(two, older))).toEqual([`${STOPPED}; one more loss may cost data of vm, ec`]);
});

test('groups that serve no I/O because a single OSD of them is left count as well, whatever others of their pool have left', () => {
  const stuck = (group: string, acting: string) =>
    `pg ${group} is stuck inactive for 4m, current state undersized+degraded+peered, last acting [${acting}]`;
  const PG_AVAILABILITY = check('2 pgs inactive', stuck('2.1', '4'), stuck('2.2', ''));
  const { checks, ...changes } = degraded();
  const risk = `${STOPPED}; one more loss may cost data of db`;
  expect(textOf({ ...changes, checks: { ...checks, PG_AVAILABILITY } })).toEqual([risk]);
  expect(textOf({ ...changes, checks: { PG_AVAILABILITY } })).toEqual([risk]);
});

test.each([
  ['of which two copies are left', 'pg 2.1 is active+undersized+degraded, acting [4,1]'],
  ['that has all its OSDs', 'pg 3.1 is active+recovering+degraded, acting [4,1,0]'],
  ['that should have a single copy', 'pg 4.1 is active+undersized+degraded, acting [4]'],
])('one more loss is not said to cost data of a group %s', (_, group) => {
  expect(textOf(degraded(group))).toEqual([STOPPED]);
});

test('no pool is said to be one loss away from losing data while all OSDs are up, as an OSD that is out keeps its copies', () => {
  const { log: _log, ...changes } = degraded('pg 1.a is active+undersized+degraded, acting [4]');
  const [text] = textOf({ ...changes, down: [], checks: { PG_DEGRADED: changes.checks!.PG_DEGRADED! } });
  expect(text).not.toContain('one more loss');
});
