import { describe, expect, test } from 'vitest';
import type { CrushMap } from '../../../src/api/contract/crush.ts';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import type { Resource } from '../../../src/store/cache/resource.ts';
import type { CacheState } from '../../../src/store/cache/state.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import { createStore } from 'zustand/vanilla';
import type { Journal } from '../../../src/store/session/journalState.ts';
import { emptyJournal, observeLog, observeStatus } from '../../../src/store/session/journal.ts';
import { recordJournal } from '../../../src/store/session/journalRecorder.ts';
import { observeCrush } from '../../../src/store/session/osdHistory.ts';
import { check, osd, withChecks, withPlacement } from '../facts/shapes.ts';

const ok = withChecks('HEALTH_OK');
const warn = withChecks('HEALTH_WARN', { OSD_DOWN: check('WARN', '1 osds down') });
const map = (status: string): CrushMap => ({ nodes: [osd(3, { status })] });
const log = (seconds: number, m: string): LogEvent => ({ t: seconds, m });

/** The journal after one look after the other. */
const statuses = (...looks: readonly (readonly [number, typeof ok])[]): Journal =>
  looks.reduce((journal, [at, status]) => observeStatus(journal, status, at), emptyJournal);
const crushes = (...looks: readonly (readonly [number, CrushMap])[]): Journal =>
  looks.reduce((journal, [at, crush]) => observeCrush(journal, crush, at), emptyJournal);

describe('since when a check stands', () => {
  test('is exact when we saw it begin, however often it is seen after', () => {
    const journal = statuses([1000, ok], [3000, warn], [5000, warn]);
    expect(journal.checks.get('OSD_DOWN')).toEqual({ at: 3000, exact: true, after: 1000 });
    expect(journal.health).toEqual({ status: 'HEALTH_WARN', at: 3000, exact: true });
  });

  test('is at least since our first look when it stood already then', () => {
    const journal = statuses([1000, warn], [3000, warn]);
    expect(journal.checks.get('OSD_DOWN')).toEqual({ at: 1000, exact: false });
    expect(journal.health).toMatchObject({ at: 1000, exact: false });
  });

  test('begins anew when it went away and comes back', () => {
    const journal = statuses([1000, warn], [3000, ok], [5000, warn]);
    expect(journal.checks.get('OSD_DOWN')).toEqual({ at: 5000, exact: true, after: 3000 });
  });

  test('stays while the service has lost sight of the store', () => {
    const journal = statuses([1000, ok], [3000, warn], [5000, {}], [7000, warn]);
    expect(journal.checks.get('OSD_DOWN')).toEqual({ at: 3000, exact: true, after: 1000 });
  });
});

describe('after a gap, in which nobody looked', () => {
  const HOUR = 3_600_000;

  test('a check stands at least since it was seen, and so does the health', () => {
    const journal = statuses([1000, ok], [HOUR, warn], [HOUR + 2000, warn]);
    expect(journal.checks.get('OSD_DOWN')).toEqual({ at: HOUR, exact: false, after: 1000 });
    expect(journal.health).toEqual({ status: 'HEALTH_WARN', at: HOUR, exact: false });
  });

  test('so it is where the service answered, but had lost sight of the store', () => {
    const blind = Array.from({ length: 100 }, (_, index) => [2000 * (index + 1), {}] as const);
    const journal = statuses([1000, ok], ...blind, [203_000, warn]);
    expect(journal.checks.get('OSD_DOWN')).toEqual({ at: 203_000, exact: false, after: 1000 });
  });

  test('an OSD is down at least since it was seen, and that it fell may be long ago', () => {
    const journal = crushes([1000, map('UP')], [HOUR, map('DOWN')]);
    expect(journal.osds.get(3)).toMatchObject({ at: HOUR, exact: false, downs: [] });
    expect(journal).toMatchObject({ watchedSince: 1000, gapAt: HOUR });
    expect(observeCrush(journal, map('DOWN'), HOUR + 5000).osds.get(3)).toMatchObject({ at: HOUR });
  });
});

describe("the cluster's own log", () => {
  const failed = log(0.4, 'cluster [WRN] Health check failed: 1 osds down (OSD_DOWN)');

  test('tells when a check began that stood at our first look, in whatever order the two come', () => {
    const since = { at: 400, exact: true };
    expect(observeLog(statuses([1000, warn]), [failed]).checks.get('OSD_DOWN')).toEqual(since);
    expect(observeStatus(observeLog(emptyJournal, [failed]), warn, 1000).checks.get('OSD_DOWN')).toEqual(
      since,
    );
  });

  test.each([
    ['cleared', log(0.6, 'Health check cleared: OSD_DOWN (was: 1 osds down)')],
    ['ended with everything else', log(0.6, 'Cluster is now healthy')],
  ])('does not date a check by an earlier time that was %s', (_, end) => {
    expect(observeLog(statuses([1000, warn]), [failed, end]).checks.get('OSD_DOWN')).toMatchObject({
      at: 1000,
      exact: false,
    });
  });

  test('does not date a check later than we saw it', () => {
    const later = { ...failed, t: 9 };
    expect(observeLog(statuses([1000, warn]), [later]).checks.get('OSD_DOWN')?.at).toBe(1000);
  });

  test('is not believed any more once the check went away', () => {
    const journal = [ok, warn].reduce(
      (before, status, index) => observeStatus(before, status, 2000 + index * 1000),
      observeLog(statuses([1000, warn]), [failed]),
    );
    expect(journal.checks.get('OSD_DOWN')).toEqual({ at: 3000, exact: true, after: 2000 });
  });

  test('tells when an OSD failed, unless it booted since', () => {
    const down = crushes([10_000, map('DOWN')]);
    const fell = log(5, 'osd.3 failed (root=default,host=host2) (connection refused reported by osd.0)');
    expect(observeLog(down, [fell]).osds.get(3)).toMatchObject({ at: 5000, exact: true });
    const booted = log(6, 'cluster [INF] osd.3 v1:127.0.0.1:27101/5884 boot');
    expect(observeLog(down, [fell, booted]).osds.get(3)).toMatchObject({ at: 10_000, exact: false });
  });

  test('may say anything else, and the journal stays as it is', () => {
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

test('changes that we saw are kept as transitions, the first look is none', () => {
  const journal = observeCrush(
    observeCrush(statuses([1000, ok], [3000, warn], [5000, ok]), map('UP'), 6000),
    map('DOWN'),
    7000,
  );
  expect(journal.transitions).toEqual([
    { at: 3000, kind: 'health', subject: '', from: 'HEALTH_OK', to: 'HEALTH_WARN' },
    { at: 3000, kind: 'check', subject: 'OSD_DOWN', from: '', to: 'raised' },
    { at: 5000, kind: 'health', subject: '', from: 'HEALTH_WARN', to: 'HEALTH_OK' },
    { at: 5000, kind: 'check', subject: 'OSD_DOWN', from: 'raised', to: '' },
    { at: 7000, kind: 'osd', subject: 'osd.3', from: 'UP', to: 'DOWN' },
  ]);
});

test('transitions are kept in bounds', () => {
  let journal = statuses([0, ok]);
  for (let at = 1; at < 3000; at++) journal = observeStatus(journal, at % 2 === 0 ? ok : warn, at);
  expect(journal.transitions.length).toBeLessThanOrEqual(1000);
  expect(journal.transitions.at(-1)?.at).toBe(2999);
});

describe('keeping a journal', () => {
  /** A cache that was told what it has read. */
  const told = () => {
    const store = createStore<CacheState>(() => ({ slots: {}, paused: false }));
    const put = <T>({ key }: Resource<T>, data: T, at: number) =>
      store.setState(({ slots }) => ({
        slots: { ...slots, [key]: { data, at, failures: 0, loading: false } },
      }));
    return { store, put };
  };

  test('takes in every read of status and CRUSH map, also those that brought nothing new', () => {
    const { store, put } = told();
    const status = withPlacement(50, 100, warn);
    put(resources.status, status, 1000);
    const { journal } = recordJournal(store);
    expect(journal.getState().health).toMatchObject({ status: 'HEALTH_WARN', at: 1000 });
    for (let at = 11_000; at < 60_000; at += 10_000) put(resources.status, status, at);
    expect(journal.getState().healing).toHaveLength(6);
    put(resources.crush, map('DOWN'), 60_000);
    expect(journal.getState().osds.get(3)?.status).toBe('DOWN');
  });

  test('does nothing for other reads, and ends when it is disposed', () => {
    const { store, put } = told();
    const keeper = recordJournal(store);
    const before = keeper.journal.getState();
    put(resources.flags, [], 1000);
    keeper[Symbol.dispose]();
    put(resources.status, ok, 2000);
    expect(keeper.journal.getState()).toBe(before);
  });
});
