import { logKernel, logOsd } from '../log/write.ts';
import type { Model } from '../model/model.ts';
import type { Osd } from '../model/topology.ts';
import { acting, pgName } from '../placementGroups/uncleanPg.ts';

const diskOf = ({ disks }: Model, osd: Osd) => disks.find((disk) => disk.osd === osd);

/** Logs a kernel message about a block that could not be read. */
function mediumError(model: Model, osd: Osd, sector: number): void {
  const name = diskOf(model, osd)?.name ?? 'sda';
  logKernel(
    model,
    osd.host,
    'error',
    `blk_update_request: critical medium error, dev ${name}, sector ${sector} op 0x0:(READ) flags 0x0 phys_seg 1 prio class 0`,
  );
}

/** The first bad sector of the disk of an OSD. */
const sectorOf = ({ id }: Osd): number => id * 7_919_113;

/** The disk predicts its failure, and has needed retries to read some blocks. */
export function predictFailure(model: Model, osd: Osd, details: string, retriedReads: number): void {
  osd.smart = { status: 'FAILING', details };
  osd.retriedReads += retriedReads;
  model.ailing.add(osd.id);
  mediumError(model, osd, sectorOf(osd));
}

/** A read of the OSD fails, and is answered from another copy, which replaces the bad one. */
export function repairRead(model: Model, osd: Osd): void {
  osd.repairedReads++;
  model.ailing.add(osd.id);
  mediumError(model, osd, sectorOf(osd) + osd.repairedReads * 8);
  const pg = osd.shards[osd.repairedReads % osd.shards.length];
  if (pg === undefined) return;
  const others = acting(model, pg).flatMap((other) => (other === osd ? [] : [other.id]));
  const { faults } = model.dice;
  const [pool] = pgName(model, pg).split('.');
  logOsd(
    model,
    osd,
    'error',
    `log_channel(cluster) log [ERR] : ${pgName(model, pg)} missing primary copy of ${pool}:${faults.hex(8)}:::rbd_data.${faults.hex(12)}:head, will try copies on ${others.join(',')}`,
  );
}

/** The server loses the disk, so that all I/O of its daemon fails. */
export function loseDisk(model: Model, osd: Osd): void {
  const disk = diskOf(model, osd);
  if (disk === undefined) return;
  disk.missing = true;
  const device = `sd 0:0:${osd.id % 24}:0:`;
  logKernel(model, osd.host, 'error', `${device} rejecting I/O to offline device`);
  logKernel(
    model,
    osd.host,
    'error',
    `${device} [${disk.name}] Synchronize Cache(10) failed: Result: hostbyte=DID_NO_CONNECT driverbyte=DRIVER_OK`,
  );
  logOsd(
    model,
    osd,
    'alert',
    `bdev(/var/lib/ceph/osd/ceph-${osd.id}/block) _aio_thread got r=-5 ((5) Input/output error)`,
  );
}

/** The disk is plugged in again. */
export function reattachDisk(model: Model, osd: Osd): void {
  const disk = diskOf(model, osd);
  if (disk === undefined) return;
  disk.missing = false;
  logKernel(model, osd.host, 'notice', `sd 0:0:${osd.id % 24}:0: [${disk.name}] Attached SCSI disk`);
}
