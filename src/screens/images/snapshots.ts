import type { RbdImage } from '../../api/contract/rbds.ts';
import { answeredAs } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { afterForm, listScreen, rowAction, screenAction } from '../list/screen.ts';
import type { Screen } from '../screen.ts';
import { cloneChecks } from './clones.ts';
import { GROUP } from './group.ts';

type ImageSnapshot = NonNullable<RbdImage['snaps']>[number];
const ofSnapshot = (
  { pool = '', image = '' }: Readonly<Record<string, string>>,
  { name = '' }: ImageSnapshot,
) => ({
  params: { pool, rbd: image, snap: name },
});

/** The list of an image's snapshots. */
export const snapshots: Screen = listScreen<ImageSnapshot>()({
  id: 'snapshots',
  names: ['snapshots'],
  needs: ['pool', 'image'],
  group: GROUP,
  title: 'Snapshots',
  help: 'The snapshots of a block image',
  reads: ({ scope: { pool = '', image = '' } }) => ({
    image: resource('getImage', { params: { pool, rbd: image } }),
  }),
  rows: ({ image: { snaps = [] } }) => ({ rows: snaps }),
  rowId: ({ name = '' }) => name,
  answers: answeredAs('getImage'),
  columns: [
    textColumn(
      { id: 'name', title: 'SNAPSHOT', words: '', flex: 1, min: 14, max: 48, priority: 0, name: true },
      (row) => row.name,
    ),
    numberColumn({ id: 'id', title: 'ID', width: 6, priority: 1 }),
  ],
  page: {
    title: ({ name = '--' }, _cockpit, { pool = '', image = '' }) => `Snapshot ${name} of ${pool}/${image}`,
  },
  empty: 'No snapshots. Press n to take one.',
  actions: [
    screenAction(
      'createSnapshot',
      { id: 'create', keys: ['n'], label: 'new', help: 'Take a snapshot' },
      ({ pool = '', image = '' }) => ({
        title: `Take a snapshot of ${image}`,
        target: image,
        input: { params: { pool, rbd: image } },
        fields: { 'params.snap': { label: 'name of the snapshot' } },
        undo: 'delete the snapshot',
      }),
    ),
    rowAction(
      'updateSnapshot',
      {
        id: 'protect',
        keys: ['p'],
        label: 'protect',
        help: 'Protect the snapshot, or remove its protection',
      },
      (row, scope) => ({
        title: `Protect snapshot ${row.name}`,
        target: row.name ?? '',
        input: ofSnapshot(scope, row),
        ask: ['body.protect'],
        fields: {
          'body.protect': { label: 'protected', hint: 'false removes the protection', initial: 'true' },
        },
        // The service does not tell whether it is protected.
        state: { 'body.protect': '' },
        effect: 'A protected snapshot can be cloned and cannot be deleted.',
        undo: 'change it back',
      }),
    ),
    rowAction(
      'updateSnapshot',
      { id: 'rename', keys: ['e'], label: 'rename', help: 'Rename the snapshot', restores: afterForm },
      (row, scope) => ({
        title: `Rename snapshot ${row.name}`,
        target: row.name ?? '',
        input: ofSnapshot(scope, row),
        ask: ['body.name'],
        fields: { 'body.name': { label: 'new name', initial: row.name ?? '' } },
        effect: 'Images that were cloned from it continue to read from it.',
        undo: `rename it to ${row.name}`,
      }),
    ),
    rowAction(
      'cloneSnapshot',
      { id: 'clone', keys: ['c'], label: 'clone', help: 'Create an image from the snapshot' },
      (row, scope) => ({
        title: `Clone ${scope['image']}@${row.name}`,
        target: row.name ?? '',
        input: ofSnapshot(scope, row),
        fields: {
          'body.pool': { label: 'pool of the new image', initial: scope['pool'] ?? '' },
          'body.name': { label: 'name of the new image' },
        },
        effect:
          'Makes an image that shares its data with the snapshot. Only a protected snapshot can be cloned: p protects it.',
        undo: 'delete the new image',
      }),
    ),
    rowAction(
      'deleteSnapshot',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the snapshot' },
      (row, scope, cockpit) => {
        const { pool = '', image = '' } = scope;
        const clones = cloneChecks(cockpit, { pool, image, snapshot: row.name ?? '' });
        return {
          title: `Delete snapshot ${row.name}`,
          target: row.name ?? '',
          input: ofSnapshot(scope, row),
          undo: 'none: the state that it kept is gone',
          needs: clones.needs,
          checks: () => [
            ...clones.checks(),
            { level: 'warn', text: 'a protected one is refused: remove the protection first' },
          ],
        };
      },
    ),
  ],
});
