import { expect, test } from 'vitest';
import { gatewayCounter } from '../../../../src/service/ceph/cluster/gatewayCount.ts';
import type { StatusDump } from '../../../../src/service/ceph/cluster/read.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

const DAY = 24 * 3600_000;
const on = (hostname: string, id?: string) => ({ metadata: { hostname, ...(id !== undefined && { id }) } });
const services = {
  rgw: { daemons: { 11: on('n1', 'x'), 12: on('n2', 'y'), summary: '' } },
  iscsi: { daemons: { 'a/1': on('n1'), 'a/2': on('n1') } },
  'tcmu-runner': { daemons: { 'n3:rbd/a': on('n3') } },
  nfs: { daemons: { 21: on('n2') } },
  'rgw-nfs': { daemons: { 22: on('n4') } },
  smb: { daemons: { 31: on('n5') } },
};

test('gateways of every kind are counted, and those that Ceph no longer reports are missing for a day', async () => {
  const clock = fakeClock();
  const count = gatewayCounter(clock, async () => true);
  const status = (of: object) => ({ servicemap: { services: of } }) as unknown as StatusDump;
  const all = {
    radosgws: { online: 2, total: 2 },
    iscsi: { online: 2, total: 2 },
    nfsGateways: { online: 2, total: 2 },
    smbGateways: { online: 1, total: 1 },
  };
  expect(await count(status(services))).toEqual(all);
  await clock.advance(DAY - 1);
  const { smb: _, ...left } = services;
  const lost = { ...left, rgw: { daemons: { 12: on('n2', 'y') } } };
  expect(await count(status(lost))).toEqual({
    ...all,
    radosgws: { online: 1, total: 2, missing: [{ name: 'x', server: 'n1' }] },
    smbGateways: { online: 0, total: 1, missing: [{ name: 'n5', server: 'n5' }] },
  });
  await clock.advance(1);
  expect(await count(status(lost))).toEqual({
    ...all,
    radosgws: { online: 1, total: 1 },
    smbGateways: { online: 0, total: 0 },
  });
});
