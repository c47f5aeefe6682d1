import { expect, test } from 'vitest';
import { actionOf, answering, checkLines, deck, listLines, openScreen, see, text } from '../openedDeck.ts';

const BUCKETS = [
  {
    bucket: 'almost',
    owner: 'ann',
    quota: { enabled: true, maxSizeKb: 100, maxObjects: -1 },
    usageSum: { sizeKb: 95, sizeKbActual: 96, numObjects: 7 },
    usage: { z1: { num_objects: 5, size_kb: 50, size_kb_actual: 51 }, z2: { size_kb: 45 } },
  },
  { bucket: 'bare' },
  { bucket: 'calm', owner: 'bob', usageSum: { sizeKb: 1, numObjects: 0 }, usage: { z1: {} } },
];

async function open(line = 'buckets'): Promise<string> {
  await openScreen(line, { columns: 200, ...answering({ listS3Buckets: () => BUCKETS }) });
  return await see(/almost/);
}

const plan = (id: string) => actionOf(id).plan();

test('a bucket that nears its quota is a problem, and the list of an owner has only its buckets', async () => {
  const all = await open();
  expect(all).toMatch(/almost +ann +7 +95\.0 KiB +95% +100 KiB/);
  expect(all).toMatch(/bare[^]*calm/);
  await deck.press('!');
  expect(await text()).not.toMatch(/bare|calm/);
  expect(await open('buckets ann')).not.toMatch(/bare|calm/);
});

test('the page of a bucket shows its use by zone if there are several, and a dash for what is not known', async () => {
  await open();
  await deck.press('g', 'd');
  const page = await see(/Bucket almost/);
  expect(page).toMatch(/nearly full/);
  expect(page).toMatch(/on disk +96\.0 KiB/);
  expect(page).toMatch(/quota used +95\.0%/);
  expect(page).toMatch(/z1 +│ 5 +│ 50\.0 KiB │ 51\.0 KiB/);
  expect(page).toMatch(/z2 +│ -- +│ 45\.0 KiB │ --/);
  await deck.press('esc', 'j', 'd');
  const bare = await see(/Bucket bare/);
  for (const name of ['owner', 'objects', 'size', 'placement', 'modified', 'id'])
    expect(bare).toMatch(new RegExp(` ${name} +--`));
  expect(bare).not.toMatch(/quota used|nearly full/);
  await deck.press('esc', 'j', 'd');
  expect(await see(/Bucket calm/)).not.toMatch(/use by zone/);
});

test('a bucket with objects is deleted only together with them, and what is lost is told', async () => {
  await open();
  await deck.press('g');
  expect(checkLines(plan('delete'))).toEqual(['block it holds 7 objects, 95.0 KiB: X deletes it with them']);
  const purge = plan('purge');
  expect(checkLines(purge)).toEqual([
    'warn 7 objects, 95.0 KiB are lost for good',
    'warn objects added meanwhile are deleted too',
  ]);
  expect([purge.title, purge.cli?.({})]).toEqual([
    'Delete bucket almost with all its objects',
    'radosgw-admin bucket rm --bucket=almost --purge-objects',
  ]);
  await deck.press('G');
  const empty = 'ok it had no objects when last read';
  expect([plan('delete').title, plan('delete').cli?.({})]).toEqual([
    'Delete bucket calm',
    'radosgw-admin bucket rm --bucket=calm',
  ]);
  expect(checkLines(plan('delete'))[0]).toBe(empty);
  expect(checkLines(plan('purge'))).toEqual([empty, 'warn objects added meanwhile are deleted too']);
});

test('a bucket of which nothing is reported is not called empty before it is deleted', async () => {
  await open();
  await deck.press('g', 'j');
  expect((await listLines(/^BUCKET/))[2]).toBe('bare -- -- -- -- -- -- --');
  const unknown = 'warn how many objects it holds is not known';
  expect(checkLines(plan('delete'))).toEqual([unknown]);
  expect(checkLines(plan('purge'))).toEqual([unknown, 'warn objects added meanwhile are deleted too']);
});

test('a new bucket gets no name that another has, and its owner is told', async () => {
  await open();
  const create = plan('create');
  const of = (name: string) => checkLines(create, { 'params.bucketName': name })[0];
  expect(of('free')).toBe('ok no bucket had this name when last read');
  expect(of('almost')).toBe(
    'block almost belongs to ann: use another name, or e on it to give it another owner',
  );
  expect(of('bare')).toMatch(/^block bare belongs to another user: /);
  expect(checkLines(create)).toEqual([]);
  expect(create.cli?.({ 'params.bucketName': 'x', 'body.owner': 'u' })).toBe(
    's3cmd mb s3://x; radosgw-admin bucket link --bucket=x --uid=u',
  );
  await deck.press('g');
  const edit = plan('edit');
  expect([edit.undo, edit.fields[0]?.initial, edit.tierOf?.({}), edit.cli?.({ 'body.owner': 'u' })]).toEqual([
    'give it back to ann',
    'ann',
    'disruptive',
    'radosgw-admin bucket link --bucket=almost --uid=u',
  ]);
});
