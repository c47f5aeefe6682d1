import { expect, test } from 'vitest';
import { createLogTail } from '../../../src/store/log/tail.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { FakeLog } from './fakeLog.ts';

/** A followed log with these lines, by their times in seconds. */
async function followed(...times: readonly number[]) {
  const clock = fakeClock();
  const log = new FakeLog();
  for (const t of times) log.write({ t, m: `at ${t}`, h: 1 });
  const tail = createLogTail({ api: log.api, clock, capacity: 50_000 });
  tail.start({ servers: [1, 2] });
  await clock.advance(2000);
  log.asked.length = 0;
  const held = () => {
    const { lines } = tail.snapshot();
    return Array.from({ length: lines.end - lines.first }, (_, index) => lines.at(lines.first + index)?.m);
  };
  return { clock, log, tail, held };
}

test('older lines of the log are requested from whole seconds up to the oldest one, and inserted before it', async () => {
  const { clock, log, tail, held } = await followed(1000.5, 1002);
  log.lines.unshift({ c: 'b', t: 600, m: 'elsewhere', h: 3 }, { c: 'a', t: 700, m: 'older', h: 2 });
  await tail.reachBack(500.7);
  await clock.advance(2000);
  expect(log.asked).toMatchObject([{ operation: 'read', query: { after: 500, before: 1001 } }]);
  expect(held()).toEqual(['older', 'at 1000.5', 'at 1002']);
  tail.stop();
});

test('no older lines are requested if the log already reaches back so far, or is not followed', async () => {
  const { log, tail } = await followed(1000, 1002);
  await tail.reachBack(1000);
  tail.stop();
  await tail.reachBack(500);
  expect(log.asked).toEqual([]);
});

test('an empty log is requested up to now', async () => {
  const { clock, log, tail } = await followed();
  await tail.reachBack(500);
  expect(log.asked[0]?.query).toMatchObject({ after: 500, before: Math.ceil(clock.now() / 1000) });
  tail.stop();
});

test('a redraw of the log is announced though no line came', async () => {
  const { clock, tail } = await followed(1000);
  const { version, lines } = tail.snapshot();
  let told = 0;
  tail.subscribe(() => told++);
  tail.requestRedraw();
  await clock.advance(1);
  expect(told).toBe(1);
  expect(tail.snapshot()).toMatchObject({ version: version + 1 });
  expect(tail.snapshot().lines).toBe(lines);
  tail.stop();
});
