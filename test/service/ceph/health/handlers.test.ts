import { expect, test } from 'vitest';
import { healthHandlers } from '../../../../src/service/ceph/health/handlers.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { caller } from '../handlers/support.ts';
import { recorded, recordedCeph } from '../recordedCeph.ts';

function cluster() {
  const { ceph, commands } = recordedCeph(fakeClock(), { health: recorded('healthMuted') });
  return { commands, call: caller(healthHandlers(ceph)) };
}

test('a raised check is muted for the requested time, and unmuted', async () => {
  const { call, commands } = cluster();
  await call('muteHealthCheck', { body: { code: 'RECENT_CRASH', seconds: 7200 } });
  await call('muteHealthCheck', { body: { code: 'RECENT_CRASH', sticky: true } });
  await call('unmuteHealthCheck', { query: { code: 'RECENT_CRASH' } });
  expect(commands).toEqual([
    { prefix: 'health mute', code: 'RECENT_CRASH', ttl: '7200s' },
    { prefix: 'health mute', code: 'RECENT_CRASH', sticky: true },
    { prefix: 'health unmute', code: 'RECENT_CRASH' },
  ]);
});

test('a check that is not raised is muted only by a sticky mute', async () => {
  const { call, commands } = cluster();
  await expect(call('muteHealthCheck', { body: { code: 'OSD_DOWN' } })).rejects.toMatchObject(
    refusal(409, 'not raised'),
  );
  await call('muteHealthCheck', { body: { code: 'OSD_DOWN', sticky: true } });
  expect(commands).toEqual([{ prefix: 'health mute', code: 'OSD_DOWN', sticky: true }]);
});

test("the service's own check about silent managers is not offered for muting by the cluster", async () => {
  const { call, commands } = cluster();
  const muting = call('muteHealthCheck', { body: { code: 'MGR_SILENT', sticky: true } });
  await expect(muting).rejects.toMatchObject(refusal(409, 'raised by this service'));
  expect(commands).toEqual([]);
});
