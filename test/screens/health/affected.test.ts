import { expect, test } from 'vitest';
import type { Cause } from '../../../src/diagnosis/verdict.ts';
import { type Consumers, selectAffected } from '../../../src/screens/health/affected.ts';
import type { AffectedPool } from '../../../src/store/answers/affected.ts';
import { deck, openDeck, openScreen, see, text } from '../openedDeck.ts';

const pool = (more: Partial<AffectedPool>): AffectedPool => ({
  name: 'vm',
  application: 'rbd',
  blocked: 4,
  total: 16,
  slowBy: undefined,
  ...more,
});
const consumers: Consumers = {
  images: new Map([
    [
      'vm',
      [
        { name: 'small', size: 1 },
        { name: 'large', size: 2 ** 40, erasureCodedPool: 'ec' },
      ],
    ],
    ['secret', undefined],
  ]),
  buckets: [
    { bucket: 'b1', usageSum: { numObjects: 3 } },
    { bucket: 'b2', usageSum: { numObjects: 9 } },
  ],
  directories: new Map([
    ['/', 'files'],
    ['/home', 'homes'],
  ]),
};
const rows = (pools: readonly AffectedPool[], known: Consumers | undefined = consumers) =>
  selectAffected(pools, known).map(({ kind, name, effect }) => `${kind} ${name}: ${effect}`);

test('affected pools are listed first and then their images by size, because a large image has parts in more of the groups', () => {
  expect(rows([pool({})])).toEqual([
    'pool vm: 25% of it unavailable',
    'image large: parts of it may be unavailable',
    'image small: parts of it may be unavailable',
  ]);
});

test('an image with a separate data pool is affected if that pool is', () => {
  expect(
    rows([pool({ name: 'ec', blocked: 16, application: 'rbd' })], {
      ...consumers,
      images: new Map([
        ['vm', [{ name: 'large', erasureCodedPool: 'ec' }]],
        ['ec', []],
      ]),
    }),
  ).toEqual(['pool ec: 100% of it unavailable', 'image large: cannot be read or written']);
});

test('images of the same name with the same data pool are distinguished, and each is listed in its own pool', () => {
  const found = selectAffected([pool({ name: 'ec', application: 'rbd' })], {
    ...consumers,
    images: new Map([
      ['vm', [{ name: 'disk', erasureCodedPool: 'ec' }]],
      ['dev', [{ name: 'disk', erasureCodedPool: 'ec' }]],
      ['ec', []],
    ]),
  });
  expect(found.slice(1).map(({ pool: data, listedIn, name }) => [data, listedIn, name])).toEqual([
    ['ec', 'vm', 'disk'],
    ['ec', 'dev', 'disk'],
  ]);
});

test('an image that is affected through two pools is listed once, under the worse pool', () => {
  const pools = [pool({ blocked: 16 }), pool({ name: 'ec', blocked: 1 })];
  expect(rows(pools).filter((row) => row.startsWith('image large'))).toEqual([
    'image large: cannot be read or written',
  ]);
});

test('images that were not checked because there are too many are reported as such', () => {
  expect(rows([pool({ name: 'thirty-first' })]).at(-1)).toBe(
    'not known images of thirty-first: only the images of 30 pools are examined',
  );
  const many = Array.from({ length: 500 }, (_, index) => ({ name: `i${index}` }));
  const known = { ...consumers, images: new Map([['vm', many]]) };
  expect(rows([pool({})], known).at(-1)).toBe('not known images of vm: only 500 of them are examined');
});

test('for buckets the list says that their pool is unknown, with the largest buckets first', () => {
  expect(rows([pool({ name: 's3', application: 'rgw' })]).slice(1)).toEqual([
    'bucket b2: objects may wait: the service does not report its pool',
    'bucket b1: objects may wait: the service does not report its pool',
  ]);
});

test('directories are affected through the pool of their layout, and a pool without directories may hold metadata', () => {
  expect(rows([pool({ name: 'homes', application: 'storefs' })])[1]).toMatch(
    /^directory \/home: new content/,
  );
  expect(rows([pool({ name: 'meta', application: 'storefs' })])[1]).toMatch(
    /^not known files in meta: .* may hold the metadata of all$/,
  );
});

test('what the service does not list is shown as unknown, at the end of the list', () => {
  const both = [pool({ name: 'secret' }), pool({})];
  expect(rows(both).at(-1)).toBe('not known images of secret: they could not be listed');
  expect(selectAffected([pool({})], undefined)).toHaveLength(1);
});

test('the screen of affected clients names pools and images in a scenario with inactive placement groups', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'rack-partition' });
  const blocked = deck.cockpit.facts.affectedPools();
  expect(blocked.length).toBeGreaterThan(0);
  await deck.command('affected');
  await deck.clock.advance(2000);
  const shown = await see(/of it unavailable/);
  expect(shown).toContain(blocked[0]!.name);
  expect(shown).toMatch(/image +\S+/);
});

test('in a calm cluster nobody is affected', async () => {
  await openScreen('affected');
  await deck.clock.advance(2000);
  expect(await text()).toContain('All placement groups serve their clients');
});

test('filesystems and gateways that cannot serve I/O come first, although no placement group is blocked', () => {
  const found = selectAffected([pool({ blocked: 1 })], undefined, ['the filesystem storefs is offline']);
  expect(found.map(({ kind, effect, level }) => `${level} ${kind}: ${effect}`)).toEqual([
    'error service: the filesystem storefs is offline',
    'error pool: 6% of it unavailable',
  ]);
});

const SLOW: Cause = {
  kind: 'host-down',
  objects: [],
  host: undefined,
  since: undefined,
  isOver: false,
  confidence: 'certain',
  explains: [],
  text: 'slow OSDs',
  proofs: [],
  before: [],
  against: [],
  next: [],
};

test.each<[string, Partial<AffectedPool>, readonly string[]]>([
  [
    'slow',
    { blocked: 0, slowBy: SLOW },
    ['pool vm: may be slow: slow OSDs', 'image large: may be slow', 'image small: may be slow'],
  ],
  [
    'one of it is not known how many groups',
    { blocked: 1, total: undefined },
    [
      'pool vm: 1 of its PGs unavailable',
      'image large: parts of it may be unavailable',
      'image small: parts of it may be unavailable',
    ],
  ],
])('the effect of a pool that is %s is told for it and for its images', (_, more, wanted) => {
  expect(rows([pool(more)])).toEqual(wanted);
});

test('rows of slow pools are warnings without blocked groups, and those of blocked pools are errors with them', () => {
  const levels = (blocked: number) =>
    selectAffected([pool({ blocked })], consumers).map(({ level, blocked: of, total }) => [level, of, total]);
  expect(levels(0)).toEqual([
    ['warn', undefined, 16],
    ['warn', undefined, 16],
    ['warn', undefined, 16],
  ]);
  expect(levels(1)).toEqual([
    ['error', 1, 16],
    ['error', 1, 16],
    ['error', 1, 16],
  ]);
});

test('lists of buckets and directories that could not be read are a row, and the buckets with most objects come first', () => {
  const unread: Consumers = { images: new Map(), buckets: undefined, directories: undefined };
  const s3 = pool({ name: 's3', application: 'rgw', blocked: 0 });
  const files = pool({ name: 'files', application: 'storefs' });
  expect(
    rows([s3, files], unread)
      .filter((row) => row.startsWith('not known'))
      .toSorted(),
  ).toEqual([
    'not known buckets in s3: they could not be listed',
    'not known directories in files: they could not be listed',
  ]);
  const counted = [{ bucket: 'none' }, { bucket: 'one', usageSum: { numObjects: 1 } }, { bucket: 'no use' }];
  expect(rows([s3], { ...unread, buckets: counted }).slice(1)).toEqual(
    ['one', 'none', 'no use'].map(
      (name) => `bucket ${name}: may be slow: the service does not report its pool`,
    ),
  );
});
