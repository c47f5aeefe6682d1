import { expect, test } from 'vitest';
import type { PlanValues } from '../../../src/store/action/plan.ts';
import { actionOf, answering, checkLines, deck, openScreen, see } from '../openedDeck.ts';

const USERS = [
  {
    uid: 'full',
    name: 'Full',
    suspended: false,
    userQuota: { enabled: true, maxSizeKb: 100, maxObjects: -1 },
    subusers: [{ subuser: 'full:one' }, { subuser: 'full:two' }],
  },
  { uid: 'held', name: 'Held', suspended: true },
  { uid: 'idle', name: 'Idle', suspended: false },
];
const BUCKETS = [
  { bucket: 'b1', owner: 'full', usageSum: { sizeKb: 60, numObjects: 3 } },
  { bucket: 'b2', owner: 'full', usageSum: { sizeKb: 30, numObjects: 4 } },
  { bucket: 'b3', owner: 'full' },
  { bucket: 'other', owner: 'somebody', usageSum: { sizeKb: 1000, numObjects: 100 } },
];

async function open(): Promise<string> {
  await openScreen('s3-users', {
    columns: 200,
    ...answering({ listS3Users: () => USERS, listS3Buckets: () => BUCKETS }),
  });
  return await see(/idle/);
}

const plan = (id: string) => actionOf(id).plan();

test('the usage of an S3 user is that of all its buckets, and one that nears its quota or is suspended is a problem', async () => {
  const shown = await open();
  expect(shown).toMatch(/full .*nearly full/);
  expect(shown).toMatch(/full .* 90\.0 KiB/);
  expect(shown).toMatch(/held .*suspended/);
  expect(shown).toMatch(/idle .*active/);
  await deck.press('!');
  expect(await see(/held/)).not.toMatch(/idle/);
});

test('an S3 user with buckets is not deleted, and its sub-users are named', async () => {
  await open();
  await deck.press('g');
  expect(checkLines(plan('delete'))).toEqual([
    'block it owns b1, b2, b3: delete them or change their owner first',
    'warn its sub-users and their keys are deleted too: full:one, full:two',
    'warn clients with its keys are refused from then on',
  ]);
  await deck.press('G');
  expect(checkLines(plan('delete'))).toEqual([
    'ok it owns no buckets',
    'warn clients with its keys are refused from then on',
  ]);
});

test('an S3 user is suspended or resumed, whichever it is not, and told what that does to its keys', async () => {
  await open();
  const of = () => {
    const { title, effect, undo, tierOf, cli } = plan('suspend');
    return [title, effect, undo, tierOf?.({}), cli?.({})];
  };
  await deck.press('g');
  expect(of()).toEqual([
    'Suspend S3 user full',
    'Every request with its keys is refused. Its data stays.',
    'resume it',
    'disruptive',
    'radosgw-admin user suspend --uid=full',
  ]);
  await deck.press('!', 'G');
  expect(of()).toEqual([
    'Resume S3 user held',
    'Its keys are accepted again.',
    'suspend it',
    'reversible',
    'radosgw-admin user enable --uid=held',
  ]);
});

test('a quota that an S3 user exceeds already is warned of, and only an enforced one counts', async () => {
  await open();
  await deck.press('g');
  const quota = plan('quota');
  const judged = (values: PlanValues) => [...checkLines(quota, values), quota.tierOf?.(values)];
  const full = ['warn it holds as much already: its writes are refused at once', 'disruptive'];
  expect(judged({ 'body.enabled': true, 'body.maxSizeKb': 90 })).toEqual(full);
  expect(judged({ 'body.enabled': true, 'body.maxObjects': 7 })).toEqual(full);
  expect(judged({ 'body.enabled': true, 'body.maxSizeKb': 91, 'body.maxObjects': 8 })).toEqual([
    'reversible',
  ]);
  expect(judged({ 'body.enabled': false, 'body.maxSizeKb': 1 })).toEqual(['reversible']);
  expect([quota.title, quota.effect, quota.undo]).toEqual([
    'Set the quota of full',
    'The user holds 90.0 KiB in 7 objects. Beyond its quota, writes are refused.',
    'set it back to: 100 KiB',
  ]);
  expect(plan('bucket-quota').cli?.({ 'body.maxObjects': 5 })).toBe(
    'radosgw-admin quota set --quota-scope=bucket --uid=full --max-objects=5',
  );
});

test('the name of a new S3 user is its id unless another is given', async () => {
  await open();
  const create = plan('create');
  expect(create.cli?.({ 'body.uid': 'u' })).toBe('radosgw-admin user create --uid=u --display-name=u');
  expect(create.cli?.({ 'body.uid': 'u', 'body.name': 'Ann', 'body.email': 'a@b' })).toBe(
    'radosgw-admin user create --uid=u --display-name=Ann --email=a@b',
  );
  await deck.press('g');
  const edit = plan('edit');
  expect(edit.fields.map(({ initial }) => initial)).toEqual(['Full', '']);
  expect(edit.cli?.({ 'body.email': 'a@b' })).toBe('radosgw-admin user modify --uid=full --email=a@b');
});
