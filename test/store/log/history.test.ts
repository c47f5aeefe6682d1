import { expect, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { createCache } from '../../../src/store/cache/cache.ts';
import { learnFromLog } from '../../../src/store/log/history.ts';
import type { LogTail } from '../../../src/store/log/tail.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { fakeApi } from '../fakeApi.ts';

/** Learns from a log whose lines are written by hand. */
function learning() {
  const clock = fakeClock();
  const api = fakeApi({});
  const learned: LogEvent[] = [];
  let write: (event: LogEvent) => void = () => undefined;
  let notify: () => void = () => undefined;
  const logs = {
    listen: (listener: typeof write) => ((write = listener), () => undefined),
    subscribe: (listener: typeof notify) => ((notify = listener), () => undefined),
  } as unknown as LogTail;
  learnFromLog({ api, logs, cache: createCache({ api, clock }), clock }, (events) => learned.push(...events));
  const now = clock.now() / 1000;
  return {
    /** The texts of the lines that are learned, of lines at these times in seconds from now. */
    of(...lines: readonly (readonly [second: number, text: string])[]) {
      for (const [second, text] of lines) write({ t: now + second, m: text });
      notify();
      return learned.splice(0).map(({ m }) => m);
    },
  };
}

test('a line about a failure is learned although a later line of another daemon arrived before it', () => {
  const lines = learning();
  expect(lines.of([-1, 'osd.4 boot'], [-3, 'osd.3 failed'])).toEqual(['osd.4 boot', 'osd.3 failed']);
  expect(lines.of([3600, 'anything of a server whose clock is ahead'], [0, 'osd.5 failed'])).toEqual([
    'osd.5 failed',
  ]);
  expect(lines.of([3600, 'osd.7 failed'], [0, 'osd.6 failed'])).toEqual(['osd.7 failed', 'osd.6 failed']);
});

test('lines from before the newest relevant one, as another choice of services brings them, are not learned', () => {
  const lines = learning();
  expect(lines.of([0, 'osd.3 boot'], [-61, 'osd.3 failed'])).toEqual(['osd.3 boot']);
  expect(lines.of([-60, 'osd.4 failed'])).toEqual(['osd.4 failed']);
  expect(lines.of([0, 'something else'])).toEqual([]);
});
