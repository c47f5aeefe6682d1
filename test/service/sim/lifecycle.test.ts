import { expect, test } from 'vitest';
import {
  memoryPersistence,
  PersistenceError,
  type Persistence,
} from '../../../src/service/sim/persistence/persistence.ts';
import { storageBench } from './storage.ts';

test('a restarted cluster has the pools, tasks, flags, settings and recovery speed that operators left', async () => {
  const persistence = memoryPersistence();
  const { api, engine, finish } = storageBench({ persistence });
  await api.createPool({ body: { name: 'fresh', pgNum: 8, application: 'rbd', description: 'for tests' } });
  await api.setFlag({ params: { flag: 'noout' } });
  await api.setRecoverySpeed({ body: { speed: 7 } });
  await api.changeSetting({ body: { name: 'osd_max_backfills', value: { value: 4 } } });
  await api.createImage({ params: { pool: 'fresh' }, body: { name: 'one', size: 2 ** 30 } });
  await finish(
    api.deleteImage({ params: { pool: 'fresh', rbd: 'one' }, body: { thisWillDeleteData: 'one' } }),
  );
  const { fsid } = engine.cluster.model;
  await engine.close();

  const again = storageBench({ persistence });
  const { model } = again.engine.cluster;
  expect(model.fsid).toBe(fsid);
  expect((await again.api.listPools()).find(({ name }) => name === 'fresh')).toMatchObject({
    pgNum: 8,
    application: 'rbd',
    description: 'for tests',
  });
  expect([...model.flags]).toEqual(['noout']);
  expect(model.recovery.speed).toBe(7);
  expect(model.options.get('osd_max_backfills')).toBe(4);
  expect((await again.api.listImages({ params: { pool: 'fresh' } })).data).toEqual([]);
  expect((await again.api.listTasks()).data).toMatchObject([{ name: 'Delete image', state: 'FINISHED' }]);
});

test('a first start whose changes cannot be stored fails with the reason', () => {
  const persistence: Persistence = {
    ...memoryPersistence(),
    backgroundTransaction() {
      throw new PersistenceError({ status: 507, reason: 'there is no space left' });
    },
  };
  expect(() => storageBench({ persistence })).toThrow('there is no space left');
});
