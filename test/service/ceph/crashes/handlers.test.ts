import { expect, test } from 'vitest';
import { crashHandlers } from '../../../../src/service/ceph/crashes/handlers.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { caller } from '../handlers/support.ts';
import { recorded, recordedCeph } from '../recordedCeph.ts';

const ID = '2026-11-24T23:40:05.678901Z_3f2b8f0e-6c1f-4c39-9d59-0a4bb6e0a001';

function cluster() {
  const { ceph, commands } = recordedCeph(fakeClock(), {
    'crash ls': recorded('crashLs'),
    'crash info': recorded('crashInfo'),
  });
  return { commands, call: caller(crashHandlers(ceph)) };
}

test('a crash report that is listed is read and archived', async () => {
  const { call, commands } = cluster();
  expect(await call('listCrashes', {})).toMatchObject([{ id: ID, entity: 'osd.2' }]);
  expect(await call('getCrash', { params: { id: ID } })).toMatchObject({ id: ID, kernel: '6.1.0' });
  await call('archiveCrash', { params: { id: ID } });
  await call('archiveAllCrashes', {});
  expect(commands).toEqual([{ prefix: 'crash archive', id: ID }, { prefix: 'crash archive-all' }]);
});

test('a crash report that is not listed is refused, although the manager would ignore it', async () => {
  const { call, commands } = cluster();
  for (const id of ['getCrash', 'archiveCrash'] as const)
    await expect(call(id, { params: { id: 'x' } })).rejects.toMatchObject(refusal(404, 'x'));
  expect(commands).toEqual([]);
});

test('crashes are listed by their time, the latest first', async () => {
  const crash = (id: string, timestamp?: string) => ({
    crash_id: id,
    entity_name: 'osd.1',
    ...(timestamp && { timestamp }),
  });
  const { ceph } = recordedCeph(fakeClock(), {
    'crash ls': {
      json: [
        crash('unknown'),
        crash('first', '2026-11-01T00:00:00.000000Z'),
        crash('last', '2026-11-03T00:00:00.000000Z'),
        crash('second', '2026-11-02T00:00:00.000000Z'),
      ],
    },
  });
  const listed = await caller(crashHandlers(ceph))('listCrashes', {});
  expect(listed.map(({ id }) => id)).toEqual(['last', 'second', 'first', 'unknown']);
});
