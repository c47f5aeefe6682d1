import type { Disk } from '../../../api/contract/disks.ts';
import { journalUsers, type Device } from '../model/inventory.ts';
import type { Model } from '../model/model.ts';
import type { Host } from '../model/topology.ts';
import { monitorOn } from '../monitors/monitors.ts';
import { hasDestroyedOsd } from './roles.ts';

/** Interval in seconds at which servers report their disks. */
const REPORT_INTERVAL = 30;

/** A disk as the interface shows it. For a server that does not answer, this is its last report, with the age of it. */
export function toDisk(model: Model, device: Device): Disk {
  const { id, host, serial, capacity, name, info, deviceClass, wwn, osd, journal } = device;
  const seen = secondsSinceSeen(model, host);
  const role = hasDestroyedOsd(device) && device.role === 'osd' ? 'old_osd' : device.role;
  return {
    id,
    hostname: host.name,
    server: host.id,
    role,
    serial,
    capacity,
    name,
    path: `/dev/${name}`,
    info,
    deviceClass,
    lastSeen: seen,
    serverLastSeen: seen,
    ...partitionsOf(model, device),
    ...(journal !== undefined && { journalDisk: journal.disk.id, journalPartition: journal.partition }),
    smart: smartOf(device),
    missing: device.missing,
    wwn,
    encrypted: device.encrypted,
    ...(role === 'osd' &&
      osd !== undefined && {
        osdId: osd.id,
        daemonRunning: osd.process !== 'stopped',
        bluestore: device.backend === 'Bluestore',
      }),
    ...(role === 'mon' && { daemonRunning: monitorOn(model, host)?.running === true }),
  };
}

function partitionsOf(model: Model, device: Device): { partitions: number; usedPartitions: number } {
  if (device.role === 'unassigned') return { partitions: 0, usedPartitions: 0 };
  if (device.role !== 'journal') return { partitions: 1, usedPartitions: 1 };
  return { partitions: device.partitions, usedPartitions: journalUsers(model, device).length };
}

function secondsSinceSeen({ tick }: Model, host: Host): number {
  return host.lostAt === undefined ? (tick + host.id * 7) % REPORT_INTERVAL : tick - host.lostAt;
}

function smartOf({ osd, powerOnHours, id }: Device): { status: string; details: string } {
  const details = `Power_On_Hours ${powerOnHours}; Temperature_Celsius ${30 + (id % 9)}`;
  return osd?.smart.status === 'FAILING'
    ? { status: 'FAILING', details: `${osd.smart.details}; ${details}` }
    : { status: 'OK', details: `Current_Pending_Sector 0; Reallocated_Sector_Ct 0; ${details}` };
}
