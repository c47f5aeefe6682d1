import { expect, test } from 'vitest';
import { elapsedFrom, elapsedText, nextTimes, timeText } from '../../../src/screens/log/times.ts';
import type { Cockpit } from '../../../src/store/cockpit.ts';
import type { LogTimes } from '../../../src/store/log/view.ts';
import { createViewStore, updateLogs } from '../../../src/store/session/view.ts';
import { plain } from '../../widgets/looks.ts';

/** A console that shows the log at 100 seconds after the epoch. */
function shown(times?: LogTimes, elapsed = false) {
  const view = createViewStore(100_000, { utc: true });
  updateLogs(view, { ...(times && { times }), elapsed });
  return { view, look: plain } as unknown as Cockpit;
}

test('the time of a log line is relative, in UTC or hidden', () => {
  const event = { t: 40, m: 'x' };
  expect(timeText(shown('relative'), event, undefined).trim()).toBe('1m00s');
  expect(timeText(shown('utc'), event, undefined)).toBe('00:00:40Z');
  expect(timeText(shown(), event, undefined)).toBe('00:00:40Z');
  expect(timeText(shown('none'), event, undefined)).toBe('');
  expect(timeText(shown('relative'), { m: 'x' }, undefined).trim()).toBe('--');
});

test('the time since the previous line is shown beside the time of a line, if both are known', () => {
  expect(timeText(shown('none', true), { t: 42.5 }, { t: 40 }).trim()).toBe('+2.500s');
  expect(timeText(shown('none', true), { t: 42.5 }, {}).trim()).toBe('');
  expect(timeText(shown('none', true), {}, { t: 40 }).trim()).toBe('');
});

test('the key cycles through the time formats and announces each', () => {
  const cockpit = shown('utc');
  const seen = new Set<unknown>();
  for (let turn = 0; turn < 4; turn++) {
    nextTimes(cockpit);
    const { logs, notice } = cockpit.view.getState();
    seen.add(logs.times);
    expect(notice?.text).toMatch(/^(?:The log|Times of the log)/);
  }
  expect(seen).toEqual(new Set(['none', 'local', 'utc', 'relative']));
  expect(cockpit.view.getState().logs.times).toBe('utc');
});

test.each([
  [0, '+0.000s'],
  [1.5, '+1.500s'],
  [-1.5, '-1.500s'],
  [9.9994, '+9.999s'],
  [10, '+10.0s'],
  [59.94, '+59.9s'],
  [60, '+1m00s'],
  [-7200, '-2h00m'],
])('the time between two lines of %d s is shown as %s', (seconds, told) => {
  expect(elapsedText(seconds)).toBe(told);
});

test('elapsed time counts from the last marked line above, or at that line itself', () => {
  const marks = new Map([
    ['a', 100],
    ['b', 200],
    ['c', 300],
  ]);
  expect(elapsedFrom(marks, 250, 240)).toBe(200);
  expect(elapsedFrom(marks, 200, 190)).toBe(200);
  expect(elapsedFrom(marks, 999, 190)).toBe(300);
});

test('above all marks elapsed time counts to the first mark, and without marks from the previous line', () => {
  expect(elapsedFrom(new Map([['a', 100]]), 50, 40)).toBe(100);
  expect(elapsedFrom(new Map(), 50, 40)).toBe(40);
  expect(elapsedFrom(new Map(), 50, undefined)).toBeUndefined();
});
