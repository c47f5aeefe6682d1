import { expect, test } from 'vitest';
import { NotSent, Unanswered } from '../../../../src/service/ceph/client/refusal.ts';
import { silenceTimer } from '../../../../src/service/ceph/cluster/silence.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';

const refuse = (status: 403 | 503) => () => Promise.reject(new Refusal(status, 'no quorum'));

test('monitors that are silent are refused with the time since which they are, until they answer', async () => {
  const clock = fakeClock(Date.UTC(2026, 0, 2, 3, 4, 5));
  const silence = silenceTimer(clock, () => 'nobody answers');
  const since = (time: string, seconds: number) =>
    refusal(503, new RegExp(`^no answer since ${time} UTC \\(${seconds} s\\): no quorum$`));
  await expect(silence.read(3000, refuse(503))).rejects.toMatchObject(since('03:04:05', 0));
  await clock.advance(90_000);
  await expect(silence.read(3000, refuse(503))).rejects.toMatchObject(since('03:04:05', 90));
  const late = silence.read(3000, () => new Promise<never>(() => undefined));
  const told = expect(late).rejects.toMatchObject(refusal(503, 'since 03:04:05 UTC (93 s): nobody answers'));
  await clock.advance(3000);
  await told;
  const limit = silence.read(3000, () => Promise.reject(new Unanswered('osd stat')));
  await expect(limit).rejects.toMatchObject(refusal(503, 'since 03:04:05 UTC (93 s): nobody answers'));
  const unsent = silence.read(3000, () => Promise.reject(new NotSent('no link', 'no link (not sent)')));
  await expect(unsent).rejects.toMatchObject(refusal(503, /: no link$/));
  expect(await silence.read(3000, async () => 7)).toBe(7);
  await clock.advance(1000);
  await expect(silence.read(3000, refuse(503))).rejects.toMatchObject(since('03:05:39', 0));
});

test('a refusal for another reason and an error are passed on, and do not count as silence', async () => {
  const clock = fakeClock();
  const silence = silenceTimer(clock, () => 'nobody answers');
  await expect(silence.read(3000, refuse(403))).rejects.toMatchObject({ status: 403, message: 'no quorum' });
  await expect(silence.read(3000, () => Promise.reject(new Error('bug')))).rejects.toThrow(/^bug$/);
  await clock.advance(5000);
  await expect(silence.read(3000, refuse(503))).rejects.toMatchObject(refusal(503, '(0 s)'));
});
