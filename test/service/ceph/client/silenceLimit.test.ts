import { expect, test } from 'vitest';
import { sleep } from '../../../../src/lib/clock.ts';
import { NotSent, Unanswered } from '../../../../src/service/ceph/client/refusal.ts';
import { createSilenceLimit } from '../../../../src/service/ceph/client/silenceLimit.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';

/** A limit whose small questions are answered by `ask`, and counted, after a first answer of the cluster. */
async function limited(ask: () => Promise<unknown>) {
  const clock = fakeClock();
  let asked = 0;
  const limit = createSilenceLimit(
    clock,
    () => {
      asked++;
      return ask();
    },
    () => 'nobody answers',
  );
  await limit(Promise.resolve());
  const never = () => limit(new Promise<never>(() => undefined));
  return { clock, limit, never, asked: () => asked };
}

const silent = () => new Promise<never>(() => undefined);
const gone = refusal(503, /^nobody answers$/);

test('a read that is answered soon asks nothing else', async () => {
  const { limit, asked } = await limited(silent);
  expect(await limit(Promise.resolve(7))).toBe(7);
  await expect(limit(Promise.reject(new NotSent('no link')))).rejects.toMatchObject({ message: 'no link' });
  expect(asked()).toBe(0);
});

test('a read of monitors that answer nothing is refused after three and a half seconds, and the next ones after half a second', async () => {
  const { clock, never, asked } = await limited(silent);
  const first = expect(never()).rejects.toMatchObject(gone);
  await clock.advance(3500);
  await first;
  const next = expect(never()).rejects.toMatchObject(gone);
  await clock.advance(500);
  await next;
  expect(asked()).toBe(1);
});

test('a read that takes long is waited for while the monitors answer something small', async () => {
  const { clock, limit } = await limited(async () => 'small');
  const long = limit(sleep(clock, 30_000).then(() => 'long'));
  await clock.advance(30_000);
  expect(await long).toBe('long');
});

test('monitors whose time to answer is over stay silent, until they answer', async () => {
  let isAway = true;
  const { clock, never, limit } = await limited(async () => {
    await sleep(clock, isAway ? 8000 : 1);
    if (isAway) throw new Unanswered('osd stat');
  });
  const first = expect(never()).rejects.toMatchObject(gone);
  await clock.advance(9000);
  await first;
  const next = expect(never()).rejects.toMatchObject(gone);
  await clock.advance(9000);
  await next;
  isAway = false;
  const long = limit(sleep(clock, 5000).then(() => 'long'));
  await clock.advance(5000);
  expect(await long).toBe('long');
});

test('a helper that cannot ask does not make the monitors silent', async () => {
  const { clock, limit } = await limited(() => Promise.reject(new NotSent('no link')));
  const long = limit(sleep(clock, 9000).then(() => Promise.reject(new NotSent('no link'))));
  const told = expect(long).rejects.toMatchObject({ message: 'no link' });
  await clock.advance(9000);
  await told;
});

test('a connection that was never made is waited for, because its failure has the reason', async () => {
  const clock = fakeClock();
  const limit = createSilenceLimit(clock, silent, () => 'nobody answers');
  const first = limit(sleep(clock, 10_000).then(() => Promise.reject(new NotSent('no such host'))));
  const told = expect(first).rejects.toMatchObject({ message: 'no such host' });
  await clock.advance(10_000);
  await told;
});
