import { expect, test } from 'vitest';
import { refusal, storageBench } from '../storage.ts';

test('a pool in which the filesystem stores files cannot be renamed, and an empty one can', async () => {
  const { api } = storageBench({ scale: 60 });
  const used = (await api.listPools()).find(({ application }) => application === 'storefs');
  const rename = (name: string) => api.updatePool({ params: { name }, body: { name: 'other' } });
  const { status, message } = await refusal(rename(used?.name ?? ''));
  expect(status).toBe(409);
  expect(message).toContain('is in use by the filesystem and cannot be renamed');
  await api.createPool({ body: { name: 'empty', application: 'storefs' } });
  await rename('empty');
  expect((await api.listPools()).map(({ name }) => name)).toContain('other');
});

test.each([
  [true, 'erasure-coded'],
  [false, 'replicated'],
])('a pool needs a CRUSH rule of its kind, erasure-coded or not: %s', async (erasureCoding, kind) => {
  const { api, engine } = storageBench({ scale: 60 });
  const { rules } = engine.cluster.model;
  rules.splice(0, rules.length, ...rules.filter(({ erasure }) => erasure !== erasureCoding));
  const chunks = erasureCoding ? { dataChunks: 2, parityChunks: 1 } : {};
  const creation = api.createPool({ body: { name: 'fresh', pgNum: 8, erasureCoding, ...chunks } });
  const { status, message } = await refusal(creation);
  expect(status).toBe(400);
  expect(message).toContain(`there is no CRUSH rule for ${kind} pools`);
});
