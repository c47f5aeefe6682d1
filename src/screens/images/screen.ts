import type { Pool } from '../../api/contract/pools.ts';
import type { RbdImage } from '../../api/contract/rbds.ts';
import { bytes } from '../../lib/format.ts';
import { commandLine } from '../../lib/shell.ts';
import { listed } from '../../lib/words.ts';
import { ok, warn } from '../../store/answers/preflight.ts';
import { answeredAs } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import { exactSize, sizeField } from '../fields/readers.ts';
import { textColumn, numberColumn } from '../list/columns.ts';
import { afterForm, listScreen, rowAction, screenAction } from '../list/screen.ts';
import type { Screen } from '../screen.ts';
import { cloneChecks, snapshotCheck } from './clones.ts';
import { GROUP } from './group.ts';
import { snapshots } from './snapshots.ts';

const pools: Screen = listScreen<Pool>()({
  id: 'image-pools',
  names: ['rbd', 'block'],
  group: GROUP,
  title: 'Pools of block images',
  help: 'The pools that hold block images; Enter lists the images of one',
  reads: () => ({ all: resources.pools }),
  rows: ({ all }) => ({ rows: all.filter(({ application }) => application === 'rbd') }),
  rowId: ({ name = '' }) => name,
  answers: answeredAs('listPools'),
  columns: [
    textColumn({ id: 'name', title: 'POOL', flex: 2, min: 12, max: 40, priority: 0, name: true }),
    numberColumn({ id: 'stored', title: 'STORED', width: 9, priority: 1 }, (row) => row.stats?.bytes, bytes),
    numberColumn({ id: 'size', title: 'COPIES', width: 6, priority: 2 }),
  ],
  measured: ({ name = '' }) => [{ of: 'pool', subject: name }],
  page: { noun: 'Pool', more: ({ description }) => (description ? [['description', description]] : []) },
  empty: 'No pool has the application rbd. Press n on :pools to create one.',
  open: ({ name = '' }) => ({ screen: 'images', scope: { pool: name } }),
});

const ofImage = (pool = '', { name = '' }: RbdImage) => ({ params: { pool, rbd: name } });
const featureText = ({ features = [] }: RbdImage) =>
  features.map((feature) => feature.toLowerCase().replaceAll('_', '-')).join(', ');
/** The features that Ceph gives an image by default (rbd_default_features). */
const DEFAULT = 'layering, exclusive-lock, object-map, fast-diff, deep-flatten';
const hasDeepFlatten = (features: readonly string[] = []) =>
  features.some((one) => /^deep.flatten$/i.test(one));
const inUseText = (name = '') => `${name || 'it'} may be used by a client: stop the client first`;

const images: Screen = listScreen<RbdImage>()({
  id: 'images',
  names: ['images', 'image'],
  needs: ['pool'],
  group: GROUP,
  title: 'Block images',
  help: 'The block images of a pool, with their snapshots; Enter lists the snapshots of one',
  reads: ({ scope: { pool = '' }, limit }) => ({
    page: resource('listImages', { params: { pool }, query: { limit } }),
  }),
  alsoReads: ['getImage'],
  rows: ({ page: { data = [], totalElements } }) => ({ rows: data, total: totalElements }),
  rowId: ({ name = '' }) => name,
  answers: answeredAs('listImages'),
  columns: [
    textColumn({ id: 'name', title: 'IMAGE', flex: 2, min: 14, max: 48, priority: 0, name: true }),
    numberColumn({ id: 'size', title: 'SIZE', width: 9, priority: 0 }, (row) => row.size, bytes),
    numberColumn({ id: 'snapshots', title: 'SNAPS', width: 5, priority: 2 }, (row) => row.snaps?.length ?? 0),
    textColumn({ id: 'parent', title: 'CLONED FROM', flex: 1, min: 12, max: 48, priority: 3 }, ({ parent }) =>
      parent ? `${parent.pool}/${parent.image}@${parent.snapshot}` : '',
    ),
    textColumn({ id: 'features', title: 'FEATURES', words: '', flex: 1, min: 10, priority: 4 }, (row) =>
      featureText(row).replace(DEFAULT, 'default'),
    ),
  ],
  page: {
    noun: 'Image',
    more: ({ snaps = [], ...row }) => [
      ['features', featureText(row)],
      ...(snaps.length > 0
        ? [['snapshot names', listed(snaps.map(({ name = '--' }) => name))] as const]
        : []),
    ],
  },
  empty: 'No images in this pool. Press n to create one.',
  open: ({ name = '' }, { pool = '' }) => ({ screen: 'snapshots', scope: { pool, image: name } }),
  links: ({ parent }) =>
    parent?.pool === undefined || parent.image === undefined
      ? []
      : [
          {
            label: `snapshots of its parent ${parent.pool}/${parent.image}`,
            screen: 'snapshots',
            scope: { pool: parent.pool, image: parent.image },
          },
        ],
  actions: [
    screenAction(
      'createImage',
      { id: 'create', keys: ['n'], label: 'new', help: 'Create an image' },
      ({ pool = '' }) => ({
        title: `Create an image in ${pool}`,
        target: pool,
        input: { params: { pool } },
        ask: ['body.name', 'body.size', 'body.features', 'body.erasureCodedPool'],
        fields: { 'body.size': sizeField('size') },
        undo: 'delete the image',
        cli: ({ 'body.name': name, 'body.size': size }) =>
          commandLine('rbd', 'create', `${pool}/${String(name)}`, '--size', `${String(size)}B`),
      }),
    ),
    rowAction(
      'updateImage',
      {
        id: 'resize',
        keys: ['r'],
        label: 'resize',
        help: 'Resize the image',
        // Shrinking cannot be undone: the data that was cut off is lost.
        restores: (row, values) =>
          Number(values['body.size']) > (row.size ?? Infinity) ? afterForm(row, values) : undefined,
      },
      (row, { pool }) => ({
        title: `Resize image ${row.name}`,
        target: row.name ?? '',
        input: ofImage(pool, row),
        ask: ['body.size'],
        fields: {
          'body.size': {
            ...sizeField('new size'),
            initial: row.size === undefined ? '' : exactSize(row.size),
          },
        },
        effect: 'Changes the size of the block device. Data beyond a smaller size is lost.',
        undo: `resize it to ${bytes(row.size)}; data that was cut off does not come back`,
        // The present size may not be known: then any size may be a smaller one.
        tierOf: ({ 'body.size': size = Infinity }) =>
          size < (row.size ?? Infinity) ? 'destructive' : 'disruptive',
        checks({ 'body.size': size }) {
          if (size === undefined) return [];
          if (row.size === undefined)
            return [warn('its current size is not known: data beyond the new size is lost for good')];
          if (size >= row.size) return [ok(`it grows by ${bytes(size - row.size)}; no data is lost`)];
          const lost = `the last ${bytes(row.size - size)} of its ${bytes(row.size)}`;
          return [warn(`it becomes smaller: all data in ${lost} is lost for good`)];
        },
      }),
    ),
    rowAction(
      'updateImage',
      {
        id: 'rename',
        keys: ['e'],
        label: 'rename',
        help: 'Rename the image',
        restores: afterForm,
      },
      (row, { pool }) => ({
        title: `Rename image ${row.name}`,
        target: row.name ?? '',
        input: ofImage(pool, row),
        ask: ['body.name'],
        fields: { 'body.name': { label: 'new name', initial: row.name ?? '' } },
        effect: 'Its data, snapshots and clones stay as they are.',
        undo: `rename it to ${row.name}`,
        checks: () => [{ level: 'warn', text: `tell users of the old name; ${inUseText(row.name)}` }],
      }),
    ),
    rowAction(
      'updateImage',
      {
        id: 'features',
        keys: ['f'],
        label: 'features',
        help: 'Change the features of the image',
        // An image gets this one only when it is created.
        restores: (row, values) =>
          hasDeepFlatten(row.features) && !hasDeepFlatten(values['body.features'])
            ? undefined
            : afterForm(row, values),
      },
      (row, { pool }) => ({
        title: `Change the features of ${row.name}`,
        target: row.name ?? '',
        input: ofImage(pool, row),
        ask: ['body.features'],
        fields: { 'body.features': { label: 'features', initial: featureText(row) } },
        effect: 'The image then has exactly these features.',
        undo: 'change them back; an image gets deep-flatten only when it is created',
        checks: () => [
          { level: 'warn', text: 'a client that does not know a feature cannot open the image' },
        ],
      }),
    ),
    rowAction(
      'createSnapshot',
      { id: 'snapshot', keys: ['s'], label: 'snapshot', help: 'Take a snapshot of the image' },
      (row, { pool }) => ({
        title: `Take a snapshot of ${row.name}`,
        target: row.name ?? '',
        input: ofImage(pool, row),
        fields: { 'params.snap': { label: 'name of the snapshot' } },
        undo: 'delete the snapshot',
      }),
    ),
    rowAction(
      'flattenImage',
      {
        id: 'flatten',
        keys: ['F'],
        label: 'flatten',
        help: 'Copy the data of the parent into the image, so that it is independent',
        refused: ({ name, parent }) =>
          parent ? undefined : `${name ?? 'it'} is not a clone: it is already independent`,
      },
      (row, { pool }) => ({
        title: `Flatten image ${row.name}`,
        target: row.name ?? '',
        input: ofImage(pool, row),
        undo: 'none: it takes the space of a full copy from then on',
      }),
    ),
    rowAction(
      'deleteImage',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the image' },
      (row, { pool = '' }, cockpit) => {
        const clones = cloneChecks(cockpit, { pool, image: row.name ?? '' });
        return {
          title: `Delete image ${row.name}`,
          target: row.name ?? '',
          input: ofImage(pool, row),
          ask: [],
          undo: 'none: the data is gone',
          needs: clones.needs,
          checks: () => [
            ...clones.checks(),
            snapshotCheck(row),
            { level: 'warn', text: inUseText(row.name) },
          ],
        };
      },
    ),
  ],
});

export const imageScreens: readonly Screen[] = [pools, images, snapshots];
