import { describe, expect, test } from 'vitest';
import { createOsd, wipeDisk, type NewOsd } from '../../../../src/service/ceph/access/osds.ts';
import type { Inventory } from '../../../../src/service/ceph/map/inventory.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess, type FakeServer } from './fakeAccess.ts';

const GIB = 1024 ** 3;
const EMPTY = { name: 'sdc', path: '/dev/sdc', size: 10 * GIB, holds: [] as string[] };
const NO_MAPPER = (line: string) => (line.startsWith('test -e') ? { status: 1 } : {});
const LISTED_ON_LVM = { out: '{"7": [{"tags": {"ceph.osd_id": "7", "ceph.osd_fsid": "5e1f-02"}}]}' };
const LISTED = { out: '{"uuid-1": {"device": "/dev/sdc", "osd_id": 7, "type": "bluestore"}}' };

/** The status of an OSD, unless the cluster does not answer. */
function answered(status: string): string {
  if (status === 'silent') throw new Refusal(503, 'the cluster did not answer in time');
  return status;
}

function setUp(server: FakeServer, statuses: readonly string[] = ['up']) {
  const clock = fakeClock();
  const { access, lines } = fakeAccess({ a: server });
  const left = [...statuses];
  const inventory = {
    tree: async () => ({
      nodes: [{ id: 7, name: 'osd.7', type: 'osd', status: answered(left.shift() ?? 'down') }],
      stray: [],
    }),
  } as unknown as Inventory;
  const output: string[] = [];
  const order: NewOsd = {
    host: 'a',
    name: 'sdc',
    deviceClass: undefined,
    osdId: undefined,
    encrypted: false,
  };
  const create = (change: Partial<NewOsd> = {}) =>
    createOsd(
      { access, inventory, clock },
      { ...order, ...change },
      (line) => output.push(line),
      new AbortController().signal,
    );
  return { clock, access, lines, output, create };
}

test('an OSD on an empty disk is prepared and started, and is done once the cluster answers that it is up', async () => {
  const { create, lines, clock, output } = setUp(
    {
      'host.disks': () => [EMPTY],
      'host.start_raw_osd': () => ({ status: 0, out: '', err: '' }),
      run: (line) => (line.includes(' list ') ? LISTED : NO_MAPPER(line)),
    },
    ['down', 'silent', 'up'],
  );
  const made = create({ deviceClass: 'ssd', osdId: 7 });
  await clock.advance(10_000);
  expect(await made).toBe(7);
  expect(lines).toEqual([
    'a: host.disks {"only":"sdc"}',
    'a: test -e /dev/mapper/control',
    'a: ceph-volume raw prepare --bluestore --data /dev/sdc --crush-device-class ssd --osd-id 7',
    'a: ceph-volume raw list /dev/sdc --format json',
    'a: host.start_raw_osd {"osd":7}',
  ]);
  expect(output).toEqual([
    '/dev/sdc of a is being prepared (ceph-volume raw)',
    'osd.7 is on /dev/sdc; its daemon is starting',
  ]);
});

test('a server with a device mapper creates OSDs on LVM, encrypted on request', async () => {
  const { create, lines } = setUp({
    'host.disks': () => [EMPTY],
    run: (line) => (line.includes(' list ') ? LISTED_ON_LVM : {}),
  });
  expect(await create({ encrypted: true })).toBe(7);
  expect(lines.slice(2)).toEqual([
    'a: ceph-volume lvm prepare --bluestore --data /dev/sdc --dmcrypt',
    'a: ceph-volume lvm list /dev/sdc --format json',
    'a: ceph-volume lvm activate 7 5e1f-02',
  ]);
});

describe('the database partition of an OSD on LVM', () => {
  /** The answer of `ceph-volume lvm list`; that of Ceph 20.2 knows nothing of such a database. */
  const listed = (tags: Record<string, string>) => ({
    out: JSON.stringify(
      {
        '7': [
          {
            type: 'block',
            lv_path: '/dev/vg/lv',
            tags: { 'ceph.osd_id': '7', 'ceph.osd_fsid': '5e1f-02', ...tags },
          },
        ],
      },
      undefined,
      4,
    ),
  });
  const withDatabase = (answers: (line: string) => object) =>
    setUp({ 'host.disks': () => [EMPTY], run: answers });

  test('the database partition of an OSD is noted before the OSD starts, if ceph-volume has not noted it', async () => {
    const { create, lines } = withDatabase((line) =>
      line.includes(' list ') ? listed({}) : line.startsWith('blkid') ? { out: '62c0-28fc\n' } : {},
    );
    expect(await create({ database: '/dev/sdd1' })).toBe(7);
    expect(lines.slice(2)).toEqual([
      'a: ceph-volume lvm prepare --bluestore --data /dev/sdc --block.db /dev/sdd1',
      'a: ceph-volume lvm list /dev/sdc --format json',
      'a: blkid -c /dev/null -o value -s PARTUUID /dev/sdd1',
      'a: lvchange --addtag ceph.db_device=/dev/sdd1 --addtag ceph.db_uuid=62c0-28fc /dev/vg/lv',
      'a: ceph-volume lvm activate 7 5e1f-02',
    ]);
  });

  test('the database partition of an OSD is left as ceph-volume has noted it', async () => {
    const { create, lines } = withDatabase((line) =>
      line.includes(' list ') ? listed({ 'ceph.db_device': '/dev/sdd1' }) : {},
    );
    expect(await create({ database: '/dev/sdd1' })).toBe(7);
    expect(lines.at(-1)).toBe('a: ceph-volume lvm activate 7 5e1f-02');
    expect(lines).toHaveLength(5);
  });

  test('creating an OSD fails with the reason if its database partition cannot be noted or encrypted', async () => {
    const nameless = withDatabase((line) => (line.includes(' list ') ? listed({}) : {}));
    await expect(nameless.create({ database: '/dev/sdd1' })).rejects.toThrow('/dev/sdd1 has no partition id');
    const failing = withDatabase((line) =>
      line.includes(' list ')
        ? listed({})
        : line.startsWith('lvchange')
          ? { status: 5, err: 'locked' }
          : { out: '62c0-28fc' },
    );
    await expect(failing.create({ database: '/dev/sdd1' })).rejects.toThrow(
      'osd.7 was created on /dev/sdc of a, but its database could not be noted: locked',
    );
    const refusing = withDatabase((line) =>
      line.includes('prepare') ? { status: 1, err: "-->  KeyError: 'ceph.db_uuid'\n" } : {},
    );
    await expect(refusing.create({ database: '/dev/sdd1', encrypted: true })).rejects.toThrow(
      /this release cannot encrypt a database on a partition .*: leave out the journal disk, or the encryption$/,
    );
  });
});

test('a disk that contains anything is never prepared', async () => {
  const { create, lines } = setUp({ 'host.disks': () => [{ ...EMPTY, holds: ['ext4'] }] });
  await expect(create()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('contains ext4') as string,
  });
  expect(lines).toEqual(['a: host.disks {"only":"sdc"}']);
});

test('a failed preparation is reported with the message of the program, and nothing is started', async () => {
  const err = 'Traceback\n RuntimeError: Unable to create a new OSD id\n';
  const { create, lines } = setUp({
    'host.disks': () => [EMPTY],
    run: (line) => (line.includes('prepare') ? { status: 1, err } : NO_MAPPER(line)),
  });
  await expect(create()).rejects.toThrow('ceph-volume on a: RuntimeError: Unable to create a new OSD id');
  expect(lines.at(-1)).toContain('prepare');
});

test('an OSD that never comes up is not reported as done', async () => {
  const { create, clock } = setUp(
    {
      'host.disks': () => [EMPTY],
      'host.start_raw_osd': () => ({ status: 0, out: '', err: '' }),
      run: (line) => (line.includes(' list ') ? LISTED : NO_MAPPER(line)),
    },
    [],
  );
  const made = expect(create()).rejects.toThrow(
    /osd\.7 was created on \/dev\/sdc of a .* is not up after 60 s/,
  );
  await clock.advance(120_000);
  await made;
});

/** A server whose programs succeed, except for the one whose command line contains `part`. */
const failing = (part: string, result: { status: number; err?: string }, listed = LISTED): FakeServer => ({
  'host.disks': () => [EMPTY],
  run: (line) => (line.includes(part) ? result : line.includes(' list ') ? listed : {}),
});

test.each<readonly [string, FakeServer, RegExp]>([
  [
    'its disk holds no OSD after the preparation',
    failing('nothing', { status: 0 }, { out: 'no valid devices' }),
    /^\/dev\/sdc was prepared, but ceph-volume finds no OSD on it: no valid devices$/,
  ],
  [
    'ceph-volume fails to activate it',
    failing('activate', { status: 1, err: 'no unit\n' }, LISTED_ON_LVM),
    /^osd\.7 was created on \/dev\/sdc of a, but ceph-volume: no unit$/,
  ],
  [
    'its daemon does not start, without a message',
    {
      ...failing('test -e', { status: 1 }),
      'host.start_raw_osd': () => ({ status: 5, out: ' \n', err: '' }),
    },
    /^osd\.7 was created on \/dev\/sdc of a, but the daemon of osd\.7 does not start: status 5$/,
  ],
])('a new OSD is reported as unfinished, with what exists of it, if %s', async (_, server, message) => {
  await expect(setUp(server).create()).rejects.toThrow(message);
});

test('a server without a device mapper creates no encrypted OSD, and its disk is left as it is', async () => {
  const { create, lines } = setUp(failing('test -e', { status: 1 }));
  await expect(create({ encrypted: true })).rejects.toThrow(
    'a has no device mapper, which encryption needs: nothing was changed',
  );
  expect(lines.at(-1)).toBe('a: test -e /dev/mapper/control');
});

test('a preparation that broke off says that its outcome is not known, and what to do', async () => {
  const server: FakeServer = {
    'host.disks': () => [EMPTY],
    run: (line) => {
      if (line.includes('prepare')) throw new Error('the connection was lost');
      return {};
    },
  };
  await expect(setUp(server).create()).rejects.toThrow(
    /^the connection was lost\. It is not known how far ceph-volume got on a: .*if \/dev\/sdc contains an OSD then, wipe it/,
  );
});

test('a disk that ceph-volume cannot wipe is not reported as empty', async () => {
  const { access } = setUp({
    ...failing('zap', { status: 1, err: 'busy' }),
    'host.disks': () => [{ ...EMPTY, holds: ['ceph_bluestore'] }],
  });
  const said: string[] = [];
  const wiped = wipeDisk(access, 'a', 'sdc', (line) => said.push(line));
  await expect(wiped).rejects.toThrow('ceph-volume on a: busy');
  expect(said).toEqual([]);
});

test.each([
  [['ceph_bluestore'], 'zapped'],
  [[], 'left'],
  [['ext4', 'swap'], 'refused'],
])('a disk that contains %o is only wiped of what an OSD left', async (holds, end) => {
  const { access, lines, output } = setUp({ 'host.disks': () => [{ ...EMPTY, holds }] });
  const wiped = wipeDisk(access, 'a', 'sdc', (line) => output.push(line));
  if (end === 'refused')
    await expect(wiped).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(
        '/dev/sdc of a contains ext4, swap, which is not from an OSD',
      ) as string,
    });
  else await wiped;
  expect(output).toEqual(end === 'refused' ? [] : ['/dev/sdc of a is empty']);
  expect(lines.includes('a: ceph-volume lvm zap --destroy /dev/sdc')).toBe(end === 'zapped');
});
