import { expect, test } from 'vitest';
import { sleep } from '../../../../../src/lib/clock.ts';
import { createAdmin } from '../../../../../src/service/ceph/s3/gateway/admin.ts';
import type { Gateway, GatewayRequest } from '../../../../../src/service/ceph/s3/gateway/gateway.ts';
import { Refusal } from '../../../../../src/service/engine.ts';
import { fakeClock } from '../../../../support/fakeClock.ts';

/** A gateway that takes some time for each answer, with the users `b` and `a` and one that was deleted meanwhile. */
function admin(shareMs: number, lasts = 0) {
  const clock = fakeClock();
  const asked: string[] = [];
  const text = ({ subject, query = {} }: GatewayRequest) => {
    if (!('admin' in subject)) return '';
    if (subject.admin === 'metadata/user') return '["b","gone","a"]';
    if (subject.uid === 'gone') throw new Refusal(404, 'gone');
    if (subject.admin === 'bucket') return JSON.stringify([{ bucket: 'x', ...query }]);
    return JSON.stringify({ user_id: subject.uid });
  };
  const gateway = {
    readText: async (request: GatewayRequest) => {
      const { method, subject, query, timeoutMs } = request;
      asked.push(`${method} ${JSON.stringify(subject)} ${JSON.stringify(query)} ${timeoutMs}`);
      if (lasts > 0) await sleep(clock, lasts);
      return text(request);
    },
  } as unknown as Gateway;
  const all = createAdmin(gateway, clock, shareMs);
  const after = async <T>(ms: number, read: Promise<T>): Promise<T> => {
    await clock.advance(ms);
    return read;
  };
  return { clock, asked, all, after };
}

test('users and buckets are read apart, and users that were deleted meanwhile are left out', async () => {
  const { all, asked } = admin(1000);
  const [users, buckets] = await Promise.all([all.users(), all.buckets()]);
  expect([users, buckets]).toEqual([[{ user_id: 'a' }, { user_id: 'b' }], [{ bucket: 'x', stats: 'true' }]]);
  expect(asked).toContain('GET {"admin":"bucket"} {"stats":"true"} 600000');
  expect(asked).toHaveLength(5);
});

test('a list is shared for five times as long as it took to read, and read anew after a change', async () => {
  const { all, asked, after, clock } = admin(100, 1000);
  await after(1000, all.buckets());
  await clock.advance(4999);
  await all.buckets();
  expect(asked).toHaveLength(1);
  await clock.advance(1);
  await after(1000, all.buckets());
  expect(asked).toHaveLength(2);
  all.clearCache();
  await after(1000, all.buckets());
  expect(asked).toHaveLength(3);
});

test('a list that is fast to read is shared for as long as its clients share it', async () => {
  const { all, asked, after } = admin(100);
  await all.buckets();
  await after(99, all.buckets());
  expect(asked).toHaveLength(1);
  await after(2, Promise.resolve());
  await all.buckets();
  expect(asked).toHaveLength(2);
  await all.change('PUT', { admin: 'user', uid: 'a' }).catch(() => undefined);
  await all.buckets();
  expect(asked).toHaveLength(4);
});

test('a gateway that answers with something else than JSON is refused, and a bucket without a name is unknown', async () => {
  const { all } = admin(100);
  const wrong = createAdmin({ readText: async () => '<html>' } as unknown as Gateway, fakeClock(), 100);
  await expect(wrong.user('a')).rejects.toMatchObject({ status: 503 });
  await expect(all.bucket('/x')).rejects.toMatchObject({ status: 404 });
});
