import { expect, test } from 'vitest';
import { Refusal } from '../../../../src/service/engine.ts';
import { refused } from '../recordedCeph.ts';
import { cluster, flagged, noupHistory, HOSTS, MINUTE_MS, WANTED } from './rebootCluster.ts';

const EBUSY = -16;

test('servers that need it are rebooted one after the other, each with noout and after its placement groups are clean', async () => {
  const { clock, reboots, task, state, commands } = cluster({ a: { wanted: WANTED }, b: { wanted: WANTED } });
  await reboots.start('test');
  await clock.advance(30_000);
  expect([state['a']!.reboots, state['b']!.reboots]).toEqual([1, 0]);
  await clock.advance(5 * MINUTE_MS);
  expect(await task()).toMatchObject({ state: 'FINISHED', object: '2 servers' });
  expect([state['a']!.reboots, state['b']!.reboots]).toEqual([1, 1]);
  expect(flagged(commands)).toEqual([
    ['osd set-group', ['a']],
    ['osd unset-group', ['a']],
    ['osd set-group', ['b']],
    ['osd unset-group', ['b']],
  ]);
  expect(commands).toContainEqual({ prefix: 'mds ok-to-stop', ids: ['fs.b'] });
  expect((await task()).output).toMatch(/^a: up again after \d+ s$/m);
});

test('daemons are stopped before their server reboots', async () => {
  const { clock, reboots, state, task, epoch, lines } = cluster({ b: { wanted: WANTED } });
  await reboots.start('test');
  await clock.advance(10);
  epoch.groups = 'peering';
  await clock.advance(30_000);
  expect(state['b']!.reboots).toBe(0);
  epoch.groups = 'active+undersized';
  await clock.advance(10_000);
  expect(state['b']!.reboots).toBe(1);
  epoch.groups = 'active+clean';
  expect(lines.filter((line) => line.startsWith('b: host.st')).slice(0, 2)).toEqual([
    'b: host.start_later {"daemons":["mds.fs.b","osd.1"],"seconds":600}',
    'b: host.stop_mds {"name":"fs.b"}',
  ]);
  expect(lines).toContain('b: host.stop_osd {"osd":1,"data":"/osd","forever":false}');
  await clock.advance(5 * MINUTE_MS);
  expect(await task()).toMatchObject({ state: 'FINISHED' });
});

test('the OSDs of a server are started once the monitors have a quorum, and not during an election', async () => {
  const { clock, reboots, commands, epoch, answer, state, task } = cluster({ a: { wanted: WANTED } });
  await reboots.start('test');
  await clock.advance(6000);
  expect(noupHistory(commands)).toEqual([]);
  await clock.advance(12_000);
  expect(state['a']!.reboots).toBe(1);
  expect(noupHistory(commands)).toEqual([['osd set-group', ['a']]]);
  const quorum = (names: readonly string[]) => async () => ({
    rc: 0,
    outs: '',
    text: JSON.stringify({ quorum_names: names, election_epoch: (epoch.election += 2) }),
  });
  answer('quorum_status', quorum(['a', 'b']));
  await clock.advance(90_000);
  answer('quorum_status', quorum(HOSTS));
  await clock.advance(30_000);
  expect(noupHistory(commands)).toEqual([['osd set-group', ['a']]]);
  answer('quorum_status', async () => ({
    rc: 0,
    outs: '',
    text: JSON.stringify({ quorum_names: HOSTS, election_epoch: epoch.election }),
  }));
  await clock.advance(7000);
  expect(noupHistory(commands).at(-1)).toEqual(['osd unset-group', ['a']]);
  await clock.advance(MINUTE_MS);
  expect(await task()).toMatchObject({ state: 'FINISHED' });
});

test('the OSDs are started after a while even if the monitors have no quorum', async () => {
  const { clock, reboots, commands, answer, epoch } = cluster({ a: { wanted: WANTED } });
  await reboots.start('test');
  await clock.advance(20_000);
  answer('quorum_status', async () => ({
    rc: 0,
    outs: '',
    text: JSON.stringify({ quorum_names: ['a', 'b'], election_epoch: epoch.election }),
  }));
  await clock.advance(5 * MINUTE_MS);
  expect(noupHistory(commands).at(-1)).toEqual(['osd unset-group', ['a']]);
});

test('if a metadata server cannot be stopped first, the task warns that clients may wait, and continues', async () => {
  const { clock, reboots, task, lines } = cluster({ b: { wanted: WANTED, mdsHides: true } });
  await reboots.start('test');
  await clock.advance(5 * MINUTE_MS);
  expect(await task()).toMatchObject({ state: 'FINISHED' });
  expect((await task()).output).toMatch(/b: clients of its filesystem may wait .*: 0 daemons mds.fs.b/);
  expect(lines).toContain('b: host.stop_osd {"osd":1,"data":"/osd","forever":false}');
});

test('a server whose reboot command fails gets its OSDs started again, and the other servers are not rebooted', async () => {
  const { clock, reboots, commands, lines, task, state } = cluster({
    a: { wanted: WANTED, refuses: true },
    b: { wanted: WANTED },
  });
  await reboots.start('test');
  await clock.advance(MINUTE_MS);
  expect((await task()).output).toMatch(/a: `reboot` failed \(not now\); running again: osd.0:/);
  expect(lines.filter((line) => line.includes('host.start_')).slice(1)).toEqual([
    'a: host.start_osd {"osd":0}',
    'a: host.start_later {"daemons":[],"seconds":0}',
  ]);
  expect(flagged(commands).at(-1)).toEqual(['osd unset-group', ['a']]);
  expect(state['b']!.reboots).toBe(0);
});

test('a server that cannot start its daemons by itself is rebooted, with a warning', async () => {
  const { clock, reboots, task, state } = cluster({ a: { wanted: WANTED, hasNoTimer: true } });
  await reboots.start('test');
  await clock.advance(5 * MINUTE_MS);
  expect(await task()).toMatchObject({ state: 'FINISHED' });
  expect((await task()).output).toContain(
    'a: its daemons would stay stopped if this service were killed now: no bus',
  );
  expect(state['a']!.reboots).toBe(1);
});

test('nothing is rebooted if no server needs it', async () => {
  const { clock, reboots, task, commands } = cluster({});
  await reboots.start('test');
  await clock.advance(1000);
  const output = [...HOSTS.map((host) => `${host}: no reboot needed`), 'no server needs a reboot any more'];
  expect(await task()).toMatchObject({
    state: 'FINISHED',
    object: '0 servers',
    output: `${output.join('\n')}\n`,
  });
  expect(commands).toEqual([]);
});

test('the server of the service itself is left to the operator, with instructions', async () => {
  const { clock, reboots, task, state } = cluster({ a: { wanted: WANTED }, c: { wanted: WANTED } });
  await reboots.start('test');
  await clock.advance(5 * MINUTE_MS);
  expect([state['a']!.reboots, state['c']!.reboots]).toEqual([1, 0]);
  const { state: end, output } = await task();
  expect(end).toBe('FINISHED');
  expect(output).toContain('c needs a reboot, but this service runs on it');
  expect(output).not.toContain('no server needs');
});

test('a reboot of only the server of the service is refused with instructions', async () => {
  const { reboots, tasks } = cluster({ c: { wanted: WANTED } });
  await expect(reboots.start('test')).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('ceph osd set-group noout c') as string,
  });
  expect((await tasks.list()).data).toEqual([]);
});

test.each([
  ['osd ok-to-stop', 'unsafe to stop osd(s) at this time (8 PGs are or would become offline)'],
  ['mon ok-to-stop', 'not enough monitors would be available'],
])('a server is not rebooted if %s prevents it, and no flag is left', async (prefix, words) => {
  const { clock, reboots, task, state, commands, answer } = cluster({
    a: { wanted: WANTED },
    b: { wanted: WANTED },
  });
  answer(prefix, refused(EBUSY, words));
  await reboots.start('test');
  await clock.advance(5 * MINUTE_MS);
  const { state: end, output } = await task();
  expect(end).toBe('FAILED');
  expect(output).toContain(words);
  expect(output).toContain('Not rebooted: b');
  expect(state['a']!.reboots + state['b']!.reboots).toBe(0);
  expect(flagged(commands)).toEqual([]);
});

test('a server is not rebooted while placement groups are degraded', async () => {
  const { clock, reboots, task, state, epoch } = cluster({ a: { wanted: WANTED } });
  epoch.groups = 'active+undersized+degraded';
  await reboots.start('test');
  await clock.advance(5 * MINUTE_MS);
  expect((await task()).output).toContain('8 placement groups are degraded');
  expect(state['a']!.reboots).toBe(0);
});

test('a server that does not come back stops the rest, and its noout is unset', async () => {
  const { clock, reboots, task, state, commands } = cluster({
    a: { wanted: WANTED, comesBack: false },
    b: { wanted: WANTED },
  });
  await reboots.start('test');
  await clock.advance(30 * MINUTE_MS);
  const { state: end, output } = await task();
  expect(end).toBe('FAILED');
  expect(output).toMatch(
    /a: rebooting; it has 20 min to return\nnoout is unset for a\na: down and in: osd\.0; flags for a: none\na: it did not return: after 20 min it has not rebooted yet: check it/,
  );
  expect(output).toContain('Not rebooted: b');
  expect(state['b']!.reboots).toBe(0);
  expect(flagged(commands).at(-1)).toEqual(['osd unset-group', ['a']]);
});

test('a failed reboot tells which flags are still set, or that the cluster does not tell', async () => {
  const machine = { wanted: WANTED, comesBack: false };
  const set = cluster({ a: machine }, { a: ['noup'] });
  await set.reboots.start('test');
  await set.clock.advance(30 * MINUTE_MS);
  expect((await set.task()).output).toContain('osd.0; the flags that others had set for it stay set');
  const silent = cluster({ a: machine });
  await silent.reboots.start('test');
  await silent.clock.advance(MINUTE_MS);
  silent.answer('osd dump', refused(EBUSY, 'no quorum'));
  await silent.clock.advance(30 * MINUTE_MS);
  expect((await silent.task()).output).toMatch(/a: the state of its OSDs is not known \(.*no quorum/);
});

test('the next server waits until the placement groups of the previous one are clean', async () => {
  const { clock, reboots, state, epoch } = cluster({ a: { wanted: WANTED }, b: { wanted: WANTED } });
  await reboots.start('test');
  await clock.advance(30_000);
  epoch.groups = 'active+recovering+degraded';
  await clock.advance(10 * MINUTE_MS);
  expect([state['a']!.reboots, state['b']!.reboots]).toEqual([1, 0]);
  epoch.groups = 'active+clean';
  await clock.advance(MINUTE_MS);
  expect(state['b']!.reboots).toBe(1);
});

test('a cancelled reboot unsets noout, and says how far it got', async () => {
  const { clock, reboots, tasks, task, commands } = cluster({ a: { wanted: WANTED }, b: { wanted: WANTED } });
  const { id } = await reboots.start('test');
  await clock.advance(30_000);
  await tasks.cancel(id!);
  await clock.advance(MINUTE_MS);
  expect(await task()).toMatchObject({ state: 'CANCELED' });
  expect((await task()).output).toMatch(
    /a: down and in: osd\.0; flags for a: none\na: cancelled before it returned: check it.*\nNot rebooted: b/,
  );
  expect(flagged(commands).at(-1)).toEqual(['osd unset-group', ['a']]);
});

test('a reboot that is cancelled before its server goes down starts the OSDs again', async () => {
  const { clock, reboots, tasks, task, state, lines } = cluster({ a: { wanted: WANTED } });
  const { id } = await reboots.start('test');
  await clock.advance(2000);
  expect(lines.at(-1)).toMatch(/^a: host.stop_osd/);
  await tasks.cancel(id!);
  await clock.advance(MINUTE_MS);
  expect((await task()).output).toContain('a: cancelled; running again: osd.0');
  expect(lines).toContain('a: host.start_osd {"osd":0}');
  expect(state['a']!.reboots).toBe(0);
});

test('a noout that somebody else has set for a server stays set', async () => {
  const { clock, reboots, task, commands } = cluster({ a: { wanted: WANTED } }, { a: ['noout'] });
  await reboots.start('test');
  await clock.advance(5 * MINUTE_MS);
  expect(await task()).toMatchObject({ state: 'FINISHED' });
  expect(flagged(commands)).toEqual([]);
});

test('a second reboot is refused while one is running or starting', async () => {
  const { reboots } = cluster({ a: { wanted: WANTED } });
  const both = await Promise.allSettled([reboots.start('one'), reboots.start('other')]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await expect(reboots.start('third')).rejects.toMatchObject({ status: 409 });
});

test('a server that cannot be checked is reported as unknown, and the task does not claim that all is done', async () => {
  const { clock, reboots, task, state, lines } = cluster({});
  Object.defineProperty(state['b'], 'wanted', {
    get() {
      throw new Refusal(503, 'no connection to b');
    },
  });
  await reboots.start('test');
  await clock.advance(1000);
  expect(await task()).toMatchObject({ state: 'FAILED' });
  expect((await task()).output).toMatch(
    /^b: not known: no connection to b$[^]*^It is not known whether b needs a reboot$/m,
  );
  expect(lines).not.toContain('b: reboot');
});
