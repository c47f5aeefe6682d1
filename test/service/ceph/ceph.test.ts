import { expect, test } from 'vitest';
import { fakeClock } from '../../support/fakeClock.ts';
import { recordedCeph, refused } from './recordedCeph.ts';

test('identical reads within a second are one command to the cluster; other ones are not', async () => {
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

test('after a write everything is read anew, even if it was refused', async () => {
  const { ceph, asked } = recordedCeph(fakeClock(), { status: { json: {} }, 'osd set': refused(-22, 'no') });
  await ceph.read({ prefix: 'status' });
  await ceph.write({ prefix: 'osd unset', key: 'noout' });
  await ceph.read({ prefix: 'status' });
  await expect(ceph.write({ prefix: 'osd set', key: 'x' })).rejects.toMatchObject({ status: 400 });
  await ceph.read({ prefix: 'status' });
  expect(asked.filter((each) => 'command' in each && each.command['prefix'] === 'status')).toHaveLength(3);
});

test('a record that this service writes makes nothing be read anew but the records of its folder', async () => {
  const key = (name: string) => `storedeck/${name}`;
  const { ceph, asked } = recordedCeph(fakeClock(), {
    status: { json: {} },
    'config-key dump': { json: {} },
  });
  const reads = [
    { prefix: 'status' },
    { prefix: 'config-key dump', key: key('pool-description/') },
    { prefix: 'config-key dump', key: key('task/') },
  ];
  const again = async () => {
    asked.length = 0;
    for (const command of reads) await ceph.read(command);
    return asked.map((one) => 'command' in one && one.command['key']);
  };
  expect(await again()).toHaveLength(3);
  await ceph.writeInput({ prefix: 'config-key set', key: key('lease') }, '{}');
  expect(await again()).toEqual([]);
  await ceph.write({ prefix: 'config-key rm', key: key('task/7') });
  expect(await again()).toEqual([key('task/')]);
});

test('of several writes, those after a refused one are not sent, and those before it are named', async () => {
  const { ceph, asked } = recordedCeph(fakeClock(), { 'osd pool rename': refused(-17, 'exists') });
  const writing = ceph.write(
    { prefix: 'osd pool set', pool: 'p', var: 'size', val: '2' },
    { prefix: 'osd pool rename' },
    { prefix: 'osd pool application enable' },
  );
  await expect(writing).rejects.toMatchObject({
    status: 409,
    message: 'Ceph: exists (EEXIST from `osd pool rename`). Done before that: osd pool set size',
  });
  expect(asked).toHaveLength(2);
});

test('placement groups are counted the less often the longer that takes', async () => {
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
