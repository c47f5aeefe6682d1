import { expect, test } from 'vitest';
import {
  alreadyThere,
  insideItself,
  noDirectory,
  noEntry,
  noMetadataServer,
  notADirectory,
  notDownloadable,
  poolOfContent,
  quotaExceeded,
  refuseDataPool,
  refuseDeletion,
  refuseIds,
  refuseQuota,
  refuseRoot,
  refuseSnapshots,
  throughFile,
  tooManyLinks,
  uploadOntoDirectory,
} from '../../../src/service/rules/files.ts';

test('the root directory is neither deleted nor moved, and its content can be', () => {
  expect([refuseRoot([])?.status, refuseDeletion([])?.status]).toEqual([400, 400]);
  expect([refuseRoot(['a']), refuseDeletion(['a'])]).toEqual([undefined, undefined]);
});

test('a path is refused if it contains the snapshot directory anywhere', () => {
  for (const path of [['.snap'], ['a', '.snap'], ['a', '.snap', 'b']])
    expect(refuseSnapshots(path)?.status, path.join('/')).toBe(400);
  expect(refuseSnapshots(['a.snap', '.snapshot'])).toBeUndefined();
});

test('the largest id of a user or group is the last one that does not mean nobody', () => {
  expect([refuseIds(4_294_967_294, 4_294_967_294), refuseIds()]).toEqual([undefined, undefined]);
  expect(refuseIds(4_294_967_295)?.message).toContain('0 to 4294967294');
  expect(refuseIds(0, 4_294_967_295)?.status).toBe(400);
});

test('limits below 0 are refused, and 0 removes a limit', () => {
  expect(refuseQuota({ maxBytes: -1 })?.status).toBe(400);
  expect(refuseQuota({ maxBytes: 5, maxFiles: -1 })?.status).toBe(400);
  expect([refuseQuota({}), refuseQuota({ maxBytes: 0, maxFiles: 3 })]).toEqual([undefined, undefined]);
});

test('content is stored only in data pools, and the refusal names those', () => {
  expect(refuseDataPool('meta', ['data', 'cold'])).toEqual({
    status: 400,
    message: 'files cannot be stored in a pool "meta": choose one of data, cold',
  });
  expect(refuseDataPool('cold', ['data', 'cold'])).toBeUndefined();
});

test('paths in refusals are quoted, even with lone surrogates', () => {
  expect(noDirectory('/a"b').message).toBe('there is no directory "/a\\"b": create it first');
  expect(alreadyThere('/\ud800').message).toContain('"/\ufffd"');
  expect(poolOfContent('/a').status).toBe(409);
});

test('a path that does not exist is answered with 404, and a path below a file with 409', () => {
  expect(noEntry('/a/b')).toEqual({
    status: 404,
    message: 'there is no "/a/b": list its directory to see what there is',
  });
  expect(throughFile('/a/b')).toEqual({
    status: 409,
    message: '"/a/b" leads through a file, which is not a directory',
  });
  expect(tooManyLinks('/a').message).toContain('they may form a loop');
});

test('a file is refused where a directory is required, and a directory where a file is', () => {
  for (const refuse of [notADirectory, notDownloadable, uploadOntoDirectory]) {
    expect(refuse('/a').status, refuse.name).toBe(409);
    expect(refuse('/a').message).toContain('"/a" is ');
  }
  expect(notADirectory('/a').message).toContain('is not a directory');
  expect(notDownloadable('/a').message).toContain('only files can be downloaded');
  expect(uploadOntoDirectory('/a').message).toContain('add the name of the file');
});

test('a directory cannot be moved into itself', () => {
  expect(insideItself('/a/b')).toMatchObject({
    status: 400,
    message: expect.stringContaining('choose a path outside it') as string,
  });
});

test('an exceeded quota is refused with the limit, if it is known', () => {
  expect(quotaExceeded('/a', { limit: '5 files', used: '4' })).toEqual({
    status: 409,
    message: 'quota exceeded: "/a" may hold 5 files and holds 4: raise its quota or delete something in it',
  });
  expect(quotaExceeded('/a/b').message).toContain('quota exceeded: a directory of "/a/b" is at its limit');
});

test('without an active metadata server the operator is told to start one or to wait', () => {
  expect(noMetadataServer('home')).toMatchObject({
    status: 503,
    message: expect.stringMatching(/\(MDS\) of the filesystem home is active: start one, or wait/) as string,
  });
});
