import { expect, test } from 'vitest';
import { seedImages } from '../../../../src/service/sim/images/seed.ts';
import { calmModel } from '../support.ts';

const GIB = 2 ** 30;

const model = calmModel(24);
const poolOf = (name: string) => model.pools.find((pool) => pool.name === name)!;

test.each([
  ['volumes', undefined, [/^web-01-data$/, /^mail-01-data$/, /^build-01-data$/]],
  ['vm-disks', undefined, [/^template-debian-13$/, /^mail-01-system$/, /^build-01-system$/]],
  ['databases', undefined, [/^[a-z]+-01$/, /^[a-z]+-02$/, /^[a-z]+-03$/]],
  ['volumes', 'renamed', [/^disk-001$/, /^disk-002$/, /^disk-003$/]],
] as const)(
  'the images of the pool %s, or if it is renamed %s, are named after their use',
  (name, renamed, wanted) => {
    const images = seedImages(model, { ...poolOf(name), name: renamed ?? name });
    for (const [index, pattern] of wanted.entries()) expect(images[index]?.name).toMatch(pattern);
    expect(images.map(({ id }) => id)).toEqual(images.map((_, index) => images[0]!.id + index));
    expect(new Set(images.map((image) => image.name)).size).toBe(images.length);
  },
);

test('the eleventh image of a pool begins the second round of machines', () => {
  const images = seedImages(model, { ...poolOf('volumes'), seededBytes: 2e12 });
  expect(images.slice(9, 12).map(({ name }) => name)).toEqual([
    'batch-01-data',
    'web-02-data',
    'mail-02-data',
  ]);
});

test('the images of a pool take 95 % of its space, and each is larger than what it uses, in whole GiB', () => {
  const pool = { ...poolOf('volumes'), seededBytes: 2e12 };
  const images = seedImages(model, pool);
  const used = images.reduce((sum, image) => sum + image.used, 0);
  expect(Math.abs(used - 0.95 * pool.seededBytes)).toBeLessThan(images.length);
  expect(images.filter(({ size, used: own }) => size % GIB !== 0 || size < own)).toEqual([]);
});

test('a pool has an image for each 100 GB, at least 6 and at most 2000, and none if it is new or not for images', () => {
  const count = (seededBytes: number, name = 'volumes') =>
    seedImages(model, { ...poolOf(name), seededBytes }).length;
  expect([1, 6e11, 7.4e11, 7.6e11, 3e14].map((bytes) => count(bytes))).toEqual([6, 6, 7, 8, 2000]);
  expect([count(0), count(1e12, 'rgw-data')]).toEqual([0, 0]);
});

test('the next four system disks are clones of the template, which no other pool has', () => {
  const [template, ...others] = seedImages(model, { ...poolOf('vm-disks'), seededBytes: 1e12 });
  const golden = template!.snaps.find(({ name }) => name === 'golden')!;
  expect(golden.protected).toBe(true);
  expect(others.map(({ parent }) => parent)).toEqual(
    others.map((_, index) => (index < 4 ? golden : undefined)),
  );
  expect([...golden.children]).toEqual(others.slice(0, 4));
  const volumes = seedImages(model, poolOf('volumes'));
  expect(volumes.filter(({ parent, name }) => parent !== undefined || name.startsWith('template'))).toEqual(
    [],
  );
});

test('about a fifth of the images have snapshots: the last one, two or three of those before an upgrade and of two nights', () => {
  const images = seedImages(model, { ...poolOf('volumes'), seededBytes: 1e14 });
  const names = images.map(({ snaps }) => snaps.map(({ name }) => name)).filter((list) => list.length > 0);
  expect(names.length / images.length).toBeCloseTo(0.2, 1);
  expect(new Set(names.map((list) => list.join(' ')))).toEqual(
    new Set(['before-upgrade nightly-1 nightly-2', 'nightly-1 nightly-2', 'nightly-2']),
  );
});
