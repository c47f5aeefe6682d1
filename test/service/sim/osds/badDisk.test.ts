import { expect, test } from 'vitest';
import {
  reattachDisk,
  loseDisk,
  predictFailure,
  repairRead,
} from '../../../../src/service/sim/osds/badDisk.ts';
import { acting, findPg } from '../../../../src/service/sim/placementGroups/uncleanPg.ts';
import { logged, simulate } from '../support.ts';

function bench() {
  const { model } = simulate({ scale: 60 }).cluster;
  const osd = model.osds[27]!;
  const disk = model.disks.find((one) => one.osd === osd)!;
  return { model, osd, disk };
}

test('the loss of a disk is logged by the kernel of its server and by its OSD, and so is its return', () => {
  const { model, osd, disk } = bench();
  loseDisk(model, osd);
  expect(disk.missing).toBe(true);
  const lines = [
    'sd 0:0:3:0: rejecting I/O to offline device',
    `sd 0:0:3:0: [${disk.name}] Synchronize Cache(10) failed: Result: hostbyte=DID_NO_CONNECT driverbyte=DRIVER_OK`,
    'bdev(/var/lib/ceph/osd/ceph-27/block) _aio_thread got r=-5 ((5) Input/output error)',
  ];
  for (const line of lines) expect(logged(model, line)).toHaveLength(1);
  reattachDisk(model, osd);
  expect(disk.missing).toBe(false);
  expect(logged(model, `sd 0:0:3:0: [${disk.name}] Attached SCSI disk`)).toHaveLength(1);
});

test('a disk that is already missing is not lost again, and one that is present is not found again', () => {
  const { model, osd } = bench();
  model.disks.splice(0);
  loseDisk(model, osd);
  reattachDisk(model, osd);
  expect(logged(model, 'sd 0:0:')).toEqual([]);
});

test('a disk that is about to fail reports so, with the number of reread blocks', () => {
  const { model, osd, disk } = bench();
  predictFailure(model, osd, 'too many sectors', 4);
  predictFailure(model, osd, 'far too many sectors', 3);
  expect(osd).toMatchObject({
    smart: { status: 'FAILING', details: 'far too many sectors' },
    retriedReads: 7,
  });
  expect([...model.ailing]).toEqual([27]);
  expect(logged(model, `critical medium error, dev ${disk.name}, sector ${27 * 7_919_113} op`)).toHaveLength(
    2,
  );
});

test('a failed read is logged with its sector, its placement group and the OSDs with other copies', () => {
  const { model, osd, disk } = bench();
  repairRead(model, osd);
  repairRead(model, osd);
  expect([osd.repairedReads, [...model.ailing]]).toEqual([2, [27]]);
  for (const sector of [8, 16].map((blocks) => 27 * 7_919_113 + blocks))
    expect(logged(model, `critical medium error, dev ${disk.name}, sector ${sector} op`)).toHaveLength(1);
  const lines = logged(model, 'missing primary copy of');
  expect(lines).toHaveLength(2);
  for (const [index, line] of lines.entries()) {
    const [, name = '', pool, others = ''] =
      /(\d+\.[\da-f]+) missing primary copy of (\d+):[\da-f]{8}:::rbd_data\.[\da-f]{12}:head, will try copies on ([\d,]+)$/.exec(
        line,
      )!;
    const pg = findPg(model, name)!;
    expect([pg, pool]).toEqual([osd.shards[index + 1], name.split('.')[0]]);
    const rest = acting(model, pg).flatMap(({ id }) => (id === 27 ? [] : [id]));
    expect(others.split(',').map(Number)).toEqual(rest);
  }
});

test('a failed read on an OSD without data names no placement group', () => {
  const { model, osd } = bench();
  osd.shards.length = 0;
  repairRead(model, osd);
  expect(logged(model, 'critical medium error')).toHaveLength(1);
  expect(logged(model, 'missing primary copy of')).toEqual([]);
});
