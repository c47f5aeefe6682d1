import { expect, test } from 'vitest';
import { Refusal } from '../../../../src/service/engine.ts';
import { createInventory } from '../../../../src/service/ceph/inventory.ts';
import type { ManagementNode } from '../../../../src/service/ceph/management.ts';
import { serverReboots } from '../../../../src/service/ceph/maintenance/reboot.ts';
import { type Resume, TaskTable } from '../../../../src/service/ceph/tasks/board.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeHands, type FakeServer } from '../hands/fakeHands.ts';
import { recordedCeph, refused } from '../recordedCeph.ts';

const EBUSY = -16;
const EINVAL = -22;
const MINUTE_MS = 60_000;
const HOSTS = ['a', 'b', 'c'];
const WANTED = 'packages that were installed ask for a reboot';

/** A server of the test: the number of its starts, and whether its OSD comes back with it. */
interface Machine {
  starts: number;
  wanted: string | null;
  comesBack: boolean;
  /** The reboot command fails. */
  refuses: boolean;
  reboots: number;
}

/** Servers a, b and c with an OSD and a monitor each; the service runs on c. */
function cluster(machines: Readonly<Record<string, Partial<Machine>>>, flags: object = {}) {
  const clock = fakeClock();
  const state = Object.fromEntries(
    HOSTS.map((host): [string, Machine] => [
      host,
      { starts: 1, wanted: null, comesBack: true, refuses: false, reboots: 0, ...machines[host] },
    ]),
  );
  const epoch = { election: 10, groups: 'active+clean' };
  const osdDump = async () => ({
    rc: 0,
    outs: '',
    data: {
      osds: HOSTS.map((host, osd) => ({ osd, up: 1, up_from: 100 * state[host]!.starts })),
      crush_node_flags: flags,
    },
  });
  const quorum = async () => ({
    rc: 0,
    outs: '',
    text: JSON.stringify({ quorum_names: HOSTS, election_epoch: epoch.election }),
  });
  const { ceph, commands, answer } = recordedCeph(clock, {
    'osd tree': {
      json: {
        nodes: HOSTS.flatMap((name, osd) => [
          { id: -2 - osd, name, type: 'host', children: [osd] },
          { id: osd, name: `osd.${osd}`, type: 'osd', status: 'up' },
        ]),
        stray: [],
      },
    },
    'node ls': {
      json: {
        osd: Object.fromEntries(HOSTS.map((host, osd) => [host, [osd]])),
        mon: Object.fromEntries(HOSTS.map((host) => [host, [host]])),
        mds: { b: ['fs.b'] },
      },
    },
    'osd dump': osdDump,
    'osd metadata': { json: HOSTS.map((hostname, id) => ({ id, hostname, osd_data: '/osd' })) },
    quorum_status: quorum,
    'pg states': async () => ({ rc: 0, outs: '', data: { all: { 1: { [epoch.groups]: 8 } }, inactive: {} } }),
  });
  const serverOf = (machine: Machine): FakeServer => ({
    'host.stop_osd': () => undefined,
    'host.start_osd': () => ({ status: 0, out: '', err: '' }),
    'host.boot': () => ({ id: `boot ${machine.starts}`, wanted: machine.wanted }),
    run: () => {
      if (machine.refuses) return { status: 1, err: 'not now' };
      machine.reboots++;
      if (machine.comesBack)
        clock.after(MINUTE_MS, () => {
          machine.starts++;
          machine.wanted = null;
          epoch.election += 2;
        });
      return {};
    },
  });
  const { hands, lines } = fakeHands(
    Object.fromEntries(Object.entries(state).map(([host, machine]) => [host, serverOf(machine)])),
  );
  const node = {
    hostname: 'c',
    servers: async () => new Map(HOSTS.map((host, id) => [host, id])),
  } as unknown as ManagementNode;
  const tasks = new TaskTable(clock);
  const inventory = createInventory(ceph, clock);
  const ending = new AbortController().signal;
  const reboots = serverReboots({ ceph, inventory, clock, node, hands, tasks, ending });
  const task = async () => (await tasks.list()).data![0]!;
  return { clock, reboots, tasks, task, state, epoch, commands, answer, lines };
}

const flagged = (commands: readonly { readonly prefix: string; readonly who?: unknown }[]) =>
  commands.filter(({ prefix }) => prefix.endsWith('-group')).map(({ prefix, who }) => [prefix, who]);

test('servers that ask for it are rebooted one after the other, each with noout and after its groups are whole', async () => {
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

test('daemons are taken out of service before their server reboots', async () => {
  const { clock, reboots, state, commands, task, epoch, lines } = cluster({ b: { wanted: WANTED } });
  await reboots.start('test');
  await clock.advance(10);
  epoch.groups = 'peering';
  await clock.advance(30_000);
  expect(state['b']!.reboots).toBe(0);
  epoch.groups = 'active+undersized';
  await clock.advance(10_000);
  expect(state['b']!.reboots).toBe(1);
  epoch.groups = 'active+clean';
  expect(commands.at(-1)).toEqual({ prefix: 'mds fail', role_or_gid: 'fs.b' });
  expect(lines).toContain('b: host.stop_osd {"osd":1,"data":"/osd","forever":false}');
  await clock.advance(5 * MINUTE_MS);
  expect(await task()).toMatchObject({ state: 'FINISHED' });
});

test('where the cluster cannot take them out, the task says that clients may wait, and goes on', async () => {
  const { clock, reboots, answer, task } = cluster({ b: { wanted: WANTED } });
  answer('mds fail', refused(EINVAL, 'no such daemon'));
  await reboots.start('test');
  await clock.advance(5 * MINUTE_MS);
  expect(await task()).toMatchObject({ state: 'FINISHED' });
  expect((await task()).output).toMatch(/b: clients may wait .*no such daemon/);
});

test('a server whose reboot command fails gets its OSDs back, and the rest is left', async () => {
  const { clock, reboots, commands, lines, task, state } = cluster({
    a: { wanted: WANTED, refuses: true },
    b: { wanted: WANTED },
  });
  await reboots.start('test');
  await clock.advance(MINUTE_MS);
  expect((await task()).output).toMatch(/a: `reboot` failed \(not now\); started again: osd.0:/);
  expect(lines).toContain('a: host.start_osd {"osd":0}');
  expect(flagged(commands).at(-1)).toEqual(['osd unset-group', ['a']]);
  expect(state['b']!.reboots).toBe(0);
});

test('nothing is rebooted where nothing asks for it', async () => {
  const { clock, reboots, task, commands } = cluster({});
  await reboots.start('test');
  await clock.advance(1000);
  expect(await task()).toMatchObject({ state: 'FINISHED', object: '0 servers' });
  expect(commands).toEqual([]);
});

test('the server of the service is left to people, and the task says so', async () => {
  const { clock, reboots, task, state } = cluster({ c: { wanted: WANTED } });
  await reboots.start('test');
  await clock.advance(1000);
  expect(state['c']!.reboots).toBe(0);
  expect((await task()).output).toContain('this service runs on it: reboot it by hand');
});

test.each([
  ['osd ok-to-stop', 'unsafe to stop osd(s) at this time (8 PGs are or would become offline)'],
  ['mon ok-to-stop', 'not enough monitors would be available'],
])('a server is not rebooted while %s says no, and no flag is left', async (prefix, words) => {
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

test('a server is not rebooted while placement groups lack a copy', async () => {
  const { clock, reboots, task, state, epoch } = cluster({ a: { wanted: WANTED } });
  epoch.groups = 'active+undersized+degraded';
  await reboots.start('test');
  await clock.advance(5 * MINUTE_MS);
  expect((await task()).output).toContain('8 placement groups lack a copy');
  expect(state['a']!.reboots).toBe(0);
});

test('a server that does not come back stops the rest, and its noout is given back', async () => {
  const { clock, reboots, task, state, commands } = cluster({
    a: { wanted: WANTED, comesBack: false },
    b: { wanted: WANTED },
  });
  await reboots.start('test');
  await clock.advance(30 * MINUTE_MS);
  const { state: end, output } = await task();
  expect(end).toBe('FAILED');
  expect(output).toMatch(/a: after 20 min it has not started anew: look at it/);
  expect(output).toContain('Not rebooted: b');
  expect(state['b']!.reboots).toBe(0);
  expect(flagged(commands).at(-1)).toEqual(['osd unset-group', ['a']]);
});

test('the next server waits until the groups of the one before are whole', async () => {
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

test('a cancelled reboot gives noout back, and says where it stands', async () => {
  const { clock, reboots, tasks, task, commands } = cluster({ a: { wanted: WANTED }, b: { wanted: WANTED } });
  const { id } = await reboots.start('test');
  await clock.advance(30_000);
  await tasks.cancel(id!);
  await clock.advance(MINUTE_MS);
  expect(await task()).toMatchObject({ state: 'CANCELED' });
  expect((await task()).output).toMatch(/a: cancelled.*\nNot rebooted: b/);
  expect(flagged(commands).at(-1)).toEqual(['osd unset-group', ['a']]);
});

test('a reboot that is cancelled before its server goes down starts its OSDs again', async () => {
  const { clock, reboots, tasks, task, state, lines } = cluster({ a: { wanted: WANTED } });
  const { id } = await reboots.start('test');
  await clock.advance(2000);
  expect(lines.at(-1)).toMatch(/^a: host.stop_osd/);
  await tasks.cancel(id!);
  await clock.advance(MINUTE_MS);
  expect((await task()).output).toContain('a: cancelled; started again: osd.0');
  expect(lines).toContain('a: host.start_osd {"osd":0}');
  expect(state['a']!.reboots).toBe(0);
});

test('what somebody else has set for a server stays set', async () => {
  const { clock, reboots, task, commands } = cluster({ a: { wanted: WANTED } }, { a: ['noout'] });
  await reboots.start('test');
  await clock.advance(5 * MINUTE_MS);
  expect(await task()).toMatchObject({ state: 'FINISHED' });
  expect(flagged(commands)).toEqual([]);
});

test('a second reboot is refused while one runs, and while one begins', async () => {
  const { reboots } = cluster({ a: { wanted: WANTED } });
  const both = await Promise.allSettled([reboots.start('one'), reboots.start('other')]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await expect(reboots.start('third')).rejects.toMatchObject({ status: 409 });
});

test('a server that cannot be looked at is told as not known, and the task does not call all done', async () => {
  const { clock, reboots, task, state, lines } = cluster({});
  Object.defineProperty(state['b'], 'wanted', {
    get() {
      throw new Refusal(503, 'no connection to b');
    },
  });
  await reboots.start('test');
  await clock.advance(1000);
  expect(await task()).toMatchObject({ state: 'FAILED' });
  expect((await task()).output).toContain('b: not known: no connection to b');
  expect(lines).not.toContain('b: reboot');
});

test('a service that ended during a reboot gives noout back when it starts again', async () => {
  const { reboots, commands } = cluster({});
  const said: string[] = [];
  const { kinds }: { readonly kinds: Readonly<Record<string, Resume>> } = reboots;
  const work = kinds['reboot-servers']!(['a']);
  const resumed = work((line) => said.push(line), new AbortController().signal);
  await expect(resumed).rejects.toThrow('start it anew');
  expect(flagged(commands)).toEqual([['osd unset-group', ['a']]]);
  expect(said).toEqual(['noout of a is given back']);
});
