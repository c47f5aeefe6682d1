import { expect, test } from 'vitest';
import type { StorageCall } from '../../../../src/service/ceph/client/storage.ts';
import { createImages, dataPoolsOf, type ImageInfo } from '../../../../src/service/ceph/images/client.ts';
import { deletionJob } from '../../../../src/service/ceph/images/jobs.ts';
import {
  createSnapshot,
  deleteSnapshot,
  updateImage,
  updateSnapshot,
} from '../../../../src/service/ceph/images/write.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { noMark } from '../tasks/resumed.ts';

const PLACE = { pool: 'rbd', image: 'a' };
const IMAGE: ImageInfo = {
  name: 'a',
  size: 8,
  features: 5,
  snaps: [{ id: 1, name: 's', protected: false }],
  parent: null,
  dataPool: null,
};

/** A pool with one image, whose calls are recorded and answered. Other calls succeed without an answer. */
function pool(answers: Readonly<Record<string, (args: never) => unknown>> = {}) {
  const clock = fakeClock();
  const calls: [name: string, args: Readonly<Record<string, unknown>>][] = [];
  const known: Record<string, (args: never) => unknown> = {
    'images.names': () => ['a'],
    'images.describe': ({ images }: { images: string[] }) =>
      images.map((name) => (name === 'a' ? IMAGE : null)),
    'images.start': () => 'job',
    'images.job': () => ({ ended: true, done: 0, total: 0 }),
    ...answers,
  };
  const call: StorageCall = async <T>(name: string, args: Readonly<Record<string, unknown>>) => {
    calls.push([name, args]);
    return known[name]?.(args as never) as T;
  };
  const changes = () =>
    calls.filter(([name]) => !['images.names', 'images.describe', 'images.job'].includes(name));
  return { images: createImages(call, clock, 1000), clock, calls, changes };
}
const fails = (message: string) => () => {
  throw new Refusal(409, message);
};

test('the changes of an image are made one after the other', async () => {
  const { images, changes } = pool();
  await updateImage(images, PLACE, { name: 'b', size: 16, features: ['LAYERING'] });
  expect(changes()).toEqual([
    ['images.set_features', { ...PLACE, features: 4, enabled: false }],
    ['images.start', { ...PLACE, work: 'resize', size: 16 }],
    ['images.rename', { ...PLACE, name: 'b' }],
  ]);
});

test('an update to the present values changes nothing', async () => {
  const { images, changes } = pool();
  await updateImage(images, PLACE, { name: 'a', size: 8, features: ['layering', 'exclusive-lock'] });
  expect(changes()).toEqual([]);
});

test('the refusal of one change says which changes were made before it', async () => {
  const { images } = pool({ 'images.rename': fails('read-only') });
  const update = updateImage(images, PLACE, { name: 'b', size: 16 });
  await expect(update).rejects.toMatchObject({ message: 'read-only. Already done: size changed to 16' });
});

test('nothing is changed when the new name is taken', async () => {
  const { images, changes } = pool({ 'images.names': () => ['a', 'b'] });
  await expect(updateImage(images, PLACE, { name: 'b', size: 16 })).rejects.toMatchObject({ status: 409 });
  expect(changes()).toEqual([]);
});

test('the protection of a snapshot is restored if the snapshot cannot be renamed', async () => {
  const { images, changes } = pool({ 'images.rename_snapshot': fails('taken') });
  const update = updateSnapshot(images, PLACE, 's', { name: 't', protect: true });
  await expect(update).rejects.toMatchObject({ message: 'taken' });
  const protect = (wanted: boolean) => [
    'images.protect_snapshot',
    { ...PLACE, snapshot: 's', protect: wanted },
  ];
  expect(changes().filter(([name]) => name === 'images.protect_snapshot')).toEqual([
    protect(true),
    protect(false),
  ]);
});

test('features of an image are disabled before others are enabled', async () => {
  const { images, changes } = pool({ 'images.describe': () => [{ ...IMAGE, features: 13 }] });
  await updateImage(images, PLACE, { features: ['LAYERING', 'EXCLUSIVE_LOCK', 'JOURNALING'] });
  expect(changes()).toEqual([
    ['images.set_features', { ...PLACE, features: 8, enabled: false }],
    ['images.set_features', { ...PLACE, features: 64, enabled: true }],
  ]);
});

test('a snapshot is created and deleted under names that Ceph can tell apart, and a protected one stays', async () => {
  const { images, changes } = pool();
  await createSnapshot(images, PLACE, 't');
  await deleteSnapshot(images, PLACE, 's');
  const done = [
    ['images.create_snapshot', { ...PLACE, snapshot: 't' }],
    ['images.remove_snapshot', { ...PLACE, snapshot: 's' }],
  ];
  expect(changes()).toEqual(done);
  await expect(createSnapshot(images, PLACE, 'a@b')).rejects.toMatchObject(refusal(400, 'a snapshot'));
  await expect(updateSnapshot(images, PLACE, 's', { name: 'a/b' })).rejects.toMatchObject(
    refusal(400, 'a snapshot'),
  );
  await expect(updateImage(images, PLACE, { name: 'a@b' })).rejects.toMatchObject(refusal(400, 'an image'));
  await expect(deleteSnapshot(images, PLACE, 'nix')).rejects.toMatchObject(refusal(404));
  expect(changes()).toEqual(done);
  const kept = pool({
    'images.describe': () => [{ ...IMAGE, snaps: [{ ...IMAGE.snaps[0], protected: true }] }],
  });
  await expect(deleteSnapshot(kept.images, PLACE, 's')).rejects.toMatchObject(
    refusal(409, 'unprotect it first'),
  );
  expect(kept.changes()).toEqual([]);
});

test.each<readonly [string, Parameters<typeof updateSnapshot>[3], readonly string[]]>([
  ['its own name', { name: 's' }, []],
  ['another name', { name: 't' }, ['images.rename_snapshot']],
  ['the protection that it has', { protect: false }, []],
  ['a protection', { protect: true }, ['images.protect_snapshot']],
  ['both', { name: 't', protect: true }, ['images.protect_snapshot', 'images.rename_snapshot']],
])('a snapshot that is given %s is changed as far as it differs', async (_, change, done) => {
  const { images, changes } = pool();
  await updateSnapshot(images, PLACE, 's', change);
  expect(changes().map(([name]) => name)).toEqual(done);
});

test('a snapshot is neither renamed to one that exists, nor protected without the feature LAYERING', async () => {
  const snaps = [...IMAGE.snaps, { id: 2, name: 'taken', protected: false }];
  const { images, changes } = pool({ 'images.describe': () => [{ ...IMAGE, snaps, features: 4 }] });
  const update = (change: Parameters<typeof updateSnapshot>[3]) =>
    expect(updateSnapshot(images, PLACE, 's', change)).rejects;
  await update({ name: 'taken', protect: true }).toMatchObject(refusal(409, 'already has a snapshot'));
  await update({ protect: true }).toMatchObject(refusal(409, 'LAYERING'));
  expect(changes()).toEqual([]);
});

test('an image that cannot be opened is reported as being deleted if it is listed, and otherwise as absent', async () => {
  const { images } = pool({ 'images.names': () => ['a', 'going'] });
  await expect(images.find({ pool: 'rbd', image: 'going' })).rejects.toMatchObject({ status: 409 });
  await expect(images.find({ pool: 'rbd', image: 'nix' })).rejects.toMatchObject({ status: 404 });
});

test('clients that read the same page share one reading until something changes', async () => {
  const { images, calls } = pool();
  await Promise.all([images.describe('rbd', ['a']), images.describe('rbd', ['a'])]);
  expect(calls).toHaveLength(1);
  await images.change('images.create_snapshot', { ...PLACE, snapshot: 't' });
  await images.describe('rbd', ['a']);
  expect(calls).toHaveLength(3);
});

test('many images are described in several calls, and keep their order', async () => {
  const { images, calls } = pool();
  const names = Array.from({ length: 60 }, (_, index) => (index === 59 ? 'a' : `x${index}`));
  const infos = await images.describe('rbd', names);
  expect(infos[59]).toBe(IMAGE);
  expect(infos).toHaveLength(60);
  expect(calls).toHaveLength(3);
});

test('long work reports its progress and stops when its task is cancelled', async () => {
  let done = 0;
  const { images, clock, calls } = pool({
    'images.job': () => ({ ended: false, done: (done += 100), total: 5000 }),
  });
  const cancelling = new AbortController();
  const output: string[] = [];
  void (await deletionJob(images, PLACE, 'me')).run((line) => output.push(line), cancelling.signal, noMark);
  await clock.advance(11_000);
  expect(output).toHaveLength(2);
  expect(output[0]).toMatch(/^\d+ of 5000 objects$/);
  expect(calls.map(([name]) => name)).not.toContain('images.cancel');
  cancelling.abort();
  await clock.advance(1000);
  expect(calls).toContainEqual(['images.cancel', { job: 'job' }]);
});

test('the data pool of an existing image is returned if it is not the pool of the image', async () => {
  const describing = (answer: () => unknown) => pool({ 'images.describe': answer }).images;
  expect(
    await dataPoolsOf(
      describing(() => [{ ...IMAGE, dataPool: 'coded' }]),
      PLACE,
    ),
  ).toEqual(['coded']);
  expect(
    await dataPoolsOf(
      describing(() => [IMAGE]),
      PLACE,
    ),
  ).toEqual([]);
  expect(
    await dataPoolsOf(
      describing(() => [null]),
      PLACE,
    ),
  ).toEqual([]);
  const gone = describing(() => {
    throw new Refusal(404, 'no pool');
  });
  expect(await dataPoolsOf(gone, PLACE)).toEqual([]);
});
