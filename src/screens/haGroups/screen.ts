import { HA_SERVICES, type HaGroup } from '../../api/contract/haGroups.ts';
import { duration } from '../../lib/format.ts';
import { eitherWord, plural } from '../../lib/words.ts';
import type { Field } from '../../store/action/field.ts';
import { answeredAs } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import type { Known } from '../../store/cockpit.ts';
import { callPlan } from '../action/call.ts';
import type { FormValues } from '../action/formValues.ts';
import { valueText } from '../action/valueText.ts';
import { membersText } from '../fields/lists.ts';
import { serverName, serversOf } from '../fields/servers.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { afterForm, listScreen, rowAction, screenAction } from '../list/screen.ts';
import type { Screen } from '../screen.ts';
import { gatewaysDownColumn } from '../serviceState.ts';

const ASK = [
  'body.virtualIp',
  'body.service',
  'body.servers',
  'body.description',
  'body.failback',
  'body.failoverTime',
  'body.failbackTime',
  'body.evictNfsClientsOnFailback',
] as const;

/** Services by the names that operators use. */
const SERVICE_WORDS: Readonly<Record<string, string>> = { nfs: 'NFS', rgw: 'S3' };

const serviceOf = ({ service }: HaGroup) => service && (SERVICE_WORDS[service] ?? service);
const SERVICES = HA_SERVICES.map((service) => ({ text: serviceOf({ service }) ?? service }));

/** Reads a service by that name, or by the one that the interface uses. */
function readService(typed: string): ReturnType<Field['read']> {
  const found = HA_SERVICES.find((service) =>
    [service, serviceOf({ service })].some((word) => word?.toLowerCase() === typed.toLowerCase()),
  );
  return found ? { value: found } : { problem: `Type ${SERVICES.map(({ text }) => text).join(' or ')}.` };
}

/** The form fields of a group, starting with its current values. */
function fieldsOf(cockpit: Known, row: HaGroup = {}) {
  const servers = serversOf(cockpit);
  return {
    'body.virtualIp': { label: 'floating address', initial: valueText(row.virtualIp) },
    'body.service': {
      label: 'service',
      initial: valueText(serviceOf(row)),
      hint: 'what is served at the address',
      choices: () => ({ all: SERVICES, words: true }),
      read: readService,
    },
    'body.servers': {
      label: 'servers',
      initial: membersText(servers, row.servers),
    },
    'body.description': { label: 'description', initial: valueText(row.description) },
    'body.failback': { label: 'fail back', initial: valueText(row.failback) },
    'body.failoverTime': { label: 'fail over after', initial: valueText(row.failoverTime) },
    'body.failbackTime': { label: 'fail back after', initial: valueText(row.failbackTime) },
    'body.evictNfsClientsOnFailback': {
      label: 'evict NFS clients',
      initial: row.service === 'nfs' ? valueText(row.evictNfsClientsOnFailback) : '',
    },
  };
}

/** Warns of a group with a single server, from which the address cannot move. */
function singleServerChecks({ 'body.servers': servers }: FormValues<'createHaGroup'>) {
  return Array.isArray(servers) && servers.length < 2
    ? [{ level: 'warn' as const, text: 'one server is not a group: the address has nowhere to move to' }]
    : [];
}

const nameOf = ({ virtualIp = '--' }: HaGroup) => virtualIp;

const seconds = (value: number | undefined): string =>
  value === undefined ? 'not reported' : duration(value);

const creation = (cockpit: Known, like?: HaGroup) => ({
  title: 'Create an HA group',
  target: 'the new HA group',
  ask: ASK,
  fields: fieldsOf(cockpit, like),
  effect: 'The address comes up on one of the servers and moves to another when that one fails.',
  undo: 'delete the group',
  checks: singleServerChecks,
});

export const haGroups: Screen = listScreen<HaGroup>()({
  id: 'ha-groups',
  names: ['ha', 'ha-groups'],
  group: 'Network',
  title: 'HA groups',
  help: 'Servers that share a floating address, which moves when one of them fails',
  reads: () => ({ rows: resource('listHaGroups') }),
  rows: (data) => data,
  rowId: ({ id, virtualIp = '' }) => String(id ?? virtualIp),
  live: true,
  answers: answeredAs('listHaGroups'),
  columns: [
    numberColumn({ id: 'id', title: 'ID', width: 4, priority: 3 }),
    textColumn({ id: 'address', title: 'ADDRESS', width: 16, priority: 0, name: true }, nameOf),
    textColumn({ id: 'service', title: 'SERVICE', width: 7, priority: 1 }, serviceOf),
    textColumn(
      { id: 'servers', title: 'SERVERS', flex: 2, min: 30, max: 64, priority: 0 },
      ({ servers }, cockpit) => membersText(serversOf(cockpit), servers),
    ),
    gatewaysDownColumn(({ service, servers = [] }, cockpit) => ({
      kind: service === 'nfs' ? 'nfs' : service === 'rgw' ? 's3' : undefined,
      servers: servers.map(({ server }) => serverName(serversOf(cockpit), server)),
    })),
    textColumn({ id: 'failback', title: 'FAILBACK', width: 8, priority: 2 }, ({ failback }) =>
      failback === undefined ? undefined : failback ? 'yes' : 'no',
    ),
    textColumn(
      { id: 'description', title: 'DESCRIPTION', flex: 1, min: 12, priority: 4 },
      ({ description }) => description ?? '',
    ),
  ],
  page: {
    title: (row) => `HA group ${nameOf(row)}`,
    facts: (row) => [
      ['floating address', nameOf(row)],
      ['service', serviceOf(row) ?? '--'],
      ['description', row.description || 'none'],
      ['fails over after', seconds(row.failoverTime)],
      [
        'fails back',
        row.failback === undefined
          ? '--'
          : row.failback
            ? `yes, after ${seconds(row.failbackTime)}`
            : 'no: the address stays where it moved',
      ],
      ...(row.service === 'nfs'
        ? ([
            [
              'NFS clients',
              eitherWord(row.evictNfsClientsOnFailback, 'are evicted on failback', 'keep their connections'),
            ],
          ] as const)
        : []),
      ['id', String(row.id ?? '--')],
    ],
    table: ({ servers = [] }, cockpit) => ({
      title: plural(servers.length, 'server'),
      titles: ['server', 'interface', 'VLAN'],
      rows: servers.map(({ server, nic, vlan }) => [
        serverName(serversOf(cockpit), server),
        nic === undefined ? '--' : `nic ${nic}`,
        vlan === undefined ? 'none' : String(vlan),
      ]),
    }),
    shownFields: [
      'id',
      'description',
      'virtualIp',
      'service',
      'servers',
      'failback',
      'failoverTime',
      'failbackTime',
      'evictNfsClientsOnFailback',
    ],
  },
  empty: 'No HA groups. Press n to create one.',
  links: ({ service }) => [
    ...(service === 'nfs' ? [{ label: 'NFS services', screen: 'nfs', scope: {} }] : []),
    { label: 'networks', screen: 'networks', scope: {} },
  ],
  actions: [
    screenAction(
      'createHaGroup',
      { id: 'create', keys: ['n'], label: 'new', help: 'Create an HA group' },
      (_scope, cockpit) => creation(cockpit),
    ),
    rowAction(
      'replaceHaGroup',
      { id: 'edit', keys: ['e'], label: 'edit', help: 'Change the HA group', restores: afterForm },
      (row, _scope, cockpit) => ({
        title: `Change HA group ${nameOf(row)}`,
        target: nameOf(row),
        input: { params: { id: row.id } },
        ask: ASK,
        fields: fieldsOf(cockpit, row),
        effect:
          'Clients that use the old address, or a server that leaves the group, lose their connections.',
        undo: 'change it back',
        checks: singleServerChecks,
      }),
    ),
    rowAction(
      'deleteHaGroup',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the HA group and its address' },
      (row, _scope, cockpit) => ({
        title: `Delete HA group ${nameOf(row)}`,
        target: nameOf(row),
        input: { params: { id: row.id } },
        effect: 'The address is removed: all clients that use it lose their connections at once.',
        undo: 'create the group again',
        inverse: () => () => callPlan(cockpit, { ...creation(cockpit, row), operation: 'createHaGroup' }),
        checks: () => [
          {
            level: 'warn',
            text: `clients of ${row.service ?? 'a service'} at ${nameOf(row)} are cut off`,
          },
        ],
      }),
    ),
  ],
});
