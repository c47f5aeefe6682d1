import { expect, test } from 'vitest';
import { refusal, storageBench } from './storage.ts';

test('the chunks of an erasure-coded pool are fixed, and an update may repeat them', async () => {
  const { api } = storageBench({ scale: 60 });
  await api.createPool({ body: { name: 'cold', erasureCoding: true, dataChunks: 4, parityChunks: 2 } });
  const params = { name: 'cold' };
  const same = { erasureCoding: true, dataChunks: 4, parityChunks: 2 };
  await api.updatePool({ params, body: { ...same, description: 'kept' } });
  expect((await api.listPools()).find(({ name }) => name === 'cold')).toMatchObject({
    ...same,
    description: 'kept',
  });
  for (const other of [{ dataChunks: 3 }, { parityChunks: 3 }, { erasureCoding: false }])
    expect((await refusal(api.updatePool({ params, body: other }))).status).toBe(400);
});
