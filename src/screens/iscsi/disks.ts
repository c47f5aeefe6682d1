import { answeredAs } from '../../store/answers/rowAnswers.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { mustExist } from '../action/mustExist.ts';
import { diskName, ISCSI, type IscsiDisk, iscsiService } from '../gateways/iscsi.ts';
import { serviceIdOf } from '../gateways/services.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { listScreen, rowAction, screenAction } from '../list/screen.ts';
import type { Screen } from '../screen.ts';

/** The parts in which the disks of a client differ from those of a group. */
interface Holder {
  readonly kind: 'client' | 'group';
  readonly add: 'addIscsiClientDisks' | 'addIscsiGroupDisks';
  readonly remove: 'removeIscsiClientDisk' | 'removeIscsiGroupDisk';
}

const holders: readonly Holder[] = [
  { kind: 'client', add: 'addIscsiClientDisks', remove: 'removeIscsiClientDisk' },
  { kind: 'group', add: 'addIscsiGroupDisks', remove: 'removeIscsiGroupDisk' },
];

const paramsOf = ({ kind }: Holder, scope: Scope) => ({
  serviceId: serviceIdOf(scope),
  [kind === 'client' ? 'name' : 'group']: scope[kind],
});

const columns = [
  numberColumn<IscsiDisk>({ id: 'lun', title: 'LUN', width: 5, priority: 1 }, ({ id }) => id),
  textColumn<IscsiDisk>(
    { id: 'image', title: 'IMAGE', flex: 2, min: 18, max: 64, priority: 0, name: true },
    diskName,
  ),
  textColumn<IscsiDisk>({ id: 'wwn', title: 'WWN', flex: 1, min: 16, priority: 2 }, ({ wwn }) => wwn),
];

const screenOf = (holder: Holder): Screen =>
  listScreen<IscsiDisk>()({
    id: `iscsi-${holder.kind}-disks`,
    names: [`iscsi-${holder.kind}-disks`],
    needs: ['service', holder.kind],
    group: ISCSI,
    title: `Disks of the ${holder.kind}`,
    help: `The block images that an iSCSI ${holder.kind === 'client' ? 'client' : 'host group'} is served as disks`,
    reads: ({ scope }) => ({ service: iscsiService(scope) }),
    rows({ service: { clients = [], groups = [] } }, { scope }) {
      const all: readonly { readonly name?: string; readonly luns?: IscsiDisk[] }[] =
        holder.kind === 'client' ? clients : groups;
      const { luns: rows = [] } = mustExist(
        all.find(({ name }) => name === scope[holder.kind]),
        `${holder.kind} ${scope[holder.kind]} of the iSCSI service`,
      );
      return { rows };
    },
    rowId: diskName,
    answers: answeredAs('getIscsiService'),
    columns,
    page: { noun: 'Disk' },
    empty: `The ${holder.kind} has no disks. Press n to give it one.`,
    links: ({ pool = '', image = '' }) => [
      { label: `images of ${pool}`, screen: 'images', scope: { pool } },
      { label: `snapshots of ${pool}/${image}`, screen: 'snapshots', scope: { pool, image } },
    ],
    actions: [
      screenAction(
        holder.add,
        { id: 'add', keys: ['n'], label: 'add', help: `Give the ${holder.kind} disks` },
        (scope) => ({
          title: `Give ${scope[holder.kind]} disks`,
          target: scope[holder.kind] ?? '',
          input: { params: paramsOf(holder, scope) },
          fields: { body: { label: 'disks' } },
          effect: 'The images are served as disks. A missing image is created with that size.',
          undo: 'remove them again; an image that was created stays',
          checks: () => [
            { level: 'warn', text: 'two clients that write to the same image destroy its data' },
          ],
        }),
      ),
      rowAction(
        holder.remove,
        { id: 'remove', keys: ['D'], label: 'remove', help: `Take the disk from the ${holder.kind}` },
        (row, scope) => ({
          title: `Take ${diskName(row)} from ${scope[holder.kind]}`,
          target: diskName(row),
          input: {
            params: paramsOf(holder, scope),
            body: { pool: row.pool, name: row.image },
          },
          effect: 'The client loses the disk at once. The image and its data stay.',
          undo: 'give it the disk again',
          checks: () => [{ level: 'warn', text: 'unwritten data is lost: unmount it on the client first' }],
        }),
      ),
    ],
  });

export const iscsiDisks: readonly Screen[] = holders.map(screenOf);
