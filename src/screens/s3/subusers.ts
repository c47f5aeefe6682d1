import type { S3User } from '../../api/contract/s3Users.ts';
import { commandLine } from '../../lib/shell.ts';
import { answeredAs } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import { mustExist } from '../action/mustExist.ts';
import { textColumn } from '../list/columns.ts';
import { afterForm, listScreen, rowAction, screenAction } from '../list/screen.ts';
import type { Screen } from '../screen.ts';
import { GROUP } from './group.ts';
import { keyActions } from './keys.ts';

type ListedSubuser = NonNullable<S3User['subusers']>[number];

/** The name after the colon in `alice:backup`, as request paths need it. */
const ownName = ({ subuser = '' }: ListedSubuser): string => subuser.slice(subuser.indexOf(':') + 1);

const ofSubuser = (row: ListedSubuser, { user = '' }: Readonly<Record<string, string>>) => ({
  params: { uid: user, subuser: ownName(row) },
});

export const subusers: Screen = listScreen<ListedSubuser>()({
  id: 's3-subusers',
  names: ['s3-subusers', 'subusers'],
  needs: ['user'],
  group: GROUP,
  title: 'Sub-users',
  help: 'The sub-users of an S3 user and what they may do',
  reads: () => ({ all: resource('listS3Users') }),
  rows: ({ all }, { scope: { user } }) => {
    const { subusers: rows = [] } = mustExist(
      all.find(({ uid }) => uid === user),
      `S3 user ${user}`,
    );
    return { rows };
  },
  rowId: ({ subuser = '' }) => subuser,
  answers: answeredAs('listS3Users'),
  columns: [
    textColumn(
      { id: 'name', title: 'SUB-USER', flex: 1, min: 14, max: 48, priority: 0, name: true },
      (row) => row.subuser,
    ),
    textColumn({ id: 'permissions', title: 'PERMISSIONS', width: 14, priority: 1 }),
  ],
  page: { noun: 'Sub-user' },
  empty: 'No sub-users. Press n to create one.',
  links: (_row, { user = '' }) => [
    { label: `buckets of ${user}`, screen: 's3-buckets', scope: { owner: user } },
    { label: 'all S3 users', screen: 's3-users', scope: {} },
  ],
  actions: [
    screenAction(
      'createS3Subuser',
      { id: 'create', keys: ['n'], label: 'new', help: 'Create a sub-user' },
      ({ user = '' }) => ({
        title: `Create a sub-user of ${user}`,
        target: user,
        input: { params: { uid: user } },
        fields: { 'body.subuser': { label: 'name' } },
        effect: 'A sub-user has keys of its own and acts on the buckets of its user.',
        undo: 'delete the sub-user',
        cli: ({ 'body.subuser': name, 'body.permissions': access }) =>
          commandLine(
            'radosgw-admin',
            'subuser',
            'create',
            `--uid=${user}`,
            `--subuser=${String(name)}`,
            `--access=${String(access)}`,
            '--gen-access-key',
          ),
      }),
    ),
    rowAction(
      'updateS3Subuser',
      {
        id: 'edit',
        keys: ['e'],
        label: 'edit',
        help: 'Change what the sub-user may do',
        restores: afterForm,
      },
      (row, scope) => ({
        title: `Change sub-user ${row.subuser}`,
        target: row.subuser ?? '',
        input: ofSubuser(row, scope),
        fields: { 'body.permissions': { label: 'permissions', initial: row.permissions ?? '' } },
        undo: `give it ${row.permissions} again`,
      }),
    ),
    ...keyActions<ListedSubuser>(true, (row, { user = '' }) => ({ uid: user, subuser: ownName(row) })),
    rowAction(
      'deleteS3Subuser',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the sub-user and its keys' },
      (row, scope) => ({
        title: `Delete sub-user ${row.subuser}`,
        target: row.subuser ?? '',
        input: ofSubuser(row, scope),
        undo: 'none: its keys are gone; another one gets new keys',
        cli: () =>
          commandLine(
            'radosgw-admin',
            'subuser',
            'rm',
            `--uid=${scope['user']}`,
            `--subuser=${ownName(row)}`,
          ),
        checks: () => [{ level: 'warn', text: 'clients with its keys are refused from then on' }],
      }),
    ),
  ],
});
