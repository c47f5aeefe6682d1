import type { S3Key } from '../../api/contract/s3Users.ts';
import { MASK } from '../../api/mask.ts';
import type { Action, Description } from '../../store/action/action.ts';
import type { Plan } from '../../store/action/plan.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { showDescription } from '../../store/session/view.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { callPlan } from '../action/call.ts';
import { savePlan } from '../action/save.ts';
import type { ListAction } from '../list/screen.ts';
import { noRow } from '../list/underCursor.ts';

/** The owner of a key: a user, or one of its sub-users. */
interface KeyOwner {
  readonly uid: string;
  readonly subuser?: string;
}

function description(
  title: string,
  { user = '--', accessKey = '--', secretKey = '--' }: S3Key,
  revealed: boolean,
): Description {
  return {
    title,
    // Facts may be laid out in columns, which cut long values; a key must be complete.
    facts: [],
    text: [
      { label: 'user        ', text: user },
      { label: 'access key  ', text: accessKey },
      { label: 'secret key  ', text: revealed ? secretKey : MASK },
      '',
      revealed
        ? { text: 'Whoever has both can act as this user.', role: 'warn' }
        : { text: 'v shows the secret key.', role: 'dim' },
    ],
  };
}

const paramsOf = ({ uid, subuser }: KeyOwner) => ({
  params: { uid, ...(subuser !== undefined && { subuser }) },
});

const operationOf = ({ subuser }: KeyOwner) => (subuser === undefined ? 'getS3UserKey' : 'getS3SubuserKey');

/** Reads a key and shows it; the secret stays masked until the operator asks for it. */
function keyPlan(cockpit: Known & Shown, owner: KeyOwner, revealed: boolean): Plan {
  const { uid, subuser } = owner;
  const title = `Key of ${subuser ?? uid}`;
  return callPlan(cockpit, {
    operation: operationOf(owner),
    title,
    target: subuser ?? uid,
    input: paramsOf(owner),
    ask: [],
    undo: 'nothing is changed',
    refreshes: [],
    show: (key) =>
      showDescription(
        cockpit.view,
        () => description(title, key, revealed),
        () => (revealed ? [] : [keyAction(cockpit, owner, true)]),
      ),
  });
}

/** Shows a key, with or without its secret. */
const keyAction = (cockpit: Known & Shown, owner: KeyOwner | undefined, revealed: boolean): Action => ({
  id: revealed ? 'reveal' : 'key',
  keys: [revealed ? 'v' : 'K'],
  label: revealed ? 'reveal key' : 'key',
  help: revealed ? 'Show the access key with its secret' : 'Show the access key, its secret masked',
  tier: 'read',
  refused: noRow(owner),
  plan: () => keyPlan(cockpit, owner!, revealed),
});

/** Saves a client configuration file with the keys of a user. */
const configAction = (cockpit: Known & Shown, owner: KeyOwner | undefined): Action => ({
  id: 'config',
  keys: ['w'],
  label: 'config file',
  help: 'Save a client configuration file with the keys on this machine',
  tier: 'read',
  refused: noRow(owner),
  plan: () => {
    const { uid, subuser } = owner!;
    const name = subuser ?? uid;
    return savePlan(
      cockpit,
      {
        operation: subuser === undefined ? 'downloadS3UserConfig' : 'downloadS3SubuserConfig',
        title: `Save the configuration file of ${name}`,
        target: name,
        input: paramsOf(owner!),
        effect: 'Writes a file with the keys of this user to this machine. Only you can read it.',
      },
      { name: `${name.replaceAll(':', '-')}.s3cfg` },
    );
  },
});

/**
 * The actions on a row's keys: show, reveal, and save them.
 * @param isSubuser selects the operations for sub-users
 */
export function keyActions<Row>(
  isSubuser: boolean,
  ownerOf: (row: Row, scope: Scope) => KeyOwner,
): ListAction<Row>[] {
  const about = (row: Row | undefined, scope: Scope) => (row === undefined ? undefined : ownerOf(row, scope));
  const key = isSubuser ? 'getS3SubuserKey' : 'getS3UserKey';
  const config = isSubuser ? 'downloadS3SubuserConfig' : 'downloadS3UserConfig';
  return [
    { operation: key, make: (cockpit, scope, row) => keyAction(cockpit, about(row, scope), false) },
    { operation: key, make: (cockpit, scope, row) => keyAction(cockpit, about(row, scope), true) },
    { operation: config, make: (cockpit, scope, row) => configAction(cockpit, about(row, scope)) },
  ];
}
