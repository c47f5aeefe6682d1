import { expect, test } from 'vitest';
import { NO_PAGE } from '../../../src/app/frame/previewRoom.ts';
import { drawThrottled } from '../../../src/app/frame/streamThrottle.ts';
import { logsPane } from '../../../src/screens/log/pane.ts';
import type { Cockpit } from '../../../src/store/cockpit.ts';
import { Memory } from '../../../src/store/session/memory.ts';

const rect = { width: 80, height: 5 };

/** A throttled log for given times and line counts. Each drawing returns the number of the next line. */
function log() {
  const logs = { follow: true };
  const state = {
    now: 0,
    zoomed: false,
    paused: false,
    logs,
    lists: {},
    utc: true,
    overlays: [] as unknown[],
  };
  let received = 0;
  const cockpit = {
    memory: new Memory(),
    view: { getState: () => state },
    logs: { snapshot: () => ({ received, mode: 'streaming' }) },
  } as unknown as Cockpit;
  let drawings = 0;
  return {
    state,
    after(ms: number, lines: number): string {
      state.now += ms;
      received += lines;
      return drawThrottled(cockpit, logsPane, rect, false, () => ({
        lines: [],
        detail: String(++drawings),
        listRows: undefined,
        preview: NO_PAGE,
      })).detail;
    },
  };
}

test('a log that does not fill its pane is drawn with each new line', () => {
  const { after } = log();
  expect([after(0, 0), after(1000, 1), after(1000, 4)]).toEqual(['1', '2', '3']);
});

test('a fast log is drawn with every third tick of the clock, and when it stops', () => {
  const { after } = log();
  expect([after(0, 0), after(1000, 50), after(999, 50), after(1000, 50), after(1000, 0)]).toEqual([
    '1',
    '1',
    '1',
    '2',
    '3',
  ]);
});

test('a fast log is drawn at once after a key, and whenever it fills the screen', () => {
  const { after, state } = log();
  after(0, 0);
  state.logs = { follow: false };
  expect(after(100, 50)).toBe('2');
  state.zoomed = true;
  expect([after(100, 50), after(100, 50)]).toEqual(['3', '4']);
});

test('a fast log is drawn at once after the date was set back', () => {
  const { after } = log();
  after(0, 0);
  expect(after(-3_600_000, 50)).toBe('2');
});
