import { expect, test } from 'vitest';
import {
  alreadyThere,
  noDirectory,
  poolOfContent,
  refuseDataPool,
  refuseDeletion,
  refuseIds,
  refuseQuota,
  refuseRoot,
  refuseSnapshots,
} from '../../../src/service/rules/files.ts';

test('the root is neither deleted nor moved, and what is in it can be', () => {
  expect([refuseRoot([])?.status, refuseDeletion([])?.status]).toEqual([400, 400]);
  expect([refuseRoot(['a']), refuseDeletion(['a'])]).toEqual([undefined, undefined]);
});

test('a path is refused wherever the directory of snapshots stands in it', () => {
  for (const path of [['.snap'], ['a', '.snap'], ['a', '.snap', 'b']])
    expect(refuseSnapshots(path)?.status, path.join('/')).toBe(400);
  expect(refuseSnapshots(['a.snap', '.snapshot'])).toBeUndefined();
});

test('the largest id of a user or group is the last that does not mean nobody', () => {
  expect([refuseIds(4_294_967_294, 4_294_967_294), refuseIds()]).toEqual([undefined, undefined]);
  expect(refuseIds(4_294_967_295)?.message).toContain('0 to 4294967294');
  expect(refuseIds(0, 4_294_967_295)?.status).toBe(400);
});

test('limits below 0 are refused, and 0 removes one', () => {
  expect(refuseQuota({ maxBytes: -1 })?.status).toBe(400);
  expect(refuseQuota({ maxBytes: 5, maxFiles: -1 })?.status).toBe(400);
  expect([refuseQuota({}), refuseQuota({ maxBytes: 0, maxFiles: 3 })]).toEqual([undefined, undefined]);
});

test('content goes only to a pool for it, and the refusal names those', () => {
  expect(refuseDataPool('meta', ['data', 'cold'])).toEqual({
    status: 400,
    message: 'files cannot be stored in a pool "meta": choose one of data, cold',
  });
  expect(refuseDataPool('cold', ['data', 'cold'])).toBeUndefined();
});

test('paths in refusals are quoted, and half a character in them does no harm', () => {
  expect(noDirectory('/a"b').message).toBe('there is no directory "/a\\"b": create it first');
  expect(alreadyThere('/\ud800').message).toContain('"/\ufffd"');
  expect(poolOfContent('/a').status).toBe(409);
});
