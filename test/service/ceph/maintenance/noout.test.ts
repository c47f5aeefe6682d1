import { expect, test } from 'vitest';
import type { LongWorkParts } from '../../../../src/service/ceph/clusterParts.ts';
import { unsetNoout, withNoout, withoutNoout } from '../../../../src/service/ceph/maintenance/noout.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { type Answer, recordedCeph, refused } from '../recordedCeph.ts';

/** The numbers of errors: of a cluster that does not answer, and of a command that it refuses. */
const [EIO, EINVAL] = [-5, -22];
const HOSTS = ['a', 'b'];
const ADVICE = 'run `ceph osd unset-group noout,noup a b`';

function cluster(answers: Readonly<Record<string, Answer>> = {}) {
  const clock = fakeClock();
  const { ceph, commands, answer, asked } = recordedCeph(clock, answers);
  const ending = new AbortController();
  const { access } = fakeAccess();
  const inventory = createInventory(ceph, clock);
  const parts: LongWorkParts = { ceph, clock, inventory, access, ending: ending.signal };
  const said: string[] = [];
  const work = (todo: () => Promise<void>, hosts: readonly string[] = HOSTS) =>
    withNoout(parts, hosts, (line) => void said.push(line), todo);
  return { clock, ceph, commands, answer, asked, parts, ending, said, work };
}

test('only hosts without noout and noup are left to a task', async () => {
  const crush_node_flags = { a: ['noout'], b: ['noup'], c: ['nodown'], d: [], e: ['nodown', 'noup'] };
  const { ceph } = cluster({ 'osd dump': { json: { crush_node_flags } } });
  expect(await withoutNoout(ceph, ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual(['c', 'd', 'f']);
  expect(await withoutNoout(cluster({ 'osd dump': { json: {} } }).ceph, ['a'])).toEqual(['a']);
});

test.each([
  ['done', undefined],
  ['failed', new Error('no')],
])('noout is set while work is done, and both flags are unset once it is %s', async (_, failure) => {
  const { commands, said, work } = cluster();
  const worked = work(async () => {
    expect(commands).toEqual([{ prefix: 'osd set-group', flags: 'noout', who: HOSTS }]);
    if (failure) throw failure;
  });
  await (failure ? expect(worked).rejects.toBe(failure) : worked);
  expect(commands.slice(1)).toEqual([{ prefix: 'osd unset-group', flags: 'noout,noup', who: HOSTS }]);
  expect(said).toEqual([
    'noout is set for a, b: OSDs there are not marked out meanwhile',
    'noout is unset for a, b',
  ]);
});

test('work for which no flag is to be set is done without one', async () => {
  const { commands, said, work } = cluster();
  let done = 0;
  await work(async () => void done++, []);
  expect([done, commands, said]).toEqual([1, [], []]);
});

test('a flag that could not be set is unset all the same, and the work is not begun', async () => {
  const { commands, said, work } = cluster({ 'osd set-group': refused(EINVAL, 'no such host') });
  let done = 0;
  await expect(work(async () => void done++)).rejects.toThrow('no such host');
  expect([done, commands.map(({ prefix }) => prefix)]).toEqual([0, ['osd unset-group']]);
  expect(said).toEqual(['noout is unset for a, b']);
});

test('flags that the cluster refuses to unset are left to the operator', async () => {
  const { parts } = cluster({ 'osd unset-group': refused(EINVAL, 'no such host') });
  expect(await unsetNoout(parts, HOSTS)).toMatch(
    /^noout may still be set for a, b \(.*no such host.*\): run/,
  );
  expect(await unsetNoout(parts, HOSTS)).toContain(ADVICE);
});

test('while the cluster does not answer, the flags are tried for ten minutes, unless the service ends', async () => {
  const silent = { 'osd unset-group': refused(EIO, 'silent') };
  const { clock, parts, answer } = cluster(silent);
  const unset = unsetNoout(parts, HOSTS);
  await clock.advance(590_000);
  answer('osd unset-group', { json: {} });
  await clock.advance(4000);
  expect(await unset).toBe('noout is unset for a, b');
  const given = cluster(silent);
  const never = unsetNoout(given.parts, HOSTS);
  await given.clock.advance(600_000);
  expect(await never).toContain(ADVICE);
  expect(given.asked).toHaveLength(200);
  const ended = cluster(silent);
  const left = unsetNoout(ended.parts, HOSTS);
  await ended.clock.advance(10_000);
  ended.ending.abort(new Error('the service ends'));
  expect(await left).toContain('(the service ends): run');
});
