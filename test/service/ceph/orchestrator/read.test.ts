import { expect, test } from 'vitest';
import {
  daemonsInWords,
  inspectionAge,
  orchDisks,
  unavailableReason,
  type OrchDevice,
} from '../../../../src/service/ceph/orchestrator/read.ts';

const disk = (device: OrchDevice) => orchDisks([{ path: '/dev/sda', ...device }])[0];

test('a device of the orchestrator is a disk with its hardware, its volumes and the reason why it is not free', () => {
  expect(
    disk({
      path: '/dev/nvme0n1',
      available: false,
      rejected_reasons: ['locked', 'LVM detected'],
      device_id: 'INTEL_SSDPE2KX010T8_BTLJ1234',
      human_readable_type: 'ssd',
      lvs: [{ name: 'osd-block-1', osd_id: '3' }, { name: 'data', osd_id: '' }, { name: 'log' }, {}],
      sys_api: { size: '4096', vendor: 'INTEL', model: 'P4510', rotational: '0', ro: '1', removable: 1 },
    }),
  ).toEqual({
    name: 'nvme0n1',
    path: '/dev/nvme0n1',
    size: 4096,
    model: 'INTEL P4510',
    serial: 'BTLJ1234',
    wwn: '',
    rotates: false,
    readOnly: true,
    removable: true,
    holds: ['ceph_osd.3', 'data', 'log', 'a logical volume'],
    refused: 'the orchestrator rejects it: locked, LVM detected',
    smart: null,
  });
});

test('a device of which little is known is a disk without a name of its hardware', () => {
  const bare = {
    size: 0,
    model: '',
    serial: '',
    rotates: false,
    readOnly: false,
    removable: false,
    holds: [],
  };
  expect(disk({})).toMatchObject({ ...bare, refused: 'the orchestrator rejects it: no reason given' });
  expect(disk({ available: true, lvs: null })).toMatchObject({ ...bare, refused: undefined });
  expect(orchDisks([{ path: 'sda' }, {}])).toEqual([]);
});

test.each([
  [{ sys_api: { vendor: '0x1af4', model: 'Disk' } }, { model: 'Disk' }],
  [{ sys_api: { vendor: 'ATA', model: '0x1AF4' } }, { model: 'ATA' }],
  [{ sys_api: { vendor: 'ATA', model: '0x1af4 rev 2' } }, { model: 'ATA 0x1af4 rev 2' }],
  [{ sys_api: { vendor: '', model: 'V0x1' } }, { model: 'V0x1' }],
  [{ sys_api: { rotational: 1 } }, { rotates: true }],
  [{ human_readable_type: 'hdd', sys_api: { rotational: '0' } }, { rotates: true }],
  [{ device_id: 'WS2' }, { serial: 'WS2' }],
  [{ device_id: 'QEMU_' }, { serial: '' }],
  [{ device_id: '_WS2' }, { serial: 'WS2' }],
] satisfies [OrchDevice, object][])('a device with %o is a disk with %o', (device, shown) => {
  expect(disk(device)).toMatchObject(shown);
});

test('the age of an inspection is that of the oldest device, and not known without a time', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  const at = (created: string) => ({ created });
  const times = ['2026-11-20T09:59:50Z', '2026-11-20T09:58:20Z', 'soon'].map(at);
  expect(inspectionAge([...times, {}], now)).toBe(100);
  expect(inspectionAge([at('2026-11-20T10:00:09Z')], now)).toBe(0);
  expect(inspectionAge([at('soon'), {}], now)).toBeUndefined();
});

test.each([
  ['', undefined],
  ['Maintenance', 'node1 is in maintenance mode, according to the orchestrator'],
  ['Offline', 'node1 is offline, according to the orchestrator'],
])('a server with the status %j is not available because: %s', (status, reason) => {
  expect(unavailableReason({ hostname: 'node1', status })).toBe(reason);
});

test('of the daemons of a server the running ones are counted, and the others named with their states', () => {
  const daemon = (daemon_id: string, status?: number, status_desc?: string) => ({
    daemon_type: 'osd',
    daemon_id,
    ...(status !== undefined && { status }),
    ...(status_desc !== undefined && { status_desc }),
  });
  expect(daemonsInWords({ daemons: [daemon('1', 1), daemon('2', 1)] })).toBe('2 running');
  expect(
    daemonsInWords({
      daemons: [daemon('1', 1), daemon('2', 0, 'stopped'), daemon('3', -1, 'error'), daemon('4')],
    }),
  ).toBe('1 running, osd.2 (stopped), osd.3 (error), osd.4 (not known)');
  expect(daemonsInWords({ daemons: [] })).toBe('0 running');
  const daemonsFailure = 'no answer';
  expect(daemonsInWords({ daemons: [], daemonsFailure })).toBe('not known: no answer');
  expect(daemonsInWords({ daemons: [], daemonsFailure, daemonsAge: 60 })).toBe(
    '60 s ago 0 running; since then: no answer',
  );
});
