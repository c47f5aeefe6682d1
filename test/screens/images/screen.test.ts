import { expect, test } from 'vitest';
import { cloneChecks } from '../../../src/screens/images/clones.ts';
import { actionOf, answering, checkLines, deck, listLines, openedPage, openScreen } from '../openedDeck.ts';

const IMAGES = [
  {
    name: 'copy',
    size: 2 ** 30,
    parent: { pool: 'p', image: 'base', snapshot: 's1' },
    features: ['LAYERING', 'FAST_DIFF'],
    snaps: [{ name: 'monday' }, {}],
  },
  { name: 'plain' },
];
const open = () =>
  openScreen('images p', {
    columns: 140,
    ...answering({ listImages: () => ({ data: IMAGES, totalElements: 2 }) }),
  });

test('images are listed with their size, their snapshots and the snapshot that they were cloned from', async () => {
  await open();
  expect(await listLines(/^IMAGE/)).toEqual([
    expect.stringMatching(/^IMAGE SIZE SNAPS CLONED FROM FEATURES$/),
    'copy 1.0 GiB 2 p/base@s1 layering, fast-diff',
    expect.stringMatching(/^plain -- 0$/),
  ]);
  await deck.press('d');
  expect(openedPage().facts).toContainEqual(['snapshot names', 'monday, --']);
});

test('an image of unknown size may lose data by every new size, and one of known size only by a smaller one', async () => {
  await open();
  const resize = () => actionOf('resize').plan();
  expect(resize().fields.map(({ initial }) => initial)).toEqual(['1G']);
  const told = (size: number | undefined) => [
    resize().tierOf?.({ 'body.size': size }),
    ...checkLines(resize(), { 'body.size': size }),
  ];
  expect(told(2 ** 31)).toEqual(['disruptive', 'ok it grows by 1.0 GiB; no data is lost']);
  expect(told(2 ** 30)).toEqual(['disruptive', 'ok it grows by 0 B; no data is lost']);
  expect(told(2 ** 29)).toEqual([
    'destructive',
    'warn it becomes smaller: all data in the last 512 MiB of its 1.0 GiB is lost for good',
  ]);
  await deck.press('down');
  expect(resize().fields.map(({ initial }) => initial)).toEqual(['']);
  expect(told(2 ** 40)).toEqual([
    'destructive',
    'warn its current size is not known: data beyond the new size is lost for good',
  ]);
  expect(checkLines(resize())).toEqual([]);
});

test('only a clone is made independent of its parent', async () => {
  await open();
  const flatten = actionOf('flatten');
  expect([flatten.refused, flatten.plan().title, flatten.plan().target]).toEqual([
    undefined,
    'Flatten image copy',
    'copy',
  ]);
  await deck.press('down');
  expect(actionOf('flatten').refused).toBe('plain is not a clone: it is already independent');
});

const clone = (name: string) => ({ name, parent: { pool: 'p', image: 'base', snapshot: 's1' } });

test.each([
  ['none', [], 0, ['ok no image is cloned from it']],
  ['none so far', [], 9, ['warn there may be more clones: not all images could be checked']],
  ['one', ['a'], 1, ['block 1 image cloned from it: p/a; flatten or delete it first']],
  [
    'two so far',
    ['a', 'b'],
    9,
    [
      'block 2 images cloned from it: p/a, p/b; flatten or delete them first',
      'warn there may be more clones: not all images could be checked',
    ],
  ],
])(
  'before a parent is deleted, the clones that were found are told: %s',
  async (_, names, totalElements, said) => {
    await openScreen('images p', {
      ...answering({
        listPools: () => [
          { name: 'p', application: 'rbd' },
          { name: 'q', application: 'rgw' },
        ],
        listImages: () => ({ data: names.map(clone), totalElements }),
      }),
    });
    const { needs, checks } = cloneChecks(deck.cockpit, { pool: 'p', image: 'base' });
    expect(checks().map(({ text }) => text)).toEqual(['its clones could not be read']);
    await Promise.all(needs.map((need) => deck.cockpit.cache.refresh(need)));
    expect(checks().map(({ level, text }) => `${level} ${text}`)).toEqual(said);
  },
);
