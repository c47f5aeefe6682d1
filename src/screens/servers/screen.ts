import type { CrushMap } from '../../api/contract/crush.ts';
import { age, bytes } from '../../lib/format.ts';
import { eitherWord } from '../../lib/words.ts';
import { partKey } from '../../store/answers/blame.ts';
import type { FillState } from '../../store/answers/node.ts';
import { answered, type Answered, answersOf, knownAnswers } from '../../store/answers/rowAnswers.ts';
import { selectServers, type ServerRow } from '../../store/answers/servers.ts';
import { ancestors, buildTree } from '../../store/answers/tree.ts';
import { optionally, resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import { daemonWord } from '../daemonWord.ts';
import { measuredServer } from '../figures/figures.ts';
import { levelRole } from '../levels.ts';
import { signColumn, numberColumn, textColumn, usedColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import { showLogOf } from '../relatedActivity.ts';
import { type Screen, showPane } from '../screen.ts';
import { enterMaintenance, leaveMaintenance } from './actions.ts';

/** A server with its reachability and the usage of its OSDs. */
interface UsedServerRow extends ServerRow, Answered {
  /** The capacity in bytes. */
  readonly size: number | undefined;
  /** The used share of its OSDs that are up and in, 0 to 1, and the state that an OSD as full would have. */
  readonly usedShare: number | undefined;
  readonly fill: FillState | undefined;
  /** True while its orchestrator keeps its daemons stopped; undefined if no orchestrator with such a mode manages it. */
  readonly maintenance: boolean | undefined;
  /** Names of the CRUSH buckets above it, from the root down. */
  readonly place: string;
  /** The way in which the service reaches it, and the error if that fails; undefined if the service does not say. */
  readonly access: string | undefined;
  readonly unreached: string | undefined;
}

/** The word for maintenance mode, or else for the way in which the service reaches a server, and whether that fails. */
function accessWord({ access, unreached, maintenance }: UsedServerRow): string | undefined {
  if (maintenance === true) return 'maintenance';
  const word = access === 'orchestrator' ? 'orch' : access;
  return unreached === undefined ? word : `${word ?? ''} fails`;
}

/** Shows the log of a server; if its number is unknown, the lines that contain its name. */
export function showServerLog(cockpit: Cockpit, serverId: number | undefined, hostname: string): void {
  showLogOf(cockpit, { names: [hostname], serverId });
}

/** The host nodes of a CRUSH map by name, with their place and usage. */
function hosts(map: CrushMap) {
  const tree = buildTree(map);
  return new Map(
    [...tree.byId.values()]
      .filter(({ type }) => type === 'HOST')
      .map(({ id, name, node, size, usedShare, fill }) => {
        const place = ancestors(tree, id)
          .map((above) => above.name)
          .join('/');
        return [name, { node, size, usedShare, fill, place }] as const;
      }),
  );
}

const servers: Screen = listScreen<UsedServerRow>()({
  id: 'servers',
  names: ['servers', 'hosts'],
  group: 'Servers and disks',
  title: 'Servers',
  help: 'The servers with their OSDs, disks and use; Enter lists the disks of one',
  reads: () => ({
    names: resources.serverNames,
    disks: resources.disks,
    crush: resources.crush,
    reached: optionally(resource('listServers')),
  }),
  rows({ names, disks, crush, reached = [] }) {
    const places = hosts(crush);
    const nameOf = new Map(names.map((name) => [name.id, name]));
    const reachOf = new Map(reached.map((reach) => [reach.id, reach]));
    const rows = selectServers({ names, disks, crush }).map((server) => {
      const { node, ...host } = places.get(server.hostname) ?? {
        size: undefined,
        usedShare: undefined,
        fill: undefined,
        place: '',
      };
      const reach = reachOf.get(server.serverId);
      return {
        ...server,
        ...host,
        maintenance: reach?.maintenance,
        access: reach?.access,
        unreached: reach?.unreached,
        answers: knownAnswers([
          answered('listServerNames', nameOf.get(server.serverId)),
          answered('getCrushMap', node),
          answered('listServers', reach),
        ]),
      };
    });
    return { rows };
  },
  rowId: ({ id }) => id,
  answers: answersOf,
  level: ({ level }) => level,
  blamed: { parts: ({ hostname }) => [partKey('place', hostname)] },
  columns: [
    signColumn((row) => row.level),
    textColumn(
      { id: 'name', title: 'SERVER', flex: 2, min: 10, max: 32, priority: 0, name: true },
      ({ hostname }) => hostname,
    ),
    numberColumn({ id: 'id', title: 'ID', width: 4, priority: 5 }, ({ serverId }) => serverId),
    {
      id: 'osds',
      title: 'OSDS UP',
      width: 8,
      align: 'right',
      priority: 0,
      cell: ({ osds, osdsDown, level }) => ({
        text: `${osds - osdsDown}/${osds}`,
        ...(level === 'ok' ? {} : { role: levelRole(level) }),
      }),
      value: ({ osds, osdsDown }) => osds - osdsDown,
    },
    numberColumn({ id: 'disks', title: 'DISKS', width: 5, priority: 2 }),
    textColumn({ id: 'mons', title: 'MON', width: 9, priority: 4 }, ({ monitors, monitor }) =>
      monitors === 0 ? '' : daemonWord(monitor),
    ),
    numberColumn({ id: 'size', title: 'SIZE', width: 9, priority: 3 }, ({ size }) => size, bytes),
    usedColumn(1, (row) => row),
    textColumn({ id: 'place', title: 'PLACE', flex: 1, min: 13, max: 40, priority: 6 }),
    numberColumn(
      { id: 'seen', title: 'SEEN', words: 'last seen', width: 6, priority: 4 },
      ({ lastSeen }) => lastSeen,
      age,
    ),
    textColumn(
      { id: 'access', title: 'ACCESS', words: '', width: 11, priority: 2, ifAny: true },
      accessWord,
      ({ unreached }) => (unreached === undefined ? undefined : 'warn'),
    ),
  ],
  page: {
    noun: 'Server',
    more: (row) => [
      ...(row.access === undefined ? [] : [['reached by', row.access] as const]),
      ...(row.unreached === undefined ? [] : [['that fails', row.unreached] as const]),
      ...(row.maintenance === undefined
        ? []
        : [['in maintenance', eitherWord(row.maintenance, 'yes', 'no')] as const]),
    ],
  },
  measured: ({ serverId }) => measuredServer(serverId),
  empty: 'The service reports no servers, disks or hosts.',
  open: ({ hostname, serverId }) => ({
    screen: 'server-disks',
    scope: { server: hostname || String(serverId ?? '') },
  }),
  subject: ({ hostname, serverId }) => ({ names: [hostname], serverId }),
  actions: [enterMaintenance, leaveMaintenance],
  links: ({ hostname, serverId }) => [
    {
      label: `disks of ${hostname}`,
      screen: 'server-disks',
      scope: { server: hostname },
      onPage: true,
    },
    {
      label: `OSDs of ${hostname} in the disks pane`,
      go: (cockpit) => showPane(cockpit, 'disks', `host:${hostname}`),
    },
    { label: `log of ${hostname}`, go: (cockpit) => showServerLog(cockpit, serverId, hostname) },
    {
      label: `network interfaces of ${hostname}`,
      screen: 'nics',
      scope: {},
      filter: `server:${hostname}`,
    },
    {
      label: `${hostname} in the CRUSH tree`,
      go: (cockpit) => showPane(cockpit, 'crush', `name:${hostname}`),
    },
  ],
});

export const serverScreens: readonly Screen[] = [servers];
