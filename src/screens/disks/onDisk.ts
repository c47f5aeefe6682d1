import type { Disk } from '../../api/contract/disks.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { CallOf } from '../action/call.ts';
import { checkInput } from '../action/checkInput.ts';
import { diskName, type DiskCheckInput } from './checks.ts';

/** The current data for disk checks. */
export const diskInput = (cockpit: Known & Shown): DiskCheckInput => ({
  ...checkInput(cockpit),
  disks: cockpit.cache.slot(disks).data,
  needs: cockpit.cache.slot(health).data?.evidence?.needs,
});

const { disks, crush, status, health, pools, rules, flags, tasks } = resources;
const NEEDS = [disks, crush, status, health, pools, rules, flags, tasks] as const;
const REFRESHES = [disks, crush, tasks, status] as const;

/** The parts that all calls about a disk share. The target to type is the OSD's name, or server and device. */
export function onDisk(disk: Disk, cockpit: Known) {
  const { id, server, osdId } = disk;
  return {
    target: osdId === undefined ? diskName(disk) : `osd.${osdId}`,
    input: { params: { id: server, diskId: id } },
    needs: NEEDS,
    refreshes: REFRESHES,
    stillThere: () =>
      (cockpit.cache.slot(disks).data ?? []).some(
        (other) => other.id === id && other.server === server && other.osdId === osdId,
      ),
  } satisfies Partial<CallOf<'updateServerDisk'>>;
}

export const diskTitle = (disk: Disk): string =>
  disk.osdId === undefined ? diskName(disk) : `osd.${disk.osdId} (${diskName(disk)})`;
