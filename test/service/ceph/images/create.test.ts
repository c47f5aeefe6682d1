import { describe, expect, test } from 'vitest';
import { createImage } from '../../../../src/service/ceph/images/create.ts';
import type { Images } from '../../../../src/service/ceph/images/client.ts';
import type { PoolDump } from '../../../../src/service/ceph/pools/read.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { sample } from '../samples.ts';

const dump = sample('osdPoolLsDetail') as PoolDump[];
const rbd = dump.find(({ pool_name }) => pool_name === 'rbd')!;
const coded = dump.find(({ pool_name }) => pool_name === 'ecpool')!;
const names = (flags: string) => ({ ...coded, flags_names: flags });

type Body = Parameters<typeof createImage>[3];

/** Makes an image in the pool rbd beside an image `golden` with snapshots; gives what was done. */
async function make(body: Partial<Body>, { pool = rbd, overwrites = true, failing = '' } = {}) {
  const done: [what: string, args: object][] = [];
  const say = (what: string, args: object) => {
    done.push([what, args]);
    if (what === failing) throw new Refusal(409, 'it does not work');
  };
  const images = {
    find: async () => ({
      snaps: [
        { name: 's', protected: true },
        { name: 'open', protected: false },
      ],
    }),
    change: async (what: string, args: object) => say(what, args),
    runLongWork: async (what: string, place: object, more: object = {}) => say(what, { ...place, ...more }),
  } as unknown as Images;
  const pools = [rbd, names(overwrites ? 'hashpspool,ec_overwrites' : 'hashpspool')];
  const failure = await createImage(images, pools, pool, { name: 'new', size: 8, ...body }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { done, failure };
}

const PLACE = { pool: 'rbd', image: 'new' };
const parent = { pool: 'rbd', image: 'golden', snapshot: 's' };
const refused = (status: number, text: string) => ({ status, message: expect.stringContaining(text) });

test('an empty image is created with its features, its data pool and its snapshots', async () => {
  const { done } = await make({
    features: ['LAYERING'],
    erasureCodedPool: 'ecpool',
    snaps: [{ name: 'one' }, { name: 'two' }],
  });
  expect(done).toEqual([
    ['images.create', { ...PLACE, size: 8, features: 1, dataPool: 'ecpool' }],
    ['images.create_snapshot', { ...PLACE, snapshot: 'one' }],
    ['images.create_snapshot', { ...PLACE, snapshot: 'two' }],
  ]);
});

test('a clone is created from its snapshot, and then resized', async () => {
  const { done } = await make({ parent });
  expect(done).toEqual([
    ['images.clone', { ...parent, toPool: 'rbd', toImage: 'new' }],
    ['resize', { ...PLACE, size: 8 }],
  ]);
});

test('an image that cannot be created completely is removed with its snapshots', async () => {
  const { done, failure } = await make({ parent }, { failing: 'resize' });
  expect(failure).toMatchObject({ message: 'it does not work' });
  expect(done.slice(2)).toEqual([
    ['images.remove_snapshot', { ...PLACE, snapshot: 's' }],
    ['images.remove_snapshot', { ...PLACE, snapshot: 'open' }],
    ['remove', PLACE],
  ]);
});

describe('an image is refused before anything is made', () => {
  test.each<[string, Partial<Body>, Parameters<typeof make>[1], number, string]>([
    ['in an erasure-coded pool', {}, { pool: coded }, 409, 'choose a replicated pool'],
    ['with data in a replicated pool', { erasureCodedPool: 'rbd' }, {}, 400, 'not erasure-coded'],
    [
      'with data in a pool without overwrites',
      { erasureCodedPool: 'ecpool' },
      { overwrites: false },
      409,
      'overwrites',
    ],
    ['with data in a pool that is not there', { erasureCodedPool: 'none' }, {}, 404, 'no pool "none"'],
    [
      'from a snapshot that is not protected',
      { parent: { ...parent, snapshot: 'open' } },
      {},
      409,
      'protect it first',
    ],
    ['from a snapshot that is not there', { parent: { ...parent, snapshot: 'none' } }, {}, 404, 'none'],
    ['with a slash in its name', { name: 'a/b' }, {}, 400, 'a/b'],
    [
      'with a snapshot named twice',
      { snaps: [{ name: 's' }, { name: 's' }] as never },
      {},
      400,
      'named twice',
    ],
    ['from a parent that it could not read from', { parent, features: [] }, {}, 400, 'LAYERING'],
    ['with a snapshot that has one', { snaps: [{ name: 'a/b' }] as never }, {}, 400, 'a/b'],
  ])('an image %s is refused before anything is made', async (_, body, options, status, text) => {
    const { done, failure } = await make(body, options);
    expect([done, failure]).toMatchObject([[], refused(status, text)]);
  });
});
