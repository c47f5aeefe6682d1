import { describe, expect, test } from 'vitest';
import type { Setting } from '../../../src/api/contract/config.ts';
import type { Pool } from '../../../src/api/contract/pools.ts';
import { checkNewPool, checkPoolChange } from '../../../src/screens/pools/checks.ts';
import type { CheckInput } from '../../../src/store/answers/preflight.ts';

const POOL: Pool = {
  name: 'vms',
  poolId: 1,
  size: 3,
  minSize: 2,
  pgNum: 64,
  crushRule: 4,
  application: 'rbd',
  stats: { bytes: 2 ** 40, objects: 1000, readIops: 10, writeIops: 5 },
};
const osds = (count: number) => Array.from({ length: count }, (_, id) => ({ id, type: 'OSD', status: 'UP' }));
const INPUT: CheckInput = { status: {}, pools: [POOL], crush: { nodes: osds(3) } };

const level = (checks: readonly { level: string; text: string }[], wanted: string) =>
  checks.filter((check) => check.level === wanted).map(({ text }) => text);

describe('checks of a pool', () => {
  test.each([
    [{ name: 'vms' }, /a pool vms already exists/],
    [{ name: 'a', size: 1 }, /the first disk failure loses data/],
    [{ name: 'a', size: 2, minSize: 3 }, /min size 3 is more than the 2 copies/],
    [{ name: 'a', dataChunks: 4, parityChunks: 2, minSize: 3 }, /less than the 4 data chunks/],
    [{ name: 'a', dataChunks: 4, parityChunks: 2, minSize: 7 }, /more than the 6 chunks/],
  ])('a new pool with %o is refused', (wish, why) => {
    expect(level(checkNewPool(wish, INPUT), 'block')).toEqual([expect.stringMatching(why) as string]);
  });

  test('a new pool counts its placement groups together with those of all pools', () => {
    expect(level(checkNewPool({ name: 'a', size: 3, pgNum: 256 }, INPUT), 'warn')).toEqual([
      '320 placement groups on each OSD: above 250, the default, the monitors refuse more',
    ]);
    expect(level(checkNewPool({ name: 'a', size: 3, pgNum: 64 }, INPUT), 'ok')).toContain(
      '128 placement groups on each OSD, on average',
    );
  });

  test.each<[string, Parameters<typeof checkNewPool>[0], CheckInput, readonly string[]]>([
    ['three copies are assumed', { pgNum: 64 }, INPUT, ['128 placement groups on each OSD, on average']],
    [
      'all chunks count',
      { size: 3, dataChunks: 4, parityChunks: 2, minSize: 5, pgNum: 64 },
      INPUT,
      ['192 placement groups on each OSD, on average'],
    ],
    [
      'data chunks alone make no chunks',
      { dataChunks: 4, pgNum: 64 },
      INPUT,
      ['128 placement groups on each OSD, on average'],
    ],
    [
      'a pool without an id counts, and one without sizes adds nothing',
      { pgNum: 64 },
      { ...INPUT, pools: [{ size: 3, pgNum: 32 }, { size: 3 }, { pgNum: 32 }] },
      ['96 placement groups on each OSD, on average'],
    ],
    [
      'OSDs that are out and hosts hold none',
      { pgNum: 64 },
      {
        ...INPUT,
        pools: [],
        crush: { nodes: [...osds(3), { id: 3, type: 'OSD', reweight: 0 }, { id: -1, type: 'HOST' }] },
      },
      ['64 placement groups on each OSD, on average'],
    ],
    ['nothing is worked out without OSDs', { pgNum: 64 }, { status: {} }, []],
    [
      'one OSD holds all',
      { pgNum: 64 },
      { status: {}, crush: { nodes: osds(1) } },
      ['192 placement groups on each OSD, on average'],
    ],
    [
      'exactly as many as are allowed',
      { size: 1, minSize: 1, pgNum: 256 },
      { status: {}, pools: [{ size: 2, pgNum: 247 }], crush: { nodes: osds(3) } },
      ['250 placement groups on each OSD, on average'],
    ],
  ])(
    'the placement groups of a new pool are counted for each OSD that is in: %s',
    (_, wish, input, counts) => {
      const found = checkNewPool({ name: 'a', ...wish }, input);
      expect(found.map(({ text }) => text).filter((text) => text.includes('on each OSD'))).toEqual(counts);
    },
  );

  const LIMIT = 'mon_max_pg_per_osd';
  test.each([
    ['none is set', [], 250],
    ['it is set for all daemons', [[LIMIT, 300]], 300],
    [
      'it is set for monitors too',
      [
        [LIMIT, 300],
        [`mon:${LIMIT}`, 270],
      ],
      270,
    ],
    ['it allows as many', [[LIMIT, 320]], undefined],
  ] satisfies [string, [string, number][], number | undefined][])(
    'the limit of placement groups on an OSD is that of the cluster: %s',
    (_, made, limit) => {
      const settings = made.map(([name, value]): Setting => {
        const typed = { type: 'INT' as const, value };
        return { name, value: typed, default: typed, description: '', unit: 'BYTES', seeAlso: [] };
      });
      const refused = level(checkNewPool({ name: 'a', pgNum: 256 }, { ...INPUT, settings }), 'warn');
      expect(refused).toEqual(
        limit === undefined
          ? []
          : [`320 placement groups on each OSD: above ${limit} the monitors refuse more`],
      );
    },
  );

  test.each([
    [48, true],
    [3, true],
    [1, false],
    [2, false],
    [64, false],
  ])('a pool with %i placement groups is warned of unequal sizes: %s', (pgNum, isWarned) => {
    expect(level(checkNewPool({ name: 'a', pgNum }, INPUT), 'warn')).toEqual(
      isWarned ? [`${pgNum} is not a power of two: the placement groups will be of unequal size`] : [],
    );
  });

  const ONE_PARITY = 'warn one parity chunk: losing two chunks at once loses data for good';
  const NO_SPARE = 'warn writes continue with no spare chunk: one more lost disk then loses data';
  const CHUNK_STOPS = 'warn I/O stops as soon as a chunk is missing';
  const LAST = 'warn two copies: while one is being made again, the other is the last';
  const SINGLE = 'warn min size 1: writes may go to a single copy, and are lost with its disk';
  const COPY_STOPS = 'warn min size equals size: I/O stops as soon as a copy is missing';
  test.each([
    [{ dataChunks: 4, parityChunks: 2 }, []],
    [{ dataChunks: 4, parityChunks: 2, minSize: 5 }, []],
    [{ dataChunks: 4, parityChunks: 2, minSize: 4 }, [NO_SPARE]],
    [{ dataChunks: 4, parityChunks: 2, minSize: 6 }, [CHUNK_STOPS]],
    [{ dataChunks: 4, parityChunks: 1 }, [ONE_PARITY, NO_SPARE]],
    [{ dataChunks: 4, parityChunks: 1, minSize: 5 }, [ONE_PARITY, CHUNK_STOPS]],
    [{ dataChunks: 4, parityChunks: 3 }, []],
    [{ dataChunks: 4, parityChunks: 0, minSize: 4 }, [ONE_PARITY, CHUNK_STOPS]],
    [{ dataChunks: 4, size: 2, minSize: 2 }, [LAST, COPY_STOPS]],
    [{ size: 3, minSize: 2 }, []],
    [{ size: 2, minSize: 1 }, [LAST, SINGLE]],
    [{ size: 2, minSize: 2 }, [LAST, COPY_STOPS]],
    [{ size: 1, minSize: 1 }, ['block with one copy, the first disk failure loses data', SINGLE, COPY_STOPS]],
    [{ minSize: 1 }, []],
  ])('a new pool with %o tells what the loss of a disk does', (wish, words) => {
    const found = checkNewPool({ name: 'a', ...wish }, { status: {} });
    expect(
      found.filter((check) => check.level !== 'ok').map((check) => `${check.level} ${check.text}`),
    ).toEqual(words);
  });
});

test('a change of a pool counts the placement groups of that pool only once', () => {
  expect(level(checkPoolChange(POOL, { pgNum: 128 }, INPUT), 'ok')).toContain(
    '128 placement groups on each OSD, on average',
  );
});

test.each([
  [{}, 'ok', 'no client reads or writes it this second'],
  [{ readIops: 3 }, 'warn', 'clients use it: 3 operations this second'],
  [{ writeIops: 2 }, 'warn', 'clients use it: 2 operations this second'],
])('a change of a pool with the statistics %j shows the use by clients', (stats, of, words) =>
  expect(level(checkPoolChange({ ...POOL, stats }, {}, INPUT), of)).toContain(words),
);

test('a pool cannot get the name of another', () => {
  const input = { ...INPUT, pools: [POOL, { ...POOL, poolId: 2, name: 'images' }] };
  expect(level(checkPoolChange(POOL, { name: 'images' }, input), 'block')).toEqual([
    'a pool images already exists',
  ]);
  expect(level(checkPoolChange(POOL, { name: 'machines' }, input), 'block')).toEqual([]);
});

test('a change to fewer copies or to another rule shows how much data is affected', () => {
  const words = level(checkPoolChange(POOL, { size: 2, crushRule: 0 }, INPUT), 'warn').join('\n');
  expect(words).toMatch(/1 of 3 copies of 1\.0 TiB are deleted at once/);
  expect(words).toMatch(/min size equals size/);
  expect(words).toMatch(/all copies of 1\.0 TiB may move/);
});

const DEGRADED = {
  placementGroups: [{ poolName: 'vms', poolId: 1, total: 100, okay: 90, warn: 10, error: 0 }],
};

test.each<[string, Pool, Parameters<typeof checkPoolChange>[1], readonly RegExp[]]>([
  ['fewer than a pool of unknown size', { name: 'vms', stats: POOL.stats ?? {} }, { size: 3 }, []],
  ['as many copies as before', POOL, { size: 3 }, []],
  ['one copy more', POOL, { size: 4 }, [/^1\.0 TiB are copied once more: recovery, which clients feel$/]],
  ['two copies more', POOL, { size: 5 }, [/^1\.0 TiB are copied 2 more times/]],
  ['more groups', POOL, { pgNum: 128 }, [/^placement groups are split: data moves, clients feel it$/]],
  ['fewer groups', POOL, { pgNum: 32 }, [/^placement groups are merged: data moves, clients feel it$/]],
  ['as many groups as before', POOL, { pgNum: 64 }, [/^placement groups are merged/]],
  [
    'groups of a pool without a number',
    { name: 'vms', poolId: 1, size: 3, stats: {} },
    { pgNum: 1 },
    [/^placement groups are split/],
  ],
  [
    'a name',
    POOL,
    { name: 'b' },
    [/^clients know it as vms: their configuration and keys must be changed too$/],
  ],
  ['an application', POOL, { application: 'rgw' }, [/^it holds 1\.0k objects of the application rbd$/]],
  [
    'an application, one object',
    { ...POOL, stats: { objects: 1 } },
    { application: 'rgw' },
    [/^it holds 1 objects/],
  ],
  ['an application, no object', { ...POOL, stats: { objects: 0 } }, { application: 'rgw' }, []],
  ['an application, unknown objects', { ...POOL, stats: {} }, { application: 'rgw' }, []],
  ['the least number of copies', POOL, { minSize: 3 }, [/^min size equals size/]],
  [
    'the least number of chunks',
    { ...POOL, erasureCoding: true, size: 6, dataChunks: 4, parityChunks: 2 },
    { minSize: 4 },
    [/^writes continue with no spare chunk/],
  ],
  [
    'the least number of copies of a pool that only once had chunks',
    { ...POOL, dataChunks: 4, parityChunks: 2 },
    { minSize: 3 },
    [/^min size equals size/],
  ],
])('a change of a pool warns of what it does to the data: %s', (_, pool, wish, words) => {
  const quiet = { ...pool, stats: { ...pool.stats, readIops: 0, writeIops: 0 } };
  expect(level(checkPoolChange(quiet, wish, INPUT), 'warn')).toEqual(
    words.map((word) => expect.stringMatching(word) as string),
  );
});

test('a change that moves data is warned of in a degraded cluster, and another is not', () => {
  const input = { ...INPUT, status: DEGRADED };
  const isWarned = (wish: Parameters<typeof checkPoolChange>[1]) =>
    level(checkPoolChange(POOL, wish, input), 'warn').some((words) =>
      words.startsWith('already degraded: vms'),
    );
  expect([{ size: 4 }, { crushRule: 1 }, { pgNum: 128 }].map(isWarned)).toEqual([true, true, true]);
  expect([{ minSize: 1 }, { name: 'b' }].map(isWarned)).toEqual([false, false]);
});
