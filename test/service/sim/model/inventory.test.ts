import { expect, test } from 'vitest';
import { buildInventory, journalUsers, type Device } from '../../../../src/service/sim/model/inventory.ts';
import { Dice } from '../../../../src/service/sim/model/random.ts';
import { buildTopology } from '../../../../src/service/sim/model/topology.ts';

function inventory(scale: number): {
  readonly disks: Device[];
  readonly topology: ReturnType<typeof buildTopology>;
} {
  const topology = buildTopology(scale, new Dice(1));
  const daemons = (['mon', 'mgr', 'mon'] as const).map((kind, index) => ({
    kind,
    host: topology.hosts[index]!,
  }));
  return { disks: buildInventory(topology, daemons, new Dice(2)), topology };
}

test('each OSD has the disk with its id plus one, and servers have other disks besides', () => {
  const { disks, topology } = inventory(60);
  expect(disks.map(({ id }) => id)).toEqual(disks.map((_, index) => index + 1));
  for (const osd of topology.osds)
    expect(disks[osd.id]).toMatchObject({
      osd,
      host: osd.host,
      role: 'osd',
      deviceClass: osd.deviceClass,
      capacity: osd.capacity,
    });
  const others = disks.slice(60);
  const of = (role: string) => others.filter((disk) => disk.role === role);
  expect(of('other').map(({ host }) => host.name)).toEqual(topology.hosts.map(({ name }) => name));
  expect(
    of('other').every(
      ({ capacity, deviceClass, osd }) => capacity === 480e9 && deviceClass === 'ssd' && osd === undefined,
    ),
  ).toBe(true);
  expect(of('mon').map(({ host }) => host.id)).toEqual([1, 3]);
  // Every fourth server has a spare disk for an OSD.
  expect(of('unassigned').map(({ host, deviceClass, capacity }) => [host.id, deviceClass, capacity])).toEqual(
    [4, 8, 12].map((id) => [id, 'hdd', 2e12]),
  );
  expect(others).toHaveLength(12 + 2 + 3);
});

test('disks are identified by their names within a server, and globally by their serial numbers', () => {
  const { disks, topology } = inventory(20_000);
  for (const host of topology.hosts.slice(0, 8)) {
    const names = disks.filter((disk) => disk.host === host).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^(?:sd[a-z]{1,2}|nvme\d+n1)$/.test(name))).toBe(true);
    expect(names).toContain('nvme0n1');
    expect(names[0]).toBe('sda');
  }
  expect(new Set(disks.map(({ serial }) => serial)).size).toBe(disks.length);
  expect(disks[0]!.serial).toMatch(/^[0-9A-F]{10}$/);
  expect(disks[0]!.wwn).toMatch(/^0x5000c500[0-9a-f]{8}$/);
  const hours = disks.map(({ powerOnHours }) => powerOnHours);
  expect([Math.min(...hours) >= 8000, Math.max(...hours) < 38_000]).toEqual([true, true]);
});

test('the disk after sdz is sdaa', () => {
  const topology = buildTopology(3, new Dice(1));
  const [host] = topology.hosts;
  const mons = Array.from({ length: 60 }, () => ({ kind: 'mon' as const, host: host! }));
  const names = buildInventory(topology, mons, new Dice(2))
    .filter((disk) => disk.host === host)
    .map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['sda', 'sdb']);
  expect(names.slice(25, 28)).toEqual(['sdz', 'sdaa', 'sdab']);
  expect(names.slice(51, 54)).toEqual(['sdaz', 'sdba', 'sdbb']);
});

test('a new disk is healthy and unused, and a journal disk lists the OSDs with journals on it', () => {
  const { disks } = inventory(15);
  expect(disks[0]).toMatchObject({
    partitions: 0,
    journal: undefined,
    encrypted: false,
    backend: 'Bluestore',
  });
  const [first, second, journal] = disks as [Device, Device, Device];
  first.journal = { disk: journal, partition: 1 };
  expect(journalUsers({ disks }, journal)).toEqual([first]);
  expect(journalUsers({ disks }, second)).toEqual([]);
});
