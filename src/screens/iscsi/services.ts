import { commandLine } from '../../lib/shell.ts';
import { listed, plural } from '../../lib/words.ts';
import { answered, answersOf } from '../../store/answers/rowAnswers.ts';
import type { Known } from '../../store/cockpit.ts';
import { serverField, serversOf } from '../fields/servers.ts';
import {
  allIscsiServices,
  ISCSI,
  type ListedIscsiGateway,
  type IscsiRow,
  iscsiService,
} from '../gateways/iscsi.ts';
import { serviceIdOf } from '../gateways/services.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { listScreen, rowAction, screenAction } from '../list/screen.ts';
import { type ScreenLink, openScreen, type Screen } from '../screen.ts';
import { lineOf, loadColumn, loadOfServers } from '../servers/load.ts';
import { gatewaysDownColumn } from '../serviceState.ts';

const of = ({ id }: IscsiRow) => ({ params: { serviceId: id } });
const scopeOf = ({ id }: IscsiRow) => ({ service: String(id) });
const target = ({ id, iqn }: IscsiRow) => iqn ?? `iSCSI service ${id}`;

const links = (row: IscsiRow): ScreenLink[] => [
  { label: 'its clients', screen: 'iscsi-clients', scope: scopeOf(row) },
  { label: 'its host groups', screen: 'iscsi-groups', scope: scopeOf(row) },
  { label: 'its gateways', screen: 'iscsi-gateways', scope: scopeOf(row) },
];

const disksOf = ({ clients = [], groups = [] }: IscsiRow): number =>
  [...clients.filter(({ group }) => !group), ...groups].reduce((sum, { luns = [] }) => sum + luns.length, 0);

/** The warning for servers that become gateways. */
const GATEWAY_WARNING = 'the address must be configured on the server already: the service does not add it';

const addGateway = (cockpit: Known, scope: { readonly serviceId: number }, name: string) => ({
  title: `Add a gateway to ${name}`,
  target: name,
  input: { params: scope },
  fields: {
    'body.serverId': serverField(serversOf(cockpit)),
    'body.ip': { label: 'address for clients' },
  },
  effect: 'The server serves the disks of the service at the address. Clients see one more path.',
  undo: 'none in this interface: a gateway is removed with its service',
  checks: () => [{ level: 'warn' as const, text: GATEWAY_WARNING }],
});

/** The most clients and groups that the page of a service names. */
const MAX_NAMED = 6;

export const iscsiServices: Screen = listScreen<IscsiRow>()({
  id: 'iscsi',
  names: ['iscsi'],
  group: ISCSI,
  title: 'iSCSI services',
  help: 'The iSCSI gateway services; Enter lists the clients of one, o its host groups and gateways',
  reads: (_about, memory) => ({ services: allIscsiServices.list(memory) }),
  rows: ({ services }) => ({ rows: allIscsiServices.rows(services) }),
  rowId: ({ id }) => String(id),
  live: true,
  answers: answersOf,
  columns: [
    numberColumn({ id: 'id', title: 'ID', width: 4, priority: 0 }),
    textColumn({ id: 'iqn', title: 'TARGET', flex: 2, min: 40, max: 72, priority: 0, name: true }),
    textColumn({ id: 'gateways', title: 'GATEWAYS', flex: 1, min: 12, priority: 2 }, ({ gateways = [] }) =>
      gateways.map(({ name }) => name).join(', '),
    ),
    gatewaysDownColumn(({ gateways = [] }) => ({
      kind: 'iscsi',
      servers: gateways.map(({ name = '' }) => name),
    })),
    numberColumn(
      { id: 'clients', title: 'CLIENTS', width: 7, priority: 1 },
      ({ clients = [] }) => clients.length,
    ),
    numberColumn(
      { id: 'groups', title: 'GROUPS', width: 6, priority: 3 },
      ({ groups = [] }) => groups.length,
    ),
    numberColumn({ id: 'disks', title: 'DISKS', width: 5, priority: 2 }, disksOf),
  ],
  page: {
    title: ({ id, iqn }) => `iSCSI service ${iqn ?? id}`,
    facts: ({ id, iqn, clients = [], groups = [], ...row }) => [
      ['target', iqn ?? '--'],
      ['id', String(id)],
      [
        'clients',
        clients.length === 0
          ? 'none'
          : listed(
              clients.map(({ name = '--' }) => name),
              MAX_NAMED,
            ),
      ],
      [
        'host groups',
        groups.length === 0
          ? 'none'
          : listed(
              groups.map(({ name = '--' }) => name),
              MAX_NAMED,
            ),
      ],
      ['disks', String(disksOf({ ...row, id, clients, groups }))],
    ],
    table: ({ gateways = [] }) => ({
      title: plural(gateways.length, 'gateway'),
      titles: ['name', 'address'],
      rows: gateways.map(({ name = '--', ip = '--' }) => [name, ip]),
    }),
    shownFields: ['id', 'iqn', 'gateways', 'clients', 'groups'],
  },
  empty: 'No iSCSI service was found at the ids 1, 2, 3 and so on. Press n to create one.',
  open: (row) => ({ screen: 'iscsi-clients', scope: scopeOf(row) }),
  links,
  actions: [
    screenAction(
      'createIscsiService',
      { id: 'create', keys: ['n'], label: 'new', help: 'Create an iSCSI service' },
      () => ({
        title: 'Create an iSCSI service',
        target: 'the new iSCSI service',
        fields: { 'body.servers': { label: 'gateways' } },
        effect: 'Starts the iSCSI gateway on the servers. Its id is known once the task has finished.',
        undo: 'delete the service',
        checks: () => [{ level: 'warn', text: GATEWAY_WARNING }],
      }),
    ),
    rowAction(
      'addIscsiGateway',
      { id: 'add-gateway', keys: ['A'], label: 'add gateway', help: 'Add a gateway to the service' },
      (row, _scope, cockpit) => addGateway(cockpit, { serviceId: row.id }, target(row)),
    ),
    rowAction(
      'connectIscsiTerminal',
      {
        id: 'terminal',
        keys: ['t'],
        label: 'terminal',
        help: 'Request a connection to the configuration shell of a gateway',
      },
      (row, _scope, cockpit) => ({
        title: `Connect to the shell of ${target(row)}`,
        target: target(row),
        input: of(row),
        effect:
          'The service creates an address and a token. Whoever holds them can change the gateways until the token expires.',
        undo: 'none needed: it expires by itself',
        refreshes: [],
        show: (reply) => openScreen(cockpit, 'iscsi-terminal', scopeOf(row), { reply, revealed: false }),
      }),
    ),
    rowAction(
      'deleteIscsiService',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the service' },
      (row) => ({
        title: `Delete iSCSI service ${row.id}`,
        target: target(row),
        input: of(row),
        effect: 'Stops the gateways of the service. Its clients lose their disks at once; the images stay.',
        undo: 'none: create it again with its clients, passwords and disks',
        cli: () => commandLine('gwcli', '/iscsi-targets', 'delete', target(row)),
        checks: () => {
          const disks = disksOf(row);
          const clients = row.clients?.length ?? 0;
          return [
            disks > 0
              ? { level: 'block', text: `it serves ${plural(disks, 'disk')}: remove them first` }
              : { level: 'ok', text: 'it serves no disk' },
            ...(clients > 0
              ? [{ level: 'warn' as const, text: `${plural(clients, 'client')} cannot connect any more` }]
              : []),
          ];
        },
      }),
    ),
  ],
});

/** A gateway with the network traffic of its server. */
interface IscsiGatewayRow {
  readonly gateway: ListedIscsiGateway;
  readonly network: ReturnType<typeof lineOf>;
}

export const iscsiGateways: Screen = listScreen<IscsiGatewayRow>()({
  id: 'iscsi-gateways',
  names: ['iscsi-gateways'],
  needs: ['service'],
  group: ISCSI,
  title: 'Gateways of the iSCSI service',
  help: 'The servers that serve the disks of an iSCSI service',
  reads: ({ scope }) => ({
    service: iscsiService(scope),
    load: loadOfServers('server-network', `iscsi ${scope['service']}`, async (api, signal) => {
      const { gateways = [] } = await iscsiService(scope).read(api, signal);
      return gateways.map(({ name = '' }) => name);
    }),
  }),
  rows: ({ service: { gateways = [] }, load }) => ({
    rows: gateways.map((gateway) => ({ gateway, network: lineOf(load, gateway.name) })),
  }),
  rowId: ({ gateway: { name = '', ip = '' } }) => `${name} ${ip}`,
  live: true,
  answers: ({ gateway }) => [answered('getIscsiService', gateway)],
  columns: [
    textColumn(
      { id: 'name', title: 'SERVER', flex: 1, min: 14, max: 32, priority: 0, name: true },
      ({ gateway }) => gateway.name,
    ),
    gatewaysDownColumn(({ gateway: { name = '' } }) => ({ kind: 'iscsi', servers: [name] })),
    textColumn({ id: 'ip', title: 'ADDRESS', flex: 1, min: 15, priority: 0 }, ({ gateway }) => gateway.ip),
    loadColumn<IscsiGatewayRow>(
      { id: 'network', title: 'NETWORK OF SERVER', valueWidth: 9 },
      ({ network }) => network,
    ),
  ],
  page: { noun: 'Gateway' },
  empty: 'No gateways. Press n to add one.',
  actions: [
    screenAction(
      'addIscsiGateway',
      { id: 'create', keys: ['n'], label: 'add', help: 'Add a gateway to the service' },
      (scope, cockpit) =>
        addGateway(cockpit, { serviceId: serviceIdOf(scope) }, `iSCSI service ${scope['service']}`),
    ),
  ],
});
