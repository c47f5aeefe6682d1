import type { NfsExport } from '../../api/contract/nfs.ts';
import { age } from '../../lib/format.ts';
import { plural } from '../../lib/words.ts';
import { answered } from '../../store/answers/rowAnswers.ts';
import { optionally, resource } from '../../store/cache/resource.ts';
import type { Known } from '../../store/cockpit.ts';
import type { Scope } from '../../store/session/viewState.ts';
import type { FormValues } from '../action/formValues.ts';
import { accessText } from '../fields/lists.ts';
import { serverName, serversField, serversOf } from '../fields/servers.ts';
import { nfsService } from '../gateways/nfs.ts';
import { serviceIdOf } from '../gateways/services.ts';
import { numberColumn, textColumn } from '../list/columns.ts';
import { listScreen, screenAction } from '../list/screen.ts';
import { openScreen, type Screen } from '../screen.ts';
import { showServerLog } from '../servers/screen.ts';
import { gatewaysDownColumn } from '../serviceState.ts';

/** Heading of the NFS screens in the list of all screens. */
export const NFS_GROUP = 'NFS gateways';

/** The title of a service. */
export const serviceTitle = (id: number | string | undefined) => `NFS service ${id}`;
/** The names of servers. */
export const namesOf = (cockpit: Known, ids: readonly number[] = []): readonly string[] => {
  const servers = serversOf(cockpit);
  return ids.map((id) => serverName(servers, id));
};

/** The path that clients mount, and the access of clients in words. */
export const pathOf = ({ nfsPath = '--' }: NfsExport) => nfsPath;
export const accessOf = ({ access = [] }: NfsExport) => (access.length === 0 ? 'nobody' : accessText(access));

/** The exports as a table for a page. */
export const exportTable = (exports: readonly NfsExport[] = []) => ({
  title: plural(exports.length, 'export'),
  titles: ['export', 'directory', 'access'],
  rows: exports.map((row) => [pathOf(row), row.path ?? '--', accessOf(row)]),
});

/** The reason why unknown servers cannot be changed: the form would start empty, so sending it would remove them. */
export const refuseUnknown = (servers: readonly number[] | undefined) =>
  servers === undefined ? 'its servers are not known yet' : undefined;

/** The call that changes the servers of a service; `now` are the current ones. */
export const editServers = (cockpit: Known, id: number, now: readonly number[]) => ({
  title: `Change the servers of ${serviceTitle(id)}`,
  target: serviceTitle(id),
  input: { params: { serviceId: id } },
  fields: { 'body.servers': serversField(serversOf(cockpit), 'servers', now) },
  effect: 'The service runs on exactly these servers. Clients of a server left out lose their mounts.',
  undo: `set ${namesOf(cockpit, now).join(', ') || 'the old servers'} again`,
  checks: ({ 'body.servers': wanted = [...now] }: FormValues<'updateNfsService'>) => {
    const gone = now.filter((server) => !wanted.includes(server));
    return gone.length > 0
      ? [
          {
            level: 'warn' as const,
            text: `${namesOf(cockpit, gone).join(', ')} stops serving: its clients hang unless an HA address moves`,
          },
        ]
      : [];
  },
});

interface NfsServerRow {
  readonly id: number;
  /** The exports of the service; undefined if they could not be read. */
  readonly exports: readonly NfsExport[] | undefined;
}

const knownServer = ({ facts }: Known, id: number) => facts.servers().find(({ serverId }) => serverId === id);

const serversRead = (scope: Scope) =>
  resource('listNfsServers', { params: { serviceId: serviceIdOf(scope) } });
const serversNow = ({ cache }: Known, scope: Scope) => cache.slot(serversRead(scope)).data;

/** The servers of an NFS service. */
export const nfsServers: Screen = listScreen<NfsServerRow>()({
  id: 'nfs-servers',
  names: ['nfs-servers'],
  needs: ['service'],
  group: NFS_GROUP,
  title: 'Servers of the NFS service',
  help: 'The servers that an NFS service runs on',
  reads: ({ scope }) => ({
    ids: serversRead(scope),
    service: optionally(nfsService(serviceIdOf(scope))),
  }),
  rows: ({ ids, service }) => ({ rows: ids.map((id): NfsServerRow => ({ id, exports: service?.exports })) }),
  rowId: ({ id }) => String(id),
  live: true,
  answers: ({ id }) => [answered('listNfsServers', id)],
  columns: [
    numberColumn({ id: 'id', title: 'ID', width: 5, priority: 1 }),
    textColumn(
      { id: 'name', title: 'SERVER', flex: 1, min: 14, max: 32, priority: 0, name: true },
      ({ id }, cockpit) => serverName(serversOf(cockpit), id),
    ),
    gatewaysDownColumn(({ id }, cockpit) => ({ kind: 'nfs', servers: [serverName(serversOf(cockpit), id)] })),
    numberColumn(
      { id: 'seen', title: 'SEEN', words: 'last seen', width: 6, priority: 2 },
      ({ id }, cockpit) => knownServer(cockpit, id)?.lastSeen,
      age,
    ),
  ],
  page: {
    noun: 'NFS server',
    more({ id }, cockpit) {
      const server = knownServer(cockpit, id);
      return server === undefined
        ? []
        : [
            ['OSDs up', `${server.osds - server.osdsDown}/${server.osds}`],
            ['disks', String(server.disks)],
          ];
    },
    table: ({ exports }) => exports && exportTable(exports),
  },
  links: ({ id }, { service = '' }) => [
    { label: `exports of ${serviceTitle(service)}`, screen: 'nfs-exports', scope: { service } },
    {
      label: 'its log',
      go: (cockpit) => showServerLog(cockpit, id, serverName(serversOf(cockpit), id)),
    },
    {
      label: 'its disks',
      go: (cockpit) => openScreen(cockpit, 'server-disks', { server: serverName(serversOf(cockpit), id) }),
    },
  ],
  empty: 'The service runs on no server.',
  actions: [
    screenAction(
      'updateNfsService',
      {
        id: 'servers',
        keys: ['e'],
        label: 'servers',
        help: 'Change the servers of the service',
        refused: (scope, cockpit) => refuseUnknown(serversNow(cockpit, scope)),
      },
      (scope, cockpit) => editServers(cockpit, serviceIdOf(scope), serversNow(cockpit, scope)!),
    ),
  ],
});
