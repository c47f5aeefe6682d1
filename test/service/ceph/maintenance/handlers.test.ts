import { expect, test } from 'vitest';
import {
  maintenanceHandlers,
  serverMaintenanceHandlers,
} from '../../../../src/service/ceph/maintenance/handlers.ts';
import { recoverySpeedCommands } from '../../../../src/service/ceph/maintenance/recoverySpeed.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { caller } from '../handlers/support.ts';
import { recordedCeph, refused, type Answer } from '../recordedCeph.ts';

const NO_OSD: Answer = {
  json: { nodes: [{ id: 0, name: 'osd.0', type: 'osd', status: 'down' }], stray: [] },
};

function cluster(answers: Readonly<Record<string, Answer>> = {}) {
  const clock = fakeClock();
  const recorded = recordedCeph(clock, { 'osd tree': NO_OSD, 'config dump': { json: [] }, ...answers });
  const { ceph } = recorded;
  const call = caller(maintenanceHandlers(ceph, createInventory(ceph, clock), clock));
  return { ...recorded, clock, call };
}

test.each([
  ['with', 'has the option', { 'config help': { json: {} } }, true],
  ['without', 'lacks it', { 'config help': refused(-2, 'unknown option') }, false],
])('a recovery speed is set %s the override of the scheduler where Ceph %s', async (_w, _h, answers, has) => {
  const { call, commands } = cluster(answers);
  await call('setRecoverySpeed', { body: { speed: 3 } });
  expect(commands).toEqual(recoverySpeedCommands(3, has));
});

test('a speed is not set if it cannot be known which options Ceph has', async () => {
  const { call, commands } = cluster({ 'config help': refused(-13, 'access denied') });
  await expect(call('setRecoverySpeed', { body: { speed: 3 } })).rejects.toMatchObject(refusal(403));
  expect(commands).toEqual([]);
});

test('without an OSD that runs no speed is known unless one is set, and a reset is not awaited', async () => {
  const { call, commands } = cluster({ 'config help': { json: {} } });
  await expect(call('getRecoverySpeed', {})).rejects.toMatchObject(
    refusal(503, 'no recovery speed is set, and no OSD is running'),
  );
  await call('setRecoverySpeed', { body: { speed: 0 } });
  expect(commands).toEqual(recoverySpeedCommands(0, true));
  const entry = { section: 'osd', name: 'osd_max_backfills', value: '8', mask: '' };
  expect((await cluster({ 'config dump': { json: [entry] } }).call('getRecoverySpeed', {})).speed).toBe(10);
});

test('all servers are rebooted by who asks for it, and there is nothing to migrate', async () => {
  const start = async (by: string) => ({ id: 1, startedBy: by });
  const handlers = serverMaintenanceHandlers({ start } as never);
  expect(await caller(handlers)('rebootAllServers', {})).toEqual({ id: 1, startedBy: 'test' });
  const { call } = cluster();
  expect(await call('listMigrations', {})).toEqual({ mimic: false });
  await expect(call('migrateToMimic', {})).rejects.toMatchObject({ status: expect.any(Number) as number });
});
