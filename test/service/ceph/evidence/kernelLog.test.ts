import { describe, expect, test } from 'vitest';
import { errorsIn, recentLines } from '../../../../src/service/ceph/evidence/kernelLog.ts';
import type { HostObservation } from '../../../../src/service/ceph/evidence/observe.ts';
import { serverReader } from '../../../../src/service/ceph/evidence/onServers.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess, type FakeServer } from '../access/fakeAccess.ts';
import { recordedCeph } from '../recordedCeph.ts';
import { observed } from './cluster.ts';

describe('device errors in a kernel log', () => {
  const LINES = `[ 9000.000000] I/O error, dev sda, sector 8 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2
[ 9950.500000] blk_update_request: critical medium error, dev sda, sector 2048 op 0x0:(READ) flags 0x80700
[ 9990.000000] critical space allocation error, dev loop11, sector 259416 op 0x1:(WRITE) flags 0x8800 phys_seg 1
[ 9990.100000] EXT4-fs error (device sdc1): ext4_find_entry:1455
[ 9991.000000] operation not supported error, dev sdb, sector 0 op 0x9:(WRITE_ZEROES) flags 0x800
[ 9992.000000] recoverable transport error, dev sdb, sector 16 op 0x0:(READ) flags 0x0
[ 9995.500000] I/O error, dev sda, sector 16 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2
I/O error, dev sda, sector 24
`.split('\n');
  const errorsAt = (uptime: number, lines = LINES) => errorsIn(recentLines(lines, uptime));

  test('device errors are those of the last five minutes, by device, with the ages of the first and the last', () => {
    expect(errorsAt(10_000)).toEqual([
      { device: 'sda', errors: 2, first: 49.5, last: 4.5 },
      { device: 'loop11', errors: 1, first: 10, last: 10 },
    ]);
    expect(errorsAt(10_295.4)).toMatchObject([{ device: 'sda', errors: 1 }]);
    expect(errorsAt(10_295.5)).toEqual([]);
  });

  test('there are no device errors if the kernel log reaches beyond the uptime of the machine, or if the machine reports nothing', () => {
    expect(errorsAt(100)).toEqual([]);
    expect(errorsAt(Number.NaN)).toEqual([]);
    expect(errorsAt(9995)).toContainEqual({ device: 'sda', errors: 2, first: 44.5, last: 0 });
    expect(errorsAt(9994.5)).toContainEqual({ device: 'sda', errors: 2, first: 44, last: 0 });
    expect(errorsAt(99.5, ['[ 100.0] I/O error, dev sda, sector 1'])).toEqual([
      { device: 'sda', errors: 1, first: 0, last: 0 },
    ]);
    expect(errorsAt(9994.4)).toMatchObject([{ device: 'sda', errors: 1 }, { device: 'loop11' }]);
  });
});

/** A server whose kernel reported errors of two devices, 10 and 4 seconds ago. */
const server = (changes: Partial<HostObservation> = {}): FakeServer =>
  observed(() => ({
    uptime: 5000,
    kernel: [
      '[ 4990.0] I/O error, dev sdb, sector 8 op',
      '[ 4996.0] I/O error, dev sdb, sector 16 op',
      '[ 4996.0] I/O error, dev sdc, sector 8 op',
    ],
    ...changes,
  }));

const ALL = new Set([0, 1]);
/** Servers on each of which OSDs are suspect, from osd.0. */
function cluster(servers: Readonly<Record<string, FakeServer>>, devices = ['a/sdb', 'b/sdc']) {
  const clock = fakeClock();
  const metadata = devices.map((device, id) => {
    const [hostname, name] = device.split('/');
    return { id, hostname, devices: name };
  });
  const { ceph } = recordedCeph(clock, { 'osd metadata': { json: metadata } });
  const { access, lines } = fakeAccess(servers);
  const read = serverReader({ ceph, access, clock });
  const errorsOn = async (hosts: readonly string[], up: ReadonlySet<number> = ALL) => {
    const osd = Object.fromEntries(hosts.map((host, id) => [host, [id]]));
    const suspects = [...hosts.keys()];
    const found = await read({ nodes: { osd }, waiting: [], suspects, up, out: [], clocks: [] });
    return found.diskErrors ?? [];
  };
  return { clock, lines, errorsOn };
}

test('machines that share a kernel log each report only the disks of their own OSDs', async () => {
  const { errorsOn, lines } = cluster({ a: server(), b: server() });
  expect(await errorsOn(['a', 'b', 'elsewhere'])).toEqual([
    { osd: 0, server: 'a', device: 'sdb', errors: 2, first: 10, last: 4 },
    { osd: 1, server: 'b', device: 'sdc', errors: 1, first: 4, last: 4 },
  ]);
  expect(lines).toContain('a: host.observe {"disks":["sdb"],"suspects":["sdb"]}');
});

test('a device that two OSDs claim counts for neither', async () => {
  const { errorsOn } = cluster({ a: server() }, ['a/sdb', 'a/sdb']);
  expect(await errorsOn(['a'])).toEqual([]);
});

test('the device of an OSD that is down may have another name since a reboot', async () => {
  const errorsAfter = (uptime: number, up: ReadonlySet<number>) =>
    cluster({
      a: server({ uptime, kernel: [`[ ${uptime - 5}.0] I/O error, dev sdb, sector 8 op`] }),
    }).errorsOn(['a'], up);
  expect(await errorsAfter(100, new Set())).toEqual([]);
  expect(await errorsAfter(100, ALL)).toHaveLength(1);
  expect(await errorsAfter(900, new Set())).toHaveLength(1);
});

test('at most eight servers are asked, each every four seconds at most, and the ages of errors keep growing', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `s${index}`);
  const { clock, errorsOn, lines } = cluster(Object.fromEntries(names.map((name) => [name, server()])), [
    's0/sdb',
    's9/sdb',
  ]);
  expect((await errorsOn(names)).map(({ osd }) => osd)).toEqual([0]);
  expect(lines).toHaveLength(8);
  await clock.advance(3000);
  expect(await errorsOn(names)).toMatchObject([{ first: 13, last: 7 }]);
  expect(lines).toHaveLength(8);
});

test('a server that hangs delays nobody for long, and its errors are dropped after half a minute', async () => {
  let hangs = false;
  const { clock, errorsOn } = cluster({
    a: { 'host.observe': (args) => (hangs ? new Promise(() => undefined) : server()['host.observe']!(args)) },
  });
  expect(await errorsOn(['a'])).toHaveLength(1);
  hangs = true;
  const later = async (ms: number) => {
    await clock.advance(ms);
    const asked = errorsOn(['a']);
    await clock.advance(2000);
    return asked;
  };
  expect(await later(20_000)).toHaveLength(1);
  expect(await later(11_000)).toEqual([]);
});

test('a server that does not allow its log to be read reports no errors', async () => {
  const { errorsOn } = cluster({ a: observed(() => ({ uptime: 5000 })) });
  expect(await errorsOn(['a'])).toEqual([]);
});

test('of many disks with errors those with the most are reported', async () => {
  const devices = Array.from({ length: 33 }, (_, index) => `nvme${index}n1`);
  const kernel = devices.flatMap((device, index) =>
    Array.from({ length: index + 1 }, () => `[ 4990.0] I/O error, dev ${device}, sector 8 op`),
  );
  const { errorsOn } = cluster(
    { a: server({ kernel }) },
    devices.map((device) => `a/${device}`),
  );
  const counts = (await errorsOn(['a'], new Set(devices.keys()))).map(({ errors }) => errors);
  expect(counts).toEqual(Array.from(devices.keys(), (index) => 33 - index).slice(0, 32));
});
