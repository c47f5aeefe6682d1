import { expect, test } from 'vitest';
import { assignDisk, type DiskAssignment } from '../../../../src/service/ceph/disks/assign.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { orchDisks, type OrchDevice } from '../../../../src/service/ceph/orchestrator/read.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { recordedCeph } from '../recordedCeph.ts';
import { taskTable } from '../taskTable.ts';
import { SERVER } from './ordering.ts';

/** Two devices as the module `rook` of Ceph 20.2.4 answers them, the second one without data of ceph-volume. */
const DEVICES: readonly OrchDevice[] = [
  {
    available: true,
    created: '2026-11-30T16:23:46.230555Z',
    device_id: 'QEMU_HARDDISK_S1',
    human_readable_type: 'hdd',
    lvs: [],
    path: '/dev/sdb',
    rejected_reasons: [],
    sys_api: {
      model: 'QEMU HARDDISK',
      removable: '0',
      ro: '0',
      rotational: '1',
      size: 6442450944,
      vendor: 'QEMU',
    },
  },
  {
    available: false,
    created: '2026-11-30T16:23:46.230573Z',
    device_id: null,
    human_readable_type: 'hdd',
    lvs: null,
    path: '/dev/sdc',
    rejected_reasons: ['device data coming from ceph-volume not provided'],
    sys_api: { rotational: '1', size: 6442450944 },
  },
];

test('the devices that Rook lists are disks, also one that was not inspected', () => {
  expect(orchDisks(DEVICES)).toMatchObject([
    { name: 'sdb', size: 6442450944, model: 'QEMU QEMU HARDDISK', serial: 'S1', refused: undefined },
    {
      name: 'sdc',
      serial: '',
      refused: expect.stringContaining('data coming from ceph-volume not provided'),
    },
  ]);
});

test.each(['osd', 'journal', 'unassigned'] as const)(
  'a disk of Rook is not assigned the role %s, and the refusal names the resource to change',
  async (role) => {
    const clock = fakeClock();
    const { ceph, commands } = recordedCeph(clock, {});
    const parts: DiskAssignment = {
      ceph,
      clock,
      inventory: createInventory(ceph, clock),
      access: fakeAccess({}, { server: async () => ({ ...SERVER, backend: 'rook' }) }).access,
      tasks: taskTable(clock),
      around: (_, apply) => apply(),
      formatting: (_disk, format) => format(),
      list: async () => [],
      claimed: new Set(),
    };
    await expect(assignDisk(parts, { hostname: 'a', name: 'sdb' }, { role }, 'test')).rejects.toMatchObject(
      refusal(501, 'kubectl -n rook-ceph edit cephcluster'),
    );
    expect(commands).toEqual([]);
  },
);
