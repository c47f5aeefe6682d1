import { age, bytes } from '../../lib/format.ts';
import { plural } from '../../lib/words.ts';
import { partKey } from '../../store/answers/blame.ts';
import type { OsdRow } from '../../store/answers/osds.ts';
import { answered, knownAnswers } from '../../store/answers/rowAnswers.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Acts, Known, Shown } from '../../store/cockpit.ts';
import { daemonWord } from '../daemonWord.ts';
import { measuredDisk } from '../figures/figures.ts';
import { quietRole } from '../levels.ts';
import { actionsOn } from '../list/action.ts';
import { signColumn, textColumn, type ColumnSpec, usedColumn } from '../list/columns.ts';
import { listPane } from '../list/pane.ts';
import { osdActions } from '../maintenance/actions.ts';
import { namesPattern } from '../namesPattern.ts';
import type { Pane } from '../pane.ts';
import { osdSubject } from '../relatedActivity.ts';
import { type ScreenLink, type PaneLink, showPane } from '../screen.ts';
import { showServerLog } from '../servers/screen.ts';
import { diskActions, diskOf } from './actions.ts';
import { describeDisk, nameOf, stateOf } from './describe.ts';
import { osdsAndDisks } from './map/model.ts';
import { withMap } from './map/withMap.ts';

const DAEMON_ROLE = { running: 'dim', stopped: 'error', unknown: 'warn' } as const;
const SMART_ROLE = { good: 'dim', bad: 'error', unknown: 'dim' } as const;

/** Seconds after which a disk's last report is late. */
const LATE_S = 60;

/** The age of a disk's last report; "now" while it is in time, so that the row changes only when it matters. */
const seenText = (seconds: number | undefined): string =>
  seconds !== undefined && seconds < LATE_S ? 'now' : age(seconds);

const columns: readonly ColumnSpec<OsdRow>[] = [
  signColumn((row) => row.level),
  textColumn({ id: 'host', title: 'HOST', aliases: ['server', 'node'], flex: 2, min: 6, priority: 1 }),
  {
    id: 'name',
    title: 'NAME',
    width: 8,
    priority: 0,
    name: true,
    aliases: ['osd'],
    cell: (row) => ({ text: nameOf(row) }),
    value: (row) => row.osdId,
  },
  textColumn(
    { id: 'device', title: 'DISK', width: 7, priority: 7 },
    (row) => row.device,
    () => 'dim',
  ),
  textColumn(
    { id: 'role', title: 'ROLE', width: 10, priority: 8 },
    (row) => row.role,
    () => 'dim',
  ),
  textColumn(
    { id: 'class', title: 'CLASS', aliases: ['device class'], width: 5, priority: 6 },
    (row) => row.deviceClass,
  ),
  {
    id: 'capacity',
    title: 'SIZE',
    width: 8,
    align: 'right',
    priority: 5,
    cell: (row) => ({ text: bytes(row.capacity) }),
    value: (row) => row.capacity,
  },
  usedColumn(2, (row) => row),
  {
    id: 'status',
    title: 'STATUS',
    width: 9,
    priority: 1,
    cell: (row) => ({ text: stateOf(row), role: quietRole(row.level) }),
    value: (row) => row.status,
  },
  textColumn(
    { id: 'smart', title: 'SMART', width: 7, priority: 4 },
    (row) => row.smart,
    (row) => SMART_ROLE[row.smart],
  ),
  {
    id: 'daemon',
    title: 'DAEMON',
    width: 9,
    priority: 6,
    cell: (row) => ({
      text: daemonWord(row.daemon),
      role: row.daemon === undefined ? 'dim' : DAEMON_ROLE[row.daemon],
    }),
    value: ({ daemon }) => daemon,
  },
  {
    id: 'seen',
    title: 'SEEN',
    width: 6,
    align: 'right',
    priority: 5,
    cell: (row) => ({ text: seenText(row.lastSeen), role: (row.lastSeen ?? 0) >= LATE_S ? 'warn' : 'dim' }),
    value: (row) => row.lastSeen,
  },
  textColumn(
    { id: 'why', title: 'WHY', once: true, flex: 3, min: 20, priority: 3 },
    (row) => row.why.join(', '),
    () => 'dim',
  ),
];

function links(row: OsdRow): (ScreenLink | PaneLink)[] {
  const { osdId, host, serverId } = row;
  return [
    { label: `disks of ${host}`, screen: 'server-disks', scope: { server: host }, onPage: 'alone' },
    { label: `log of ${host}`, go: (cockpit) => showServerLog(cockpit, serverId, host) },
    ...(osdId === undefined
      ? []
      : [
          {
            label: `osd.${osdId} in the CRUSH tree`,
            go: (cockpit: Shown & Acts) => showPane(cockpit, 'crush', `name:osd.${osdId}`),
          },
          {
            label: `log lines that name osd.${osdId}`,
            go: (cockpit: Shown & Acts) => showPane(cockpit, 'logs', namesPattern([`osd.${osdId}`])),
          },
        ]),
    { label: 'destroyed OSDs', screen: 'destroyed-osds', scope: {} },
    { label: 'servers', screen: 'servers', scope: {} },
  ];
}

function summary(cockpit: Known & Shown): string {
  const { paint } = cockpit.look;
  const rows = cockpit.facts.osds();
  const down = rows.filter((row) => row.status === 'DOWN').length;
  const bad = rows.filter((row) => row.level !== 'ok').length;
  const osds = rows.filter((row) => row.osdId !== undefined).length;
  const trouble =
    down > 0 ? paint('error', `${down} down`) : bad > 0 ? paint('warn', `${bad} to look at`) : 'all up';
  return `${osds} OSDs, ${trouble}`;
}

/** The trouble of a disk that is not up or missing, such as "DOWN in"; for others the level is enough. */
const trouble = (row: OsdRow): string | undefined =>
  row.missing || (row.status !== 'UP' && row.status !== '') ? stateOf(row) : undefined;

/** "58 OSDs up, 12 disks fine": the text for fine rows. */
function fine(rows: readonly OsdRow[]): string {
  const osds = rows.filter(({ osdId }) => osdId !== undefined).length;
  const disks = rows.length - osds;
  return [
    ...(osds > 0 ? [`${plural(osds, 'OSD')} up`] : []),
    ...(disks > 0 ? [`${plural(disks, 'disk')} fine`] : []),
  ].join(', ');
}

const rowsPane: Pane = listPane<OsdRow>({
  id: 'disks',
  changing: ['osd'],
  reads: [resources.disks, resources.crush],
  rows: osdsAndDisks,
  rowId: (row) => row.id,
  answers: ({ disk, node }) => knownAnswers([answered('listDisks', disk), answered('getCrushMap', node)]),
  level: (row) => row.level,
  subjects: ({ id }) => [id],
  blamed: { parts: ({ osdId }) => (osdId === undefined ? [] : [partKey('osd', osdId)]) },
  trouble,
  fine,
  dated: resources.disks,
  empty: 'The service reports no disks.',
  columns,
  summary,
  describe: describeDisk,
  measured: ({ serverId, device }) => measuredDisk(serverId, device),
  actions: [
    ...osdActions,
    ...actionsOn(diskActions, ({ diskId }: OsdRow, cockpit) => diskOf(cockpit, diskId)),
  ],
  subject: (row) =>
    row.osdId === undefined
      ? { names: [`${row.host}:${row.device}`], services: ['kernel'], serverId: row.serverId }
      : osdSubject(row.osdId, row),
  links,
});

/** Disks and their OSDs, as a list with the worst first, or as a map of all OSDs. */
export const disksPane: Pane = withMap(rowsPane);
