import { DISK_ROLES, type Disk } from '../../api/contract/disks.ts';
import { commandLine } from '../../lib/shell.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { type CallOf, callPlan } from '../action/call.ts';
import { prefilled } from '../action/inverse.ts';
import { valueText } from '../action/valueText.ts';
import { oneOf } from '../fields/fields.ts';
import { type ListAction, rowAction } from '../list/screen.ts';
import { checkBenchmark, checkClass, checkEndOfDisk, checkRole, diskName } from './checks.ts';
import { makeOsd } from './newOsd.ts';
import { diskInput, diskTitle, onDisk } from './onDisk.ts';

/** The roles to choose from; the other roles have their own actions or are assigned by the service. */
const ASKED_ROLES = DISK_ROLES.filter((role) => ['mon', 'other', 'raid', 'unassigned'].includes(role));

const makeJournal = (disk: Disk, cockpit: Known & Shown): CallOf<'updateServerDisk'> => {
  const common = onDisk(disk, cockpit);
  const grows = disk.role === 'journal';
  return {
    ...common,
    title: `${grows ? 'Add journal partitions to' : 'Make a journal disk of'} ${diskName(disk)}`,
    input: { ...common.input, body: grows ? {} : { role: 'journal' } },
    ask: ['body.partitions'],
    fields: {
      'body.partitions': {
        label: 'partitions',
        hint: grows
          ? `now ${disk.partitions}; they can only be added`
          : 'one for each OSD whose journal it holds',
        initial: String(grows ? (disk.partitions ?? 0) + 1 : 4),
        required: true,
      },
    },
    effect: grows
      ? 'Adds partitions for the journals of more OSDs.'
      : 'Erases the disk and cuts it into partitions for the journals of other OSDs: if it fails, they all fail.',
    ...(grows && { tierOf: () => 'disruptive' as const }),
    undo: grows
      ? 'none: partitions can only be added'
      : 'release the disk while no OSD has its journal on it',
    checks: () => checkRole(disk, grows ? undefined : 'journal', diskInput(cockpit)),
  };
};

const changeRole = (disk: Disk, cockpit: Known & Shown): CallOf<'updateServerDisk'> => ({
  ...onDisk(disk, cockpit),
  title: `Change what ${diskTitle(disk)} is used for`,
  ask: ['body.role'],
  fields: {
    'body.role': {
      label: 'role',
      hint: `now ${disk.role ?? 'not known'}; for osd and journal press n and J`,
      choices: oneOf(ASKED_ROLES),
      required: true,
    },
  },
  effect: 'A new role erases the disk. The role unassigned ends its use, once its data has left it.',
  undo: 'give it the old role again; what was on it is lost',
  checks: (values) => checkRole(disk, values['body.role'], diskInput(cockpit)),
});

const changeClass = (disk: Disk, cockpit: Known & Shown): CallOf<'updateServerDisk'> => ({
  ...onDisk(disk, cockpit),
  title: `Change the device class of ${diskTitle(disk)}`,
  ask: ['body.crushDeviceClass'],
  fields: {
    'body.crushDeviceClass': {
      label: 'device class',
      hint: `now ${disk.deviceClass}; an existing class, or a new word`,
      required: true,
    },
  },
  effect: 'Rules for one device class place data by it: such data moves at once.',
  undo: `change it back to ${disk.deviceClass}`,
  inverse: ({ 'body.crushDeviceClass': now }) => {
    const { deviceClass = '' } = disk;
    if (deviceClass === now) return 'no change';
    if (deviceClass === '') return undefined;
    const after = changeClass({ ...disk, deviceClass: now ?? '' }, cockpit);
    const back = callPlan(cockpit, { ...after, operation: 'updateServerDisk' });
    return () => prefilled(back, { 'body.crushDeviceClass': deviceClass });
  },
  cli: ({ 'body.crushDeviceClass': name }) =>
    `ceph osd crush rm-device-class osd.${disk.osdId}; ceph osd crush ${commandLine('set-device-class', valueText(name), `osd.${disk.osdId}`)}`,
  checks: (values) => checkClass(disk, values['body.crushDeviceClass'], diskInput(cockpit)),
});

const endOfUse = (
  disk: Disk,
  cockpit: Known & Shown,
  { end, ...words }: { readonly title: string; readonly effect: string; readonly end?: 'destroy' | 'purge' },
) => ({
  ...onDisk(disk, cockpit),
  ...words,
  ...(end &&
    disk.osdId !== undefined && {
      cli: () => `ceph osd out ${disk.osdId}; ceph osd ${end} ${disk.osdId} --yes-i-really-mean-it`,
    }),
  ask: [] as const,
  undo: 'cancel the task while data still moves; afterwards none: create it again',
  checks: () => checkEndOfDisk(disk, diskInput(cockpit)),
});

const noOsd = ({ osdId }: Disk) => (osdId === undefined ? 'there is no OSD on this disk' : undefined);
const noNumber = ({ server, id }: Disk) =>
  server === undefined || id === undefined ? 'the service reports no id for this disk' : undefined;

/** Moves the data away from a disk and ends its use. */
export const releaseDisk: ListAction<Disk> = rowAction(
  'updateServerDisk',
  {
    id: 'release',
    keys: ['w'],
    label: 'release',
    help: 'Release the disk: its data moves away',
    refused: (disk) => (disk.role === 'unassigned' ? 'nothing uses it already' : noNumber(disk)),
  },
  (disk: Disk, _scope, cockpit) => {
    const call = endOfUse(disk, cockpit, {
      title: `Release ${diskTitle(disk)}`,
      effect: 'Moves the data off the disk, then ends its use. Another disk can take over the OSD id.',
      end: 'destroy',
    });
    return { ...call, input: { ...call.input, body: { role: 'unassigned' as const } } };
  },
);

/** The actions on a disk, for the pane of disks and for the disks of a server. */
export const diskActions: readonly ListAction<Disk>[] = [
  rowAction(
    'updateServerDisk',
    { id: 'make-osd', keys: ['n'], label: 'new OSD', help: 'Create an OSD on the disk', refused: noNumber },
    (disk: Disk, _scope, cockpit) => makeOsd(disk, cockpit),
  ),
  rowAction(
    'updateServerDisk',
    { id: 'journal', keys: ['J'], label: 'journal', help: 'Make a journal disk of it', refused: noNumber },
    (disk: Disk, _scope, cockpit) => makeJournal(disk, cockpit),
  ),
  rowAction(
    'updateServerDisk',
    { id: 'role', keys: ['r'], label: 'role', help: 'Change what the disk is used for', refused: noNumber },
    (disk: Disk, _scope, cockpit) => changeRole(disk, cockpit),
  ),
  rowAction(
    'updateServerDisk',
    {
      id: 'class',
      keys: ['c'],
      label: 'class',
      help: 'Change the device class of its OSD',
      refused: (disk) => noOsd(disk) ?? noNumber(disk),
    },
    (disk: Disk, _scope, cockpit) => changeClass(disk, cockpit),
  ),
  rowAction(
    'benchmarkDisk',
    { id: 'benchmark', keys: ['B'], label: 'benchmark', help: 'Measure the speed of the disk' },
    (disk: Disk, _scope, cockpit) => ({
      ...onDisk(disk, cockpit),
      title: `Measure the speed of ${diskTitle(disk)}`,
      input: { params: { diskId: disk.id } },
      effect:
        'Writes to the disk as fast as it can for some seconds; the result is in the output of the task.',
      undo: 'none needed; cancel the task to stop it',
      ...(disk.osdId === undefined ? {} : { cli: () => `ceph tell osd.${disk.osdId} bench` }),
      checks: () => checkBenchmark(disk, diskInput(cockpit)),
    }),
  ),
  releaseDisk,
  rowAction(
    'deleteServerDisk',
    {
      id: 'delete-from-server',
      keys: ['x'],
      label: 'take off server',
      help: 'Take the disk out of use on its server',
      refused: noNumber,
    },
    (disk: Disk, _scope, cockpit) =>
      endOfUse(disk, cockpit, {
        title: `Take ${diskTitle(disk)} out of use`,
        effect: 'Moves the data off the disk, then ends its OSD or other use for good.',
        end: 'purge',
      }),
  ),
  rowAction(
    'deleteDisk',
    {
      id: 'delete',
      keys: ['Z'],
      label: 'delete',
      help: 'Delete the disk, ready to be pulled out',
    },
    (disk: Disk, _scope, cockpit) => ({
      ...endOfUse(disk, cockpit, {
        title: `Delete ${diskTitle(disk)}`,
        effect:
          'Moves the data off the disk, ends its use and removes it from the list, ready to be pulled out.',
      }),
      input: { params: { diskId: disk.id } },
    }),
  ),
];

/** The service's disk for a row of the pane. */
export const diskOf = (cockpit: Known, diskId: number | undefined): Disk | undefined =>
  diskId === undefined
    ? undefined
    : cockpit.cache.slot(resources.disks).data?.find((disk) => disk.id === diskId);
