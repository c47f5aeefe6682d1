import type { Disk } from '../../api/contract/disks.ts';
import { commandLine } from '../../lib/shell.ts';
import { optionally, resource } from '../../store/cache/resource.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { CallOf, FieldChanges } from '../action/call.ts';
import { numbered } from '../choices/source.ts';
import { checkNewOsd, diskName } from './checks.ts';
import { diskInput, onDisk } from './onDisk.ts';

/** The way in which each server is reached, which a service may not report. */
const servers = optionally(resource('listServers'));

/** The fields for a new OSD, with the choices on this server. */
function osdFields(disk: Disk, cockpit: Known & Shown): FieldChanges<'updateServerDisk'> {
  const { disks = [] } = diskInput(cockpit);
  const journals = disks.filter(({ role, server }) => role === 'journal' && server === disk.server);
  return {
    'body.osdStoreBackend': { label: 'backend', initial: 'Bluestore' },
    'body.encrypted': { label: 'encrypted', initial: 'false' },
    'body.journalDisk': {
      label: 'journal disk',
      hint: `a journal disk of ${disk.hostname ?? 'the same server'}; empty for none`,
      choices: () => ({ all: numbered(journals) }),
    },
    'body.crushDeviceClass': { label: 'device class', hint: `empty for the disk's own: ${disk.deviceClass}` },
    'body.reuseOsdId': {
      label: 'reuse OSD id',
      hint: 'of a destroyed OSD; empty for a new one',
    },
  };
}

/** The command with which an operator would create the OSD: an orchestrator runs its daemon in a container. */
function osdCommand(
  disk: Disk,
  { cache }: Known,
  encrypted: boolean | undefined,
  id: number | undefined,
): string {
  const path = disk.path ?? disk.name;
  const server = cache.slot(servers).data?.find((one) => one.id === disk.server);
  if (server?.access === 'orchestrator') {
    const data = encrypted ? `data_devices=${path},encrypted=true` : path;
    return commandLine('ceph', 'orch', 'daemon', 'add', 'osd', `${server.hostname ?? disk.hostname}:${data}`);
  }
  const more = [encrypted ? ['--dmcrypt'] : [], id === undefined ? [] : ['--osd-id', `${id}`]].flat();
  return commandLine('ceph-volume', 'lvm', 'create', '--data', path, ...more);
}

/** The call that creates an OSD on a disk. */
export const makeOsd = (disk: Disk, cockpit: Known & Shown): CallOf<'updateServerDisk'> => {
  const common = onDisk(disk, cockpit);
  return {
    ...common,
    title: `Create an OSD on ${diskName(disk)}`,
    input: { ...common.input, body: { role: 'osd' } },
    ask: [
      'body.osdStoreBackend',
      'body.encrypted',
      'body.journalDisk',
      'body.crushDeviceClass',
      'body.reuseOsdId',
    ],
    freshFields: () => osdFields(disk, cockpit),
    effect: 'Erases the disk and makes an OSD on it. Once it is up, its share of the data moves to it.',
    undo: 'release the disk: its data moves away again; what was on it before is lost',
    needs: [...common.needs, servers],
    cli: ({ 'body.encrypted': encrypted, 'body.reuseOsdId': id }) => osdCommand(disk, cockpit, encrypted, id),
    checks: (values) =>
      checkNewOsd(
        disk,
        {
          reuseOsdId: values['body.reuseOsdId'],
          journalDisk: values['body.journalDisk'],
          crushDeviceClass: values['body.crushDeviceClass'],
        },
        diskInput(cockpit),
      ),
  };
};
