import { expect, test } from 'vitest';
import {
  attributesPlan,
  copyPlan,
  createDirectoryPlan,
  deletePlan,
  layoutPlan,
  movePlan,
  quotaPlan,
} from '../../../src/screens/files/remoteActions.ts';
import type { FileRow } from '../../../src/screens/files/rows.ts';
import type { Plan, PlanValues } from '../../../src/store/action/plan.ts';
import { answering, deck, openScreen } from '../openedDeck.ts';

const FILE: FileRow = {
  name: 'b',
  path: '/a/b',
  type: 'FILE',
  isDirectory: false,
  size: 2048,
  modified: undefined,
  mode: undefined,
  owner: 'root:root',
  marked: false,
  entry: { mode: 644, uid: 0, gid: 5 },
};
const folder = (entry: FileRow['entry']): FileRow => ({ ...FILE, type: 'DIR', isDirectory: true, entry });

const checks = (plan: Plan, values: PlanValues = {}) =>
  plan.checks(values).map(({ level, text }) => `${level} ${text}`);
const initials = (plan: Plan) => plan.fields.map(({ label, initial }) => [label, initial]);
const field = (plan: Plan, label: string) => plan.fields.find((one) => one.label === label);
/** The title and the first values of the dialog that takes a change back. */
function back(plan: Plan, values: PlanValues) {
  const made = plan.inverse?.(values);
  if (typeof made !== 'function') return made;
  const inverse = made();
  return [inverse.title, inverse.target, ...inverse.fields.map(({ initial }) => initial)];
}

test('the deletion of a file or directory tells what is lost with it', async () => {
  await openScreen('health');
  const found = (row: FileRow) => checks(deletePlan(deck.cockpit, row));
  expect(found(FILE)).toEqual(['warn 2.0 KiB are lost for good']);
  expect(found(folder({ dirFiles: 3, dirSubdirs: 1, dirBytes: 1024 }))).toEqual([
    'warn 3 files and 1 directories in it, 1.0 KiB, are lost for good',
  ]);
  expect(found(folder({ dirSubdirs: 1 }))).toEqual([
    'warn 0 files and 1 directories in it, 0 B, are lost for good',
  ]);
  expect(found(folder({ dirFiles: 1 }))).toEqual([
    'warn 1 files and 0 directories in it, 0 B, are lost for good',
  ]);
  expect(found(folder({})).concat(found(folder(undefined)))).toEqual([
    'ok it was empty when last read',
    'ok it was empty when last read',
  ]);
});

test('a file is not copied or moved onto itself, and the dialog tells what the copy or the move means', async () => {
  await openScreen('health');
  const copy = copyPlan(deck.cockpit, FILE);
  const move = movePlan(deck.cockpit, FILE);
  for (const plan of [copy, move])
    expect(checks(plan, { 'query.dstPath': '/a/b' })).toEqual(['block it already exists: give another path']);
  const to = { 'query.dstPath': '/c/d' };
  expect(checks(copy, to)).toEqual(['ok takes another 2.0 KiB']);
  expect(checks(move, to)).toEqual(['warn users of the old path no longer find it']);
  expect([checks(copy), checks(move)]).toEqual([[], []]);
  expect([copy.title, copy.undo, copy.cli?.(to)]).toEqual(['Copy b', 'delete the copy', 'cp -a /a/b /c/d']);
  expect([move.title, move.undo, move.cli?.(to)]).toEqual(['Move b', 'move it back', 'mv /a/b /c/d']);
  expect([copy, move].map(initials)).toEqual([[['to', '/a/b']], [['to', '/a/b']]]);
  expect(copy.inverse).toBeUndefined();
  expect(back(move, to)).toEqual(['Move d', '/c/d', '/a/b']);
});

test('mode and owner begin with the current ones, and only octal digits are a mode', async () => {
  await openScreen('health');
  const plan = attributesPlan(deck.cockpit, FILE);
  expect(initials(plan)).toEqual([
    ['mode', '644'],
    ['owner', '0'],
    ['group', '5'],
  ]);
  expect(initials(attributesPlan(deck.cockpit, folder({}))).map(([, initial]) => initial)).toEqual([
    '',
    '',
    '',
  ]);
  const read = (text: string) => field(plan, 'mode')?.read(text);
  expect(['', '755', '1755'].map(read)).toEqual([{ value: undefined }, { value: 755 }, { value: 1755 }]);
  for (const text of ['75', '17555', '758', 'rwx']) expect(read(text)).toHaveProperty('problem');
  expect([plan.effect, attributesPlan(deck.cockpit, folder({})).effect]).toEqual([
    'Changes the file.',
    'Changes the directory alone, not what is in it.',
  ]);
  expect(plan.undo).toBe('set 644 root:root again');
  expect(plan.cli?.({ 'body.mode': 755, 'body.uid': 1, 'body.gid': 2 })).toBe(
    'chmod 755 /a/b; chown 1:2 /a/b',
  );
});

test('the path of a new directory has no doubled slashes, and its pool may be left to the cluster', async () => {
  await openScreen('health');
  const plan = createDirectoryPlan(deck.cockpit, '/a');
  expect(initials(plan)).toEqual([
    ['path', '/a/'],
    ['pool', ''],
  ]);
  expect(field(plan, 'path')?.read('/a//b///c')).toEqual({ value: '/a/b/c' });
  expect(field(plan, 'path')?.read('')).toHaveProperty('problem');
  expect(['', 'p'].map((text) => field(plan, 'pool')?.read(text))).toEqual([
    { value: undefined },
    { value: 'p' },
  ]);
  expect(plan.cli?.({ 'body.dir': '/a/b' })).toBe('mkdir -p /a/b');
});

/** The dialog that sets a quota, once the current one was read. */
function quotaOf(row: FileRow, now: { readonly maxBytes?: number; readonly maxFiles?: number }): Plan {
  quotaPlan(deck.cockpit, row).show?.(now, {});
  const top = deck.cockpit.view.getState().overlays.at(-1);
  if (top?.kind !== 'action') throw new Error('no dialog is open');
  return top.flow.plan;
}

test('a quota that is exceeded already is warned of, in bytes as well as in files', async () => {
  await openScreen('health');
  const plan = quotaOf(folder({ dirBytes: 100, dirFiles: 5 }), { maxBytes: 2048, maxFiles: 7 });
  const full = ['warn it already holds more: every write to it is refused at once'];
  expect(checks(plan, { 'body.maxBytes': 99, 'body.maxFiles': 5 })).toEqual(full);
  expect(checks(plan, { 'body.maxBytes': 100, 'body.maxFiles': 4 })).toEqual(full);
  expect(checks(plan, { 'body.maxBytes': 1 })).toEqual(full);
  expect(checks(plan, { 'body.maxBytes': 100, 'body.maxFiles': 5 })).toEqual([]);
  expect(checks(plan, { 'body.maxBytes': 0, 'body.maxFiles': 0 })).toEqual([]);
  expect(checks(plan)).toEqual([]);
  expect(checks(quotaOf(folder({}), {}), { 'body.maxBytes': 1, 'body.maxFiles': 1 })).toEqual([]);
  expect(plan.effect).toBe('It holds 100 B in 5 files. Beyond its quota, writes are refused.');
});

test('a quota begins with the current one and is set back to it, and 0 is no limit', async () => {
  await openScreen('health');
  const plan = quotaOf(folder({}), { maxBytes: 2048, maxFiles: 7 });
  expect(initials(plan)).toEqual([
    ['most bytes', '2K'],
    ['most files', '7'],
  ]);
  expect(plan.undo).toBe('set it back: 2.0 KiB, 7 files');
  const values = { 'body.maxBytes': 4096, 'body.maxFiles': 8 };
  expect(back(plan, values)).toEqual(['Set the quota of /a/b', '/a/b', '2048', '7']);
  expect(plan.cli?.(values)).toBe(
    'setfattr -n ceph.quota.max_bytes -v 4096 /a/b; setfattr -n ceph.quota.max_files -v 8 /a/b',
  );
  expect(plan.cli?.({ 'body.maxFiles': 8 })).toBe('setfattr -n ceph.quota.max_files -v 8 /a/b');
  for (const none of [{}, { maxBytes: 0, maxFiles: 0 }]) {
    const free = quotaOf(folder({}), none);
    expect(initials(free).map(([, initial]) => initial)).toEqual(['', '']);
    expect(free.undo).toBe('set it back: no limit, no file limit');
    expect(back(free, values)).toEqual(['Set the quota of /a/b', '/a/b', '0', '0']);
  }
  expect(initials(quotaOf(folder({}), { maxBytes: 1, maxFiles: 1 })).map(([, initial]) => initial)).toEqual([
    '1',
    '1',
  ]);
});

test('the pool of a directory is checked against those that it may have, and can be chosen back', async () => {
  await openScreen(
    'health',
    answering({ getFileLayout: () => ({ pool: 'now' }), listLayoutPools: () => ['now', 'other'] }),
  );
  const plan = layoutPlan(deck.cockpit, folder({}));
  expect(checks(plan, { 'body.pool': 'x' })).toEqual([]);
  expect(back(plan, { 'body.pool': 'x' })).toBeUndefined();
  for (const need of plan.needs) await deck.cockpit.cache.refresh(need);
  const known = ['ok now in the pool now', 'ok possible: now, other'];
  expect(checks(plan, { 'body.pool': 'x' })).toEqual([...known, 'block files cannot be stored in x']);
  expect(checks(plan, { 'body.pool': 'other' })).toEqual(known);
  expect(checks(plan)).toEqual(known);
  expect(back(plan, { 'body.pool': 'now' })).toBe('no change');
  expect(back(plan, { 'body.pool': 'other' })).toEqual(['Choose the pool of /a/b', '/a/b', 'now']);
  expect(plan.cli?.({ 'body.pool': 'other' })).toBe('setfattr -n ceph.dir.layout.pool -v other /a/b');
  expect([plan.effect, layoutPlan(deck.cockpit, FILE).effect]).toEqual([
    'New files below it are stored in that pool; existing files stay where they are.',
    'Only an empty file can be moved to another pool.',
  ]);
});
