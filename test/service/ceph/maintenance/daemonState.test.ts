import { expect, test } from 'vitest';
import {
  downDaemons,
  incompleteGroups,
  missingDaemons,
  monitorsUnstable,
  requireOkToStop,
  runningOn,
  unservedGroups,
  waitUntil,
} from '../../../../src/service/ceph/maintenance/daemonState.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { Refusal, type RefusalStatus } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph } from '../recordedCeph.ts';

const BEFORE = {
  osds: [
    [0, 20],
    [1, 30],
  ],
  mons: ['a'],
  election: 10,
  quorum: 3,
  mdss: ['fs.a', 'fs.b'],
} as const;
const up = (osd: number, from: number) => ({ osd, up: 1, in: 1, up_from: from });
const down = (osd: number) => ({ ...up(osd, 20), up: 0 });

/** A cluster in which server a has the OSDs 0 and 1, the monitor a and the metadata server fs.a. */
function cluster(osds: readonly object[] = [up(0, 20), up(1, 30), up(2, 40)]) {
  const clock = fakeClock();
  const { ceph, asked, answer, commands } = recordedCeph(clock, {
    'node ls': {
      json: { osd: { a: [0, 1], b: [2] }, mon: { a: ['a', 'z'], b: ['b'] }, mds: { a: ['fs.a'] } },
    },
    'osd dump': { json: { osds } },
    quorum_status: { json: { quorum_names: ['a', 'b', 'c'], election_epoch: 10 } },
  });
  const elect = (election_epoch: number, quorum_names = ['a', 'b', 'c']) =>
    answer('quorum_status', { json: { quorum_names, election_epoch } });
  const groups = (all: object) => answer('pg states', { json: { all, inactive: {} } });
  return { clock, ceph, asked, answer, commands, elect, groups };
}

test('the daemons that run on a server are its OSDs that are up and its monitors in the quorum', async () => {
  const { clock, ceph, asked } = cluster([down(0), up(1, 30), up(2, 40)]);
  expect(await runningOn(ceph, createInventory(ceph, clock), 'a')).toEqual({
    osds: [[1, 30]],
    mons: ['a'],
    election: 10,
    quorum: 3,
    mdss: ['fs.a'],
  });
  expect(asked).toContainEqual(
    expect.objectContaining({ command: expect.objectContaining({ prefix: 'osd dump' }), only: ['osds'] }),
  );
});

test('a daemon has come back only if it started after the reboot', async () => {
  const missing = async (osds: readonly object[], before: Parameters<typeof missingDaemons>[1] = BEFORE) => {
    const { ceph, elect } = cluster(osds);
    elect(11);
    return missingDaemons(ceph, before);
  };
  const back = [up(0, 21), up(1, 31)];
  expect(await missing(back)).toBeUndefined();
  expect(await missing([up(0, 20), up(1, 31)])).toBe('osd.0 did not come back');
  expect(await missing([up(0, 21), down(1)])).toBe('osd.1 did not come back');
  expect(await missing([up(7, 99)])).toBe('osd.0, osd.1 did not come back');
});

test.each([
  ['without an election since then', 10, ['a', 'b', 'c'], 'mon.a did not come back'],
  ['outside of the quorum', 11, ['b', 'c'], 'mon.a did not come back'],
  ['in the quorum of a later election', 11, ['a', 'b', 'c'], undefined],
])('a monitor %s has come back only if it was elected since then', async (_, election, names, missing) => {
  const { ceph, elect } = cluster([up(0, 21), up(1, 31)]);
  elect(election, names);
  expect(await missingDaemons(ceph, BEFORE)).toBe(missing);
});

test('nothing is asked about kinds of daemons that did not run on the server', async () => {
  const { ceph, asked } = cluster();
  expect(await missingDaemons(ceph, { ...BEFORE, osds: [], mons: [] })).toBeUndefined();
  await requireOkToStop(ceph, { ...BEFORE, osds: [], mons: [], mdss: [] });
  expect(asked).toEqual([]);
});

test('the cluster is asked for each kind of daemon whether it can do without those of the server', async () => {
  const { ceph, commands } = cluster();
  await requireOkToStop(ceph, BEFORE);
  expect(commands).toEqual([
    { prefix: 'osd ok-to-stop', ids: ['0', '1'] },
    { prefix: 'mon ok-to-stop', ids: ['a'] },
    { prefix: 'mds ok-to-stop', ids: ['fs.a', 'fs.b'] },
  ]);
});

test('the monitors are stable when all are in quorum and held no election since the last look', async () => {
  const { ceph, elect } = cluster();
  const unstable = monitorsUnstable(ceph, BEFORE);
  expect(await unstable()).toBe('the monitors have just elected a leader');
  expect(await unstable()).toBeUndefined();
  elect(11, ['a', 'b']);
  expect(await unstable()).toBe('only 2 monitors are in quorum');
  elect(12);
  expect(await unstable()).toBe('the monitors have just elected a leader');
  expect(await unstable()).toBeUndefined();
});

test('of the daemons that ran before, those are down that the cluster does not have any more', async () => {
  const { ceph } = cluster([down(0), up(1, 30), down(2)]);
  expect(await downDaemons(ceph, BEFORE)).toEqual({ osds: [0], mdss: ['fs.b'] });
});

test.each([
  ['active+clean', undefined, undefined],
  ['active+clean+scrubbing', undefined, undefined],
  ['active+undersized', '3 placement groups are degraded or inactive', undefined],
  ['active+degraded', '3 placement groups are degraded or inactive', undefined],
  ['peering', '3 placement groups are degraded or inactive', '3 placement groups are inactive'],
  ['stale+active+clean', '3 placement groups are degraded or inactive', '3 placement groups are inactive'],
])(
  'placement groups that are %s count while copies are awaited, and while clients are',
  async (state, copies, clients) => {
    const { ceph, groups } = cluster();
    groups({ 1: { 'active+clean': 8, [state]: 1 }, 2: { [state]: 2 } });
    expect(await incompleteGroups(ceph, 0)).toBe(copies);
    expect(await unservedGroups(ceph, 0)).toBe(clients);
  },
);

test('the state of placement groups that was read too early does not count', async () => {
  const { clock, ceph, groups } = cluster();
  groups({});
  const now = clock.elapsed();
  expect(await unservedGroups(ceph, now)).toBeUndefined();
  expect(await unservedGroups(ceph, now + 1)).toBe('the state of the placement groups is not known yet');
});

test.each([
  [503, 'after 2 min no answer'],
  [409, 'after 2 min no answer'],
  [404, 'no answer'],
] as const)(
  'a refusal with %i while something is awaited ends in: %s',
  async (status: RefusalStatus, message) => {
    const clock = fakeClock();
    const { signal } = new AbortController();
    const refuse = () => Promise.reject(new Refusal(status, 'no answer'));
    const ended = expect(waitUntil(clock, 120_000, signal, refuse)).rejects.toThrow(
      new RegExp(`^${message}$`),
    );
    await clock.advance(130_000);
    await ended;
  },
);

test('a wait looks again every three seconds until nothing is missing, or ends at once when it is cancelled', async () => {
  const clock = fakeClock();
  const cancelling = new AbortController();
  let looks = 0;
  const waiting = waitUntil(clock, 60_000, cancelling.signal, async () => (++looks < 3 ? 'it' : undefined));
  await clock.advance(5900);
  expect(looks).toBe(2);
  await clock.advance(200);
  await waiting;
  expect(looks).toBe(3);
  // Cancelled while it looks, it does not report that all is there.
  const cancelled = waitUntil(clock, 60_000, cancelling.signal, async () => {
    cancelling.abort(new Error('stop'));
    return undefined;
  });
  await expect(cancelled).rejects.toThrow('stop');
});
