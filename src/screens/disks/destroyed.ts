import type { Disk } from '../../api/contract/disks.ts';
import { bytes } from '../../lib/format.ts';
import type { Field } from '../../store/action/field.ts';
import { answeredAs } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known } from '../../store/cockpit.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { listScreen, rowAction } from '../list/screen.ts';
import { type Screen, showPane } from '../screen.ts';
import { checkNewOsd } from './checks.ts';
import { diskInput } from './onDisk.ts';

interface DestroyedRow {
  readonly id: number;
  readonly host: string;
}

const nameOf = ({ hostname, name, id }: Disk) => `${hostname ?? ''}:${name ?? id}`;

/** Disks that are not in use, so that an OSD can be made on them. */
const freeDisks = (cockpit: Known): readonly Disk[] =>
  (cockpit.cache.slot(resources.disks).data ?? []).filter(
    ({ role, id, server }) => role === 'unassigned' && id !== undefined && server !== undefined,
  );

/** A field for an unassigned disk, given by server and device or by its number. */
function freeDiskField(cockpit: Known, host: string): Partial<Field> & Pick<Field, 'read'> {
  const all = () => freeDisks(cockpit);
  // The new disk is usually on the same host as the old one.
  const near = all().toSorted((a, b) => Number(b.hostname === host) - Number(a.hostname === host));
  return {
    label: 'disk',
    hint: near.length === 0 ? 'there is no unassigned disk' : 'an unassigned disk',
    choices: () => ({ all: near.map((disk) => ({ text: nameOf(disk), hint: bytes(disk.capacity) })) }),
    initial: near[0]?.hostname === host ? nameOf(near[0]) : '',
    read: (text) => {
      const disk = all().find((candidate) => nameOf(candidate) === text || String(candidate.id) === text);
      return disk?.id === undefined
        ? {
            problem: `There is no unassigned disk ${text === '' ? 'without a name' : text}: see :disks unassigned`,
          }
        : { value: disk.id };
    },
  };
}

/** OSD ids that are waiting for a new disk. */
const destroyed: Screen = listScreen<DestroyedRow>()({
  id: 'destroyed-osds',
  names: ['destroyed'],
  group: 'Servers and disks',
  title: 'Destroyed OSDs',
  help: 'OSD ids that a new disk can take over, with their former host',
  reads: () => ({ destroyed: resource('listDestroyedOsds') }),
  rows: ({ destroyed: { destroyedOsds = [] } }) => ({
    rows: destroyedOsds.flatMap(({ id, host = '' }): DestroyedRow[] =>
      id === undefined ? [] : [{ id, host }],
    ),
  }),
  rowId: ({ id }) => `osd.${id}`,
  answers: answeredAs('listDestroyedOsds'),
  columns: [
    textColumn({ id: 'name', title: 'OSD', width: 10, priority: 0, name: true }, ({ id }) => `osd.${id}`),
    numberColumn({ id: 'id', title: 'ID', width: 6, priority: 2 }),
    textColumn({ id: 'host', title: 'HOST', flex: 1, min: 10, priority: 0 }),
  ],
  page: { noun: 'Destroyed' },
  empty: 'No destroyed OSD waits for a new disk.',
  links: ({ id, host }) => [
    { label: `disks of ${host}`, screen: 'server-disks', scope: { server: host } },
    { label: `osd.${id} in the CRUSH tree`, go: (cockpit) => showPane(cockpit, 'crush', `name:osd.${id}`) },
  ],
  actions: [
    rowAction(
      'updateServerDisk',
      {
        id: 'reuse',
        keys: ['n'],
        label: 'reuse',
        help: 'Create an OSD on a free disk that takes over this id',
      },
      ({ id, host }, _scope, cockpit) => ({
        title: `Create osd.${id} again on another disk`,
        target: `osd.${id}`,
        input: { body: { role: 'osd' as const, reuseOsdId: id } },
        ask: ['params.diskId', 'body.encrypted', 'body.crushDeviceClass'],
        freshFields: () => ({
          'params.diskId': freeDiskField(cockpit, host),
          'body.encrypted': { initial: 'false' },
        }),
        effect: `Erases the disk and makes an OSD on it with the id ${id}: it takes back its place and its data.`,
        undo: 'release the disk again; what was on it is lost',
        cli: () => `ceph-volume lvm create --data DEVICE --osd-id ${id}`,
        checks: (values) => {
          const disk = freeDisks(cockpit).find((candidate) => candidate.id === values['params.diskId']);
          return disk === undefined ? [] : checkNewOsd(disk, { reuseOsdId: id }, diskInput(cockpit));
        },
        needs: [resources.disks, resources.crush, resources.status, resources.tasks],
        refreshes: [resources.disks, resources.crush, resources.tasks, resources.status],
        finish: (input) => ({
          ...input,
          params: {
            ...input.params,
            id: freeDisks(cockpit).find((disk) => disk.id === input.params?.['diskId'])?.server,
          },
        }),
      }),
    ),
  ],
});

export const destroyedScreens: readonly Screen[] = [destroyed];
