import { Type } from 'typebox';
import { GRANT_PERMISSIONS, GRANTEES, type S3Grant } from '../../api/contract/s3Buckets.ts';
import { names } from '../../api/contract/shapes.ts';
import { choice, operation } from '../../api/operation.ts';
import { commandLine } from '../../lib/shell.ts';
import type { Action } from '../../store/action/action.ts';
import type { Field } from '../../store/action/field.ts';
import type { Plan } from '../../store/action/plan.ts';
import type { PreflightCheck } from '../../store/answers/preflight.ts';
import { answeredAs } from '../../store/answers/rowAnswers.ts';
import { optionally, resource } from '../../store/cache/resource.ts';
import { currentData } from '../../store/cache/slot.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { callPlan } from '../action/call.ts';
import { prefilled, type Texts } from '../action/inverse.ts';
import { formOf } from '../action/typedForm.ts';
import { withChoices } from '../choices/index.ts';
import { textColumn } from '../list/columns.ts';
import { type ListAction, listScreen, rowPlanAction } from '../list/screen.ts';
import type { Screen } from '../screen.ts';
import { GROUP } from './group.ts';

const WHO: Readonly<Record<string, string>> = {
  ALL_USERS: 'everyone, without a key',
  AUTHENTICATED_USERS: 'everyone with a key',
  LOG_DELIVERY: 'the delivery of access logs',
};

const MAY: Readonly<Record<string, string>> = {
  FullControl: 'read, write and change the grants',
  Read: 'read',
  Write: 'write',
  ReadAcp: 'read the grants',
  WriteAcp: 'change the grants',
};

const nameOf = ({ grantee = '', userId, displayName }: S3Grant): string =>
  WHO[grantee] ??
  (displayName && displayName !== userId ? `${userId} (${displayName})` : (userId ?? grantee));

const idOf = ({ grantee = '', userId = '', permission = '' }: S3Grant) =>
  `${grantee}/${userId}/${permission}`;

/** The part of a grant that is sent, without informational fields. */
const grantToSend = ({ grantee, userId, permission }: S3Grant) => ({
  grantee,
  ...(grantee === 'SINGLE_USER' && { userId }),
  permission,
});

/** Checks for changing the grants of a bucket. */
export function grantChecks(
  before: readonly S3Grant[],
  after: readonly S3Grant[],
): readonly PreflightCheck[] {
  const isPublic = ({ grantee }: S3Grant) => grantee === 'ALL_USERS' || grantee === 'AUTHENTICATED_USERS';
  const writes = ({ permission }: S3Grant) => permission !== 'Read' && permission !== 'ReadAcp';
  const added = after.filter((grant) => !before.some((old) => idOf(old) === idOf(grant)));
  const isOwned = (grants: readonly S3Grant[]) =>
    grants.some(({ grantee, permission }) => grantee === 'SINGLE_USER' && permission === 'FullControl');
  const nameless = after.some(({ grantee, userId = '' }) => grantee === 'SINGLE_USER' && userId === '');
  return [
    ...(nameless ? [{ level: 'block' as const, text: 'SINGLE_USER needs the uid of the user' }] : []),
    ...added.filter(isPublic).map((grant) => ({
      level: 'warn' as const,
      text: `${nameOf(grant)} gets ${grant.permission}${writes(grant) ? ': strangers can change what is in it' : ''}`,
    })),
    ...(isOwned(before) && !isOwned(after)
      ? [{ level: 'warn' as const, text: 'no user has full control of the bucket any more' }]
      : []),
  ];
}

const FORM = operation({
  method: 'PATCH',
  path: '/',
  summary: '',
  tier: 'read',
  body: Type.Object({
    grantee: choice(GRANTEES, 'who'),
    userId: Type.Optional(
      Type.String({ description: 'uid of the user, for SINGLE_USER', ...names('s3User') }),
    ),
    permission: choice(GRANT_PERMISSIONS, 'what for'),
  }),
});

const { fields: FIELDS, valuesOf } = formOf(FORM);
type GrantValues = ReturnType<typeof valuesOf>;

/** The texts of a grant in its form. */
const textsOf = ({ grantee = '', userId = '', permission = '' }: S3Grant): Texts => ({
  'body.grantee': grantee,
  'body.userId': userId,
  'body.permission': permission,
});

/** The form fields of a grant. */
function grantFields(cockpit: Known & Shown, grant: S3Grant): Field[] {
  const initial = textsOf(grant);
  const label: Readonly<Record<string, string>> = {
    'body.grantee': 'grantee',
    'body.userId': 'user',
    'body.permission': 'permission',
  };
  return FIELDS.map((field) => ({
    ...withChoices(cockpit, field),
    label: label[field.name] ?? field.label,
    initial: initial[field.name] ?? '',
  }));
}

const typedGrant = (values: GrantValues): S3Grant => ({
  grantee: values['body.grantee'] ?? '',
  userId: values['body.userId'] ?? '',
  permission: values['body.permission'] ?? '',
});

interface GrantsChange {
  readonly title: string;
  readonly effect: string;
  readonly undo: string;
  readonly fields: readonly Field[];
  readonly to: (grants: readonly S3Grant[], values: GrantValues) => readonly S3Grant[];
  readonly inverse: (values: GrantValues) => () => Plan;
}

/**
 * Changes one grant. Because the service replaces all grants of a bucket at once, they are read again when the dialog opens,
 * so that changes by others are kept.
 */
function grantsPlan(
  cockpit: Known & Shown,
  bucket: string,
  { to, fields, inverse, ...words }: GrantsChange,
): Plan {
  const read = resource('getS3Bucket', { params: { bucketName: bucket } });
  // The screen's data may be some seconds old, and all grants are sent at once.
  void cockpit.cache.refresh(read);
  const grantsNow = () => currentData(cockpit.cache.slot(read))?.acl;
  const complete = (values: GrantValues) => fields.length === 0 || values['body.grantee'] !== undefined;
  const plan = callPlan(cockpit, {
    operation: 'updateS3Bucket',
    ...words,
    inverse: (values) => inverse(valuesOf(values)),
    target: bucket,
    input: { params: { bucketName: bucket } },
    ask: [],
    cli: () => `${commandLine('s3cmd', 'setacl', `s3://${bucket}`)} ...`,
    finish: ({ params }, values) => ({
      ...(params && { params }),
      body: { acl: to(grantsNow() ?? [], valuesOf(values)).map(grantToSend) },
    }),
    needs: [optionally(read)],
    checks: (values) => {
      const grants = grantsNow();
      if (grants === undefined)
        return [{ level: 'block', text: 'the grants could not be read, and a change sends all of them' }];
      const typed = valuesOf(values);
      return complete(typed) ? grantChecks(grants, to(grants, typed)) : [];
    },
  });
  return { ...plan, fields };
}

const without = (grants: readonly S3Grant[], gone: S3Grant) =>
  grants.filter((one) => idOf(one) !== idOf(gone));

const DEFAULT_GRANT: S3Grant = { grantee: 'SINGLE_USER', permission: 'Read' };

const add = (cockpit: Known & Shown, bucket: string): Plan =>
  grantsPlan(cockpit, bucket, {
    title: `Grant access to bucket ${bucket}`,
    effect: 'Grants access to the bucket. The other grants stay.',
    undo: 'remove the grant',
    fields: grantFields(cockpit, DEFAULT_GRANT),
    to: (grants, values) => [...without(grants, typedGrant(values)), typedGrant(values)],
    inverse: (values) => () => remove(cockpit, bucket, typedGrant(values)),
  });

const change = (cockpit: Known & Shown, bucket: string, row: S3Grant): Plan =>
  grantsPlan(cockpit, bucket, {
    title: `Change the grant of ${nameOf(row)}`,
    effect: `Now: ${row.permission ?? '--'}. The other grants stay.`,
    undo: `grant ${row.permission ?? 'the same'} again`,
    fields: grantFields(cockpit, row),
    to: (grants, values) => [...without(without(grants, row), typedGrant(values)), typedGrant(values)],
    inverse: (values) => () => prefilled(change(cockpit, bucket, typedGrant(values)), textsOf(row)),
  });

const remove = (cockpit: Known & Shown, bucket: string, row: S3Grant): Plan =>
  grantsPlan(cockpit, bucket, {
    title: `Remove the grant of ${nameOf(row)}`,
    effect: `Takes away ${row.permission ?? 'it'}. The other grants stay.`,
    undo: 'grant it again',
    fields: [],
    to: (grants) => without(grants, row),
    inverse: () => () => prefilled(add(cockpit, bucket), textsOf(row)),
  });

const onRow = (
  words: Pick<Action, 'id' | 'keys' | 'label' | 'help'>,
  plan: (cockpit: Known & Shown, bucket: string, row: S3Grant) => Plan,
): ListAction<S3Grant> =>
  rowPlanAction('updateS3Bucket', words, (row, { bucket = '' }, cockpit) => plan(cockpit, bucket, row));

export const grants: Screen = listScreen<S3Grant>()({
  id: 's3-grants',
  names: ['grants', 'acl'],
  needs: ['bucket'],
  group: GROUP,
  title: 'Grants of a bucket',
  help: 'Who may use a bucket, and for what: its access control list',
  reads: ({ scope: { bucket = '' } }) => ({
    bucket: resource('getS3Bucket', { params: { bucketName: bucket } }),
  }),
  rows: ({ bucket: { acl = [] } }) => ({ rows: acl }),
  rowId: idOf,
  answers: answeredAs('getS3Bucket'),
  level: ({ grantee }) => (grantee === 'ALL_USERS' ? 'warn' : 'ok'),
  columns: [
    textColumn(
      { id: 'who', title: 'WHO', flex: 1, min: 20, max: 64, priority: 0, name: true },
      nameOf,
      ({ grantee }) => (grantee === 'ALL_USERS' ? 'warn' : undefined),
    ),
    textColumn({ id: 'may', title: 'MAY', width: 12, priority: 0 }, (row) => row.permission),
    textColumn({ id: 'grantee', title: 'GRANTEE', width: 20, priority: 2 }),
  ],
  page: {
    noun: 'Grant to',
    facts: ({ grantee = '', userId, displayName, permission = '' }) => [
      ['may', MAY[permission] ?? permission],
      ...(grantee === 'SINGLE_USER'
        ? ([
            ['user', userId ?? '--'],
            ['name', displayName || 'none'],
          ] as const)
        : []),
    ],
  },
  empty: 'No grants: only the owner can use it. Press n to grant something.',
  links: (_row, { bucket = '' }) => [
    { label: `objects in ${bucket}`, screen: 's3-objects', scope: { bucket } },
    { label: `CORS rules of ${bucket}`, screen: 's3-cors', scope: { bucket } },
  ],
  actions: [
    {
      operation: 'updateS3Bucket',
      make: (cockpit, { bucket = '' }) => ({
        id: 'add',
        keys: ['n'],
        label: 'grant',
        help: 'Grant access to the bucket',
        tier: 'reversible',
        plan: () => add(cockpit, bucket),
      }),
    },
    onRow({ id: 'change', keys: ['e'], label: 'change', help: 'Change the grant under the cursor' }, change),
    onRow({ id: 'remove', keys: ['D'], label: 'remove', help: 'Remove the grant under the cursor' }, remove),
  ],
});
