import { BUCKET_NAMES, isBucketName, type S3Bucket } from '../../api/contract/s3Buckets.ts';
import { count, dateTime, percent } from '../../lib/format.ts';
import { commandLine } from '../../lib/shell.ts';
import { fields, number } from '../../lib/untyped.ts';
import type { PreflightCheck } from '../../store/answers/preflight.ts';
import { answeredAs } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import type { Known } from '../../store/cockpit.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { afterForm, listScreen, rowAction, screenAction } from '../list/screen.ts';
import { noRow } from '../list/underCursor.ts';
import { openScreen, openScreenRow, type Screen } from '../screen.ts';
import { GROUP } from './group.ts';
import { isNearlyFull, kib, quotaShare, quotaText, quotaWords } from './quota.ts';

const shareOf = ({ quota, usageSum }: S3Bucket) =>
  quotaShare(quota, { sizeKb: usageSum?.sizeKb ?? 0, objects: usageSum?.numObjects ?? 0 });
const isFull = (row: S3Bucket) => isNearlyFull(shareOf(row));

const ofBucket = ({ bucket = '' }: S3Bucket) => ({ params: { bucketName: bucket } });
const objectsIn = ({ usageSum }: S3Bucket) => usageSum?.numObjects;
const contentText = (row: S3Bucket) => `${count(objectsIn(row))} objects, ${kib(row.usageSum?.sizeKb)}`;

/** The table cells for a bucket's usage in one zone, from Ceph's own fields. */
function zoneCells([zone, use]: readonly [string, unknown]): string[] {
  const numberOf = (name: string) => number(fields(use)?.[name]);
  return [zone, count(numberOf('num_objects')), kib(numberOf('size_kb')), kib(numberOf('size_kb_actual'))];
}

const ALL = resource('listS3Buckets');

/** Checks that no bucket has the typed name: the service would give an existing one to the new owner. */
function nameChecks({ cache }: Known, name: unknown): readonly PreflightCheck[] {
  const { data: buckets } = cache.slot(ALL);
  if (typeof name !== 'string' || buckets === undefined) return [];
  const existing = buckets.find(({ bucket }) => bucket === name);
  if (existing === undefined) return [{ level: 'ok', text: 'no bucket had this name when last read' }];
  const text = `${name} belongs to ${existing.owner ?? 'another user'}: use another name, or e on it to give it another owner`;
  return [{ level: 'block', text }];
}

/** Checks what deleting a bucket, with or without its objects, would cost. */
function deletionChecks(row: S3Bucket, withData: boolean): readonly PreflightCheck[] {
  const contentCheck = (): PreflightCheck => {
    const objects = objectsIn(row);
    if (objects === undefined) return { level: 'warn', text: 'how many objects it holds is not known' };
    if (objects === 0) return { level: 'ok', text: 'it had no objects when last read' };
    return withData
      ? { level: 'warn', text: `${contentText(row)} are lost for good` }
      : { level: 'block', text: `it holds ${contentText(row)}: X deletes it with them` };
  };
  return [
    contentCheck(),
    ...(withData ? [{ level: 'warn' as const, text: 'objects added meanwhile are deleted too' }] : []),
  ];
}

/** The command line that gives a bucket to a user. */
const linkCommand = (bucket = '', owner = '') =>
  commandLine('radosgw-admin', 'bucket', 'link', `--bucket=${bucket}`, `--uid=${owner}`);

const deletion = (withData: boolean) =>
  rowAction(
    'deleteS3Bucket',
    withData
      ? { id: 'purge', keys: ['X'], label: 'delete all', help: 'Delete the bucket with all objects in it' }
      : { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the bucket, which must be empty' },
    (row: S3Bucket) => ({
      title: `Delete bucket ${row.bucket}${withData ? ' with all its objects' : ''}`,
      target: row.bucket ?? '',
      input: { ...ofBucket(row), body: { name: row.bucket, deleteData: withData } },
      ask: [],
      effect: withData
        ? 'Deletes the bucket and every object in it.'
        : 'Deletes the bucket. A bucket that holds objects is refused.',
      undo: withData ? 'none: the objects are gone' : 'create it again, with its grants',
      cli: () =>
        commandLine(
          'radosgw-admin',
          'bucket',
          'rm',
          `--bucket=${row.bucket}`,
          ...(withData ? ['--purge-objects'] : []),
        ),
      checks: () => deletionChecks(row, withData),
    }),
  );

export const buckets: Screen = listScreen<S3Bucket>()({
  id: 's3-buckets',
  names: ['buckets', 'bucket', 's3-buckets'],
  optional: ['owner'],
  group: GROUP,
  title: 'Buckets',
  help: 'The buckets of the object store, of all users or of one; Enter lists the objects of one',
  reads: () => ({ all: ALL }),
  rows: ({ all }, { scope: { owner } }) => ({
    rows: owner === undefined ? all : all.filter((bucket) => bucket.owner === owner),
  }),
  rowId: ({ bucket = '' }) => bucket,
  answers: answeredAs('listS3Buckets'),
  level: (row) => (isFull(row) ? 'warn' : 'ok'),
  columns: [
    textColumn(
      { id: 'name', title: 'BUCKET', flex: 2, min: 14, max: 63, priority: 0, name: true },
      (row) => row.bucket,
    ),
    textColumn({ id: 'owner', title: 'OWNER', flex: 1, min: 10, max: 32, priority: 1 }),
    numberColumn({ id: 'objects', title: 'OBJECTS', width: 7, priority: 1 }, objectsIn, count),
    numberColumn({ id: 'size', title: 'SIZE', width: 9, priority: 0 }, (row) => row.usageSum?.sizeKb, kib),
    numberColumn({ id: 'used', title: 'USED', width: 5, priority: 2 }, shareOf, percent),
    textColumn(
      { id: 'quota', title: 'QUOTA', width: 22, priority: 4 },
      (row) => quotaText(row.quota),
      (row) => (isFull(row) ? 'warn' : undefined),
    ),
    textColumn({ id: 'placement', title: 'PLACEMENT', width: 17, priority: 6 }, (row) => row.placementRule),
    textColumn({ id: 'modified', title: 'MODIFIED', width: 20, priority: 5 }, ({ modified }, { view }) =>
      modified === undefined ? undefined : dateTime(modified * 1000, view.getState().utc),
    ),
  ],
  empty: 'No buckets. Press n to create one.',
  page: {
    title: ({ bucket = '' }) => `Bucket ${bucket}`,
    state: (row) => (isFull(row) ? 'nearly full' : undefined),
    facts: (row, { view }) => [
      ['owner', row.owner || '--'],
      ['objects', count(row.usageSum?.numObjects)],
      ['size', kib(row.usageSum?.sizeKb)],
      ['on disk', kib(row.usageSum?.sizeKbActual)],
      ['quota', quotaWords(row.quota)],
      ...(shareOf(row) === undefined ? [] : [['quota used', percent(shareOf(row), 1)] as const]),
      ['placement', row.placementRule || '--'],
      ['modified', row.modified === undefined ? '--' : dateTime(row.modified * 1000, view.getState().utc)],
      ['id', row.id || '--'],
    ],
    table: ({ usage = {} }) => ({
      title: 'use by zone',
      titles: ['zone', 'objects', 'size', 'on disk'],
      // With a single zone, the facts above show the same.
      rows: Object.keys(usage).length > 1 ? Object.entries(usage).map(zoneCells) : [],
    }),
    shownFields: ['bucket', 'owner', 'usage', 'usageSum', 'quota', 'placementRule', 'modified', 'id'],
  },
  measured: ({ bucket = '' }) => [{ of: 'bucket', subject: bucket }],
  open: ({ bucket = '' }) => ({ screen: 's3-objects', scope: { bucket } }),
  links: ({ bucket = '', owner = '' }) => [
    { label: `objects in ${bucket}`, screen: 's3-objects', scope: { bucket }, onPage: true },
    { label: `who may use ${bucket}`, screen: 's3-grants', scope: { bucket }, onPage: true },
    { label: `CORS rules of ${bucket}`, screen: 's3-cors', scope: { bucket }, onPage: true },
    { label: `buckets of ${owner}`, screen: 's3-buckets', scope: { owner } },
    { label: `S3 user ${owner}`, screen: 's3-users', scope: {}, filter: `user:${owner}` },
  ],
  bindings: (cockpit, _scope, row) => [
    {
      keys: ['A'],
      label: 'grants',
      help: 'Who may use the bucket, and for what',
      footer: 7,
      disabled: () => noRow(row),
      run: () => openScreen(cockpit, 's3-grants', { bucket: row?.bucket ?? '' }),
    },
    {
      keys: ['u'],
      label: 'quota',
      help: 'Go to the owner of the bucket, whose quotas it falls under: u sets that of all, b that of each bucket',
      footer: 7,
      disabled: () => noRow(row),
      run: () => openScreenRow(cockpit, 's3-users', {}, row?.owner ?? ''),
    },
    {
      keys: ['C'],
      label: 'CORS',
      help: 'The CORS rules of the bucket',
      disabled: () => noRow(row),
      run: () => openScreen(cockpit, 's3-cors', { bucket: row?.bucket ?? '' }),
    },
  ],
  actions: [
    screenAction(
      'putS3Bucket',
      { id: 'create', keys: ['n'], label: 'new', help: 'Create a bucket' },
      ({ owner = '' }, cockpit) => ({
        title: 'Create a bucket',
        target: 'a new bucket',
        ask: ['params.bucketName', 'body.owner'],
        fields: {
          'params.bucketName': {
            label: 'name',
            read: (text) => (isBucketName(text) ? { value: text } : { problem: `Use ${BUCKET_NAMES}.` }),
          },
          'body.owner': { label: 'owner', hint: 'an S3 user', initial: owner, required: true },
        },
        effect: 'An empty bucket of this name.',
        needs: [ALL],
        checks: ({ 'params.bucketName': name }) => nameChecks(cockpit, name),
        undo: 'delete the bucket',
        cli: ({ 'params.bucketName': name, 'body.owner': to }) =>
          `${commandLine('s3cmd', 'mb', `s3://${String(name)}`)}; ${linkCommand(name, to)}`,
      }),
    ),
    rowAction(
      'updateS3Bucket',
      { id: 'edit', keys: ['e'], label: 'owner', help: 'Give the bucket another owner', restores: afterForm },
      (row) => ({
        title: `Give bucket ${row.bucket} another owner`,
        target: row.bucket ?? '',
        input: ofBucket(row),
        ask: ['body.owner'],
        fields: { 'body.owner': { label: 'owner', hint: 'an S3 user', initial: row.owner ?? '' } },
        tierOf: () => 'disruptive',
        effect: `${row.owner ?? 'Its owner'} loses it; it counts against the quota of the new owner.`,
        undo: `give it back to ${row.owner ?? 'its owner'}`,
        cli: ({ 'body.owner': owner }) => linkCommand(row.bucket, owner),
      }),
    ),
    deletion(false),
    deletion(true),
  ],
});
