import { expect, test } from 'vitest';
import { crushHandlers } from '../../../../src/service/ceph/crush/handlers.ts';
import { diskHandlers } from '../../../../src/service/ceph/disks/handlers.ts';
import { diskLister } from '../../../../src/service/ceph/disks/list.ts';
import { statsHandlers } from '../../../../src/service/ceph/history/handlers.ts';
import { maintenanceHandlers } from '../../../../src/service/ceph/maintenance/handlers.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { poolHandlers } from '../../../../src/service/ceph/pools/handlers.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { recorded, recordedCeph } from '../recordedCeph.ts';
import { sample } from '../samples.ts';
import { taskTable } from '../taskTable.ts';
import { caller } from './support.ts';

function cluster() {
  const clock = fakeClock();
  const recording = recordedCeph(clock, {
    'osd tree': recorded('osdTreeRacks'),
    'node ls': recorded('nodeLs'),
    status: recorded('statusGateway'),
    'osd df': recorded('osdDf'),
    'osd metadata': recorded('osdMetadata'),
    'mon metadata': recorded('monMetadata'),
    'config-key ls': { json: [] },
    'osd pool ls': recorded('osdPoolLsDetail'),
    'osd pool stats': recorded('osdPoolStats'),
    df: recorded('dfDetail'),
    'osd dump': {
      json: {
        flags_set: ['noout'],
        erasure_code_profiles: sample('erasureProfiles'),
        nearfull_ratio: 0.8500000238418579,
        backfillfull_ratio: 0.8999999761581421,
        full_ratio: 0.9700000286102295,
      },
    },
    'config-key dump': { json: { 'storedeck/pool-description/2': '"Images"' } },
    fsid: { json: { fsid: 'f' } },
  });
  const { ceph } = recording;
  const inventory = createInventory(ceph, clock);
  const sources = { ceph, inventory, access: fakeAccess().access, clock };
  const call = caller({
    ...crushHandlers(ceph, inventory),
    ...diskHandlers(sources, diskLister(sources), taskTable(clock)),
    ...maintenanceHandlers(ceph, inventory, clock),
    ...poolHandlers(ceph, inventory, clock),
    ...statsHandlers(inventory),
  });
  return { ...recording, clock, call, inventory };
}
const never = () => new Promise<never>(() => undefined);

test('the CRUSH map, the disks and the list of servers agree on server ids', async () => {
  const { call } = cluster();
  const servers = await call('listServerNames', {});
  const node4 = servers.find(({ hostname }) => hostname === 'node4')?.id;
  expect((await call('getCrushMap', {})).nodes?.find(({ name }) => name === 'osd.3')?.serverId).toBe(node4);
  expect((await call('listDisks', {})).find(({ osdId }) => osdId === 3)?.server).toBe(node4);
});

test('the list of disks is the same frozen answer until a map changes, and the CRUSH map is frozen, too', async () => {
  const { call, answer, clock } = cluster();
  const at = (epoch: number) => answer('status', { json: { osdmap: { epoch } } });
  at(1);
  const disks = await call('listDisks', {});
  expect([disks, await call('getCrushMap', {})].map((one) => Object.isFrozen(one))).toEqual([true, true]);
  expect(await call('listDisks', {})).toBe(disks);
  at(2);
  await clock.advance(2000);
  expect(await call('listDisks', {})).not.toBe(disks);
});

test('the CRUSH map has the current fill ratios, without the digits that a 32-bit float does not have', async () => {
  const { call } = cluster();
  expect(await call('getCrushMap', {})).toMatchObject({
    fillRatios: { nearfull: 0.85, backfillfull: 0.9, full: 0.97 },
  });
});

test('pools are listed for a Ceph user that may not read their descriptions', async () => {
  const { call, answer } = cluster();
  answer('config-key dump', { rc: -13, outs: 'access denied' });
  const pools = await call('listPools', {});
  expect(pools.length).toBeGreaterThan(0);
  expect(pools.filter(({ description }) => description)).toEqual([]);
  expect((await call('listPoolNames', {})).length).toBe(pools.length);
});

test('the CRUSH map is listed without a manager, with the last known sizes', async () => {
  const { call, clock, answer } = cluster();
  await call('getCrushMap', {});
  answer('osd df', never);
  await clock.advance(10_000);
  const late = call('getCrushMap', {});
  await clock.advance(2000);
  expect((await late).nodes?.find(({ name }) => name === 'osd.3')?.size).toBe(4 * 2 ** 30);
});

test('pools are listed without a manager, and without usage if it was never known', async () => {
  const { call, clock, answer } = cluster();
  answer('df', never);
  answer('osd pool stats', never);
  const late = call('listPools', {});
  await clock.advance(2000);
  expect(await late).toContainEqual(
    expect.objectContaining({ name: 'rbd', description: 'Images', stats: {} }),
  );
});

test('the details of a pool are its data from Ceph, and an unknown pool is not found', async () => {
  const { call } = cluster();
  expect(await call('getPoolDetails', { params: { name: 'rbd' } })).toMatchObject({
    pool_name: 'rbd',
    pg_num: 32,
  });
  await expect(call('getPoolDetails', { params: { name: 'nix' } })).rejects.toMatchObject({ status: 404 });
});

test('every settable flag is listed with whether it is set, and none is recommended', async () => {
  const flags = await cluster().call('listFlags', {});
  expect(flags.filter(({ currentState }) => currentState).map(({ name }) => name)).toEqual(['noout']);
  expect(flags).toHaveLength(9);
  for (const { recommendedState, description } of flags) {
    expect(recommendedState).toBe(false);
    expect(description).toMatch(/\w/);
  }
});

test('daemons are found on their servers once the inventory is refreshed, and stay known', async () => {
  const { inventory, answer, clock } = cluster();
  expect(inventory.serverOf('osd.3')).toBeUndefined();
  await inventory.refresh();
  const server = inventory.serverOf('osd.3');
  expect(server).toBeGreaterThan(0);
  expect(inventory.serverOf('client.rgw.a')).toBe(inventory.serverOf('osd.2'));
  answer('node ls', { rc: -110, outs: 'timed out' });
  await clock.advance(10_000);
  await inventory.refresh();
  expect(inventory.serverOf('osd.3')).toBe(server);
});
