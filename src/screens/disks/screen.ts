import type { Disk } from '../../api/contract/disks.ts';
import { bytes, clockTime } from '../../lib/format.ts';
import { eitherWord } from '../../lib/words.ts';
import type { Description } from '../../store/action/action.ts';
import { partKey } from '../../store/answers/blame.ts';
import { daemonOf, isSilent } from '../../store/answers/daemonState.ts';
import type { Level } from '../../store/answers/level.ts';
import { type OsdRow, selectOsds, smartOf } from '../../store/answers/osds.ts';
import { answered, knownAnswers } from '../../store/answers/rowAnswers.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { topScreen } from '../../store/session/screenView.ts';
import { daemonWord } from '../daemonWord.ts';
import { measuredDisk } from '../figures/figures.ts';
import { levelRole } from '../levels.ts';
import { actionsOn } from '../list/action.ts';
import { signColumn, numberColumn, textColumn, usedColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import { osdSubject } from '../relatedActivity.ts';
import { type Screen, showPane } from '../screen.ts';
import { lineOf, loadColumn, loadOfServers } from '../servers/load.ts';
import { showServerLog } from '../servers/screen.ts';
import { diskActions } from './actions.ts';
import { diskName } from './checks.ts';
import { describeDisk, stateOf } from './describe.ts';

/** A disk with its OSD in the CRUSH map. */
interface DiskRow {
  readonly disk: Disk;
  readonly osd: OsdRow | undefined;
  readonly level: Level;
  /** The share of time that it is busy. */
  readonly busy: ReturnType<typeof lineOf>;
}

/** The fact that the data of a disk is old, if its server is silent. */
function silentServerFacts(cockpit: Known & Shown, disk: Disk): (readonly [string, string])[] {
  const { utc } = cockpit.view.getState();
  const screen = topScreen(cockpit.view.getState());
  const at = screen && cockpit.screens.slot(screen).at;
  if (!isSilent(disk) || at === undefined) return [];
  const since = clockTime(at - (disk.serverLastSeen ?? 0) * 1000, utc);
  return [['server', `silent: data as of ${since}`]];
}

/** Facts of a disk that the pane of disks does not show. */
const extraFacts = ({ wwn, encrypted, partitions, usedPartitions = 0, id }: Disk): Description['facts'] => [
  ...(partitions === undefined ? [] : [['partitions', `${usedPartitions} of ${partitions} used`] as const]),
  ['encrypted', eitherWord(encrypted, 'yes', 'no')],
  ['WWN', wwn ?? '--'],
  ['id', String(id ?? '--')],
];

/** Adds facts before and after those of a description. */
const withFacts = (
  { facts, ...more }: Description,
  before: Description['facts'],
  after: Description['facts'],
): Description => ({ ...more, facts: [...before, ...facts, ...after] });

/** True if a disk is in a server, given by name or by number. */
const isOn = ({ hostname, server }: Disk, wanted: string) =>
  hostname === wanted || (server !== undefined && String(server) === wanted);

/** The word for a daemon that is not known to run; empty for one that runs. */
function idleDaemon(disk: Disk): string {
  const daemon = daemonOf(disk);
  return daemon === undefined || daemon === 'running' ? '' : daemonWord(daemon);
}

/** The use of a disk: "osd.3", "journal 2/4 used", "mon". */
function useOf({ role = '', osdId, partitions, usedPartitions }: Disk): string {
  if (role === 'osd' && osdId !== undefined) return `osd.${osdId}`;
  return role === 'journal' && partitions !== undefined
    ? `journal ${usedPartitions ?? 0}/${partitions} used`
    : role;
}

const serverDisks: Screen = listScreen<DiskRow>()({
  id: 'server-disks',
  names: ['disk'],
  needs: ['server'],
  group: 'Servers and disks',
  title: 'Disks of a server',
  help: 'The disks of a server, what each is used for, and everything that can be done to it',
  reads: ({ scope: { server = '' } }) => ({
    all: resources.disks,
    crush: resources.crush,
    load: loadOfServers('server-disk-load', server, async () => [server]),
  }),
  rows({ all, crush, load }, { scope: { server = '' } }) {
    const disks = all.filter((disk) => isOn(disk, server));
    const osds = new Map(selectOsds({ disks: all, crush }).map((row) => [row.diskId, row]));
    const rows = disks.map((disk): DiskRow => {
      const osd = osds.get(disk.id);
      const busy = lineOf(load, disk.hostname, disk.name ?? '');
      return { disk, osd, level: osd?.level ?? 'ok', busy };
    });
    return { rows };
  },
  rowId: ({ disk }) => String(disk.id ?? diskName(disk)),
  answers: ({ disk, osd }) => knownAnswers([answered('listDisks', disk), answered('getCrushMap', osd?.node)]),
  level: ({ level }) => level,
  favourite: ({ osd }) => osd && { home: 'pane disks', scope: {}, row: osd.id },
  subjects: ({ osd }) => (osd ? [osd.id] : []),
  blamed: {
    parts: ({ disk: { role, osdId } }) =>
      role === 'osd' && osdId !== undefined ? [partKey('osd', osdId)] : [],
  },
  columns: [
    signColumn((row) => row.level),
    textColumn(
      { id: 'name', title: 'DISK', width: 9, priority: 0, name: true },
      ({ disk }) => disk.name ?? disk.path,
    ),
    numberColumn({ id: 'id', title: 'ID', width: 5, priority: 6 }, ({ disk }) => disk.id),
    textColumn({ id: 'use', title: 'USE', flex: 1, min: 10, max: 40, priority: 0 }, ({ disk }) =>
      useOf(disk),
    ),
    textColumn(
      { id: 'status', title: 'STATUS', width: 9, priority: 1 },
      ({ osd, disk }) => (disk.missing ? 'MISSING' : osd?.status ? stateOf(osd) : idleDaemon(disk)),
      ({ level }) => (level === 'ok' ? undefined : levelRole(level)),
    ),
    textColumn({ id: 'class', title: 'CLASS', width: 5, priority: 4 }, ({ disk, osd }) =>
      osd?.deviceClass ? osd.deviceClass : disk.deviceClass,
    ),
    numberColumn({ id: 'size', title: 'SIZE', width: 9, priority: 1 }, ({ disk }) => disk.capacity, bytes),
    usedColumn(2, ({ osd }) => osd),
    loadColumn<DiskRow>({ id: 'busy', title: 'BUSY', valueWidth: 4 }, ({ busy }) => busy),
    textColumn(
      { id: 'smart', title: 'SMART', width: 8, priority: 3 },
      ({ disk }) => smartOf(disk),
      ({ disk }) => (smartOf(disk) === 'bad' ? 'error' : undefined),
    ),
    textColumn({ id: 'journal', title: 'JOURNAL ON', width: 10, priority: 7, ifAny: true }, ({ disk }) =>
      disk.journalDisk === undefined ? undefined : `${disk.journalDisk}.${disk.journalPartition ?? '?'}`,
    ),
    textColumn({ id: 'serial', title: 'SERIAL', width: 12, priority: 5 }, ({ disk }) => disk.serial),
    textColumn({ id: 'model', title: 'MODEL', flex: 1, min: 10, priority: 6 }, ({ disk }) => disk.info),
  ],
  empty: 'The service reports no disks in this server.',
  describe: (cockpit, { disk, osd }) => {
    // The row of the pane also knows the OSD's history.
    const row = cockpit.facts.osds().find(({ diskId }) => diskId === disk.id) ?? osd;
    return row && withFacts(describeDisk(cockpit, row), silentServerFacts(cockpit, disk), extraFacts(disk));
  },
  measured: ({ disk: { server, name } }) => measuredDisk(server, name),
  subject: ({ disk: { osdId, hostname = '', name = '', server } }) =>
    osdId === undefined
      ? { names: [`${hostname}:${name}`], services: ['kernel'], serverId: server }
      : osdSubject(osdId, { host: hostname, device: name, serverId: server }),
  links: ({ disk }) => [
    {
      label: `${disk.osdId === undefined ? diskName(disk) : `osd.${disk.osdId}`} in the disks pane`,
      go: (cockpit) =>
        showPane(
          cockpit,
          'disks',
          disk.osdId === undefined ? `device:${disk.name}` : `name:osd.${disk.osdId}`,
        ),
    },
    ...(disk.osdId === undefined
      ? []
      : [
          {
            label: `osd.${disk.osdId} in the CRUSH tree`,
            go: (cockpit: Parameters<typeof showPane>[0]) =>
              showPane(cockpit, 'crush', `name:osd.${disk.osdId}`),
          },
        ]),
    {
      label: `log of ${disk.hostname}`,
      go: (cockpit) => showServerLog(cockpit, disk.server, disk.hostname ?? ''),
    },
    { label: 'destroyed OSDs', screen: 'destroyed-osds', scope: {} },
    { label: 'servers', screen: 'servers', scope: {} },
  ],
  actions: actionsOn(diskActions, ({ disk }: DiskRow) => disk),
});

export const diskScreens: readonly Screen[] = [serverDisks];
