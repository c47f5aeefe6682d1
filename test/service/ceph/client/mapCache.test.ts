import { expect, test } from 'vitest';
import { MapCache, type MapEpochs } from '../../../../src/service/ceph/client/mapCache.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

function cache(first: MapEpochs = { osdmap: { epoch: 7 }, monmap: { epoch: 1 } }) {
  const clock = fakeClock();
  let status = first;
  let reads = 0;
  const maps = new MapCache(clock, () => Promise.resolve(status));
  return {
    clock,
    become: (next: MapEpochs) => (status = next),
    read: (by: 'osdmap' | 'maps') => maps.get(by, by, () => Promise.resolve(++reads)),
    maps,
  };
}

test('an answer is kept until its map changes', async () => {
  const { read, become } = cache();
  expect([await read('osdmap'), await read('osdmap')]).toEqual([1, 1]);
  become({ osdmap: { epoch: 8 } });
  expect([await read('osdmap'), await read('osdmap')]).toEqual([2, 2]);
});

test('a new monitor map affects only answers about all daemons', async () => {
  const { read, become } = cache();
  await read('osdmap');
  await read('maps');
  become({ osdmap: { epoch: 7 }, monmap: { epoch: 2 } });
  expect([await read('osdmap'), await read('maps')]).toEqual([1, 3]);
});

test('simultaneous callers share one read', async () => {
  const { read } = cache();
  expect(await Promise.all([read('maps'), read('maps')])).toEqual([1, 1]);
});

test('an answer that depends on the OSD map is read again after a minute, and then every 15 minutes', async () => {
  const { clock, read, become } = cache();
  await read('osdmap');
  await clock.advance(60_000);
  expect(await read('osdmap')).toBe(2);
  await clock.advance(899_000);
  expect(await read('osdmap')).toBe(2);
  await clock.advance(1_000);
  expect(await read('osdmap')).toBe(3);
  become({ osdmap: { epoch: 8 } });
  expect(await read('osdmap')).toBe(4);
  await clock.advance(60_000);
  expect(await read('osdmap')).toBe(5);
});

test('an answer about all daemons is read again after each minute', async () => {
  const { clock, read } = cache();
  await read('maps');
  await clock.advance(60_000);
  expect(await read('maps')).toBe(2);
  await clock.advance(60_000);
  expect(await read('maps')).toBe(3);
});

test('while the monitors do not answer again, the last answer is kept for all callers, unless they refuse', async () => {
  const { clock, maps, read } = cache();
  await read('osdmap');
  await clock.advance(60_000);
  const never = () => new Promise<number>(() => undefined);
  for (const _ of ['one', 'another']) {
    const asked = maps.get('osdmap', 'osdmap', never);
    await clock.advance(250);
    expect(await asked).toBe(1);
  }

  const other = cache();
  await other.read('osdmap');
  await other.clock.advance(60_000);
  const failing = (status: 503 | 403) =>
    other.maps.get('osdmap', 'osdmap', () => Promise.reject(new Refusal(status, 'no')));
  expect(await failing(503)).toBe(1);
  await expect(failing(403)).rejects.toMatchObject({ status: 403 });
  expect(await other.read('osdmap')).toBe(2);
});

test('a status without an epoch, and a failed read, are not cached', async () => {
  const silent = cache({});
  expect([await silent.read('osdmap'), await silent.read('osdmap')]).toEqual([1, 2]);
  const { maps, read } = cache();
  await expect(maps.get('osdmap', 'osdmap', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await read('osdmap')).toBe(1);
});
