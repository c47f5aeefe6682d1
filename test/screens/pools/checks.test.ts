import { describe, expect, test } from 'vitest';
import type { Pool } from '../../../src/api/contract/pools.ts';
import {
  checkNewPool,
  checkPoolChange,
  checkPoolDeletion,
  checkRuleDeletion,
  protection,
} from '../../../src/screens/pools/checks.ts';
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

test.each([
  [{ flags_names: 'hashpspool,nodelete' }, true],
  [{ flags_names: 'hashpspool' }, false],
  [[{ flags_names: 'nodelete' }], true],
  [{}, undefined],
  ['nodelete', undefined],
  [null, undefined],
])('the protection of %j is %s', (details, expected) => {
  expect(protection(details)).toBe(expected);
});

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
      '320 placement groups on each OSD: above 250 the monitors refuse more',
    ]);
    expect(level(checkNewPool({ name: 'a', size: 3, pgNum: 64 }, INPUT), 'ok')).toContain(
      '128 placement groups on each OSD, on average',
    );
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

const KNOWN = { isProtected: false, images: { count: 3, names: ['a', 'b'] } };

test('a protected pool cannot be deleted, and the dialog shows the lost data and the users of the pool', () => {
  expect(
    level(checkPoolDeletion(POOL, { isProtected: true, images: { count: 0, names: [] } }, INPUT), 'block'),
  ).toHaveLength(1);
  const words = level(checkPoolDeletion(POOL, KNOWN, INPUT), 'warn').join('\n');
  expect(words).toMatch(/3 block images in it.*: a, b and 1 more \(:images vms lists all\)/);
  expect(words).toMatch(/1\.0 TiB in 1\.0k objects are lost for good/);
  expect(words).toMatch(/15 operations this second/);
  expect(level(checkPoolDeletion(POOL, {}, INPUT), 'warn').join('\n')).toMatch(
    /its protection could not be read[^]*which block images it holds could not be read/,
  );
});

test('a rule can be deleted only if it is known that no pool uses it', () => {
  expect(level(checkRuleDeletion(4, INPUT), 'block')).toEqual([expect.stringMatching(/vms/) as string]);
  expect(level(checkRuleDeletion(5, INPUT), 'ok')).toContain('no pool uses it');
  expect(level(checkRuleDeletion(5, { status: {} }), 'warn')).toEqual(['which pools use it is not known']);
});
