import { describe, expect, test } from 'vitest';
import { NotSent } from '../../../../src/service/ceph/client/refusal.ts';
import type { Images } from '../../../../src/service/ceph/images/client.ts';
import { createImage } from '../../../../src/service/ceph/images/create.ts';
import type { PoolDump } from '../../../../src/service/ceph/pools/read.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { sample } from '../samples.ts';

const dump = sample('osdPoolLsDetail') as PoolDump[];
const rbd = dump.find(({ pool_name }) => pool_name === 'rbd')!;
const coded = dump.find(({ pool_name }) => pool_name === 'ecpool')!;
const names = (flags: string) => ({ ...coded, flags_names: flags });

type Body = Parameters<typeof createImage>[2];

interface Surroundings {
  readonly pool?: string;
  readonly overwrites?: boolean;
  /** A call that is refused, with a status. 503 is a cluster that does not answer. */
  readonly failing?: string;
  readonly status?: number;
  readonly refused?: Refusal;
  /** Results of looking for the image: first before the creation, then after an unknown outcome. */
  readonly exists?: () => Promise<boolean>;
  /** The size of the image in bytes, when it is looked at. */
  readonly size?: number;
}

/** Creates an image in the pool rbd beside an image `golden` with snapshots, and returns the calls. */
function begin(
  body: Partial<Body>,
  {
    pool = 'rbd',
    overwrites = true,
    failing = '',
    status = 409,
    exists = async () => false,
    size = 4,
    refused,
  }: Surroundings = {},
) {
  const clock = fakeClock();
  const done: [what: string, args: object][] = [];
  const notes: string[] = [];
  const say = (what: string, args: object) => {
    done.push([what, args]);
    if (what === failing) throw refused ?? new Refusal(status as 409, 'it does not work');
  };
  const images = {
    exists,
    find: async () => ({
      size,
      snaps: [
        { name: 's', protected: true },
        { name: 'open', protected: false },
      ],
    }),
    change: async (what: string, args: object) => say(what, args),
    runLongWork: async (what: string, place: object, { args = {} }: { args?: object } = {}) =>
      say(what, { ...place, ...args }),
  } as unknown as Images;
  const pools = [rbd, names(overwrites ? 'hashpspool,ec_overwrites' : 'hashpspool')];
  const note = (line: string) => void notes.push(line);
  const parts = { images, pools, clock, note, ending: new AbortController().signal };
  const failure = createImage(parts, pool, { name: 'new', size: 8, ...body }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { clock, done, notes, failure };
}

async function make(body: Partial<Body>, surroundings: Surroundings = {}) {
  const { done, failure } = begin(body, surroundings);
  return { done, failure: await failure };
}

const PLACE = { pool: 'rbd', image: 'new' };
const parent = { pool: 'rbd', image: 'golden', snapshot: 's' };
test('an empty image is created with its features, its data pool and its snapshots', async () => {
  const { done } = await make({
    features: ['LAYERING'],
    erasureCodedPool: 'ecpool',
    snaps: [{ name: 'one' }, { name: 'two' }],
  });
  expect(done).toEqual([
    ['create', { ...PLACE, size: 8, features: 1, dataPool: 'ecpool' }],
    ['images.create_snapshot', { ...PLACE, snapshot: 'one' }],
    ['images.create_snapshot', { ...PLACE, snapshot: 'two' }],
  ]);
});

test('a clone is created from its snapshot, and then resized', async () => {
  const { done } = await make({ parent });
  expect(done).toEqual([
    ['clone', { ...PLACE, parent }],
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

describe('refused images', () => {
  test.each<[string, Partial<Body>, Parameters<typeof make>[1], number, string]>([
    ['in an erasure-coded pool', {}, { pool: 'ecpool' }, 409, 'choose a replicated pool'],
    ['with data in a replicated pool', { erasureCodedPool: 'rbd' }, {}, 400, 'not erasure-coded'],
    [
      'with data in a pool without overwrites',
      { erasureCodedPool: 'ecpool' },
      { overwrites: false },
      409,
      'overwrites',
    ],
    ['with data in an unknown pool', { erasureCodedPool: 'none' }, {}, 404, 'no pool "none"'],
    [
      'from an unprotected snapshot',
      { parent: { ...parent, snapshot: 'open' } },
      {},
      409,
      'protect it first',
    ],
    ['from an unknown snapshot', { parent: { ...parent, snapshot: 'none' } }, {}, 404, 'none'],
    ['with a slash in its name', { name: 'a/b' }, {}, 400, 'a/b'],
    [
      'with the same snapshot twice',
      { snaps: [{ name: 's' }, { name: 's' }] as never },
      {},
      400,
      'listed twice',
    ],
    ['from a parent without the layering feature', { parent, features: [] }, {}, 400, 'LAYERING'],
    ['with a snapshot that has one', { snaps: [{ name: 'a/b' }] as never }, {}, 400, 'a/b'],
  ])('an image %s is refused before anything is made', async (_, body, options, status, text) => {
    const { done, failure } = await make(body, options);
    expect([done, failure]).toMatchObject([[], refusal(status, text)]);
  });
});

describe('an image whose creation the cluster does not answer', () => {
  /** The image exists from a certain look on, and the cluster does not answer at once. */
  const laterThere = (isThere: boolean) => {
    const answers = [async () => false, () => Promise.reject(new Refusal(503, 'no answer'))];
    return () => (answers.shift() ?? (async () => isThere))();
  };

  test('an unanswered creation has succeeded if the image exists once the cluster answers', async () => {
    const { clock, failure, notes } = begin({}, { failing: 'create', status: 503, exists: laterThere(true) });
    await clock.advance(5000);
    expect(await failure).toBeUndefined();
    expect(notes).toEqual([]);
  });

  test('an unanswered creation has failed if the image does not exist once the cluster answers', async () => {
    const { clock, failure } = begin({}, { failing: 'create', status: 503, exists: laterThere(false) });
    await clock.advance(5000);
    expect(await failure).toMatchObject({
      status: 503,
      message: expect.stringContaining('nothing was changed') as string,
    });
  });

  test('an unanswered creation is reported as unknown to a waiting client, and its outcome is logged once it is known', async () => {
    let isAway = true;
    const looks = [async () => false];
    const exists = () =>
      looks.shift()?.() ?? (isAway ? Promise.reject(new Refusal(503, 'no answer')) : Promise.resolve(true));
    const { clock, failure, notes } = begin({}, { failing: 'create', status: 503, exists });
    await clock.advance(9000);
    expect(await failure).toMatchObject({
      status: 503,
      message: expect.stringContaining('not known yet whether the image rbd/new was created') as string,
    });
    await clock.advance(60_000);
    expect(notes).toEqual([]);
    isAway = false;
    await clock.advance(10_000);
    expect(notes).toEqual([expect.stringContaining('the image rbd/new was created, after all')]);
  });
});

test('a creation that has not begun when its client stops waiting never begins, and the client is told that nothing was changed', async () => {
  const late = Promise.withResolvers<boolean>();
  const { clock, done, failure, notes } = begin({}, { exists: () => late.promise });
  await clock.advance(8000);
  expect(await failure).toMatchObject(refusal(503, 'nothing was changed'));
  late.resolve(false);
  await clock.advance(60_000);
  expect([done, notes]).toEqual([[], []]);
});

test('a creation that was not sent is refused at once', async () => {
  const refused = new NotSent('the helper has not started yet');
  const { done, failure } = begin({}, { failing: 'create', refused });
  expect(await failure).toBe(refused);
  expect(done).toHaveLength(1);
});

describe('a step of a creation that the cluster does not answer', () => {
  const outcome = async (body: Partial<Body>, surroundings: Surroundings) => {
    const { clock, done, failure } = begin(body, { status: 503, ...surroundings });
    await clock.advance(5000);
    return { removed: done.some(([what]) => what === 'remove'), failure: await failure };
  };
  const failed = { removed: true, failure: refusal(503, 'nothing was changed') };

  test('a clone whose resize was not answered is kept if it has its size, and removed if it has not', async () => {
    expect(await outcome({ parent }, { failing: 'resize', size: 8 })).toEqual({ removed: false });
    expect(await outcome({ parent }, { failing: 'resize', size: 4 })).toMatchObject(failed);
  });

  test('a snapshot that was not answered is kept if it exists, and otherwise the image is removed', async () => {
    const failing = 'images.create_snapshot';
    expect(await outcome({ snaps: [{ name: 'open' }] }, { failing })).toEqual({ removed: false });
    expect(await outcome({ snaps: [{ name: 'another' }] }, { failing })).toMatchObject(failed);
  });
});

test('an image that existed before is not taken for the one to be created', async () => {
  const { done, failure } = await make({}, { exists: async () => true });
  expect(failure).toMatchObject({ status: 409 });
  expect(done).toEqual([]);
});
