import { expect, test } from 'vitest';
import { sleep } from '../../../../src/lib/clock.ts';
import { withAge } from '../../../../src/service/answerAge.ts';
import { Reader } from '../../../../src/service/ceph/client/reader.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

/** Reads that are counted, each of which takes so many milliseconds. */
function reader() {
  const clock = fakeClock();
  const reading = new Reader(clock, 1000);
  let takes = 0;
  let count = 0;
  const ask = async () => {
    await sleep(clock, takes);
    return ++count;
  };
  return { clock, reading, ask, take: (ms: number) => (takes = ms) };
}

test('a shared answer is as old as its request', async () => {
  const { clock, reading, ask } = reader();
  const first = clock.elapsed();
  const asking = reading.get('a', ask);
  await clock.advance(0);
  await asking;
  await clock.advance(900);
  const again = reading.get('a', ask);
  await clock.advance(0);
  expect(await again).toEqual({ value: 1, at: first });
});

test('a slow answer is replaced by the last one with its age, if that is not too old', async () => {
  const { clock, reading, ask, take } = reader();
  const first = reading.getSoon('a', ask);
  await clock.advance(0);
  expect(await first).toBe(1);
  await clock.advance(5000);
  take(12_000);
  const held = withAge(() => reading.getSoon('a', ask));
  await clock.advance(250);
  expect(await held).toEqual({ value: 1, ageMs: 5250 });
  await clock.advance(12_000);
  expect(await reading.getSoon('a', ask)).toBe(2);
});

test('the last answer replaces one that never arrives for two minutes, with its age, but not a refusal', async () => {
  const { clock, reading, ask } = reader();
  const read = async (refused?: Refusal) => {
    const answer = reading.getSoon('a', refused ? () => Promise.reject(refused) : ask);
    const [value] = await Promise.all([answer, clock.advance(0)]);
    return value;
  };
  await read();
  await clock.advance(5000);
  expect(await read(new Refusal(503, 'no answer in time'))).toBe(1);
  await expect(read(new Refusal(403, 'not allowed'))).rejects.toMatchObject({ status: 403 });
  await clock.advance(114_999);
  const silent = new Refusal(503, 'no answer in time');
  expect(await withAge(() => read(silent))).toEqual({ value: 1, ageMs: 119_999 });
  await clock.advance(1);
  await expect(read(silent)).rejects.toMatchObject({ status: 503 });
});

test('an answer is waited for if the last one is old or from before a change, or if its age matters', async () => {
  const old = reader();
  const changed = reader();
  const dated = reader();
  for (const { clock, reading, ask, take } of [old, changed, dated]) {
    const first = reading.getSoon('a', ask);
    await clock.advance(0);
    await first;
    await clock.advance(2000);
    take(1000);
  }
  await old.clock.advance(20_000);
  changed.reading.forget();
  for (const { clock, reading, ask } of [old, changed]) {
    const late = reading.getSoon('a', ask);
    await clock.advance(1000);
    expect(await late).toBe(2);
  }
  const late = dated.reading.get('a', dated.ask);
  await dated.clock.advance(1000);
  expect((await late).value).toBe(2);
});

test('an answer requested before a change never replaces one after it', async () => {
  const { clock, reading, ask, take } = reader();
  take(1000);
  const before = reading.getSoon('a', ask);
  await clock.advance(500);
  reading.forget();
  await clock.advance(500);
  expect(await before).toBe(1);
  const after = reading.getSoon('a', ask);
  await clock.advance(1000);
  expect(await after).toBe(2);
});

test('the last answers of several reads are kept beside each other until a change invalidates them', async () => {
  const { clock, reading, ask, take } = reader();
  const soon = async (key: string, ms: number) => {
    const [value] = await Promise.all([reading.getSoon(key, ask), clock.advance(ms)]);
    return value;
  };
  expect([await soon('a', 0), await soon('b', 0)]).toEqual([1, 2]);
  await clock.advance(2000);
  take(1000);
  const pending = reading.get('b', ask);
  reading.forget((key) => key === 'a');
  expect([await soon('b', 250), await soon('a', 1000)]).toEqual([2, 4]);
  expect((await pending).value).toBe(3);
  await clock.advance(2000);
  expect([await soon('b', 250), await soon('a', 250)]).toEqual([3, 4]);
});
