import { expect, test } from 'vitest';
import { sleep } from '../../../../src/lib/clock.ts';
import type { LongWorkParts } from '../../../../src/service/ceph/clusterParts.ts';
import { rebootOne } from '../../../../src/service/ceph/maintenance/rebootOne.ts';
import type { RebootTask } from '../../../../src/service/ceph/maintenance/storedReboot.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import type { RanProgram } from '../../../../src/service/ceph/via/programs.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock, type FakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess, type FakeServer } from '../access/fakeAccess.ts';
import { recordedCeph } from '../recordedCeph.ts';

const DONE = { status: 0, out: '', err: '' };

interface Cluster {
  readonly mons: readonly string[];
  readonly mdss: readonly string[];
  readonly osds: readonly number[];
  /** The flags of the server's CRUSH host. */
  readonly flags: readonly string[];
  readonly calls: (clock: FakeClock) => FakeServer;
  /** The end of the reboot command; a server that ends it with 0 is up again a minute later. */
  readonly ran: () => Partial<RanProgram>;
  /** Stores the state of the reboot. */
  readonly mark: RebootTask['mark'];
}

/** Reboots server a of a cluster, which by default has the OSDs 0 and 1 and a monitor. `events` is all that happens. */
function reboot(of: Partial<Cluster> = {}) {
  const { mons = ['a'], mdss = [], osds = [0, 1], flags = [], calls = () => ({}), ran = () => ({}) } = of;
  const clock = fakeClock();
  const events: string[] = [];
  const cancelling = new AbortController();
  const state = { boots: 1, groups: 'active+clean' };
  const { ceph, asked, answer } = recordedCeph(clock, {
    'node ls': { json: { osd: { a: osds }, mon: { a: mons }, mds: { a: mdss } } },
    'osd metadata': { json: osds.map((id) => ({ id, hostname: 'a', osd_data: '/osd' })) },
    'osd tree': {
      json: {
        nodes: [
          { id: -1, name: 'a', type: 'host', children: osds },
          ...osds.map((id) => ({ id, name: `osd.${id}`, type: 'osd', status: 'up' })),
        ],
        stray: [],
      },
    },
    'osd dump': async () => ({
      rc: 0,
      outs: '',
      data: {
        osds: osds.map((osd) => ({ osd, up: 1, in: 1, up_from: state.boots })),
        crush_node_flags: { a: flags },
      },
    }),
    quorum_status: async () => ({
      rc: 0,
      outs: '',
      text: JSON.stringify({ quorum_names: ['a', 'b', 'c'], election_epoch: state.boots }),
    }),
    'pg states': async () => ({ rc: 0, outs: '', data: { all: { 1: { [state.groups]: 8 } }, inactive: {} } }),
  });
  for (const prefix of ['osd set-group', 'osd unset-group'])
    answer(prefix, async () => {
      const request = asked.at(-1);
      if (request && 'command' in request) events.push(`${prefix} ${String(request.command['flags'])}`);
      return { rc: 0, outs: '', text: '' };
    });
  const note =
    (name: string) =>
    (args: Readonly<Record<string, unknown>>): unknown => {
      const what = ['name', 'osd', 'seconds'].map((key) => args[key]).find((value) => value !== undefined);
      events.push(`${name} ${JSON.stringify(what).replaceAll('"', '')}`);
      return DONE;
    };
  const { access } = fakeAccess({
    a: {
      'host.boot': () => ({ id: `boot ${state.boots}`, wanted: null }),
      'host.start_later': note('start later'),
      'host.start_osd': note('start osd'),
      'host.start_mds': note('start mds'),
      'host.stop_osd': note('stop osd'),
      'host.stop_mds': note('stop mds'),
      ...calls(clock),
      run() {
        events.push('reboot');
        const end = { ...DONE, ...ran() };
        if (end.status === 0) clock.after(60_000, () => state.boots++);
        return end;
      },
    },
  });
  const parts: LongWorkParts = {
    clock,
    ceph,
    access,
    inventory: createInventory(ceph, clock),
    ending: new AbortController().signal,
  };
  const done = rebootOne(parts, 'a', {
    say: (line) => void events.push(line),
    cancelled: cancelling.signal,
    mark: async (begun) => {
      events.push(`stored: ${begun ? `${begun.boot}, ordered ${begun.ordered}` : 'nothing'}`);
      await of.mark?.(begun);
    },
  });
  done.catch(() => undefined);
  return { clock, events, asked, state, done, cancelling };
}
const MINUTE_MS = 60_000;

test('the state of a reboot is stored before each step, and the flags are set and taken back around it', async () => {
  const { clock, events, done } = reboot({ mdss: ['fs'], osds: [0] });
  await clock.advance(3 * MINUTE_MS);
  await done;
  expect(events).toEqual([
    'stored: boot 1, ordered false',
    'osd set-group noout',
    'noout is set for a: OSDs there are not marked out meanwhile',
    'start later 600',
    'stop mds fs',
    'stop osd 0',
    'stored: boot 1, ordered true',
    'osd set-group noup',
    'a: noup is set, so its OSDs come up only when the monitors have a quorum again',
    'a: rebooting; it has 20 min to return',
    'reboot',
    'a: up again after 60 s',
    'osd unset-group noup',
    'osd unset-group noout,noup',
    'noout is unset for a',
    'stored: nothing',
    'a: done',
  ]);
});

test('a reboot that is done is done even if that cannot be stored', async () => {
  const { clock, done } = reboot({
    mark: async (begun) => {
      if (!begun) throw new Error('disk full');
    },
  });
  await clock.advance(3 * MINUTE_MS);
  await expect(done).resolves.toBeUndefined();
});

test.each([
  ['has no monitor', { mons: [] }],
  ['has flags that somebody else had set', { flags: ['noout'] }],
  ['has no OSDs', { osds: [] }],
])('noup is not set for a server that %s', async (_, of) => {
  const { clock, events, asked, done } = reboot(of);
  await clock.advance(3 * MINUTE_MS);
  await done;
  expect(events).not.toContain('osd set-group noup');
  const places = asked.filter((one) => 'command' in one && one.command['prefix'] === 'osd metadata');
  expect(places.length > 0).toBe(!('osds' in of));
});

test('an answer that the server owes because it goes down is told, and its return is awaited', async () => {
  const { clock, events, done, state } = reboot({
    ran: () => {
      throw new Refusal(503, 'the connection was lost');
    },
  });
  await clock.advance(30_000);
  expect(events.at(-1)).toBe('a: the connection was lost');
  state.boots++;
  await clock.advance(3 * MINUTE_MS);
  await done;
  expect(events.at(-1)).toBe('a: done');
});

test.each([
  [{ status: 1, err: ' not now\n' }, '`reboot` failed (not now)'],
  [{ status: 3, err: '\n' }, '`reboot` failed (status 3)'],
])('a reboot command that ends with %o fails, and all daemons run again', async (ran, words) => {
  const { clock, events, done } = reboot({ mdss: ['fs'], ran: () => ran });
  await clock.advance(MINUTE_MS);
  await expect(done).rejects.toThrow(new Error(`${words}; running again: mds.fs, osd.0, osd.1`));
  expect(events.slice(events.indexOf('reboot') + 1)).toEqual([
    'osd unset-group noup',
    'start mds fs',
    'start osd 0',
    'start osd 1',
    'start later 0',
    'osd unset-group noout,noup',
    'noout is unset for a',
    'a: up and in: osd.0, osd.1; flags for a: none',
  ]);
});

test('flags that others had set stay set when a reboot fails', async () => {
  const { clock, events, done } = reboot({ flags: ['noout'], ran: () => ({ status: 1 }) });
  await clock.advance(MINUTE_MS);
  await expect(done).rejects.toThrow('failed');
  expect(events.filter((event) => event.startsWith('osd '))).toEqual([]);
});

test.each([
  [[0], 'some of its daemons are stopped (the daemon of osd.0 does not start: no 0): run `systemctl'],
  [[0, 1], 'does not start: no 0; the daemon of osd.1 does not start: no 1): run `systemctl'],
])('if the OSDs %j do not start again, the failure says which and what to do', async (failing, words) => {
  const { clock, events, done } = reboot({
    ran: () => ({ status: 1 }),
    calls: () => ({
      'host.start_osd': ({ osd }) =>
        failing.includes(Number(osd)) ? { ...DONE, status: 1, err: `no ${String(osd)}` } : DONE,
    }),
  });
  await clock.advance(MINUTE_MS);
  await expect(done).rejects.toThrow(words);
  // The server itself tries once more.
  expect(events).not.toContain('start later 0');
});

test('a reboot that is cancelled at the last moment is not ordered', async () => {
  const { clock, events, done, cancelling } = reboot({
    mark: async (begun) => {
      if (begun?.ordered) cancelling.abort(new Error('stop'));
    },
  });
  await clock.advance(MINUTE_MS);
  await expect(done).rejects.toThrow('cancelled; running again: osd.0, osd.1');
  expect(events).not.toContain('reboot');
});

test('a server whose data nobody else serves within three minutes is not rebooted', async () => {
  const { clock, events, done, state } = reboot();
  await clock.advance(10);
  state.groups = 'peering';
  await clock.advance(3 * MINUTE_MS + 20_000);
  await expect(done).rejects.toThrow('after 3 min 8 placement groups are inactive; running again: osd.0');
  expect(events).not.toContain('reboot');
});

test('OSDs that may not have stopped or are still stopping are started again if the reboot fails', async () => {
  const { clock, events, done } = reboot({
    ran: () => ({ status: 1, err: 'refused' }),
    calls: (time) => ({
      async 'host.stop_osd'({ osd }) {
        if (osd === 0) throw new Refusal(503, 'no answer within 20 s');
        await sleep(time, 30_000);
        events.push('stopped osd 1');
      },
    }),
  });
  await clock.advance(MINUTE_MS);
  await expect(done).rejects.toThrow(/refused.*running again: osd\.0, osd\.1/s);
  expect(events.filter((event) => /osd \d|clients/.test(event))).toEqual([
    'stopped osd 1',
    'a: clients may wait for some seconds, as not all of its daemons were stopped first: no answer within 20 s',
    'start osd 0',
    'start osd 1',
  ]);
});
