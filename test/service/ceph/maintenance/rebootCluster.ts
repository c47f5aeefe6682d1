import { serverReboots } from '../../../../src/service/ceph/maintenance/reboot.ts';
import type { ManagementNode } from '../../../../src/service/ceph/management.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { adoptAbandoned } from '../../../../src/service/ceph/tasks/abandoned.ts';
import { type JournalEntry, type TaskJournal } from '../../../../src/service/ceph/tasks/journal.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess, type FakeServer } from '../access/fakeAccess.ts';
import { recordedCeph } from '../recordedCeph.ts';
import { memoryJournal, taskTable } from '../taskTable.ts';

export const MINUTE_MS = 60_000;
export const HOSTS = ['a', 'b', 'c'];
export const WANTED = 'installed packages require a reboot';

/** A server of the test, with the number of its boots and whether its OSD starts with it. */
interface Machine {
  starts: number;
  wanted: string | null;
  comesBack: boolean;
  /** The reboot command fails. */
  refuses: boolean;
  reboots: number;
  /** Starts of its OSD by the service. The OSD is down while `stopped`. */
  osdStarts: number;
  stopped: boolean;
  /** Its metadata server cannot be found, or is stopped. */
  mdsHides: boolean;
  /** It cannot be told to start its daemons later. */
  hasNoTimer: boolean;
  mdsStopped: boolean;
  /** Does not answer. */
  away: boolean;
}

const FRESH: Machine = {
  starts: 1,
  wanted: null,
  comesBack: true,
  refuses: false,
  reboots: 0,
  osdStarts: 0,
  stopped: false,
  mdsHides: false,
  hasNoTimer: false,
  mdsStopped: false,
  away: false,
};

/** Servers a, b and c with an OSD and a monitor each. The service runs on c. */
export function cluster(
  machines: Readonly<Record<string, Partial<Machine>>>,
  flags: Record<string, readonly string[]> = {},
) {
  const clock = fakeClock();
  const state = Object.fromEntries(
    HOSTS.map((host): [string, Machine] => [host, { ...FRESH, ...machines[host] }]),
  );
  const epoch = { election: 10, groups: 'active+clean' };
  const osdDump = async () => ({
    rc: 0,
    outs: '',
    data: {
      osds: HOSTS.map((host, osd) => {
        const { starts, osdStarts, stopped } = state[host]!;
        return { osd, up: stopped ? 0 : 1, in: 1, up_from: 100 * starts + osdStarts };
      }),
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
    'node ls': async () => ({
      rc: 0,
      outs: '',
      text: JSON.stringify({
        osd: Object.fromEntries(HOSTS.map((host, osd) => [host, [osd]])),
        mon: Object.fromEntries(HOSTS.map((host) => [host, [host]])),
        mds: state['b']!.mdsStopped ? {} : { b: ['fs.b'] },
      }),
    }),
    'osd dump': osdDump,
    'osd metadata': { json: HOSTS.map((hostname, id) => ({ id, hostname, osd_data: '/osd' })) },
    quorum_status: quorum,
    'pg states': async () => ({ rc: 0, outs: '', data: { all: { 1: { [epoch.groups]: 8 } }, inactive: {} } }),
  });
  const rebooted = (machine: Machine) => {
    machine.starts++;
    machine.wanted = null;
    machine.stopped = false;
    machine.mdsStopped = false;
    epoch.election += 2;
  };
  const serverOf = (machine: Machine): FakeServer => ({
    'host.start_later'() {
      if (machine.hasNoTimer) throw new Refusal(503, 'no bus');
    },
    'host.stop_osd': () => void (machine.stopped = true),
    'host.start_osd'() {
      machine.stopped = false;
      machine.osdStarts++;
      return { status: 0, out: '', err: '' };
    },
    'host.stop_mds'({ name }) {
      if (machine.mdsHides) throw new Refusal(503, `0 daemons mds.${String(name)} run here`);
      machine.mdsStopped = true;
    },
    'host.start_mds'() {
      machine.mdsStopped = false;
      return { status: 0, out: '', err: '' };
    },
    'host.boot'() {
      if (machine.away) throw new Refusal(503, 'no connection');
      return { id: `boot ${machine.starts}`, wanted: machine.wanted };
    },
    run: () => {
      if (machine.refuses) return { status: 1, err: 'not now' };
      machine.reboots++;
      if (machine.comesBack)
        clock.after(MINUTE_MS, () => {
          rebooted(machine);
        });
      return {};
    },
  });
  const { access, lines } = fakeAccess(
    Object.fromEntries(Object.entries(state).map(([host, machine]) => [host, serverOf(machine)])),
  );
  const kept = new Map<number, string>();
  const journal = (node: string): TaskJournal => ({
    ...memoryJournal(),
    node,
    nextId: async () => kept.size + 1,
    claim: async (one) => {
      const isSame = kept.get(one.task.id) === JSON.stringify(one);
      if (isSame) kept.set(one.task.id, JSON.stringify({ ...one, node }));
      return isSame;
    },
    save: async (one) => void kept.set(one.task.id, JSON.stringify(one)),
    read: async () => [...kept.values()].map((one) => JSON.parse(one) as JournalEntry),
  });
  const inventory = createInventory(ceph, clock);
  /** A run of a service. */
  const start = (hostname: string) => {
    const stored = journal(hostname);
    const tasks = taskTable(clock, stored);
    const servers = async () => new Map(HOSTS.map((host, id) => [host, id]));
    const node = { hostname, servers } as unknown as ManagementNode;
    const ending = new AbortController().signal;
    const reboots = serverReboots({ ceph, inventory, clock, node, access, tasks, ending });
    const task = async () => (await tasks.list()).data![0]!;
    return { journal: stored, tasks, reboots, task };
  };
  const first = start('c');
  const { tasks, reboots, task } = first;
  /** Kills the service: its task has no effect from now on, and only what others do is recorded. */
  const kill = async (meanwhile: () => void = () => undefined) => {
    const { id } = await task();
    Object.assign(first.journal, { save: async () => undefined });
    tasks.cancel(id!).catch(() => undefined);
    await clock.advance(1000);
    meanwhile();
    commands.length = 0;
    lines.length = 0;
  };
  /** Kills the service and starts it again. */
  const startAnew = async (meanwhile?: () => void) => {
    await kill(meanwhile);
    const next = start('c');
    await next.tasks.recover(next.reboots.kinds);
    return next.task;
  };
  /** Starts a service on another machine, which takes over what others have abandoned. */
  const startElsewhere = () => {
    const next = start('elsewhere');
    adoptAbandoned({ ...next, clock, kinds: next.reboots.kinds });
    return next;
  };
  const cephParts = { state, epoch, commands, answer, lines, rebooted };
  return { clock, reboots, tasks, task, ...cephParts, kill, startAnew, startElsewhere };
}

interface FlagCommand {
  readonly prefix: string;
  readonly flags?: unknown;
  readonly who?: unknown;
}

const withFlag = (flag: string) => (commands: readonly FlagCommand[]) =>
  commands
    .filter(({ prefix, flags }) => prefix.endsWith('-group') && String(flags).startsWith(flag))
    .map(({ prefix, who }) => [prefix, who]);

/** The history of noout, with all other flags, and of noup alone. */
export const flagged = withFlag('noout');
export const noupHistory = withFlag('noup');
