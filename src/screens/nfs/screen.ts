import type { NfsExport, NfsService } from '../../api/contract/nfs.ts';
import { number, orEmpty } from '../../lib/untyped.ts';
import { plural } from '../../lib/words.ts';
import { answeredAs, answersOf } from '../../store/answers/rowAnswers.ts';
import { resource } from '../../store/cache/resource.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { say } from '../../store/session/view.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { callPlan } from '../action/call.ts';
import type { FormValues } from '../action/formValues.ts';
import { accessText, accessWords, readAccess } from '../fields/lists.ts';
import { serversField, serversOf } from '../fields/servers.ts';
import { allNfsServices } from '../gateways/nfs.ts';
import { type GatewayRow, serviceIdOf } from '../gateways/services.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { afterForm, listScreen, rowAction, screenAction } from '../list/screen.ts';
import type { Screen } from '../screen.ts';
import { gatewaysDownColumn } from '../serviceState.ts';
import {
  accessOf,
  editServers,
  exportTable,
  namesOf,
  NFS_GROUP,
  nfsServers,
  pathOf,
  refuseUnknown,
  serviceTitle,
} from './servers.ts';

/** Remembers the id of a new service, because the search for services might not reach it. */
function onCreated(cockpit: Known & Shown, reply: unknown): void {
  const id = number(orEmpty(reply)['id']);
  if (id !== undefined) cockpit.memory.of(allNfsServices.known).add(id);
  say(
    cockpit.view,
    'ok',
    id !== undefined ? `${serviceTitle(id)} was created.` : 'The NFS service was created.',
  );
  void cockpit.screens.refresh();
}

const services: Screen = listScreen<NfsService & GatewayRow>()({
  id: 'nfs',
  names: ['nfs'],
  group: NFS_GROUP,
  title: 'NFS services',
  help: 'The NFS gateway services; Enter lists the exports of one',
  reads: (_about, memory) => ({ services: allNfsServices.list(memory) }),
  rows: ({ services: found }) => ({ rows: allNfsServices.rows(found) }),
  rowId: ({ id }) => String(id),
  live: true,
  answers: answersOf,
  columns: [
    textColumn({ id: 'id', title: 'SERVICE', width: 8, priority: 0, name: true }, ({ id }) => String(id)),
    textColumn({ id: 'servers', title: 'SERVERS', flex: 2, min: 16, priority: 0 }, ({ servers }, cockpit) =>
      namesOf(cockpit, servers).join(', '),
    ),
    gatewaysDownColumn(({ servers }, cockpit) => ({ kind: 'nfs', servers: namesOf(cockpit, servers) })),
    numberColumn(
      { id: 'exports', title: 'EXPORTS', words: '', width: 7, priority: 0 },
      ({ exports = [] }) => exports.length,
    ),
  ],
  page: {
    noun: 'NFS service',
    table: ({ exports }) => exportTable(exports),
  },
  empty: 'No NFS service was found at the ids 1, 2, 3 and so on. Press n to create one.',
  open: ({ id }) => ({ screen: 'nfs-exports', scope: { service: String(id) } }),
  links: ({ id }) => [
    { label: 'its servers', screen: 'nfs-servers', scope: { service: String(id) } },
    { label: 'HA groups, which move addresses between servers', screen: 'ha-groups', scope: {} },
  ],
  actions: [
    screenAction(
      'createNfsService',
      { id: 'create', keys: ['n'], label: 'new', help: 'Create an NFS service' },
      (_scope, cockpit) => ({
        title: 'Create an NFS service',
        target: 'the new NFS service',
        ask: ['body.servers'],
        fields: { 'body.servers': serversField(serversOf(cockpit)) },
        effect: 'Starts an NFS server on each of the servers. It exports nothing until an export is made.',
        undo: 'none in this interface: a service cannot be deleted',
        show: (reply) => onCreated(cockpit, reply),
      }),
    ),
    rowAction(
      'updateNfsService',
      {
        id: 'servers',
        keys: ['e'],
        label: 'servers',
        help: 'Change the servers of the service',
        refused: ({ servers }) => refuseUnknown(servers),
        restores: afterForm,
      },
      ({ id, servers }, _scope, cockpit) => editServers(cockpit, id, servers!),
    ),
  ],
});

/** Reads an absolute path; the service accepts no other. */
const readAbsolutePath = (text: string) =>
  text.startsWith('/') ? { value: text } : { problem: 'Begin it with /, as in /home.' };

const exportFields = (row?: NfsExport) => ({
  'body.nfsPath': {
    label: 'path for clients',
    initial: row?.nfsPath ?? '',
    hint: 'what clients mount, such as /home',
    read: readAbsolutePath,
  },
  'body.path': {
    label: 'directory',
    initial: row?.path ?? '',
    hint: 'the directory of the filesystem that is exported',
    read: readAbsolutePath,
  },
  'body.access': {
    label: 'access',
    initial: accessText(row?.access),
    required: false,
    hint: 'networks with rw or ro, such as 10.0.0.0/8 rw, 10.9.0.0/16 ro; empty for nobody',
    read: (text: string) => (text === '' ? { value: [] } : readAccess(text)),
    words: accessWords,
  },
});

const ASK = ['body.nfsPath', 'body.path', 'body.access'] as const;

/** Warns of write access for everyone, which is rarely intended. */
function openAccessChecks({ 'body.access': access = [] }: FormValues<'createNfsExport'>) {
  return access.some(({ subnet, rw }) => rw && /^(?:0\.0\.0\.0|::)\/0$/.test(subnet))
    ? [{ level: 'warn' as const, text: 'everyone who reaches the servers may write' }]
    : [];
}

const exportCreation = (scope: Scope, like?: NfsExport) => ({
  title: `Create an export of ${serviceTitle(scope['service'])}`,
  target: 'the new export',
  input: { params: { serviceId: serviceIdOf(scope) } },
  ask: ASK,
  fields: exportFields(like),
  undo: 'delete the export',
  checks: openAccessChecks,
});

const exportList: Screen = listScreen<NfsExport>()({
  id: 'nfs-exports',
  names: ['exports', 'nfs-exports'],
  needs: ['service'],
  group: NFS_GROUP,
  title: 'NFS exports',
  help: 'The directories that an NFS service exports, and to whom',
  reads: ({ scope }) => ({ rows: resource('listNfsExports', { params: { serviceId: serviceIdOf(scope) } }) }),
  rows: (data) => data,
  rowId: ({ id, nfsPath = '' }) => String(id ?? nfsPath),
  answers: answeredAs('listNfsExports'),
  columns: [
    numberColumn({ id: 'id', title: 'ID', width: 4, priority: 3 }),
    textColumn(
      { id: 'nfsPath', title: 'EXPORT', flex: 1, min: 14, max: 48, priority: 0, name: true },
      pathOf,
    ),
    textColumn({ id: 'path', title: 'DIRECTORY', flex: 1, min: 14, max: 48, priority: 0 }),
    textColumn({ id: 'access', title: 'ACCESS', flex: 2, min: 16, priority: 1 }, accessOf),
  ],
  page: { noun: 'NFS export' },
  empty: 'No exports. Press n to create one.',
  links: (_row, { service = '' }) => [
    { label: 'servers of the service', screen: 'nfs-servers', scope: { service } },
  ],
  actions: [
    screenAction(
      'createNfsExport',
      { id: 'create', keys: ['n'], label: 'new', help: 'Create an export' },
      (scope) => exportCreation(scope),
    ),
    rowAction(
      'replaceNfsExport',
      { id: 'edit', keys: ['e'], label: 'edit', help: 'Change the export', restores: afterForm },
      (row, scope) => ({
        title: `Change export ${pathOf(row)}`,
        target: pathOf(row),
        input: { params: { serviceId: serviceIdOf(scope), exportId: row.id } },
        ask: ASK,
        fields: exportFields(row),
        effect: 'Clients that mount the old path, or lose their access, get errors.',
        undo: `change it back to ${row.path ?? '--'} for ${accessText(row.access) || 'nobody'}`,
        checks: openAccessChecks,
      }),
    ),
    rowAction(
      'deleteNfsExport',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the export; its files stay' },
      (row, scope, cockpit) => ({
        title: `Delete export ${pathOf(row)}`,
        target: pathOf(row),
        input: { params: { serviceId: serviceIdOf(scope), exportId: row.id } },
        effect: 'Clients lose the mount. The files stay in the filesystem.',
        inverse: () => () =>
          callPlan(cockpit, { ...exportCreation(scope, row), operation: 'createNfsExport' }),
        undo: `create it again: ${row.path ?? '--'} for ${accessText(row.access) || 'nobody'}`,
        checks: () => [
          row.access?.length
            ? { level: 'warn', text: `${plural(row.access.length, 'network')} may have it mounted` }
            : { level: 'ok', text: 'nobody has access to it' },
        ],
      }),
    ),
  ],
});

export const nfsScreens: readonly Screen[] = [services, nfsServers, exportList];
