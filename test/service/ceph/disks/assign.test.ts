import { expect, test } from 'vitest';
import type { Input } from '../../../../src/api/contract/index.ts';
import { assignDisk, type DiskAssignment } from '../../../../src/service/ceph/disks/assign.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { recorded, recordedCeph } from '../recordedCeph.ts';
import { taskTable } from '../taskTable.ts';

type Change = Input<'updateServerDisk'>['body'];

/** Requests a change of a disk of node1, on whose disk vdz osd.0 is, and returns the refusal. */
function refusalOf(
  change: Change,
  name = 'vdz',
  orchestrator?: Parameters<typeof fakeAccess>[1],
): Promise<string> {
  const clock = fakeClock();
  const { ceph } = recordedCeph(clock, {
    'osd metadata': { json: [{ id: 0, hostname: 'node1', devices: 'vdz' }] },
    'osd tree': recorded('osdTreeDown'),
  });
  const parts: DiskAssignment = {
    ceph,
    clock,
    inventory: createInventory(ceph, clock),
    access: fakeAccess({ node1: { 'host.disks': () => [] } }, orchestrator).access,
    tasks: taskTable(clock),
    around: (_, apply) => apply(),
    formatting: (_, format) => format(),
    list: async () => [],
    claimed: new Set(),
  };
  return assignDisk(parts, { hostname: 'node1', name }, change, 'test').then(
    () => 'none',
    (failure: unknown) => String(failure),
  );
}

test('a disk is not assigned before it is known whether an orchestrator manages its server', async () => {
  const unknown: NonNullable<Parameters<typeof fakeAccess>[1]>['server'] = async (_, how) => {
    if (how?.certain === true) throw new Refusal(503, 'not known yet');
    return undefined;
  };
  expect(await refusalOf({ role: 'osd' }, 'vdy', { server: unknown })).toContain('not known yet');
});

const OTHERS: readonly (readonly [string, Change])[] = [
  ['to a monitor', { role: 'mon' }],
  ['to RAID', { role: 'raid' }],
  ['for another use', { role: 'other' }],
  ['with Filestore', { role: 'osd', osdStoreBackend: 'Filestore' }],
];
test.each(OTHERS)('a disk is not assigned %s, and the refusal says what is possible', async (_, change) => {
  expect(await refusalOf(change)).toContain('for anything else use `ceph-volume`');
});

test.each<Change>([{ role: 'osd' }, { role: 'osd', osdStoreBackend: 'Bluestore' }, { role: 'unassigned' }])(
  'a disk that an OSD uses is not assigned: %o',
  async (change) => {
    expect(await refusalOf(change)).toContain('vdz of node1 is in use by osd.0');
  },
);

test.each<readonly [Change, string]>([
  [{ role: 'osd', partitions: 2 }, 'partitions is for the role journal, not for osd'],
  [{ role: 'journal', journalDisk: 3 }, 'journalDisk is for the role osd, not for journal'],
  [{ role: 'unassigned', encrypted: true }, 'encrypted is for the role osd, not for unassigned'],
  [{ role: 'journal', partitions: 129 }, 'partitions must be 1 to 128, not 129'],
])('the options of another role are refused, not ignored: %o', async (change, message) => {
  expect(await refusalOf(change)).toContain(message);
});

test('a disk that its server no longer has is not wiped', async () => {
  expect(await refusalOf({ role: 'unassigned' }, 'vdq')).toContain('node1 has no disk vdq');
});
