import { describe, expect, test } from 'vitest';
import {
  noPool,
  notErasureCoded,
  poolFull,
  poolInUse,
  poolNameTaken,
  refuseNewPool,
  refusePoolDeletion,
  refusePoolRule,
  refusePoolUpdate,
} from '../../../src/service/rules/pools.ts';

const replicated = { name: 'data', size: 3, erasureCoding: false, dataChunks: 0, parityChunks: 0 };
const coded = { name: 'cold', size: 6, erasureCoding: true, dataChunks: 4, parityChunks: 2 };
const bad = (message: RegExp) => ({ status: 400, message: expect.stringMatching(message) as string });

describe('a new pool', () => {
  test.each([
    [{ size: 1 }, /the first disk failure loses data/],
    [{ size: 3, minSize: 4 }, /minSize must be 1 to 3 copies/],
    [{ dataChunks: 2 }, /set erasureCoding, or leave them out/],
    [{ fastRead: true }, /fastRead is for erasure-coded pools/],
    [{ erasureCoding: true }, /needs dataChunks, 2 or more/],
    [{ erasureCoding: true, dataChunks: 2, parityChunks: 0 }, /and parityChunks, 1 or more/],
    [{ parityChunks: 1 }, /set erasureCoding, or leave them out/],
    [{ erasureCoding: true, dataChunks: 1, parityChunks: 1 }, /needs dataChunks, 2 or more/],
    [{ erasureCoding: true, dataChunks: 4, parityChunks: 2, size: 5 }, /here 6: leave size out/],
    [{ erasureCoding: true, dataChunks: 4, parityChunks: 2, minSize: 3 }, /minSize must be 4 to 6 chunks/],
    [{ erasureCoding: true, dataChunks: 4, parityChunks: 2, minSize: 7 }, /minSize must be 4 to 6 chunks/],
  ])('a new pool is refused with %j', (body, words) => {
    expect(refuseNewPool({ name: 'new', ...body }, ['data'])).toEqual(bad(words));
  });

  test.each([
    {},
    { size: 2, minSize: 2 },
    { minSize: 5 },
    { size: 3, minSize: 0 },
    { erasureCoding: true, dataChunks: 2, parityChunks: 1 },
    { erasureCoding: true, dataChunks: 4, parityChunks: 2, size: 6, minSize: 4, fastRead: true },
  ])('a new pool is accepted with %j', (body) => {
    expect(refuseNewPool({ name: 'new', ...body }, ['data'])).toBeUndefined();
  });
});

test('a new pool is refused if its name is taken or invalid in Ceph, and so is an invalid application', () => {
  expect(refuseNewPool({ name: 'data' }, ['data'])).toMatchObject({ status: 409 });
  expect(refuseNewPool({ name: 'a b' }, [])).toEqual(bad(/a pool cannot be named "a b"/));
  expect(refuseNewPool({ name: 'new', application: 'a b' }, [])).toEqual(
    bad(/an application cannot be named "a b"/),
  );
  expect(refuseNewPool({ name: 'new', application: '' }, [])).toBeUndefined();
});

test('an existing pool keeps an unusual name, but a new one is refused', () => {
  const odd = { ...replicated, name: 'a b' };
  expect(refusePoolUpdate({ name: 'a b' }, odd, ['a b'])).toBeUndefined();
  expect(refusePoolUpdate({ name: 'a c' }, odd, ['a b'])).toEqual(bad(/cannot be named "a c"/));
  expect(refusePoolUpdate({ application: 'a/b' }, odd, ['a b'])).toEqual(bad(/cannot be named "a\/b"/));
});

test('a pool uses only existing CRUSH rules of its own kind', () => {
  const rule = { name: 'hosts', erasureCoding: false };
  expect(refusePoolRule(1, rule, false)).toBeUndefined();
  expect(refusePoolRule(1, rule, true)).toEqual(bad(/hosts is not for erasure-coded pools/));
  expect(refusePoolRule(1, { ...rule, erasureCoding: true }, false)).toEqual(bad(/not for replicated pools/));
  expect(refusePoolRule(7, undefined, false)).toEqual(bad(/no CRUSH rule 7: list the rules/));
});

describe('an existing pool', () => {
  test.each([
    [replicated, { erasureCoding: true }, /cannot change between replicated/],
    [replicated, { dataChunks: 2 }, /the chunks of a pool/],
    [coded, { parityChunks: 1 }, /the chunks of a pool/],
    [replicated, { fastRead: true }, /fastRead is for erasure-coded/],
    [replicated, { size: 1 }, /the first disk failure loses data/],
    [coded, { size: 5 }, /the size of an erasure-coded pool/],
    [replicated, { size: 2, minSize: 3 }, /minSize must be 1 to 2 copies/],
    [replicated, { minSize: 0 }, /minSize must be 1 to 3 copies/],
    [coded, { minSize: 3 }, /minSize must be 4 to 6 chunks/],
  ])('a pool like %j is refused the change to %j', (pool, body, words) => {
    expect(refusePoolUpdate(body, pool, [])).toEqual(bad(words));
  });

  test('a pool accepts its present values', () => {
    const { name: _, ...same } = coded;
    expect(refusePoolUpdate({ ...same, fastRead: true, minSize: 4 }, coded, ['cold'])).toBeUndefined();
    expect(refusePoolUpdate({ name: 'data', size: 3 }, replicated, ['data'])).toBeUndefined();
  });

  test('a pool with one copy may keep it', () => {
    expect(refusePoolUpdate({ size: 1 }, { ...replicated, size: 1 }, [])).toBeUndefined();
  });

  test('a pool cannot get the name of another one', () => {
    expect(refusePoolUpdate({ name: 'cold' }, replicated, ['data', 'cold'])?.status).toBe(409);
  });

  test('a pool is deleted only if the caller gives its name and id', () => {
    const pool = { name: 'data', id: 4 };
    expect(refusePoolDeletion({ name: 'other' }, pool)).toEqual(bad(/the body other/));
    expect(refusePoolDeletion({ poolId: 5 }, pool)).toEqual(bad(/has the id 4, not 5/));
    expect(refusePoolDeletion({ name: 'data', poolId: 4 }, pool)).toBeUndefined();
    expect(refusePoolDeletion({}, pool)).toBeUndefined();
  });
});

test('a full pool takes no writes until there is space', () => {
  expect(poolFull('pool volumes')).toEqual({
    status: 503,
    message: 'pool volumes is full: free or add space, then try again',
  });
});

test.each([
  [noPool('x'), 404, 'there is no pool "x": list the pools to see which exist'],
  [poolNameTaken('data'), 409, 'a pool named data already exists: choose another name'],
  [poolInUse('data', 'rbd', 'rgw'), 409, 'the pool data is in use for rbd: create a new pool for rgw'],
  [poolInUse('data', 'rbd', ''), 409, 'the pool data is in use for rbd: create a new pool for another use'],
  [notErasureCoded('data'), 400, 'the pool data is not erasure-coded: overwrites are always allowed'],
])('a refusal about a pool names the pool and what to do: %o', (refused, status, message) => {
  expect(refused).toEqual({ status, message });
});
