import { expect, test } from 'vitest';
import type { HostObservation } from '../../../../src/service/ceph/evidence/observe.ts';
import { serverReader } from '../../../../src/service/ceph/evidence/onServers.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { recordedCeph } from '../recordedCeph.ts';

/** A server a with three OSDs, of which osd.0 is suspect, and a monitor; its answers take so many milliseconds. */
function server(answer: () => Partial<HostObservation>, { ms = 0, suspects = [0], skew = 0 } = {}) {
  const clock = fakeClock();
  const osds = [0, 1, 2].map((id) => ({ id, hostname: 'a', devices: `sd${'abc'[id]}` }));
  const { ceph } = recordedCeph(clock, { 'osd metadata': { json: osds } });
  const observe = async () => {
    const clockIs: [number, number] = [clock.now() / 1000, clock.now() / 1000];
    if (ms > 0) await new Promise<void>((resolve) => clock.after(ms, resolve));
    return { clock: clockIs, ...answer() };
  };
  const servers = Object.fromEntries(['a', 'b', 'c', 'd'].map((host) => [host, { 'host.observe': observe }]));
  const { access, lines } = fakeAccess(servers);
  const read = serverReader({ ceph, access, clock });
  const nodes = { osd: { a: [0, 1, 2], b: [7], c: [8], d: [9] }, mon: { a: ['m'], b: ['n'] } };
  const facts = async (advance = 0) => {
    const asked = read({
      nodes,
      waiting: [],
      suspects,
      up: new Set([0, 1, 2]),
      out: [],
      clocks: [{ mon: 'n', skew }],
    });
    await clock.advance(advance);
    return (await asked).servers;
  };
  return { clock, lines, facts };
}

test('the clock of a server is compared with that of the service, less half of the time that the answer took', async () => {
  const { facts } = server(() => ({ synchronised: false }), { ms: 200 });
  expect(await facts(300)).toEqual([
    {
      server: 'a',
      monitors: ['m'],
      // The time was read when the request arrived; the way back took all of the time.
      clock: { ahead: -0.1, within: 0.1, same: false, synchronised: false },
    },
  ]);
});

test('while clocks of monitors differ, the servers of monitors are asked, and others if these are fewer than three', async () => {
  const { facts } = server(() => ({}), { suspects: [], skew: 0.06 });
  expect((await facts())?.map((one) => one.server)).toEqual(['a', 'b', 'c']);
});

test('links count their errors within the last minute, and those without traffic are left out', async () => {
  const link = (name: string, packets: number, errors = 0, changes = 2) => ({
    name,
    state: 'up',
    packets,
    errors,
    changes,
  });
  let look = 0;
  const { clock, facts } = server(() => ({
    links: [{ ...link('eth0', 100 * look, 5 * look), speed: 100 }, link('eth1', 7), link('eth2', 7, 0, look)],
  }));
  const links = async () => (await facts())?.[0]?.links;
  expect(await links()).toBeUndefined();
  for (look = 1; look < 3; look++) {
    await clock.advance(5000);
    await links();
  }
  await clock.advance(5000);
  expect(await links()).toEqual([
    { name: 'eth0', state: 'up', speed: 100, errors: 15, changes: 0, seconds: 15 },
    { name: 'eth2', state: 'up', errors: 0, changes: 3, seconds: 15 },
  ]);
  await clock.advance(50_000);
  expect((await links())?.[0]).toMatchObject({ errors: 10, seconds: 60 });
});

test('disks have the addresses of their controllers, and SMART is read only of those of suspect OSDs', async () => {
  const { facts, lines } = server(() => ({
    controllers: { sda: '0000:3b:00.0', sdb: '0000:3b:00.0', vdx: '0000:01:00.0' },
    smart: { sda: { status: 'FAILED', details: 'Reallocated_Sector_Ct: 900' } },
  }));
  expect((await facts())?.[0]?.disks).toEqual([
    {
      osd: 0,
      device: 'sda',
      controller: '0000:3b:00.0',
      smart: 'FAILED',
      details: 'Reallocated_Sector_Ct: 900',
    },
    { osd: 1, device: 'sdb', controller: '0000:3b:00.0' },
  ]);
  expect(lines).toEqual(['a: host.observe {"disks":["sda","sdb","sdc"],"suspects":["sda"]}']);
});

test('lines of the kernel about disk controllers are counted, and the newest is kept', async () => {
  const { facts } = server(() => ({
    uptime: 1000,
    kernel: [
      '[  900.0] mpt3sas_cm0: fault_state(0x5862)!',
      '[  950.0] I/O error, dev sda, sector 8',
      '[  990.0] sd 0:0:1:0: attempting task abort!scmd(0x00000000ab)',
    ],
  }));
  expect((await facts())?.[0]?.complaints).toEqual({
    lines: 2,
    last: 'sd 0:0:1:0: attempting task abort!scmd(0x00000000ab)',
    first: 100,
  });
});

test('an OSD that the kernel killed for lack of memory is named by its unit, if it belongs to this server', async () => {
  const chosen = (pid: number, unit: string) =>
    `[  480.0] oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),task_memcg=/system.slice/${unit},task=ceph-osd,pid=${pid},uid=167`;
  const killed = (pid: number, name = 'ceph-osd') =>
    `[  481.0] Memory cgroup out of memory: Killed process ${pid} (${name}) total-vm:6000kB`;
  const { facts } = server(() => ({
    uptime: 1000,
    kernel: [
      chosen(11, 'system-ceph\\x2dosd.slice/ceph-osd@1.service'),
      killed(11),
      chosen(12, 'ceph-6f3a.slice/ceph-6f3a@osd.2.service'),
      killed(12),
      chosen(13, 'ceph-osd@7.service'),
      killed(13),
      killed(14),
      killed(15, 'java'),
    ],
  }));
  expect((await facts())?.[0]?.killed).toEqual([
    { osd: 1, seconds: 519 },
    { osd: 2, seconds: 519 },
    { seconds: 519 },
  ]);
});
