import { expect, test } from 'vitest';
import type { Plan, PlanValues } from '../../../src/store/action/plan.ts';
import { updateScreen } from '../../../src/store/session/screenView.ts';
import { actionOf, answering, checkLines, deck, openScreen, see, text } from '../openedDeck.ts';

const OBJECTS = [
  { key: 'logs/a', size: 2048, lastModified: '2026-01-02' },
  { key: 'logs/b', size: 1 },
];

/** Opens the list of the objects below the prefix logs/ of the bucket k; `more` completes the answer. */
async function open(more: object = {}): Promise<void> {
  await openScreen(
    'objects k logs/',
    answering({ listS3Objects: () => ({ objects: OBJECTS, prefixes: ['logs/sub/'], ...more }) }),
  );
  await see(/2\.0 KiB/);
}

/** An action on the row with this id. */
function action(id: string, cursor = 'o:logs/a') {
  updateScreen(deck.cockpit.view, (screen) => ({ ...screen, list: { ...screen.list, cursor } }));
  return actionOf(id);
}
const plan = (id: string, cursor?: string): Plan => action(id, cursor).plan();

const to = (key: string, bucket = 'k') => ({ 'query.dstBucketName': bucket, 'query.dstKey': key });

const LOST = 'warn the object logs/b of 1 B is replaced, and lost for good';
const FREE = 'ok no object has that key';
const UNKNOWN = 'warn it is not known whether that key exists; if so, it is replaced';

test.each([
  ['copy', 'Copy logs/a', 'delete the copy', 's3cmd cp s3://k/logs/a s3://k/logs/b'],
  ['move', 'Move logs/a', 'move it back', 's3cmd mv s3://k/logs/a s3://k/logs/b'],
])('the target of a %s is compared with the objects that are shown', async (id, title, undo, cli) => {
  await open();
  const one = plan(id);
  expect([one.title, one.target, one.undo]).toEqual([
    title,
    'logs/a',
    `${undo}; an object that it replaced does not come back`,
  ]);
  expect(one.fields.map(({ label, initial }) => [label, initial])).toEqual([
    ['to bucket', 'k'],
    ['to key', 'logs/a'],
  ]);
  expect(one.cli?.(to('logs/b'))).toBe(cli);
  expect(one.targetOf?.(to('logs/b'))).toBe('logs/b');
  const judged = (values: PlanValues) => [...checkLines(one, values), one.tierOf?.(values)];
  expect(judged(to('logs/b'))).toEqual([LOST, 'destructive']);
  expect(judged(to('logs/c'))).toEqual([FREE, 'disruptive']);
  for (const elsewhere of [to('logs/sub/c'), to('c'), to('logs/b', 'other')])
    expect(judged(elsewhere)).toEqual([UNKNOWN, 'disruptive']);
  expect(judged({})).toEqual(['disruptive']);
});

test('a key is known to be free only if all keys of its place were read', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({ key: `logs/m${index}` }));
  await open({ objects: [...OBJECTS, ...many], continuationToken: 'more' });
  expect(checkLines(plan('copy'), to('logs/zzz'))).toEqual([UNKNOWN]);
  expect(checkLines(plan('copy'), to('logs/b'))).toEqual([LOST]);
});

test('with every key below shown, a key further below is known to be free', async () => {
  await open();
  await deck.press('F');
  await deck.clock.advance(1000);
  await see(/2\.0 KiB/);
  expect(checkLines(plan('copy'), to('logs/sub/c'))).toEqual([FREE]);
});

test('a move can be taken back unless it replaced an object, and a copy cannot', async () => {
  await open();
  const move = plan('move');
  const back = move.inverse?.(to('new/a', 'other'));
  if (typeof back !== 'function') throw new Error('it cannot be taken back');
  const plans = back();
  expect([plans.title, plans.target, ...plans.fields.map(({ initial }) => initial)]).toEqual([
    'Move new/a',
    'new/a',
    'k',
    'logs/a',
  ]);
  expect(plans.execution).toMatchObject({ operation: 'moveS3Object' });
  expect('preview' in plans.execution && plans.execution.preview(to('logs/a'))).toMatchObject({
    params: { bucketName: 'other' },
    query: { key: 'new/a' },
  });
  expect(move.inverse?.(to('logs/b'))).toBeUndefined();
  expect(plan('copy').inverse).toBeUndefined();
});

test('an upload is confirmed by what it may replace, and a key that ends in a slash gets the name of the file', async () => {
  await open();
  const one = plan('upload');
  expect([one.title, one.target, ...one.fields.map(({ label, initial }) => `${label}: ${initial}`)]).toEqual([
    'Upload into k',
    'k',
    'local file: ',
    'key: logs/',
  ]);
  const judged = (file: string, key: string) => {
    const values = { 'form.file': file, 'form.key': key };
    return [...checkLines(one, values), one.tierOf?.(values), one.targetOf?.(values), one.cli?.(values)];
  };
  expect(judged('/x/b', 'logs/')).toEqual([LOST, 'destructive', 'logs/b', 's3cmd put /x/b s3://k/logs/b']);
  expect(judged('/x/c', 'logs/')).toEqual([FREE, 'reversible', 'logs/c', 's3cmd put /x/c s3://k/logs/c']);
  expect(judged('/x/c', '')).toEqual([UNKNOWN, 'disruptive', 'c', 's3cmd put /x/c s3://k/c']);
  expect(checkLines(one, {})).toEqual([]);
});

test('before an object is deleted its size and its age are told', async () => {
  await open();
  const of = (key: string) => {
    const { title, target, checks: found, cli } = plan('delete', key);
    return [title, target, ...found({}).map(({ level, text: said }) => `${level} ${said}`), cli?.({})];
  };
  expect(of('o:logs/a')).toEqual([
    'Delete object logs/a',
    'logs/a',
    'warn 2.0 KiB are lost, last written 2026-01-02',
    's3cmd del s3://k/logs/a',
  ]);
  expect(of('o:logs/b')).toContain('warn 1 B are lost, last written at an unknown time');
});

test('a download tells its size, and nothing but an upload is done with a prefix', async () => {
  await open();
  const { title, target, effect, execution } = plan('download');
  expect([title, target, effect]).toEqual(['Download logs/a', 'logs/a', 'Saves 2.0 KiB on this machine.']);
  expect(execution).toMatchObject({ operation: 'downloadS3Object' });
  for (const id of ['download', 'copy', 'move', 'metadata', 'set-metadata', 'delete'])
    expect([id, action(id, 'p:logs/sub/').refused]).toEqual([id, 'this is a prefix, not an object']);
  expect([action('upload', 'p:logs/sub/').refused, action('delete').refused]).toEqual([undefined, undefined]);
});

test('the metadata of an object are shown, or begin the form that replaces them', async () => {
  await open();
  const { title, show } = plan('metadata');
  expect(title).toBe('Metadata of logs/a');
  const metadata = { contentType: 'text/plain', userMetadata: { project: 'x' } };
  show?.(metadata, {});
  expect(await text()).toMatch(/logs\/a[^]*text\/plain/);
  await deck.press('esc');
  const form = (of: object) => {
    plan('set-metadata').show?.(of, {});
    const top = deck.cockpit.view.getState().overlays.at(-1);
    return top?.kind === 'action' ? top.flow.plan : undefined;
  };
  const set = form(metadata);
  expect(set?.title).toBe('Set the metadata of logs/a');
  expect(set?.fields.map(({ name, initial }) => [name, initial])).toEqual([
    ['body.contentType', 'text/plain'],
    ['body.cacheControl', ''],
    ['body.contentDisposition', ''],
    ['body.contentEncoding', ''],
    ['body.contentLanguage', ''],
    ['body.httpExpiresDate', ''],
    ['body.userMetadata', '{"project":"x"}'],
  ]);
  expect(set?.cli?.({})).toBe('s3cmd modify s3://k/logs/a --add-header=...');
  await deck.press('esc');
  expect(form({})?.fields.at(-1)?.initial).toBe('');
});
