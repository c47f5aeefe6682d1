import { expect, test } from 'vitest';
import { refusal, storageBench } from '../storage.ts';

test.each(['a/b', 'a@b'])('a snapshot is neither taken nor renamed as %j', async (name) => {
  const { api } = storageBench({ scale: 60 });
  const params = { pool: 'volumes', rbd: 'fresh', snap: 'zero' };
  const body = { name: 'fresh', size: 2 ** 30, snaps: [{ name: 'zero' }] };
  await api.createImage({ params: { pool: 'volumes' }, body });
  expect((await refusal(api.createSnapshot({ params: { ...params, snap: name } }))).status).toBe(400);
  expect((await refusal(api.updateSnapshot({ params, body: { name } }))).status).toBe(400);
  expect((await api.getImage({ params: { pool: 'volumes', rbd: 'fresh' } })).snaps).toEqual([
    { id: 1, name: 'zero' },
  ]);
});
