import { describe, expect, test } from 'vitest';
import type { ClusterStatus } from '../../../src/api/contract/cluster.ts';
import { redundancy, selectPlacement } from '../../../src/store/answers/placement.ts';

const status = {
  placementGroups: [
    { poolName: 'fine', poolId: 1, total: 10, okay: 10, warn: 0, error: 0 },
    { poolName: 'ailing', poolId: 2, total: 10, okay: 6, warn: 4, error: 0 },
    { poolName: 'broken', poolId: 3, total: 10, okay: 7, warn: 1, error: 2 },
    { poolName: 'worse', poolId: 4, total: 10, okay: 0, warn: 2, error: 8 },
  ],
};

describe('placement groups', () => {
  test('placement groups are listed by pool, worst first, with their totals', () => {
    const placement = selectPlacement({ status });
    expect(placement.rows.map((row) => [row.poolName, row.level])).toEqual([
      ['worse', 'error'],
      ['broken', 'error'],
      ['ailing', 'warn'],
      ['fine', 'ok'],
    ]);
    expect(placement).toMatchObject({
      total: 40,
      okay: 23,
      warn: 7,
      error: 10,
      missing: 17,
      isCounted: true,
      level: 'error',
    });
  });

  test('placement groups show how many copies the pool can still lose', () => {
    const pools = [
      { poolId: 1, size: 3, minSize: 2 },
      { name: 'ailing', size: 2, minSize: 2 },
    ];
    const rows = new Map(selectPlacement({ status, pools }).rows.map((row) => [row.poolName, row]));
    expect(rows.get('fine')).toMatchObject({ redundancy: '3/2', spare: 1 });
    expect(rows.get('ailing')).toMatchObject({ redundancy: '2/2', spare: 0 });
    expect(rows.get('broken')).toMatchObject({ redundancy: '', spare: undefined });
  });

  test('placement groups in no known state are not fine', () => {
    const [row] = selectPlacement({
      status: { placementGroups: [{ poolName: 'x', total: 5, okay: 4 }] },
    }).rows;
    expect(row?.level).toBe('unknown');
  });

  test('placement groups that are not counted are unknown, not fine', () => {
    const [row] = selectPlacement({ status: { placementGroups: [{ poolName: 'x' }] } }).rows;
    expect(row).toMatchObject({ total: 0, level: 'unknown' });
  });

  test('placement groups are not fine if they were last counted before the cluster stopped answering', () => {
    const unknown = { ...status, storeStatus: { health: { status: 'HEALTH_UNKNOWN' as const } } };
    const levels = (of: ClusterStatus) => selectPlacement({ status: of }).rows.map(({ level }) => level);
    expect(levels(unknown)).toEqual(['error', 'error', 'warn', 'unknown']);
    expect(levels({ ...status, placementGroupsLastUpdated: 61 })).toEqual([
      'error',
      'error',
      'warn',
      'unknown',
    ]);
    expect(levels({ ...status, placementGroupsLastUpdated: 60 })).toEqual(['error', 'error', 'warn', 'ok']);
  });

  test('placement groups of a pool without a number use its name as id', () => {
    expect(selectPlacement({ status: { placementGroups: [{ poolName: 'x' }] } }).rows[0]?.id).toBe('pool.x');
  });

  test('placement groups are unknown while nothing was reported', () => {
    expect(selectPlacement({})).toMatchObject({ rows: [], level: 'unknown', total: 0 });
  });
});

test.each([
  [{ size: 3, minSize: 2 }, '3/2'],
  [{ size: 3 }, '3'],
  [{ erasureCoding: true, dataChunks: 4, parityChunks: 2, minSize: 5 }, '4+2/5'],
  [{ erasureCoding: true, dataChunks: 4, size: 6, minSize: 5 }, '4+2/5'],
  [{ erasureCoding: false, dataChunks: 0, parityChunks: 0, size: 2, minSize: 1 }, '2/1'],
  [{}, ''],
  [undefined, ''],
])('a pool of %o has the note "%s"', (pool, text) => {
  expect(redundancy(pool)).toBe(text);
});
