import { expect, test } from 'vitest';
import { evidenceOf } from '../../../../src/service/sim/evidence/evidence.ts';
import { simulate } from '../support.ts';

test('the server of an OSD that is down tells the controllers of its disks, and SMART of that disk alone', () => {
  const { cluster } = simulate({ scale: 60 });
  const host = cluster.osd(7).host;
  cluster.killOsd(7);
  cluster.step(3);
  const { servers = [], resent } = evidenceOf(cluster.model);
  expect(servers.map(({ server }) => server)).toEqual([host.name]);
  const disks = servers[0]?.disks ?? [];
  expect(disks.map(({ osd }) => osd)).toEqual(host.osds.map(({ id }) => id));
  expect(disks.filter(({ smart }) => smart !== undefined)).toMatchObject([{ osd: 7, smart: 'PASSED' }]);
  const flash = host.osds.filter(({ deviceClass }) => deviceClass === 'nvme').length;
  expect(new Set(disks.map(({ controller }) => controller)).size).toBe(1 + flash);
  expect(resent).toBeUndefined();
});

test('while clocks differ, the servers of all monitors tell their clocks by that of the service', () => {
  const { cluster } = simulate({ scale: 60 });
  const leader = cluster.model.daemons.find(({ kind }) => kind === 'mon')!;
  cluster.setClock(leader.host.name, 1.5);
  cluster.step(10);
  const { servers = [] } = evidenceOf(cluster.model);
  const clocks = servers.map(({ monitors, clock }) => [monitors?.[0], Math.abs(clock!.ahead!).toFixed(1)]);
  expect(Object.fromEntries(clocks)).toEqual({ a: '1.5', b: '0.0', c: '0.0' });
});

test('a server that loses packets retransmits most, and the others what they send to it', () => {
  const { cluster } = simulate({ scale: 60 });
  const host = cluster.model.hosts[5]!;
  cluster.disturbLink(host.name, { loss: 0.2, delayMs: 0 });
  cluster.step(2);
  expect(evidenceOf(cluster.model)).not.toHaveProperty('resent');
  cluster.step(20);
  const { resent = [] } = evidenceOf(cluster.model);
  const share = ({ sent = 0, again = 0 }: (typeof resent)[number]) => again / sent;
  const [worst, next, ...others] = resent.toSorted((a, b) => share(b) - share(a));
  expect(worst?.server).toBe(host.name);
  expect(share(worst!)).toBeGreaterThan(0.18);
  expect(share(next!)).toBeLessThan(0.06);
  expect(others.every((one) => share(one) > 0.01)).toBe(true);
});

test('of some servers with bad links an interface has errors or a lower speed, of others the cause is elsewhere', () => {
  const { cluster } = simulate({ scale: 60 });
  const { hosts } = cluster.model;
  const seen = hosts.map((host) => {
    const repair = cluster.disturbLink(host.name, { loss: 0.2, delayMs: 200 });
    cluster.step(20);
    const found = evidenceOf(cluster.model).servers?.find(({ server }) => server === host.name);
    const others = evidenceOf(cluster.model).servers?.filter(({ server }) => server !== host.name) ?? [];
    expect(others.every(({ links }) => links?.[0]?.errors === 0 && links[0].speed === 10_000)).toBe(true);
    repair();
    cluster.step(60);
    const { errors = 0, speed } = found?.links?.[0] ?? {};
    expect(errors > 0).toBe(speed === 1000);
    return errors > 0;
  });
  expect(new Set(seen)).toEqual(new Set([true, false]));
});

test('a server that is off, cut off or hangs tells nothing', () => {
  const { cluster } = simulate({ scale: 60 });
  const [off, cut, hung] = cluster.model.hosts;
  cluster.killHost(off!.name);
  cluster.connectHost(cut!.name, false);
  cluster.freezeHost(hung!.name, true);
  cluster.step(40);
  const told = evidenceOf(cluster.model).servers?.map(({ server }) => server) ?? [];
  expect(told).not.toContain(off!.name);
  expect(told).not.toContain(cut!.name);
  expect(told).not.toContain(hung!.name);
});
