import { expect, test } from 'vitest';
import { sleep } from '../../../../src/lib/clock.ts';
import type { StatusDump } from '../../../../src/service/ceph/cluster/read.ts';
import type { HelperReply } from '../../../../src/service/ceph/helper/protocol.ts';
import { refused } from '../recordedCeph.ts';
import { sample } from '../samples.ts';
import { cluster } from './cluster.ts';

const never = () => new Promise<never>(() => undefined);
const healthOf = ({ storeStatus }: Awaited<ReturnType<ReturnType<typeof cluster>['status']>>) =>
  storeStatus?.health;

test('the status combines the output of several commands', async () => {
  const { clock, status } = cluster();
  await clock.advance(5000);
  expect(await status()).toMatchObject({
    storeLastUpdated: 0,
    mgmtUptime: 5,
    servers: { online: 3, total: 4 },
    mds: { online: 1, total: 1, up: 1 },
    radosgws: { online: 1, total: 1 },
    iscsi: { online: 0, total: 0 },
    licenseActive: true,
  });
});

test('individual placement groups are counted only if not all are okay', async () => {
  const fine = cluster('statusOk');
  expect((await fine.status()).placementGroups).toContainEqual(
    expect.objectContaining({ poolName: 'rbd', okay: 32 }),
  );
  expect(fine.asked).not.toContainEqual({ summary: 'pg states' });
  const recovering = cluster('statusRecovering');
  expect((await recovering.status()).placementGroups).toContainEqual(
    expect.objectContaining({ poolName: 'rbd', okay: 14, warn: 18 }),
  );
});

test('while no manager answers, the last counts of placement groups stay', async () => {
  const { clock, status, answer } = cluster('statusRecovering');
  await status();
  answer('pg states', never);
  await clock.advance(60_000);
  const late = status();
  await clock.advance(2000);
  expect((await late).placementGroups).toContainEqual(expect.objectContaining({ poolName: 'rbd', warn: 18 }));
});

test('a gateway that stops stays in the total for a day, because it may have got another name', async () => {
  const { clock, status, answer } = cluster();
  await status();
  const { servicemap: _, ...without } = sample('statusGateway') as StatusDump;
  answer('status', { json: without });
  await clock.advance(1000);
  const stopped = { online: 0, total: 1, missing: [{ name: 'a', server: 'node3' }] };
  expect((await status()).radosgws).toEqual(stopped);
  await clock.advance(23 * 3600_000);
  expect((await status()).radosgws).toEqual(stopped);
  await clock.advance(3600_000);
  expect((await status()).radosgws).toEqual({ online: 0, total: 0 });
});

test('an S3 gateway that no longer listens is not counted, even if Ceph still lists it', async () => {
  const { clock, status, listen } = cluster();
  const later = async (does: boolean | undefined) => {
    listen(does);
    await clock.advance(5000);
    return (await status()).radosgws;
  };
  // This service may never have been able to reach it.
  expect(await later(false)).toEqual({ online: 1, total: 1 });
  expect(await later(true)).toEqual({ online: 1, total: 1 });
  expect(await later(false)).toMatchObject({ online: 0, total: 1, missing: [{ name: 'a' }] });
  expect(await later(undefined)).toEqual({ online: 1, total: 1 });
});

test('a cluster that refuses commands has an unknown health, with the reason and the last known data', async () => {
  const { clock, status, answer } = cluster();
  await status();
  answer('status', refused(-110, 'timed out'));
  await clock.advance(30_000);
  const now = await status();
  expect(healthOf(now)).toMatchObject({
    status: 'HEALTH_UNKNOWN',
    checks: {
      STORE_UNREACHABLE: { summary: { message: expect.stringContaining('majority of the monitors') } },
    },
  });
  expect(now).toMatchObject({ storeLastUpdated: 30, servers: { total: 4 } });
});

test('a silent cluster becomes unknown after three seconds, at first after five, and known again once it answers', async () => {
  const { clock, status, answer } = cluster();
  let spoken: (reply: HelperReply) => void = () => undefined;
  answer('status', () => new Promise((resolve) => (spoken = resolve)));
  const first = status();
  await clock.advance(5000);
  expect(healthOf(await first)?.status).toBe('HEALTH_UNKNOWN');
  spoken({ rc: 0, outs: '', text: JSON.stringify(sample('statusGateway')) });
  expect(healthOf(await status())?.status).toBe('HEALTH_WARN');
  answer('status', never);
  await clock.advance(10_000);
  const later = status();
  await clock.advance(3000);
  expect(healthOf(await later)).toMatchObject({
    status: 'HEALTH_UNKNOWN',
    checks: {
      STORE_UNREACHABLE: {
        summary: { message: expect.stringMatching(/^no answer since \S+ UTC \(3 s\)/) as string },
      },
    },
  });
});

test('an answer of monitors without a quorum is ignored in the status and in its detail', async () => {
  const { clock, status, answer, call } = cluster('statusOk');
  expect(healthOf(await status())?.status).toBe('HEALTH_OK');
  answer('status', { json: { ...(sample('statusOk') as StatusDump), quorum_names: [] } });
  await clock.advance(10_000);
  const now = await status();
  expect(healthOf(now)).toMatchObject({
    status: 'HEALTH_UNKNOWN',
    checks: { STORE_UNREACHABLE: { summary: { message: expect.stringContaining('no quorum') as string } } },
  });
  expect(now.storeLastUpdated).toBe(10);
  await expect(call('getClusterStatusDetail', {})).rejects.toMatchObject({ status: 503 });
});

test('a shared answer is as old as its request', async () => {
  const { clock, status } = cluster('statusOk');
  await status();
  await clock.advance(900);
  expect((await status()).storeLastUpdated).toBe(0.9);
});

test('while no manager answers, its figures have their age, and the health is at best a warning', async () => {
  const { clock, status, answer, call } = cluster('statusOk');
  answer('health', { json: { status: 'HEALTH_OK', checks: {} } });
  expect(await status()).toMatchObject({ placementGroupsLastUpdated: 0, usageLastUpdated: 0 });
  await clock.advance(10_000);
  answer('pg stat', never);
  const asking = status();
  await clock.advance(100);
  await asking;
  await clock.advance(4900);
  const latest = status();
  await clock.advance(100);
  expect(await latest).toMatchObject({ placementGroupsLastUpdated: 15.1, usageLastUpdated: 15.1 });
  expect(healthOf(await latest)).toMatchObject({ status: 'HEALTH_WARN', checks: { MGR_SILENT: {} } });
  expect((await latest).storeLastUpdated).toBeLessThan(1);
  const detail = call('getClusterStatusDetail', {});
  await clock.advance(30_000);
  expect(await detail).toMatchObject({ status: 'HEALTH_WARN', checks: { MGR_SILENT: {} } });
});

test('while a new manager has only begun to count placement groups, the previous counts are shown', async () => {
  const { clock, status, answer } = cluster('statusOk');
  const { placementGroups } = await status();
  const begun = sample('statusOk') as StatusDump;
  answer('status', { json: { ...begun, pgmap: { ...begun.pgmap, pgs_by_state: [] } } });
  await clock.advance(10_000);
  expect(await status()).toMatchObject({ placementGroups, placementGroupsLastUpdated: 10 });
});

test('the placement groups are as old as the list from which they were counted', async () => {
  const { clock, status, answer } = cluster('statusRecovering');
  answer('pg states', async () => {
    await sleep(clock, 1500);
    return { rc: 0, outs: '', data: { all: sample('pgStatesRecovering'), inactive: {} } };
  });
  const read = status();
  await clock.advance(1500);
  await read;
  // A list that took so long is read again only after a pause.
  await clock.advance(3000);
  expect(await status()).toMatchObject({ storeLastUpdated: 0, placementGroupsLastUpdated: 4.5 });
});

test('the detail of the health is not an old one while the monitors are slow to answer', async () => {
  const { clock, answer, call } = cluster('statusOk');
  answer('health', { json: { status: 'HEALTH_OK', checks: {} } });
  expect(await call('getClusterStatusDetail', {})).toMatchObject({ status: 'HEALTH_OK' });
  await clock.advance(2000);
  answer('health', async () => {
    await sleep(clock, 1000);
    return { rc: 0, outs: '', text: JSON.stringify({ status: 'HEALTH_ERR', checks: { OSD_FULL: {} } }) };
  });
  const late = call('getClusterStatusDetail', {});
  await clock.advance(1000);
  expect(await late).toMatchObject({ status: 'HEALTH_ERR' });
});

test('while the monitors do not answer, the managers are not called silent in the detail either', async () => {
  const { clock, answer, call } = cluster('statusOk');
  answer('health', { json: { status: 'HEALTH_OK', checks: {} } });
  answer('pg stat', never);
  const detail = async () => {
    const latest = call('getClusterStatusDetail', {});
    latest.catch(() => undefined);
    await clock.advance(6000);
    return latest;
  };
  await detail();
  answer('osd stat', refused(-110, 'timed out'));
  await expect(detail()).rejects.toMatchObject({ status: 503 });
  answer('osd stat', { json: {} });
  expect(await detail()).toMatchObject({ status: 'HEALTH_OK', checks: {} });
});

test('a second cluster cannot be created', async () => {
  const { call } = cluster();
  await expect(call('createCluster', { body: { mons: [] } })).rejects.toMatchObject({ status: 409 });
});

test('placement groups that stay inactive for a minute become errors', async () => {
  const { clock, answer, status } = cluster('statusRecovering');
  answer('pg states', { json: { all: { 2: { peering: 32 } }, inactive: { 2: { peering: [0, 1, 2] } } } });
  const rbd = async () => (await status()).placementGroups?.find(({ poolName }) => poolName === 'rbd');
  expect(await rbd()).toMatchObject({ warn: 32, error: 0 });
  await clock.advance(30_000);
  await rbd();
  await clock.advance(30_000);
  expect(await rbd()).toMatchObject({ warn: 29, error: 3 });
});

test('placement groups that Ceph calls stuck at the first look are errors at once, and Ceph is asked only then', async () => {
  const { clock, asked, answer, status } = cluster('statusRecovering');
  const message = 'pg 2.1 is stuck inactive for 5m, current state peering, last acting [1]';
  answer('health', { json: { checks: { PG_AVAILABILITY: { detail: [{ message }] } } } });
  answer('pg states', { json: { all: { 2: { peering: 32 } }, inactive: { 2: { peering: [0, 1, 2] } } } });
  const rbd = async () => (await status()).placementGroups?.find(({ poolName }) => poolName === 'rbd');
  expect(await rbd()).toMatchObject({ warn: 29, error: 3 });
  await clock.advance(30_000);
  expect(await rbd()).toMatchObject({ warn: 29, error: 3 });
  expect(asked.filter((one) => 'command' in one && one.command['prefix'] === 'health')).toHaveLength(1);
});

test('while the status is polled, no part of it waits for the source of another part, and each has its age', async () => {
  const { clock, answer, status } = cluster();
  await status();
  answer('node ls', never);
  await clock.advance(58_000);
  const first = status();
  await clock.advance(2000);
  await first;
  const late = status();
  await clock.advance(40);
  expect(await late).toMatchObject({
    storeLastUpdated: 0.04,
    placementGroupsLastUpdated: 2.04,
    servers: { total: 4 },
    serversLastUpdated: 2.04,
  });
});
