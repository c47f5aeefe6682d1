import type { Network } from '../../api/contract/networks.ts';
import { answeredAs, answersOf } from '../../store/answers/rowAnswers.ts';
import { optionally, resource } from '../../store/cache/resource.ts';
import { callPlan } from '../action/call.ts';
import { valueText } from '../action/valueText.ts';
import { filledIn } from '../fields/fields.ts';
import { serversOf, serverField, serverName } from '../fields/servers.ts';
import { type Nic, nicsIn } from '../gateways/nics.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { afterForm, listScreen, rowAction, screenAction } from '../list/screen.ts';
import type { Screen } from '../screen.ts';

const NETWORK = 'Network';

const USES: Readonly<Record<string, string>> = {
  store_public: 'clients and monitors',
  store_internal: 'between OSDs',
  mgmt: 'management',
  other: 'other',
};

const ASK = [
  'body.ip',
  'body.netmask',
  'body.type',
  'body.gateway',
  'body.poolStart',
  'body.poolEnd',
  'body.description',
] as const;

const fieldsOf = (row: Network = {}) => ({
  'body.ip': {
    label: 'address',
    initial: valueText(row.ip),
    hint: 'of the network, such as 10.2.0.0',
    read: (typed: string) =>
      typed.includes('/')
        ? { problem: `Type ${typed.split('/')[0]} here, and the prefix length in the next field.` }
        : filledIn((value) => ({ value }))(typed),
  },
  'body.netmask': { label: 'prefix length', initial: valueText(row.netmask) },
  'body.type': { label: 'use', initial: valueText(row.type), hint: 'what the network is for' },
  'body.gateway': { label: 'gateway', initial: valueText(row.gateway) },
  'body.poolStart': {
    label: 'first address',
    initial: valueText(row.poolStart),
    hint: 'the first to hand out',
  },
  'body.poolEnd': { label: 'last address', initial: valueText(row.poolEnd), hint: 'the last to hand out' },
  'body.description': { label: 'description', initial: valueText(row.description) },
});

const nameOf = ({ ip = '--', netmask }: Network) => (netmask === undefined ? ip : `${ip}/${netmask}`);

/** Warns of changes to the networks that the cluster's daemons use. */
const daemonNetworkChecks = ({ type }: Network) =>
  type === 'store_public' || type === 'store_internal'
    ? [{ level: 'warn' as const, text: `it is the network ${USES[type]}: a mistake takes the cluster down` }]
    : [];

const creation = (like?: Network) => ({
  title: 'Create a network',
  target: 'the new network',
  ask: ASK,
  fields: fieldsOf(like),
  undo: 'delete the network',
});

export const networks: Screen = listScreen<Network>()({
  id: 'networks',
  names: ['networks', 'network'],
  group: NETWORK,
  title: 'Networks',
  help: 'The networks of the cluster and what each is used for',
  reads: () => ({ rows: resource('listNetworks') }),
  rows: (data) => data,
  rowId: (row) => String(row.id ?? nameOf(row)),
  answers: answeredAs('listNetworks'),
  columns: [
    numberColumn({ id: 'id', title: 'ID', width: 4, priority: 4 }),
    textColumn({ id: 'network', title: 'NETWORK', width: 18, priority: 0, name: true }, nameOf),
    textColumn({ id: 'type', title: 'TYPE', width: 14, priority: 0 }),
    textColumn({ id: 'use', title: 'USED FOR', width: 20, priority: 2 }, ({ type = '' }) => USES[type]),
    textColumn({ id: 'gateway', title: 'GATEWAY', width: 15, priority: 3 }, ({ gateway }) => gateway || '--'),
    textColumn({ id: 'range', title: 'HANDS OUT', flex: 1, min: 16, priority: 3 }, (row) =>
      row.poolStart ? `${row.poolStart} to ${row.poolEnd ?? '--'}` : '',
    ),
    textColumn(
      { id: 'description', title: 'DESCRIPTION', flex: 1, min: 12, priority: 1 },
      ({ description }) => description ?? '',
    ),
  ],
  page: { noun: 'Network' },
  empty: 'No networks. Press n to create one.',
  links: () => [{ label: 'HA groups', screen: 'ha-groups', scope: {} }],
  actions: [
    screenAction('createNetwork', { id: 'create', keys: ['n'], label: 'new', help: 'Create a network' }, () =>
      creation(),
    ),
    rowAction(
      'replaceNetwork',
      { id: 'edit', keys: ['e'], label: 'edit', help: 'Change the network', restores: afterForm },
      (row) => ({
        title: `Change network ${nameOf(row)}`,
        target: nameOf(row),
        input: { params: { id: row.id } },
        ask: ASK,
        fields: fieldsOf(row),
        effect: 'Servers and gateways with addresses in it must fit the changed network.',
        undo: `change it back to ${nameOf(row)}`,
        checks: () => daemonNetworkChecks(row),
      }),
    ),
    rowAction(
      'deleteNetwork',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the network' },
      (row, _scope, cockpit) => ({
        title: `Delete network ${nameOf(row)}`,
        target: nameOf(row),
        input: { params: { id: row.id } },
        undo: 'create it again',
        inverse: () => () => callPlan(cockpit, { ...creation(row), operation: 'createNetwork' }),
        checks: () => daemonNetworkChecks(row),
      }),
    ),
  ],
});

export const nics: Screen = listScreen<Nic>()({
  id: 'nics',
  names: ['nics', 'nic'],
  group: NETWORK,
  title: 'Network interfaces of servers',
  help: 'The network interfaces of servers with their addresses, and the HA groups that use them',
  reads: () => ({
    groups: resource('listHaGroups'),
    servers: optionally(resource('listServers')),
  }),
  rows: ({ groups, servers }) => ({ rows: nicsIn(groups, servers) }),
  rowId: ({ server, nic }) => `server ${server} nic ${nic}`,
  answers: answersOf,
  columns: [
    textColumn(
      { id: 'server', title: 'SERVER', flex: 1, min: 12, max: 32, priority: 0, name: true },
      ({ server }, cockpit) => serverName(serversOf(cockpit), server),
    ),
    numberColumn({ id: 'nic', title: 'NIC', width: 5, priority: 0 }),
    textColumn({ id: 'name', title: 'NAME', width: 10, priority: 0 }, ({ reported }) => reported?.name),
    textColumn(
      { id: 'link', title: 'LINK', width: 5, priority: 2 },
      ({ reported }) => (reported?.up === undefined ? undefined : reported.up ? 'up' : 'down'),
      ({ reported }) => (reported?.up === false ? 'dim' : undefined),
    ),
    textColumn({ id: 'addresses', title: 'ADDRESSES', flex: 2, min: 18, priority: 1 }, ({ reported }) =>
      reported?.addresses?.join(' '),
    ),
    textColumn(
      { id: 'floating', title: 'FLOATING', words: 'floating addresses', flex: 1, min: 15, priority: 1 },
      ({ floating }) => floating.join(' '),
    ),
  ],
  page: {
    title: ({ server, nic, reported }, cockpit) =>
      `${reported?.name ?? `NIC ${nic}`} of ${serverName(serversOf(cockpit), server)}`,
  },
  empty:
    'No server reports its network interfaces, and no HA group uses one. Press X to delete one by its number.',
  links: () => [{ label: 'HA groups', screen: 'ha-groups', scope: {} }],
  actions: [
    rowAction(
      'deleteServerNic',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the network interface' },
      (row, _scope, cockpit) => ({
        title: `Delete interface ${row.nic} of ${serverName(serversOf(cockpit), row.server)}`,
        target: `nic ${row.nic}`,
        input: { params: { id: row.server, nicId: row.nic } },
        undo: 'none in this interface: the server reports it again if it exists',
        checks: () =>
          row.floating.map((address) => ({
            level: 'warn' as const,
            text: `the floating address ${address} uses it`,
          })),
      }),
    ),
    screenAction(
      'deleteServerNic',
      {
        id: 'delete-other',
        keys: ['X'],
        label: 'delete other',
        help: 'Delete a network interface by its number',
      },
      (_scope, cockpit) => ({
        title: 'Delete a network interface',
        target: 'the network interface',
        fields: {
          'params.id': serverField(serversOf(cockpit)),
          'params.nicId': { label: 'interface' },
        },
        undo: 'none in this interface: the server reports it again if it exists',
        checks: () => [{ level: 'warn', text: 'traffic over it ends' }],
      }),
    ),
  ],
});
