import { expect, test } from 'vitest';
import {
  featuresNamed,
  refuseCloneFeatures,
  refuseFeatureChange,
  refuseFeatures,
} from '../../../src/service/rules/imageFeatures.ts';
import {
  imageNameTaken,
  noImage,
  noParent,
  noSnapshot,
  refuseClone,
  refuseDataPool,
  refuseDiskChange,
  refuseImageDeletion,
  refuseImagePool,
  refuseName,
  refuseNewImage,
  refuseOtherImage,
  refuseProtection,
  snapshotCloned,
  snapshotNameTaken,
  snapshotProtected,
} from '../../../src/service/rules/images.ts';
import { refusal } from '../../support/refusal.ts';

const PLACE = { pool: 'rbd', image: 'a' };

test('an image that something depends on is not deleted, and the refusal says what must be removed first', () => {
  const users = { snapshots: ['s'], children: ['rbd/b', 'rbd/c'], clients: ['10.0.0.1'] };
  expect(refuseImageDeletion(PLACE, users)).toMatchObject(refusal(409, 'cloned from it: rbd/b, rbd/c'));
  const single = { ...users, children: [] };
  expect(refuseImageDeletion(PLACE, single)).toMatchObject(refusal(409, 'snapshots: s. Delete them first'));
  const open = { ...single, snapshots: [] };
  expect(refuseImageDeletion(PLACE, open)).toMatchObject(refusal(409, 'clients use it: 10.0.0.1'));
  expect(refuseImageDeletion(PLACE, { ...open, clients: [] })).toBeUndefined();
});

test('an image is not deleted if the name given as consent differs from the path', () => {
  expect(refuseOtherImage(PLACE, {})).toBeUndefined();
  expect(refuseOtherImage(PLACE, { pool: 'rbd', rbd: 'a' })).toBeUndefined();
  expect(refuseOtherImage(PLACE, { rbd: 'b' })).toMatchObject(refusal(400, 'the body rbd/b'));
  expect(refuseOtherImage(PLACE, { pool: 'x' })).toMatchObject(refusal(400, 'the body x/a'));
});

test("an image that is somebody's disk is not deleted", () => {
  expect(refuseDiskChange(PLACE, [], 'renamed')).toBeUndefined();
  expect(refuseDiskChange(PLACE, ['x', 'y'], 'shrunk')).toEqual({
    status: 409,
    message: 'rbd/a is a disk of x and 1 more: remove it there first, then it can be shrunk',
  });
  expect(refuseDiskChange(PLACE, ['x'], 'deleted', 'the pool rbd')).toMatchObject(
    refusal(409, 'then the pool rbd can be deleted'),
  );
});

test('names that could be read as those of a pool or a snapshot are refused', () => {
  expect(refuseName('image', 'a/b')).toMatchObject(refusal(400, 'an image cannot be named "a/b"'));
  expect(refuseName('snapshot', 'a@b')).toMatchObject(refusal(400, 'a snapshot cannot be named "a@b"'));
  expect(refuseName('image', 'a.b-c')).toBeUndefined();
});

test('the snapshots of a new image have valid, unique names', () => {
  expect(refuseNewImage({ name: 'a' })).toBeUndefined();
  expect(refuseNewImage({ name: 'a', snaps: [{ name: 's' }, { name: 't' }] })).toBeUndefined();
  const twice = { name: 'a', snaps: [{ name: 's' }, { name: 's' }] };
  expect(refuseNewImage(twice)).toMatchObject(refusal(400, '"s" is listed twice'));
  expect(refuseNewImage({ name: 'a', snaps: [{ name: 's/' }] })).toMatchObject(refusal(400, 'a snapshot'));
  expect(refuseNewImage({ name: '@', snaps: [] })).toMatchObject(refusal(400, 'an image'));
});

test('erasure-coded pools hold only the data of images, and only once overwrites are enabled', () => {
  const replicated = { name: 'p', erasureCoding: false, overwrites: false };
  const coded = { name: 'p', erasureCoding: true, overwrites: true };
  expect([refuseImagePool(replicated), refuseDataPool(coded)]).toEqual([undefined, undefined]);
  expect(refuseImagePool(coded)).toMatchObject(refusal(409, 'set erasureCodedPool to p'));
  expect(refuseDataPool(replicated)).toMatchObject(refusal(400, 'not erasure-coded'));
  expect(refuseDataPool({ ...coded, overwrites: false })).toMatchObject(
    refusal(409, 'does not allow overwrites'),
  );
});

test('only a protected snapshot is cloned, and only an unprotected one is deleted', () => {
  expect(refuseClone(PLACE, { name: 's', protected: true })).toBeUndefined();
  expect(refuseClone(PLACE, { name: 's', protected: false })).toMatchObject(refusal(409, 'protect it first'));
  expect(snapshotProtected(PLACE, 's').message).toMatch(/is protected: unprotect it first/);
  expect(snapshotProtected(PLACE, 's', ['rbd/b']).message).toContain('(rbd/b): flatten or delete them');
});

test('snapshots are protected only in images that can be cloned', () => {
  expect(refuseProtection(PLACE, ['LAYERING'])).toBeUndefined();
  expect(refuseProtection(PLACE, ['EXCLUSIVE_LOCK'])).toMatchObject(refusal(409, 'LAYERING'));
});

test('the refusal of an unknown snapshot lists the existing ones', () => {
  expect(noSnapshot(PLACE, 'x', ['s', 't']).message).toBe('the image rbd/a has no snapshot "x": it has s, t');
  expect(noSnapshot(PLACE, 'x', []).message).toMatch(/it has none$/);
});

test('features are recognized by their names, in capitals or as the rbd command writes them', () => {
  expect(featuresNamed(['object-map', ' Exclusive_Lock '])).toEqual(['EXCLUSIVE_LOCK', 'OBJECT_MAP']);
  expect(refuseFeatures(['object-map', 'exclusive-lock'])).toBeUndefined();
  expect(refuseFeatures(['warp'])).toMatchObject(refusal(400, 'no feature "warp": choose from LAYERING'));
  expect(refuseFeatures(['FAST_DIFF', 'EXCLUSIVE_LOCK'])).toMatchObject(refusal(400, 'needs OBJECT_MAP'));
});

test('features that are fixed at the creation of an image are not changed later', () => {
  expect(refuseFeatureChange(['LAYERING'], [])).toMatchObject(refusal(400, 'LAYERING'));
  expect(refuseFeatureChange([], ['LAYERING'])).toMatchObject(refusal(400, 'LAYERING'));
  expect(refuseFeatureChange([], ['DEEP_FLATTEN'])).toMatchObject(refusal(400, 'DEEP_FLATTEN'));
  expect(refuseFeatureChange(['DEEP_FLATTEN'], ['OBJECT_MAP'])).toBeUndefined();
});

test('a clone has the layering feature, which it needs to read from its parent', () => {
  expect(refuseCloneFeatures(['LAYERING'])).toBeUndefined();
  expect(refuseCloneFeatures(['EXCLUSIVE_LOCK'])).toMatchObject(refusal(400, 'LAYERING'));
});

test.each([
  [noImage(PLACE), 404, 'there is no image "a" in the pool rbd: list its images to see which exist'],
  [imageNameTaken(PLACE), 409, 'the image rbd/a already exists: choose another name'],
  [snapshotNameTaken(PLACE, 's'), 409, 'the image rbd/a already has a snapshot "s": choose another name'],
  [noParent(PLACE), 409, 'the image rbd/a has no parent: there is nothing to flatten'],
  [
    snapshotCloned(PLACE, 's', ['rbd/b', 'rbd/c']),
    409,
    'images are cloned from snapshots of rbd/a: rbd/b, rbd/c. Flatten or delete those of s first',
  ],
])(
  'a refusal about an image names the image and what is missing or in the way: %o',
  (refused, status, message) => {
    expect(refused).toEqual({ status, message });
  },
);

test('a disk in use is not changed, and its first user and the number of others are told', () => {
  expect(refuseDiskChange(PLACE, [], 'deleted')).toBeUndefined();
  const told = (users: string[], ...rest: ['renamed' | 'shrunk', string?]) =>
    refuseDiskChange(PLACE, users, ...rest)?.message;
  expect(told(['alpha'], 'renamed')).toBe(
    'rbd/a is a disk of alpha: remove it there first, then it can be renamed',
  );
  expect(told(['alpha', 'beta'], 'shrunk', 'the image')).toBe(
    'rbd/a is a disk of alpha and 1 more: remove it there first, then the image can be shrunk',
  );
  expect(refuseName('snapshot', 'a/b')?.message).toBe('a snapshot cannot be named "a/b": leave out / and @');
});
