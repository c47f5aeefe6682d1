import { type Static, Type } from 'typebox';
import { changes, choice, operation, shape, word } from '../operation.ts';
import { id, names, Task } from './shapes.ts';

/** The roles of a disk. */
export const DISK_ROLES = [
  'unassigned',
  'mon',
  'osd',
  'journal',
  'other',
  'raid',
  'deleting',
  'updating',
  'mon_unused',
  'old_osd',
  'old_mon',
] as const;
/** The device classes that Ceph assigns; operators may define others. */
export const DEVICE_CLASSES = ['hdd', 'ssd', 'nvme'] as const;
/** The storage backends of an OSD. */
export const OSD_BACKENDS = ['Filestore', 'Bluestore'] as const;

/** A disk of a server, with the OSD on it (interface, "Disk"). */
export const Disk = shape({
  id: Type.Integer(),
  hostname: Type.String(),
  server: Type.Integer({ description: 'server id' }),
  role: word(DISK_ROLES),
  serial: Type.String(),
  capacity: Type.Integer({ description: 'bytes' }),
  name: Type.String(),
  path: Type.String(),
  info: Type.String(),
  deviceClass: word(DEVICE_CLASSES),
  lastSeen: Type.Number({ description: 'seconds ago' }),
  serverLastSeen: Type.Number({ description: 'seconds ago' }),
  partitions: Type.Integer(),
  usedPartitions: Type.Integer(),
  journalDisk: Type.Integer({ description: 'disk id' }),
  journalPartition: Type.Integer(),
  osdId: Type.Integer(),
  smart: shape({ status: Type.String(), details: Type.String() }),
  missing: Type.Boolean(),
  daemonRunning: Type.Boolean(),
  bluestore: Type.Boolean(),
  wwn: Type.String({ description: 'World Wide Name' }),
  encrypted: Type.Boolean(),
});
export type Disk = Static<typeof Disk>;

const disk = Type.Object({ diskId: id('id of the disk', 'disk') });
const serverDisk = Type.Object({
  id: id('id of the server', 'server'),
  diskId: id('id of the disk', 'disk'),
});

/** The disks and network interfaces of the section "servers, disks and gateway services". */
export const disks = {
  listDisks: operation({
    method: 'GET',
    path: '/disks',
    summary: 'Disks of all servers',
    tier: 'read',
    reply: Type.Array(Disk),
  }),
  deleteDisk: operation({
    method: 'DELETE',
    path: '/disks/{diskId}',
    summary: 'Delete a disk',
    tier: 'destructive',
    params: disk,
    // The interface has no reply to either deletion. This service replies with the task that it starts.
    reply: Task,
  }),
  benchmarkDisk: operation({
    method: 'POST',
    path: '/disks/{diskId}/benchmark/basic',
    summary: 'Measure the speed of a disk, which loads it',
    tier: 'disruptive',
    params: disk,
    reply: Task,
  }),
  deleteServerDisk: operation({
    method: 'DELETE',
    path: '/servers/{id}/disks/{diskId}',
    summary: 'Delete a disk of a server',
    tier: 'destructive',
    params: serverDisk,
    reply: Task,
  }),
  updateServerDisk: operation({
    method: 'PATCH',
    path: '/servers/{id}/disks/{diskId}',
    summary: 'Change what a disk is used for, which may erase it',
    // Any role can be requested for any disk: harmless for an unassigned disk, it destroys the OSD on another.
    tier: 'destructive',
    params: serverDisk,
    body: changes({
      role: choice(DISK_ROLES, 'what the disk is used for'),
      partitions: Type.Integer({ minimum: 0, description: 'journal partitions to create' }),
      journalDisk: id('id of the disk that holds the journal', 'journalDisk'),
      osdStoreBackend: choice(OSD_BACKENDS),
      encrypted: Type.Boolean({ description: 'encrypt the data of the OSD' }),
      reuseOsdId: id('id of a destroyed OSD to take over', 'destroyedOsd'),
      crushDeviceClass: Type.String({
        description: 'device class in the CRUSH map',
        ...names('deviceClass'),
      }),
    }),
    reply: Task,
  }),
  deleteServerNic: operation({
    method: 'DELETE',
    path: '/servers/{id}/nics/{nicId}',
    summary: 'Delete a network interface of a server',
    tier: 'disruptive',
    params: Type.Object({
      id: id('id of the server', 'server'),
      nicId: id('id of the network interface', 'nic'),
    }),
  }),
} as const;
