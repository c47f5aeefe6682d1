import { expect, test } from 'vitest';
import { SHARE_MS } from '../../../src/service/ceph/ceph.ts';
import { TABLE } from '../../../src/store/cache/table.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { recordedCeph, refused } from './recordedCeph.ts';

test('a console that reads the status alone gets a new one each time', () => {
  expect(SHARE_MS).toBeLessThan(TABLE.getClusterStatus?.everyMs ?? 0);
});

test('identical reads within a second are one command to the cluster, and different ones are not', async () => {
  const clock = fakeClock();
  const { ceph, asked } = recordedCeph(clock, { status: { json: { fsid: 'f' } }, 'osd dump': { json: {} } });
  await Promise.all(Array.from({ length: 50 }, () => ceph.read({ prefix: 'status' })));
  expect(await ceph.read({ prefix: 'status' })).toEqual({ fsid: 'f' });
  expect(asked).toHaveLength(1);
  await ceph.read({ prefix: 'osd dump' }, { only: ['flags'] });
  await ceph.read({ prefix: 'osd dump' }, { only: ['epoch'] });
  await clock.advance(1000);
  await ceph.read({ prefix: 'status' });
  expect(asked).toHaveLength(4);
});

test('after a write everything is read again, even if the write was refused', async () => {
  const { ceph, asked } = recordedCeph(fakeClock(), { status: { json: {} }, 'osd set': refused(-22, 'no') });
  await ceph.read({ prefix: 'status' });
  await ceph.write({ prefix: 'osd unset', key: 'noout' });
  await ceph.read({ prefix: 'status' });
  await expect(ceph.write({ prefix: 'osd set', key: 'x' })).rejects.toMatchObject({ status: 400 });
  await ceph.read({ prefix: 'status' });
  expect(asked.filter((each) => 'command' in each && each.command['prefix'] === 'status')).toHaveLength(3);
});

test('after a key of the store is set, only commands that depend on it are read again', async () => {
  const { ceph, asked } = recordedCeph(fakeClock(), {
    status: { json: {} },
    'config-key dump': { json: {} },
    'config-key get': { json: {} },
  });
  const read = async () => {
    await ceph.read({ prefix: 'status' });
    await ceph.read({ prefix: 'config-key dump', key: 'ours/' });
    await ceph.read({ prefix: 'config-key dump', key: 'others/' });
    await ceph.readText({ prefix: 'config-key get', key: 'ours/lease' });
    await ceph.readText({ prefix: 'config-key get', key: 'ours/tasks' });
    return asked.splice(0).map((each) => ('command' in each ? each.command['key'] : undefined));
  };
  await read();
  await ceph.writeInput({ prefix: 'config-key set', key: 'ours/lease' }, 'held');
  asked.length = 0;
  expect(await read()).toEqual(['ours/', 'ours/lease']);
  await ceph.write({ prefix: 'config-key rm', key: 'others/x' });
  asked.length = 0;
  expect(await read()).toEqual(['others/']);
});

test('after a refused write of several, the later ones are not sent and the earlier ones are named', async () => {
  const { ceph, asked } = recordedCeph(fakeClock(), { 'osd pool rename': refused(-17, 'exists') });
  const writing = ceph.write(
    { prefix: 'osd pool set', pool: 'p', var: 'size', val: '2' },
    { prefix: 'osd pool rename' },
    { prefix: 'osd pool application enable' },
  );
  await expect(writing).rejects.toMatchObject({
    status: 409,
    message: 'Ceph: exists (EEXIST from `osd pool rename`). Already done: osd pool set size',
  });
  expect(asked).toHaveLength(2);
});

test('placement groups are counted less often the longer that takes', async () => {
  const clock = fakeClock();
  const { ceph, asked } = recordedCeph(clock, {
    'pg states': async () => {
      await clock.advance(2000);
      return { rc: 0, outs: '', data: { all: {}, inactive: {} } };
    },
  });
  await ceph.pgStates();
  await clock.advance(1500);
  await ceph.pgStates();
  await clock.advance(9000);
  await ceph.pgStates();
  expect(asked).toHaveLength(2);
});
