import type { S3ObjectMetadata } from '../../api/contract/s3Buckets.ts';
import { bytes } from '../../lib/format.ts';
import { commandLine } from '../../lib/shell.ts';
import type { Plan } from '../../store/action/plan.ts';
import { ok, type PreflightCheck, warn } from '../../store/answers/preflight.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { allScreens } from '../../store/session/screenView.ts';
import { showDescription } from '../../store/session/view.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { type CallOf, callPlan, type FieldChanges } from '../action/call.ts';
import type { FormValues } from '../action/formValues.ts';
import { prefilled } from '../action/inverse.ts';
import { savePlan } from '../action/save.ts';
import { describeRow } from '../description/describeRow.ts';
import { type ListAction, rowAction, rowPlanAction, screenAction } from '../list/screen.ts';
import { locationOf, objectData, type ObjectRow } from './objectList.ts';

const keyOf = ({ key = '' }: ObjectRow) => key;
const ofObject = (row: ObjectRow, scope: Scope) => ({
  params: { bucketName: locationOf(scope).bucket },
  query: { key: keyOf(row) },
});
const urlOf = (row: ObjectRow, scope: Scope) => `s3://${locationOf(scope).bucket}/${keyOf(row)}`;
const noPrefix = ({ isPrefix }: ObjectRow) => (isPrefix ? 'this is a prefix, not an object' : undefined);

function showMetadata(cockpit: Shown, row: ObjectRow, metadata: S3ObjectMetadata): void {
  showDescription(cockpit.view, () => describeRow(cockpit, keyOf(row), metadata));
}

/** Reads all metadata of an object and shows it, or passes it to `show`. */
export const metadataPlan = (
  cockpit: Known & Shown,
  row: ObjectRow,
  scope: Scope,
  show = (metadata: S3ObjectMetadata) => showMetadata(cockpit, row, metadata),
): Plan =>
  callPlan(cockpit, {
    operation: 'getS3ObjectMetadata',
    title: `Metadata of ${keyOf(row)}`,
    target: keyOf(row),
    input: ofObject(row, scope),
    ask: [],
    undo: 'nothing is changed',
    refreshes: [],
    show,
  });

/** The metadata that can be set; the rest describes the content. */
const SETTABLE = [
  'contentType',
  'cacheControl',
  'contentDisposition',
  'contentEncoding',
  'contentLanguage',
  'httpExpiresDate',
] as const;

/** Replaces the metadata of an object; the form starts with the current values. */
function setMetadataPlan(cockpit: Known & Shown, row: ObjectRow, scope: Scope, now: S3ObjectMetadata): Plan {
  const own = now.userMetadata ?? {};
  const fields: FieldChanges<'setS3ObjectMetadata'> = {
    ...Object.fromEntries(
      SETTABLE.map((name) => [`body.${name}`, { initial: String(now[name] ?? '') }] as const),
    ),
    'body.userMetadata': {
      label: 'own metadata',
      hint: 'JSON, such as {"project": "x"}',
      initial: Object.keys(own).length === 0 ? '' : JSON.stringify(own),
    },
  };
  return callPlan(cockpit, {
    operation: 'setS3ObjectMetadata',
    title: `Set the metadata of ${keyOf(row)}`,
    target: keyOf(row),
    input: ofObject(row, scope),
    ask: [...SETTABLE.map((name) => `body.${name}` as const), 'body.userMetadata'],
    fields,
    effect: 'Replaces all metadata of the object: what is left empty here is removed.',
    undo: 'set the old metadata again',
    cli: () => `${commandLine('s3cmd', 'modify', urlOf(row, scope))} --add-header=...`,
  });
}

const setMetadata = rowPlanAction<ObjectRow>(
  'setS3ObjectMetadata',
  {
    id: 'set-metadata',
    keys: ['E'],
    label: 'set metadata',
    help: 'Change the metadata of the object',
    refused: noPrefix,
  },
  (row, scope, cockpit) =>
    metadataPlan(cockpit, row, scope, (now) => cockpit.propose(setMetadataPlan(cockpit, row, scope, now))),
);

const targetFields = (bucket: string, row: ObjectRow): FieldChanges<'copyS3Object'> => ({
  'query.dstBucketName': { label: 'to bucket', initial: bucket },
  'query.dstKey': { label: 'to key', initial: keyOf(row) },
});

const copyOrMove = (isCopy: boolean) =>
  rowAction(
    isCopy ? 'copyS3Object' : 'moveS3Object',
    isCopy
      ? { id: 'copy', keys: ['c'], label: 'copy', help: 'Copy the object', refused: noPrefix }
      : { id: 'move', keys: ['e'], label: 'move', help: 'Rename or move the object', refused: noPrefix },
    (row: ObjectRow, scope, cockpit) => transferCall(isCopy, row, scope, cockpit),
  );

function transferCall(
  isCopy: boolean,
  row: ObjectRow,
  scope: Scope,
  cockpit: Known & Shown,
): CallOf<'copyS3Object' | 'moveS3Object'> {
  return {
    title: `${isCopy ? 'Copy' : 'Move'} ${keyOf(row)}`,
    target: keyOf(row),
    input: ofObject(row, scope),
    fields: targetFields(locationOf(scope).bucket, row),
    undo: `${isCopy ? 'delete the copy' : 'move it back'}; an object that it replaced does not come back`,
    cli: ({ 'query.dstBucketName': bucket = '', 'query.dstKey': key = '' }) =>
      commandLine('s3cmd', isCopy ? 'cp' : 'mv', urlOf(row, scope), `s3://${bucket}/${key}`),
    checks: ({ 'query.dstBucketName': bucket = '', 'query.dstKey': key }) =>
      key === undefined ? [] : [replacementCheck(objectShown(cockpit, bucket, key))],
    tierOf: ({ 'query.dstBucketName': bucket = '', 'query.dstKey': key = '' }) =>
      replaces(cockpit, bucket, key) ? 'destructive' : 'disruptive',
    targetOf: ({ 'query.dstKey': key = '' }) => key,
    ...(!isCopy && {
      inverse: ({ 'query.dstBucketName': bucket = '', 'query.dstKey': key = '' }) => {
        if (replaces(cockpit, bucket, key)) return undefined;
        const moved = transferCall(false, { ...row, key }, { bucket }, cockpit);
        const before = { 'query.dstBucketName': locationOf(scope).bucket, 'query.dstKey': keyOf(row) };
        return () => prefilled(callPlan(cockpit, { ...moved, operation: 'moveS3Object' }), before);
      },
    }),
  };
}

/** The key of an uploaded file: the file name is appended to a key that is empty or ends in a slash. */
export function uploadKey(key: string, file: string): string {
  return key === '' || key.endsWith('/') ? key + file.slice(file.lastIndexOf('/') + 1) : key;
}

/** The object with a key in the open list of its bucket: `none` if there is none, undefined if the list does not cover it. */
function objectShown(cockpit: Known & Shown, bucket: string, key: string): ObjectRow | 'none' | undefined {
  const screen = allScreens(cockpit.view.getState()).findLast(
    (one) => one.screen === objectData.id && one.scope['bucket'] === bucket,
  );
  const data = objectData.of(cockpit, screen);
  if (!screen || !data) return undefined;
  const { rows, more } = data;
  const found = rows.find((row) => !row.isPrefix && row.key === key);
  if (found) return found;
  const { prefix, flat } = locationOf(screen.scope);
  const isBelow = key.startsWith(prefix) && (flat || !key.slice(prefix.length).includes('/'));
  return !more && isBelow ? 'none' : undefined;
}

/** True if an object that is known to be there would be replaced, and so be lost. */
function replaces(cockpit: Known & Shown, bucket: string, key: string): boolean {
  const there = objectShown(cockpit, bucket, key);
  return there !== undefined && there !== 'none';
}

function replacementCheck(there: ReturnType<typeof objectShown>): PreflightCheck {
  if (there === 'none') return ok('no object has that key');
  return there
    ? warn(`the object ${there.key} of ${bytes(there.size)} is replaced, and lost for good`)
    : warn('it is not known whether that key exists; if so, it is replaced');
}

const upload = screenAction(
  'uploadS3Object',
  { id: 'upload', keys: ['u'], label: 'upload', help: 'Upload a local file as an object' },
  (scope, cockpit) => {
    const { bucket, prefix } = locationOf(scope);
    const keyIn = ({ 'form.key': key = '', 'form.file': file = '' }: FormValues<'uploadS3Object'>) =>
      uploadKey(key, file);
    return {
      title: `Upload into ${bucket}`,
      target: bucket,
      input: { params: { bucketName: bucket } },
      ask: ['form.file', 'form.key'],
      fields: {
        'form.file': { label: 'local file' },
        'form.key': {
          label: 'key',
          hint: 'key of the object; after a slash the file name is appended',
          initial: prefix,
          required: false,
          read: (text) => ({ value: text }),
        },
      },
      undo: 'delete the object; one that it replaced does not come back',
      finish: (input, values) => ({ ...input, form: { ...input.form, key: keyIn(values) } }),
      cli: (values) => commandLine('s3cmd', 'put', values['form.file'], `s3://${bucket}/${keyIn(values)}`),
      checks: (values) => {
        if (values['form.file'] === undefined) return [];
        return [replacementCheck(objectShown(cockpit, bucket, keyIn(values)))];
      },
      // A new object does no harm, but a replaced one cannot be restored.
      tierOf(values) {
        if (replaces(cockpit, bucket, keyIn(values))) return 'destructive';
        return objectShown(cockpit, bucket, keyIn(values)) === 'none' ? 'reversible' : 'disruptive';
      },
      targetOf: keyIn,
    };
  },
);

const download = rowPlanAction<ObjectRow>(
  'downloadS3Object',
  {
    id: 'download',
    keys: ['w'],
    label: 'download',
    help: 'Download the object to this machine',
    refused: noPrefix,
  },
  (row, scope, cockpit) =>
    savePlan(
      cockpit,
      {
        operation: 'downloadS3Object',
        title: `Download ${keyOf(row)}`,
        target: keyOf(row),
        input: ofObject(row, scope),
        effect: `Saves ${bytes(row.size)} on this machine.`,
      },
      { name: keyOf(row) },
    ),
);

const metadata = rowPlanAction<ObjectRow>(
  'getS3ObjectMetadata',
  {
    id: 'metadata',
    keys: ['i'],
    label: 'metadata',
    help: 'Show the metadata of the object',
    refused: noPrefix,
  },
  (row, scope, cockpit) => metadataPlan(cockpit, row, scope),
);

const remove = rowAction(
  'deleteS3Object',
  { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the object', refused: noPrefix },
  (row: ObjectRow, scope) => ({
    title: `Delete object ${keyOf(row)}`,
    target: keyOf(row),
    input: ofObject(row, scope),
    undo: 'none: the data is gone, unless the bucket keeps versions',
    cli: () => commandLine('s3cmd', 'del', urlOf(row, scope)),
    checks: () => [
      {
        level: 'warn',
        text: `${bytes(row.size)} are lost, last written ${row.lastModified ?? 'at an unknown time'}`,
      },
    ],
  }),
);

/** The actions on objects, in the order of the menu. */
export const objectActions: readonly ListAction<ObjectRow>[] = [
  upload,
  download,
  copyOrMove(true),
  copyOrMove(false),
  metadata,
  setMetadata,
  remove,
];
