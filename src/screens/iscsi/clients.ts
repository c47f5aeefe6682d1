import { ISCSI_NAME_ADVICE, isIscsiName } from '../../lib/iscsiName.ts';
import { plural } from '../../lib/words.ts';
import type { Field } from '../../store/action/field.ts';
import { answeredAs } from '../../store/answers/rowAnswers.ts';
import type { Shown } from '../../store/cockpit.ts';
import { showDescription } from '../../store/session/view.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { ISCSI, type ListedIscsiClient, iscsiService, diskTable } from '../gateways/iscsi.ts';
import { serviceIdOf } from '../gateways/services.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { listScreen, rowAction, screenAction } from '../list/screen.ts';
import { noRow } from '../list/underCursor.ts';
import type { Screen } from '../screen.ts';

const IQN_HINT = "as in the client's initiatorname.iscsi: iqn.1994-05.com.redhat:host1";

const nameField: Partial<Field> = {
  label: 'name of the client',
  hint: IQN_HINT,
  read: (text) => {
    if (text === '') return { problem: 'It must be filled in.' };
    return isIscsiName(text)
      ? { value: text }
      : { problem: `It is not an iSCSI name: ${ISCSI_NAME_ADVICE}.` };
  },
};

const NO_LOGIN = 'leave both empty for none: then the name alone is enough';

const of = (scope: Scope, { name = '' }: ListedIscsiClient) => ({
  params: { serviceId: serviceIdOf(scope), name },
});
const nameOf = ({ name = 'the client' }: ListedIscsiClient) => name;

/** The fields of a CHAP login; leaving both empty allows the client to connect without one. */
const loginFields = (username = '') => {
  const read = (text: string) => ({ value: text });
  return {
    'body.username': {
      label: 'CHAP user name',
      initial: username,
      hint: `8 to 64 characters; ${NO_LOGIN}`,
      required: false,
      read,
    },
    'body.password': {
      label: 'CHAP password',
      hint: `12 to 16 characters; ${NO_LOGIN}`,
      required: false,
      read,
    },
  };
};

/** Shows the login of one client, including its password. */
function reveal(cockpit: Shown, { name = '--', username = '', password = '' }: ListedIscsiClient): void {
  const facts = [
    ['client', name],
    ['user name', username || '--'],
    ['password', password || '--'],
  ] as const;
  showDescription(cockpit.view, () => ({ title: `Login of ${name}`, facts, text: [] }));
}

export const iscsiClients: Screen = listScreen<ListedIscsiClient>()({
  id: 'iscsi-clients',
  names: ['iscsi-clients'],
  needs: ['service'],
  group: ISCSI,
  title: 'Clients of the iSCSI service',
  help: 'The clients that may connect to an iSCSI service; Enter lists the disks of one',
  reads: ({ scope }) => ({ service: iscsiService(scope) }),
  rows: ({ service: { clients = [] } }) => ({ rows: clients }),
  rowId: ({ name = '' }) => name,
  answers: answeredAs('getIscsiService'),
  columns: [
    textColumn({ id: 'name', title: 'CLIENT', flex: 2, min: 36, max: 72, priority: 0, name: true }),
    textColumn(
      { id: 'group', title: 'GROUP', flex: 1, min: 11, max: 32, priority: 1 },
      ({ group }) => group ?? '',
    ),
    textColumn(
      { id: 'user', title: 'USER', flex: 1, min: 14, max: 32, priority: 3 },
      ({ username }) => username ?? '',
    ),
    textColumn({ id: 'password', title: 'PASSWORD', width: 8, priority: 4 }, ({ password }) =>
      password ? '***' : '',
    ),
    numberColumn(
      { id: 'disks', title: 'DISKS', words: '', width: 5, priority: 2 },
      ({ luns = [] }) => luns.length,
    ),
  ],
  page: { noun: 'iSCSI client', table: ({ luns }) => diskTable(luns) },
  empty: 'No client may connect. Press n to allow one.',
  open: ({ name = '' }, scope) => ({ screen: 'iscsi-client-disks', scope: { ...scope, client: name } }),
  links: ({ group }, { service = '' }) => [
    ...(group
      ? [{ label: `disks of its group ${group}`, screen: 'iscsi-group-disks', scope: { service, group } }]
      : []),
    { label: 'host groups of the service', screen: 'iscsi-groups', scope: { service } },
    { label: 'gateways of the service', screen: 'iscsi-gateways', scope: { service } },
  ],
  bindings: (cockpit, _scope, row) => [
    {
      keys: ['v'],
      label: 'reveal',
      footer: 5,
      help: 'Show the password of the client under the cursor',
      disabled: () => noRow(row),
      run: () => reveal(cockpit, row!),
    },
  ],
  actions: [
    screenAction(
      'createIscsiClient',
      { id: 'create', keys: ['n'], label: 'new', help: 'Allow a client to connect' },
      (scope) => ({
        title: `Allow a client of iSCSI service ${scope['service']}`,
        target: 'the new client',
        input: { params: { serviceId: serviceIdOf(scope) } },
        ask: ['params.name', 'body.username', 'body.password'],
        fields: { 'params.name': nameField, ...loginFields() },
        effect: 'The client may connect. It sees no disk until it is given one.',
        undo: 'delete the client',
        checks: ({ 'body.username': username }) =>
          username === ''
            ? [{ level: 'warn', text: 'without a password, anyone who uses that name gets the disks' }]
            : [],
      }),
    ),
    rowAction(
      'updateIscsiClient',
      { id: 'login', keys: ['e'], label: 'login', help: 'Change the user name and password of the client' },
      (row, scope) => ({
        title: `Change the login of ${nameOf(row)}`,
        target: nameOf(row),
        input: of(scope, row),
        fields: loginFields(row.username),
        effect: 'The next connection of the client must use the new login; open connections stay.',
        undo: 'change it back: note the old one first',
        checks: () =>
          (row.luns?.length ?? 0) > 0
            ? [{ level: 'warn', text: 'the client cannot reconnect until it has the new login too' }]
            : [],
      }),
    ),
    rowAction(
      'deleteIscsiClient',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Stop the client from connecting' },
      (row, scope) => ({
        title: `Delete client ${nameOf(row)}`,
        target: nameOf(row),
        input: of(scope, row),
        effect: 'The client cannot connect any more.',
        undo: 'allow it again, with its login and disks',
        checks: () => [
          ...(row.group
            ? [{ level: 'block' as const, text: `it is in the group ${row.group}: remove it there first` }]
            : []),
          row.luns?.length
            ? { level: 'block', text: `it has ${plural(row.luns.length, 'disk')}: remove them first` }
            : { level: 'ok', text: 'it has no disks' },
        ],
      }),
    ),
  ],
});
