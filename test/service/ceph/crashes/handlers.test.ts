import { expect, test } from 'vitest';
import { crashHandlers } from '../../../../src/service/ceph/crashes/handlers.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { caller, refusal } from '../handlers/support.ts';
import { recorded, recordedCeph, refused } from '../recordedCeph.ts';

const ID = '2026-11-20T16:09:08.000000Z_11111111-2222-3333-4444-555555555555';

function cluster() {
  const { ceph, commands, answer } = recordedCeph(fakeClock(), { 'crash ls': recorded('crashLs') });
  return { commands, answer, call: caller(crashHandlers(ceph)) };
}

test('a report that is listed is archived, one that is not is refused', async () => {
  const { call, commands } = cluster();
  expect(await call('listCrashes', {})).toMatchObject([{ id: ID, entity: 'osd.3' }]);
  await call('archiveCrash', { params: { id: ID } });
  await expect(call('archiveCrash', { params: { id: 'x' } })).rejects.toMatchObject(refusal(404, 'x'));
  await call('archiveAllCrashes', {});
  expect(commands).toEqual([{ prefix: 'crash archive', id: ID }, { prefix: 'crash archive-all' }]);
});

test('a report that the manager does not find is not there, whatever error it names', async () => {
  const { call, answer } = cluster();
  answer('crash info', refused(-22, 'crash info: x not found'));
  await expect(call('getCrash', { params: { id: 'x' } })).rejects.toMatchObject(refusal(404, 'x'));
  answer('crash info', refused(-110, ''));
  await expect(call('getCrash', { params: { id: 'x' } })).rejects.toMatchObject(refusal(503));
});
