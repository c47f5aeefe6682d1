import type { S3Bucket } from '../../api/contract/s3Buckets.ts';
import type { S3User } from '../../api/contract/s3Users.ts';
import { count, percent } from '../../lib/format.ts';
import { commandLine } from '../../lib/shell.ts';
import { listed, plural } from '../../lib/words.ts';
import { type PreflightCheck, warn } from '../../store/answers/preflight.ts';
import { answered, type Answered, answersOf } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { afterForm, listScreen, rowAction, screenAction } from '../list/screen.ts';
import type { Screen } from '../screen.ts';
import { GROUP } from './group.ts';
import { keyActions } from './keys.ts';
import {
  isNearlyFull,
  kib,
  quotaCli,
  quotaFields,
  quotaShare,
  quotaText,
  quotaUndo,
  quotaWords,
} from './quota.ts';

/** The usage of all buckets of a user. */
interface Use {
  /** Names of the user's buckets. */
  readonly buckets: readonly string[];
  readonly sizeKb: number;
  readonly objects: number;
}

/** Adds up the usage of the buckets of one owner. */
function useOf(buckets: readonly S3Bucket[], owner: string | undefined): Use {
  const own = buckets.filter((bucket) => bucket.owner === owner);
  const sum = (value: (bucket: S3Bucket) => number | undefined) =>
    own.reduce((total, bucket) => total + (value(bucket) ?? 0), 0);
  return {
    buckets: own.map(({ bucket = '' }) => bucket),
    sizeKb: sum(({ usageSum }) => usageSum?.sizeKb),
    objects: sum(({ usageSum }) => usageSum?.numObjects),
  };
}

/** An S3 user with the usage of its buckets. */
interface UserRow extends S3User, Answered {
  readonly use: Use;
}

const shareOf = ({ userQuota, use }: UserRow) => quotaShare(userQuota, use);
/** True if a user holds as much as the quota of a form allows, or more. */
const exceeds = ({ userQuota, use }: UserRow, values: Readonly<Record<string, unknown>>): boolean =>
  (quotaShare(afterForm(userQuota ?? {}, values), use) ?? 0) >= 1;
const isFull = (row: UserRow) => isNearlyFull(shareOf(row));

/** A `radosgw-admin user` command line with the display name and the e-mail address, where they are given. */
const userCommand = (verb: string, uid = '', name?: string, email?: string): string =>
  commandLine(
    'radosgw-admin',
    'user',
    verb,
    `--uid=${uid}`,
    ...(name === undefined ? [] : [`--display-name=${name}`]),
    ...(email === undefined ? [] : [`--email=${email}`]),
  );

const ofUser = ({ uid = '' }: S3User) => ({ params: { uid } });

/** Checks for deleting a user: things that would be deleted with it, or that prevent it. */
function deletionChecks({ use, subusers = [] }: UserRow): readonly PreflightCheck[] {
  const { buckets } = use;
  return [
    buckets.length > 0
      ? {
          level: 'block',
          text: `it owns ${listed(buckets)}: delete them or change their owner first`,
        }
      : { level: 'ok', text: 'it owns no buckets' },
    ...(subusers.length > 0
      ? [
          {
            level: 'warn' as const,
            text: `its sub-users and their keys are deleted too: ${subusers.map(({ subuser }) => subuser).join(', ')}`,
          },
        ]
      : []),
    { level: 'warn', text: 'clients with its keys are refused from then on' },
  ];
}

function stateOf(row: UserRow): string | undefined {
  if (row.suspended === true) return 'suspended';
  if (isFull(row)) return 'nearly full';
  return row.suspended === false ? 'active' : undefined;
}

/** The most buckets that the page of a user names. */
const MAX_BUCKETS = 8;

export const users: Screen = listScreen<UserRow>()({
  id: 's3-users',
  names: ['s3-users', 's3', 's3-user'],
  group: GROUP,
  title: 'S3 users',
  help: 'The users of the object store with their quotas and what they hold; Enter lists the buckets of one',
  reads: () => ({ all: resource('listS3Users'), owned: resource('listS3Buckets') }),
  rows: ({ all, owned }) => ({
    rows: all.map((user): UserRow => ({
      ...user,
      use: useOf(owned, user.uid),
      answers: [answered('listS3Users', user)],
    })),
  }),
  rowId: ({ uid = '' }) => uid,
  answers: answersOf,
  level: (row) => (row.suspended === true || isFull(row) ? 'warn' : 'ok'),
  columns: [
    textColumn({ id: 'uid', title: 'USER', flex: 1, min: 12, max: 40, priority: 0, name: true }),
    textColumn({ id: 'name', title: 'NAME', flex: 1, min: 10, max: 48, priority: 4 }),
    textColumn(
      { id: 'state', title: 'STATE', width: 9, priority: 1 },
      (row) => (row.suspended ? 'suspended' : 'active'),
      (row) => (row.suspended ? 'warn' : undefined),
    ),
    numberColumn({ id: 'buckets', title: 'BUCKETS', width: 7, priority: 3 }, (row) => row.use.buckets.length),
    numberColumn({ id: 'size', title: 'SIZE', width: 9, priority: 1 }, (row) => row.use.sizeKb, kib),
    numberColumn({ id: 'objects', title: 'OBJECTS', width: 7, priority: 2 }, (row) => row.use.objects, count),
    numberColumn({ id: 'used', title: 'USED', width: 5, priority: 2 }, shareOf, percent),
    textColumn(
      { id: 'quota', title: 'QUOTA', width: 22, priority: 5 },
      (row) => quotaText(row.userQuota),
      (row) => (isFull(row) ? 'warn' : undefined),
    ),
    numberColumn(
      { id: 'subusers', title: 'SUB-USERS', width: 9, priority: 6 },
      (row) => row.subusers?.length ?? 0,
    ),
  ],
  empty: 'No S3 users. Press n to create one.',
  page: {
    title: ({ uid = '' }) => `S3 user ${uid}`,
    state: stateOf,
    facts: (row) => [
      ['name', row.name || '--'],
      ['e-mail', row.email || 'none'],
      ['buckets', row.use.buckets.length === 0 ? 'none' : listed(row.use.buckets, MAX_BUCKETS)],
      ['objects', count(row.use.objects)],
      ['size', kib(row.use.sizeKb)],
      ['quota', quotaWords(row.userQuota)],
      ['quota of each bucket', quotaWords(row.bucketQuota)],
      ...(shareOf(row) === undefined ? [] : [['quota used', percent(shareOf(row), 1)] as const]),
    ],
    table: ({ subusers = [] }) => ({
      title: plural(subusers.length, 'sub-user'),
      titles: ['name', 'may'],
      rows: subusers.map(({ subuser = '--', permissions = '--' }) => [subuser, permissions]),
    }),
    shownFields: ['uid', 'name', 'email', 'suspended', 'use', 'userQuota', 'bucketQuota', 'subusers'],
  },
  measured: ({ uid = '' }) => [{ of: 'user', subject: uid }],
  open: ({ uid = '' }) => ({ screen: 's3-buckets', scope: { owner: uid } }),
  links: ({ uid = '' }) => [
    { label: `buckets of ${uid}`, screen: 's3-buckets', scope: { owner: uid }, onPage: true },
    { label: `sub-users of ${uid}`, screen: 's3-subusers', scope: { user: uid } },
  ],
  actions: [
    screenAction(
      'createS3User',
      { id: 'create', keys: ['n'], label: 'new', help: 'Create an S3 user' },
      () => ({
        title: 'Create an S3 user',
        target: 'a new user',
        undo: 'delete the user',
        cli: ({ 'body.uid': uid, 'body.name': name = uid, 'body.email': email }) =>
          userCommand('create', uid, name, email),
      }),
    ),
    rowAction(
      'updateS3User',
      {
        id: 'edit',
        keys: ['e'],
        label: 'edit',
        help: 'Change the name and the e-mail address of the user',
        restores: afterForm,
      },
      (row) => ({
        title: `Change S3 user ${row.uid}`,
        target: row.uid ?? '',
        input: ofUser(row),
        ask: ['body.name', 'body.email'],
        fields: { 'body.name': { initial: row.name ?? '' }, 'body.email': { initial: row.email ?? '' } },
        effect: 'Changes what the user is called. Its keys and buckets stay as they are.',
        undo: 'change it back',
        cli: ({ 'body.name': name, 'body.email': email }) => userCommand('modify', row.uid, name, email),
      }),
    ),
    rowAction(
      'updateS3User',
      {
        id: 'suspend',
        keys: ['s'],
        label: 'suspend',
        help: 'Suspend the user, or resume a suspended one',
        restores: (row) => ({ ...row, suspended: !row.suspended }),
      },
      (row) => ({
        title: `${row.suspended ? 'Resume' : 'Suspend'} S3 user ${row.uid}`,
        target: row.uid ?? '',
        input: { ...ofUser(row), body: { suspended: !row.suspended } },
        ask: [],
        tierOf: () => (row.suspended ? 'reversible' : 'disruptive'),
        effect: row.suspended
          ? 'Its keys are accepted again.'
          : 'Every request with its keys is refused. Its data stays.',
        undo: row.suspended ? 'suspend it' : 'resume it',
        cli: () =>
          commandLine('radosgw-admin', 'user', row.suspended ? 'enable' : 'suspend', `--uid=${row.uid}`),
      }),
    ),
    rowAction(
      'setS3UserQuota',
      {
        id: 'quota',
        keys: ['u'],
        label: 'quota',
        help: 'Set how much the user may hold in total',
        restores: (row, values) => ({ ...row, userQuota: afterForm(row.userQuota ?? {}, values) }),
      },
      (row) => ({
        title: `Set the quota of ${row.uid}`,
        target: row.uid ?? '',
        input: ofUser(row),
        fields: quotaFields(row.userQuota),
        state: { 'body.enabled': String(row.userQuota?.enabled === true) },
        effect: `The user holds ${kib(row.use.sizeKb)} in ${count(row.use.objects)} objects. Beyond its quota, writes are refused.`,
        undo: quotaUndo(row.userQuota),
        cli: (values) => quotaCli('user', row.uid, values),
        tierOf: (values) => (exceeds(row, values) ? 'disruptive' : 'reversible'),
        checks: (values) =>
          exceeds(row, values) ? [warn('it holds as much already: its writes are refused at once')] : [],
      }),
    ),
    rowAction(
      'setS3UserBucketQuota',
      {
        id: 'bucket-quota',
        keys: ['b'],
        label: 'bucket quota',
        help: 'Set how much each bucket of the user may hold',
        restores: (row, values) => ({ ...row, bucketQuota: afterForm(row.bucketQuota ?? {}, values) }),
      },
      (row) => ({
        title: `Set the quota of each bucket of ${row.uid}`,
        target: row.uid ?? '',
        input: ofUser(row),
        fields: quotaFields(row.bucketQuota),
        state: { 'body.enabled': String(row.bucketQuota?.enabled === true) },
        effect: 'Applies to every bucket that the user owns. Beyond it, writes to that bucket are refused.',
        undo: quotaUndo(row.bucketQuota),
        cli: (values) => quotaCli('bucket', row.uid, values),
      }),
    ),
    ...keyActions<UserRow>(false, ({ uid = '' }) => ({ uid })),
    rowAction(
      'deleteS3User',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the user and its keys' },
      (row) => ({
        title: `Delete S3 user ${row.uid}`,
        target: row.uid ?? '',
        input: ofUser(row),
        undo: 'none: its keys are gone',
        cli: () => commandLine('radosgw-admin', 'user', 'rm', `--uid=${row.uid}`),
        checks: () => deletionChecks(row),
      }),
    ),
  ],
});
