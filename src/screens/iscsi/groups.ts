import { plural } from '../../lib/words.ts';
import { answered, answeredAs } from '../../store/answers/rowAnswers.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { callPlan } from '../action/call.ts';
import type { FormValues } from '../action/formValues.ts';
import { prefilled } from '../action/inverse.ts';
import { mustExist } from '../action/mustExist.ts';
import {
  ISCSI,
  type IscsiGroup,
  type ListedIscsiClient,
  iscsiService,
  diskTable,
} from '../gateways/iscsi.ts';
import { serviceIdOf } from '../gateways/services.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { listScreen, rowAction, screenAction } from '../list/screen.ts';
import type { Screen } from '../screen.ts';

const nameOf = ({ name = '' }: IscsiGroup) => name;
const ofGroup = (scope: Scope, group = scope['group']) => ({
  params: { serviceId: serviceIdOf(scope), group },
});

export const iscsiGroups: Screen = listScreen<IscsiGroup>()({
  id: 'iscsi-groups',
  names: ['iscsi-groups'],
  needs: ['service'],
  group: ISCSI,
  title: 'Host groups of the iSCSI service',
  help: 'Clients that share disks; Enter lists the disks of a group, o its hosts',
  reads: ({ scope }) => ({ service: iscsiService(scope) }),
  rows: ({ service: { groups = [] } }) => ({ rows: groups }),
  rowId: nameOf,
  answers: answeredAs('getIscsiService'),
  columns: [
    textColumn({ id: 'name', title: 'GROUP', flex: 1, min: 12, max: 32, priority: 0, name: true }),
    numberColumn(
      { id: 'hosts', title: 'HOSTS', width: 5, priority: 1 },
      ({ members = [] }) => members.length,
    ),
    numberColumn(
      { id: 'disks', title: 'DISKS', words: '', width: 5, priority: 1 },
      ({ luns = [] }) => luns.length,
    ),
    textColumn({ id: 'members', title: 'MEMBERS', flex: 3, min: 20, priority: 2 }, ({ members = [] }) =>
      members.join(', '),
    ),
  ],
  page: { noun: 'Host group', table: ({ luns }) => diskTable(luns) },
  empty: 'No host groups. Press n to create one.',
  open: (row, { service = '' }) => ({ screen: 'iscsi-group-disks', scope: { service, group: nameOf(row) } }),
  links: (row, { service = '' }) => [
    { label: 'its hosts', screen: 'iscsi-group-hosts', scope: { service, group: nameOf(row) } },
    { label: 'clients of the service', screen: 'iscsi-clients', scope: { service } },
  ],
  actions: [
    screenAction(
      'createIscsiGroup',
      { id: 'create', keys: ['n'], label: 'new', help: 'Create a host group' },
      (scope) => ({
        title: `Create a host group of iSCSI service ${scope['service']}`,
        target: 'the new group',
        input: { params: { serviceId: serviceIdOf(scope) } },
        fields: { 'params.group': { label: 'name of the group' } },
        undo: 'delete the group',
      }),
    ),
    rowAction(
      'addIscsiGroupHosts',
      { id: 'hosts', keys: ['A'], label: 'add hosts', help: 'Add hosts to the group' },
      (row, scope) => ({
        title: `Add hosts to group ${nameOf(row)}`,
        target: nameOf(row),
        input: ofGroup(scope, nameOf(row)),
        fields: { body: { label: 'clients', hint: 'names of clients of the service, separated by commas' } },
        effect: 'The clients see the disks of the group.',
        undo: 'remove them again',
      }),
    ),
    rowAction(
      'deleteIscsiGroup',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the host group' },
      (row, scope) => ({
        title: `Delete host group ${nameOf(row)}`,
        target: nameOf(row),
        input: ofGroup(scope, nameOf(row)),
        undo: 'create it again',
        checks: () => {
          const [hosts, disks] = [row.members?.length ?? 0, row.luns?.length ?? 0];
          return [
            hosts > 0
              ? { level: 'block', text: `it has ${plural(hosts, 'host')}: remove them first` }
              : { level: 'ok', text: 'it has no hosts' },
            disks > 0
              ? { level: 'block', text: `it has ${plural(disks, 'disk')}: remove them first` }
              : { level: 'ok', text: 'it has no disks' },
          ];
        },
      }),
    ),
  ],
});

interface GroupMember {
  readonly name: string;
  readonly client: ListedIscsiClient | undefined;
}

const LOSS_WARNING = 'it loses the disks of the group at once: unmount them there first';

const hostRemoval = (scope: Scope, name: string) => ({
  title: `Remove ${name} from group ${scope['group']}`,
  target: name,
  input: { params: { ...ofGroup(scope).params, host: name } },
  undo: 'add it again',
  checks: () => [{ level: 'warn' as const, text: LOSS_WARNING }],
});

const hostAddition = (scope: Scope, cockpit: Known & Shown) => ({
  title: `Add a host to group ${scope['group']}`,
  target: scope['group'] ?? '',
  input: ofGroup(scope),
  fields: { 'params.host': { label: 'client', hint: 'name of a client of the service' } },
  effect: 'The client sees the disks of the group.',
  undo: 'remove it again',
  inverse:
    ({ 'params.host': host = '' }: FormValues<'addIscsiGroupHost'>) =>
    () =>
      callPlan(cockpit, {
        ...hostRemoval(scope, host),
        operation: 'removeIscsiGroupHost',
      }),
});

export const iscsiGroupHosts: Screen = listScreen<GroupMember>()({
  id: 'iscsi-group-hosts',
  names: ['iscsi-group-hosts'],
  needs: ['service', 'group'],
  group: ISCSI,
  title: 'Hosts of the group',
  help: 'The clients that share the disks of a host group',
  reads: ({ scope }) => ({ service: iscsiService(scope) }),
  rows({ service: { groups = [], clients = [] } }, { scope }) {
    const { members = [] } = mustExist(
      groups.find(({ name }) => name === scope['group']),
      `host group ${scope['group']}`,
    );
    return {
      rows: members.map((name): GroupMember => ({
        name,
        client: clients.find((client) => client.name === name),
      })),
    };
  },
  rowId: ({ name }) => name,
  answers: ({ name }) => [answered('getIscsiService', name)],
  columns: [textColumn({ id: 'name', title: 'HOST', flex: 1, min: 24, priority: 0, name: true })],
  page: {
    noun: 'iSCSI client',
    more: ({ client }) => [['user', client?.username ?? '--']],
    table: ({ client }) => diskTable(client?.luns),
  },
  empty: 'No hosts in this group. Press n to add one.',
  open: ({ name }, { service = '' }) => ({ screen: 'iscsi-client-disks', scope: { service, client: name } }),
  actions: [
    screenAction(
      'addIscsiGroupHost',
      { id: 'add', keys: ['n'], label: 'add', help: 'Add a host to the group' },
      hostAddition,
    ),
    screenAction(
      'addIscsiGroupHosts',
      { id: 'add-several', keys: ['A'], label: 'add several', help: 'Add several hosts to the group' },
      (scope) => ({
        title: `Add hosts to group ${scope['group']}`,
        target: scope['group'] ?? '',
        input: ofGroup(scope),
        fields: { body: { label: 'clients', hint: 'names of clients, separated by commas' } },
        effect: 'The clients see the disks of the group.',
        undo: 'remove them again',
      }),
    ),
    rowAction(
      'removeIscsiGroupHost',
      { id: 'remove', keys: ['D'], label: 'remove', help: 'Remove the host from the group' },
      ({ name }, scope, cockpit) => ({
        ...hostRemoval(scope, name),
        inverse: () => () =>
          prefilled(callPlan(cockpit, { ...hostAddition(scope, cockpit), operation: 'addIscsiGroupHost' }), {
            'params.host': name,
          }),
      }),
    ),
    screenAction(
      'removeIscsiGroupHosts',
      {
        id: 'remove-several',
        keys: ['X'],
        label: 'remove several',
        help: 'Remove several hosts from the group',
      },
      (scope) => ({
        title: `Remove hosts from group ${scope['group']}`,
        target: scope['group'] ?? '',
        input: ofGroup(scope),
        fields: { body: { label: 'clients', hint: 'names of clients, separated by commas' } },
        undo: 'add them again',
        checks: () => [{ level: 'warn', text: `each of them: ${LOSS_WARNING}` }],
      }),
    ),
  ],
});
