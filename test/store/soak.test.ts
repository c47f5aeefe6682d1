import { expect, test } from 'vitest';
import { AcceleratedConsole } from '../../bench/soakDay.ts';

/** The maximum number of pending timers and running reads: a read either waits with a timer or is running. */
const FEW = 4;

test('an hour of polling, failures and log lines leave no growth, and nothing running at the end', async () => {
  const console = new AcceleratedConsole();
  await console.run(40);
  const first = console.sample();
  await console.run(40);
  const last = console.sample();
  expect(last.requests - first.requests).toBeGreaterThan(3_000);
  expect(last.failed - first.failed).toBeGreaterThan(30);
  expect(last.logReceived).toBeGreaterThan(last.logLines);
  for (const bounded of [
    'logLines',
    'recordedRequests',
    'listeners',
    'overlays',
    'keptScreens',
    'keptResources',
  ] as const)
    expect(last[bounded], bounded).toBe(first[bounded]);
  expect(last.requestsUnderWay).toBeLessThanOrEqual(FEW);
  expect(Math.abs(last.timers - first.timers)).toBeLessThanOrEqual(FEW);
  expect(await console.end()).toBe(0);
}, 300_000);
