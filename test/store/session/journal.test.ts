import { describe, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import type { Journal } from '../../../src/store/answers/journalState.ts';
import type { Resource } from '../../../src/store/cache/resource.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import type { CacheState } from '../../../src/store/cache/state.ts';
import { emptyJournal, flagSetSince, observeStatus } from '../../../src/store/session/journal.ts';
import { observeLog } from '../../../src/store/session/journalLog.ts';
import { recordJournal } from '../../../src/store/session/journalRecorder.ts';
import { observeCrush } from '../../../src/store/session/osdHistory.ts';
import { check, withChecks, withPlacement } from '../answers/shapes.ts';
import { mapWith, journalOfMaps } from './journals.ts';

const ok = withChecks('HEALTH_OK');
const warn = withChecks('HEALTH_WARN', { OSD_DOWN: check('WARN', '1 osds down') });
const log = (seconds: number, m: string): LogEvent => ({ t: seconds, m });

/** The journal after several consecutive looks. */
const statuses = (...looks: readonly (readonly [number, typeof ok])[]): Journal =>
  looks.reduce((journal, [at, status]) => observeStatus(journal, status, at), emptyJournal);

describe('start of a health check', () => {
  test('the start of a health check is exact if we saw it begin, however often it is seen later', () => {
    const journal = statuses([1000, ok], [3000, warn], [5000, warn]);
    expect(journal.checks.get('OSD_DOWN')).toEqual({ at: 3000, exact: true, after: 1000 });
    expect(journal.health).toEqual({ status: 'HEALTH_WARN', at: 3000, exact: true });
  });

  test('the start of a health check is at the latest our first look if it was there then', () => {
    const journal = statuses([1000, warn], [3000, warn]);
    expect(journal.checks.get('OSD_DOWN')).toEqual({ at: 1000, exact: false });
    expect(journal.health).toMatchObject({ at: 1000, exact: false });
  });

  test('the start of a health check is new after it went away and returned', () => {
    const journal = statuses([1000, warn], [3000, ok], [5000, warn]);
    expect(journal.checks.get('OSD_DOWN')).toEqual({ at: 5000, exact: true, after: 3000 });
  });

  test('the start of a health check stays while the service has lost the cluster', () => {
    const journal = statuses([1000, ok], [3000, warn], [5000, {}], [7000, warn]);
    expect(journal.checks.get('OSD_DOWN')).toEqual({ at: 3000, exact: true, after: 1000 });
  });
});

describe('journal after a gap', () => {
  const HOUR = 3_600_000;

  test('after a gap, health checks and health began at the latest when they were seen', () => {
    const journal = statuses([1000, ok], [HOUR, warn], [HOUR + 2000, warn]);
    expect(journal.checks.get('OSD_DOWN')).toEqual({ at: HOUR, exact: false, after: 1000 });
    expect(journal.health).toEqual({ status: 'HEALTH_WARN', at: HOUR, exact: false });
  });

  test('after the service lost the cluster, health checks and health began at the latest when they were seen', () => {
    const blind = Array.from({ length: 100 }, (_, index) => [2000 * (index + 1), {}] as const);
    const journal = statuses([1000, ok], ...blind, [203_000, warn]);
    expect(journal.checks.get('OSD_DOWN')).toEqual({ at: 203_000, exact: false, after: 1000 });
  });

  test('after a gap, an OSD is down at the latest since it was seen, and its failure may be long ago', () => {
    const journal = journalOfMaps([1000, mapWith('UP')], [HOUR, mapWith('DOWN')]);
    expect(journal.osds.get(3)).toMatchObject({ at: HOUR, exact: false, downs: [] });
    expect(journal).toMatchObject({ watchedSince: 1000, gapAt: HOUR });
    expect(observeCrush(journal, mapWith('DOWN'), HOUR + 5000).osds.get(3)).toMatchObject({ at: HOUR });
  });
});

describe('journal and the log of the cluster', () => {
  const failed = log(0.4, 'cluster [WRN] Health check failed: 1 osds down (OSD_DOWN)');

  test('the log of the cluster dates a health check that was there at our first look, in either order of reading', () => {
    const since = { at: 400, exact: true };
    expect(observeLog(statuses([1000, warn]), [failed]).checks.get('OSD_DOWN')).toEqual(since);
    expect(observeStatus(observeLog(emptyJournal, [failed]), warn, 1000).checks.get('OSD_DOWN')).toEqual(
      since,
    );
  });

  test.each([
    ['cleared', log(0.6, 'Health check cleared: OSD_DOWN (was: 1 osds down)')],
    ['ended with everything else', log(0.6, 'Cluster is now healthy')],
  ])('the log of the cluster does not date a health check by an earlier time that was %s', (_, end) => {
    expect(observeLog(statuses([1000, warn]), [failed, end]).checks.get('OSD_DOWN')).toMatchObject({
      at: 1000,
      exact: false,
    });
  });

  test('the log of the cluster does not date a health check later than we saw it', () => {
    const later = { ...failed, t: 9 };
    expect(observeLog(statuses([1000, warn]), [later]).checks.get('OSD_DOWN')?.at).toBe(1000);
  });

  test('the log of the cluster no longer dates a health check that went away', () => {
    const journal = [ok, warn].reduce(
      (before, status, index) => observeStatus(before, status, 2000 + index * 1000),
      observeLog(statuses([1000, warn]), [failed]),
    );
    expect(journal.checks.get('OSD_DOWN')).toEqual({ at: 3000, exact: true, after: 2000 });
  });

  test.each([
    'osd.3 failed (root=default,host=host2) (connection refused reported by osd.0)',
    'osd.3 marked itself down and dead',
  ])('the log of the cluster dates the end of an OSD, unless it booted since: %s', (words) => {
    const down = journalOfMaps([10_000, mapWith('DOWN')]);
    const fell = log(5, words);
    expect(observeLog(down, [fell]).osds.get(3)).toMatchObject({ at: 5000, exact: true });
    const booted = log(6, 'cluster [INF] osd.3 v1:127.0.0.1:27101/5884 boot');
    expect(observeLog(down, [fell, booted]).osds.get(3)).toMatchObject({ at: 10_000, exact: false });
  });

  test('other lines of the log leave the journal unchanged', () => {
    const journal = statuses([1000, warn]);
    const noise = [
      {},
      { m: 'Health check failed: no code' },
      { m: 'Health check failed: x (OSD_DOWN)' },
      log(1, '((('),
    ];
    expect(observeLog(journal, noise)).toBe(journal);
  });
});

test('the journal keeps observed changes as transitions, without the first look', () => {
  const journal = observeCrush(
    observeCrush(statuses([1000, ok], [3000, warn], [5000, ok]), mapWith('UP'), 6000),
    mapWith('DOWN'),
    7000,
  );
  expect(journal.transitions).toEqual([
    { at: 3000, exact: true, after: 1000, kind: 'health', subject: '', from: 'HEALTH_OK', to: 'HEALTH_WARN' },
    { at: 3000, exact: true, after: 1000, kind: 'check', subject: 'OSD_DOWN', from: '', to: 'raised' },
    { at: 5000, exact: true, after: 3000, kind: 'health', subject: '', from: 'HEALTH_WARN', to: 'HEALTH_OK' },
    { at: 5000, exact: true, after: 3000, kind: 'check', subject: 'OSD_DOWN', from: 'raised', to: '' },
    { at: 7000, exact: true, after: 6000, kind: 'osd', subject: 'osd.3', from: 'UP', to: 'DOWN' },
  ]);
});

test('a change during a gap is kept as one with an unknown time', () => {
  const HOUR = 3_600_000;
  expect(statuses([1000, ok], [HOUR, warn]).transitions.map(({ exact }) => exact)).toEqual([false, false]);
  expect(journalOfMaps([1000, mapWith('UP')], [HOUR, mapWith('DOWN')]).transitions).toMatchObject([
    { exact: false },
  ]);
});

test('the journal keeps the changes from the log in order, each once', () => {
  const lines = [
    log(0.4, 'Health check failed: 1 osds down (OSD_DOWN)'),
    log(0.5, 'osd.3 reported immediately failed by osd.5'),
    log(0.6, 'osd.3 failed (root=default,host=host2)'),
    log(8, 'osd.3 v1:127.0.0.1:27101/5884 boot'),
    log(9, 'Health check cleared: OSD_DOWN (was: 1 osds down)'),
  ];
  const once = observeLog(statuses([1000, ok], [3000, warn]), lines);
  expect(once.transitions.map(({ at, subject, to }) => [at, subject, to])).toEqual([
    [400, 'OSD_DOWN', 'raised'],
    [500, 'osd.3', 'DOWN'],
    [3000, '', 'HEALTH_WARN'],
    [3000, 'OSD_DOWN', 'raised'],
    [8000, 'osd.3', 'UP'],
    [9000, 'OSD_DOWN', ''],
  ]);
  expect(observeLog(once, lines).transitions).toEqual(once.transitions);
});

test('the journal keeps a bounded number of transitions', () => {
  let journal = statuses([0, ok]);
  for (let at = 1; at < 3000; at++) journal = observeStatus(journal, at % 2 === 0 ? ok : warn, at);
  expect(journal.transitions.length).toBeLessThanOrEqual(1000);
  expect(journal.transitions.at(-1)?.at).toBe(2999);
});

describe('journal of the resources', () => {
  /** A cache whose reads are given by the test. */
  const filledCache = () => {
    const store = createStore<CacheState>(() => ({ slots: {}, paused: false }));
    const put = <T>({ key }: Resource<T>, data: T, at: number) =>
      store.setState(({ slots }) => ({
        slots: { ...slots, [key]: { data, at, failures: 0 } },
      }));
    return { store, put };
  };

  test('the journal takes in every read of status and CRUSH map, even without news', () => {
    const { store, put } = filledCache();
    const status = withPlacement(50, 100, warn);
    put(resources.status, status, 1000);
    const { journal } = recordJournal(store);
    expect(journal.getState().health).toMatchObject({ status: 'HEALTH_WARN', at: 1000 });
    for (let at = 11_000; at < 60_000; at += 10_000) put(resources.status, status, at);
    expect(journal.getState().healing).toHaveLength(6);
    put(resources.crush, mapWith('DOWN'), 60_000);
    expect(journal.getState().osds.get(3)?.status).toBe('DOWN');
  });

  test('a flag is set since the log says so, else since an answer showed it, and unknown if it was there at first', () => {
    const { store, put } = filledCache();
    const { journal } = recordJournal(store);
    const read = (at: number, ...set: readonly string[]) =>
      put(
        resources.flags,
        ['noout', 'noin', 'noup'].map((name) => ({ name, currentState: set.includes(name) })),
        at,
      );
    const sinceOf = (name: string) => flagSetSince(journal.getState(), name);
    const audit = (verb: string, key: string) =>
      `audit [INF] from='client.admin' entity='client.admin' cmd=[{"prefix": "osd ${verb}", "key": "${key}"}]: dispatch`;
    journal.setState(observeLog(journal.getState(), [log(0.5, audit('set', 'noout'))]), true);
    read(1000, 'noout', 'noup');
    expect(sinceOf('noout')).toEqual({ at: 500, exact: true });
    expect(sinceOf('noup')).toBeUndefined();
    read(6000, 'noout', 'noup', 'noin');
    expect(sinceOf('noin')).toMatchObject({ at: 6000, exact: true });
    journal.setState(observeLog(journal.getState(), [log(8, audit('unset', 'noin'))]), true);
    read(11_000);
    expect(['noout', 'noin', 'noup'].map(sinceOf)).toEqual([undefined, undefined, undefined]);
  });

  test('the journal keeps which flags were set and which tasks ended, and nothing from the first look', () => {
    const { store, put } = filledCache();
    const { journal } = recordJournal(store);
    const tasks = (...states: readonly ('RUNNING' | 'FINISHED' | 'FAILED')[]) => ({
      data: states.map((state, id) => ({ id, state })),
    });
    put(resources.flags, [{ name: 'noout', currentState: false }, { name: 'noin' }], 1000);
    put(resources.tasks, tasks('RUNNING', 'RUNNING', 'FINISHED'), 1000);
    expect(journal.getState().transitions).toEqual([]);
    put(resources.flags, [{ name: 'noout', currentState: true }, { name: 'noin' }], 6000);
    put(resources.tasks, tasks('FAILED', 'RUNNING', 'FINISHED'), 7000);
    put(resources.tasks, tasks('FAILED', 'FINISHED', 'FINISHED'), 600_000);
    expect(journal.getState().transitions).toEqual([
      { at: 6000, exact: true, after: 1000, kind: 'flag', subject: 'noout', from: 'unset', to: 'set' },
      { at: 7000, exact: true, after: 1000, kind: 'task', subject: 'task.0', from: 'RUNNING', to: 'FAILED' },
      {
        at: 600_000,
        exact: false,
        after: 7000,
        kind: 'task',
        subject: 'task.1',
        from: 'RUNNING',
        to: 'FINISHED',
      },
    ]);
  });

  test('the journal ignores other reads, and ends when it is disposed', () => {
    const { store, put } = filledCache();
    const keeper = recordJournal(store);
    const before = keeper.journal.getState();
    put(resources.rules, [], 1000);
    keeper[Symbol.dispose]();
    put(resources.status, ok, 2000);
    expect(keeper.journal.getState()).toBe(before);
  });
});
