import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Transition } from '../../../src/store/answers/journalState.ts';
import type { Level } from '../../../src/store/answers/level.ts';
import { byWeight, eventsBetween, selectEvents } from '../../../src/store/facts/events.ts';

type Sources = Parameters<typeof selectEvents>[0];
const select = (part: Partial<Sources>) =>
  selectEvents({ transitions: [], flags: undefined, tasks: undefined, work: undefined, ...part });

/** The state before a change. For a check, an OSD and the health it has no effect. */
const BEFORE: Partial<Record<Transition['kind'], string>> = { flag: 'unknown', task: 'RUNNING' };

const change = (
  at: number,
  kind: Transition['kind'],
  subject: string,
  to: string,
  exact = true,
): Transition => ({ at, exact, kind, subject, from: BEFORE[kind] ?? '', to });

const eventTexts = (part: Partial<Sources>) =>
  select(part).map(({ at, level, text }) => `${at} ${level} ${text}`);

describe('selectEvents', () => {
  test('each change is listed with its time and severity', () => {
    expect(
      eventTexts({
        transitions: [
          change(1, 'health', '', 'HEALTH_ERR'),
          change(2, 'check', 'OSD_DOWN', 'raised'),
          change(3, 'osd', 'osd.3', 'DOWN'),
          change(4, 'osd', 'osd.3', 'UP'),
          change(5, 'check', 'OSD_DOWN', ''),
          change(6, 'check', 'ODD_CODE', 'raised'),
          change(7, 'osd', 'osd.3', 'DESTROYED'),
        ],
      }),
    ).toEqual([
      '1 error HEALTH_ERR',
      '2 warn OSD_DOWN raised',
      '3 error osd.3 down',
      '4 ok osd.3 up',
      '5 ok OSD_DOWN cleared',
      '6 unknown ODD_CODE raised',
      '7 warn osd.3 destroyed',
    ]);
  });

  test('a flag that differs from its recommendation is a warning, and one that matches it again is fine', () => {
    const flags = [{ name: 'noout', recommendedState: false }];
    const transitions = [change(1, 'flag', 'noout', 'set'), change(2, 'flag', 'noout', 'unset')];
    expect(eventTexts({ flags, transitions })).toEqual(['1 warn noout set', '2 ok noout unset']);
    expect(eventTexts({ transitions })).toEqual(['1 ok noout set', '2 ok noout unset']);
  });

  test("tasks and the cluster's own work have a start and an end", () => {
    const tasks = [
      { id: 7, name: 'Copy', object: '/a', startedAt: 10, state: 'FAILED' as const },
      { id: 8, name: 'Later', startedAt: 11, state: 'WAITING' as const },
      { id: 9, name: 'No time' },
    ];
    const transitions = [
      change(20_000, 'task', 'task.7', 'FAILED'),
      change(21_000, 'task', 'task.5', 'FINISHED'),
    ];
    const work = [{ message: 'Rebalancing', startedAt: 12, finishedAt: 30 }, { message: 'Of old' }];
    expect(eventTexts({ tasks, transitions, work })).toEqual([
      '10000 ok Copy /a began',
      '12000 ok Rebalancing began',
      '20000 error Copy /a failed',
      '21000 ok task.5 finished',
      '30000 ok Rebalancing finished',
    ]);
  });

  test('an event that was both observed and logged is one event, at the earlier time', () => {
    const transitions = [
      change(300, 'check', 'OSD_DOWN', 'raised'),
      change(900, 'check', 'OSD_DOWN', ''),
      change(100, 'check', 'OSD_DOWN', 'raised'),
    ];
    expect(eventTexts({ transitions })).toEqual(['100 warn OSD_DOWN raised', '900 ok OSD_DOWN cleared']);
  });

  test('an event during a gap is left out, because its time is unknown', () => {
    const transitions = [
      change(100, 'osd', 'osd.1', 'DOWN'),
      change(200, 'osd', 'osd.1', 'UP', false),
      change(300, 'osd', 'osd.1', 'DOWN'),
    ];
    expect(eventTexts({ transitions })).toEqual(['100 error osd.1 down', '300 error osd.1 down']);
  });

  test.each<[string, Transition, string[]]>([
    ['health that is not known', change(1, 'health', '', 'HEALTH_ODD'), ['1 unknown HEALTH_ODD']],
    ['an OSD whose state is not known', change(1, 'osd', 'osd.1', 'LOST'), ['1 unknown osd.1 lost']],
    ['a flag that was only discovered', { ...change(1, 'flag', 'noout', 'set'), from: '' }, []],
    ['a flag that is no longer listed', change(1, 'flag', 'noout', ''), []],
    ['a task that was only discovered', { ...change(1, 'task', 'task.7', 'FAILED'), from: '' }, []],
    ['a task that had ended before', { ...change(1, 'task', 'task.7', 'FAILED'), from: 'CANCELED' }, []],
    ['a task that still runs', change(1, 'task', 'task.7', 'RUNNING'), []],
    ['the state of a pool', change(1, 'pool', 'rbd', 'full'), []],
    ["a change of the cluster's own work", change(1, 'work', 'rebalance', 'done'), []],
  ])('%s is told as it is, or is no event', (_, transition, expected) => {
    expect(eventTexts({ transitions: [transition] })).toEqual(expected);
  });

  test('work that failed says so, and a task without a name is called by its number', () => {
    const work = [
      { message: 'Upgrade', finishedAt: 3, failed: true },
      { message: 'Scrub', startedAt: 2, finishedAt: 4 },
    ];
    const tasks = [
      { id: 7, startedAt: 1 },
      { id: 8, object: '/b', startedAt: 5 },
    ];
    const transitions = [
      change(6000, 'task', 'task.7', 'FINISHED'),
      change(7000, 'task', 'task.8', 'FAILED'),
    ];
    const events = select({ work, tasks, transitions });
    expect(events.map(({ at, level, begins, text }) => [at, level, begins, text])).toEqual([
      [1000, 'ok', true, 'task 7 began'],
      [2000, 'ok', true, 'Scrub began'],
      [3000, 'error', false, 'Upgrade failed'],
      [4000, 'ok', false, 'Scrub finished'],
      [5000, 'ok', true, '/b began'],
      [6000, 'ok', false, 'task.7 finished'],
      [7000, 'error', false, '/b failed'],
    ]);
  });

  test('events are sorted by time, and each comes from something with that time', () => {
    const anyChange = fc
      .tuple(
        fc.integer({ min: 0, max: 50 }),
        fc.constantFrom('osd.1', 'osd.2'),
        fc.constantFrom('UP', 'DOWN'),
        fc.boolean(),
      )
      .map(([at, subject, to, exact]) => change(at, 'osd', subject, to, exact));
    fc.assert(
      fc.property(fc.array(anyChange), (transitions) => {
        const events = select({ transitions });
        const times = events.map(({ at }) => at);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        const known = new Set(transitions.filter(({ exact }) => exact).map(({ at }) => at));
        expect(times.every((at) => known.has(at))).toBe(true);
      }),
    );
  });
});

test('the events of a time range are those within it, and OSDs that failed together are one event', () => {
  const events = select({
    transitions: [
      change(50, 'osd', 'osd.9', 'DOWN'),
      change(110, 'osd', 'osd.1', 'DOWN'),
      change(120, 'check', 'OSD_DOWN', 'raised'),
      change(130, 'osd', 'osd.2', 'DOWN'),
      change(250, 'osd', 'osd.1', 'UP'),
      change(260, 'osd', 'osd.3', 'DOWN'),
      change(999, 'osd', 'osd.4', 'DOWN'),
    ],
  });
  const texts = eventsBetween(events, { from: 100, to: 300, step: 100 }).map(
    ({ at, text }) => `${at} ${text}`,
  );
  expect(texts).toEqual(['110 2 OSDs down', '120 OSD_DOWN raised', '250 osd.1 up', '260 osd.3 down']);
});

test('the bounds of a time range belong to it, and OSDs of two steps or states are told apart', () => {
  const events = select({
    transitions: [
      change(100, 'osd', 'osd.1', 'DOWN'),
      change(199, 'osd', 'osd.2', 'UP'),
      change(199, 'osd', 'osd.3', 'DOWN'),
      change(200, 'osd', 'osd.4', 'DOWN'),
      change(300, 'health', '', 'HEALTH_WARN'),
      change(300, 'check', 'OSD_DOWN', 'raised'),
    ],
  });
  const texts = eventsBetween(events, { from: 100, to: 300, step: 100 }).map(
    ({ at, level, text }) => `${at} ${level} ${text}`,
  );
  expect(texts).toEqual([
    '100 error 2 OSDs down',
    '199 ok osd.2 up',
    '200 error osd.4 down',
    '300 warn HEALTH_WARN',
    '300 warn OSD_DOWN raised',
  ]);
});

test('the worst event comes first, and of two of the same severity the newer one', () => {
  const event = (at: number, level: Level) => ({ at, level, begins: false, text: `${level} ${at}` });
  const events = [event(1, 'ok'), event(2, 'error'), event(3, 'warn'), event(4, 'error')];
  expect(events.toSorted(byWeight).map(({ text }) => text)).toEqual(['error 4', 'error 2', 'warn 3', 'ok 1']);
});
