import { expect, test } from 'vitest';
import type { HelperReply } from '../../../../src/service/ceph/helper/protocol.ts';
import { rebootOne } from '../../../../src/service/ceph/maintenance/rebootOne.ts';
import { resumeReboot } from '../../../../src/service/ceph/maintenance/resumeReboot.ts';
import type { StoredReboot } from '../../../../src/service/ceph/maintenance/storedReboot.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import type { OrchServer } from '../../../../src/service/ceph/orchestrator/orchestrator.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { SERVER } from '../orchestrator/ordering.ts';
import { recordedCeph } from '../recordedCeph.ts';

const MINUTE_MS = 60_000;
const DONE = { rc: 0, outs: '', text: '' };
const denied = (outs: string) => ({ rc: -22, outs });
const json = (value: unknown) => ({ rc: 0, outs: '', text: JSON.stringify(value) });

interface Managed extends Partial<OrchServer> {
  readonly enters?: HelperReply;
  /** The reboot command fails. */
  readonly refuses?: boolean;
  readonly comesBack?: boolean;
}

/** Server a of cephadm, with the active manager and osd.0. `events` is all that happens. */
function managed({ enters = DONE, refuses = false, comesBack = true, ...server }: Managed = {}) {
  const clock = fakeClock();
  const events: string[] = [];
  const state = { boots: 1, mode: '', offline: false, active: 'a', starts: 1 };
  const { ceph, answer, commands } = recordedCeph(clock, {
    'node ls': json({ osd: { a: [0] }, mgr: { a: ['a'], b: ['b'] } }),
    'osd tree': { json: { nodes: [], stray: [] } },
    'osd dump': async () => ({
      rc: 0,
      outs: '',
      data: { osds: [{ osd: 0, up: 1, in: 1, up_from: state.starts }], crush_node_flags: {} },
    }),
    quorum_status: json({ quorum_names: ['b'], election_epoch: 1 }),
    'pg states': async () => ({ rc: 0, outs: '', data: { all: { 1: { 'active+clean': 8 } }, inactive: {} } }),
    'mgr dump': async () => ({
      rc: 0,
      outs: '',
      text: JSON.stringify({ active_name: state.active, standbys: [{ name: 'b' }] }),
    }),
    'orch status': json({ available: true, backend: 'cephadm' }),
    'orch host ls': async () => ({
      rc: 0,
      outs: '',
      text: JSON.stringify([{ hostname: 'a', status: state.offline ? 'Offline' : state.mode }]),
    }),
    'config-key get': async () => ({ rc: 0, outs: '', text: JSON.stringify({ a: { status: state.mode } }) }),
  });
  const does = (prefix: string, effect: () => HelperReply | undefined) =>
    answer(prefix, async () => {
      events.push(prefix);
      return effect() ?? DONE;
    });
  does('mgr fail', () => {
    state.active = 'b';
    return undefined;
  });
  does('orch host maintenance enter', () => {
    if (enters === DONE) state.mode = 'maintenance';
    return enters;
  });
  does('orch host maintenance exit', () => {
    if (state.offline) return denied('cannot connect to a');
    [state.mode, state.starts] = ['', state.starts + 1];
    return undefined;
  });
  const { access } = fakeAccess(
    {
      a: {
        'host.boot': () => ({ id: `boot ${state.boots}`, wanted: null }),
        run() {
          events.push('reboot');
          if (refuses) return { status: 1, err: 'not now' };
          state.offline = true;
          if (comesBack)
            clock.after(MINUTE_MS, () => {
              state.boots++;
            });
          clock.after(2 * MINUTE_MS, () => void (state.offline = false));
          return {};
        },
      },
    },
    { server: async () => ({ ...SERVER, ...server }) },
  );
  const parts = {
    clock,
    ceph,
    access,
    inventory: createInventory(ceph, clock),
    ending: new AbortController().signal,
  };
  const output: string[] = [];
  const stored: (StoredReboot | undefined)[] = [];
  const task = {
    say: (line: string) => void output.push(line),
    cancelled: new AbortController().signal,
    mark: async (begun: StoredReboot | undefined) => void stored.push(begun),
  };
  return { clock, events, state, output, stored, commands, parts, task };
}

test('a server of cephadm is rebooted in maintenance mode, which it leaves as soon as cephadm reaches it again', async () => {
  const { clock, events, parts, task, output, stored, commands } = managed();
  const done = rebootOne(parts, 'a', task);
  await clock.advance(10 * MINUTE_MS);
  await done;
  expect(events.filter((event, index) => event !== events[index - 1])).toEqual([
    'mgr fail',
    'orch host maintenance enter',
    'reboot',
    'orch host maintenance exit',
  ]);
  expect(output).toContain('a is in maintenance mode');
  expect(output.at(-1)).toBe('a: done');
  expect(stored.map((begun) => begun && [begun.inMaintenance, begun.ordered])).toEqual([
    [true, false],
    [true, true],
    undefined,
  ]);
  expect(JSON.stringify(commands)).not.toMatch(/noout|force/);
});

test('a server that cephadm does not let into maintenance mode is not rebooted, and the reason is quoted', async () => {
  const why = 'unsafe to stop osd.0';
  const { clock, events, parts, task } = managed({ enters: denied(why) });
  const done = rebootOne(parts, 'a', task);
  done.catch(() => undefined);
  await clock.advance(MINUTE_MS);
  await expect(done).rejects.toThrow(/unsafe to stop osd\.0.*; it is not in maintenance mode/);
  expect(events).not.toContain('reboot');
});

test('a server whose reboot command fails leaves maintenance mode again', async () => {
  const { clock, events, parts, task, state } = managed({ refuses: true });
  const done = rebootOne(parts, 'a', task);
  done.catch(() => undefined);
  await clock.advance(MINUTE_MS);
  await expect(done).rejects.toThrow(/not now.*; it is not in maintenance mode/);
  expect(events.at(-1)).toBe('orch host maintenance exit');
  expect(state.mode).toBe('');
});

test('the task for a server that does not come back tells how to end its maintenance mode', async () => {
  const { clock, parts, task } = managed({ comesBack: false });
  const done = rebootOne(parts, 'a', task);
  done.catch(() => undefined);
  await clock.advance(30 * MINUTE_MS);
  await expect(done).rejects.toThrow(/did not return.*`ceph orch host maintenance exit a`/);
});

test.each([
  ['has rebooted', 2, /done$/],
  ['has not rebooted', 1, /it has not rebooted; it is not in maintenance mode\n/],
])(
  'a service that is restarted ends the maintenance mode of a server that %s meanwhile',
  async (_what, boots, last) => {
    const { clock, parts, task, state, output } = managed();
    Object.assign(state, { boots, mode: 'maintenance' });
    const before = { osds: [[0, 1]], mons: [], election: 0, quorum: 0, mdss: [] } as const;
    const begun = { host: 'a', boot: 'boot 1', before, nooutHosts: [], ordered: false, inMaintenance: true };
    const done = resumeReboot(parts, begun, task).catch(() => undefined);
    await clock.advance(10 * MINUTE_MS);
    await done;
    expect(state.mode).toBe('');
    expect(output.join('\n')).toMatch(last);
  },
);

test('a server of Rook is not rebooted, and the refusal names the commands to use', async () => {
  const { parts, task } = managed({ backend: 'rook' });
  await expect(rebootOne(parts, 'a', task)).rejects.toThrow('kubectl drain a');
});

test('a server that cephadm cannot reach is not rebooted', async () => {
  const unavailable = 'a is offline, according to the orchestrator';
  const { parts, task, events } = managed({ unavailable });
  await expect(rebootOne(parts, 'a', task)).rejects.toThrow(unavailable);
  expect(events).toEqual([]);
});
