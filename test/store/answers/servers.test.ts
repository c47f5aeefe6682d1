import { expect, test } from 'vitest';
import type { Disk } from '../../../src/api/contract/disks.ts';
import { selectHostNames, selectServers } from '../../../src/store/answers/servers.ts';
import { bucket, osd } from './shapes.ts';

const disk = (id: number, server: number | undefined, hostname: string, more: Disk = {}): Disk => ({
  id,
  role: 'osd',
  ...(server !== undefined && { server }),
  hostname,
  ...more,
});
const host = (id: number, name: string, children: number[], serverId?: number) =>
  bucket(id, 'HOST', name, children, serverId === undefined ? {} : { serverId });

test('the name of a server is that of the list of names, else of its disks, else of the CRUSH map', () => {
  const crush = {
    nodes: [
      host(-1, 'crush-1', [], 1),
      host(-2, 'crush-2', [], 2),
      host(-3, 'crush-3', [], 3),
      bucket(-4, 'RACK', 'r', [], { serverId: 9 }),
    ],
  };
  const disks = [
    disk(1, 1, 'disk-1'),
    disk(2, 2, 'disk-2'),
    disk(3, 2, 'other'),
    disk(4, 5, ''),
    disk(5, undefined, 'x'),
  ];
  const names = [{ id: 1, hostname: 'name-1' }, { id: 7 }, { hostname: 'nobody' }];
  expect([...selectHostNames({ names, disks, crush })]).toEqual([
    [1, 'name-1'],
    [2, 'disk-2'],
    [3, 'crush-3'],
  ]);
  expect([...selectHostNames({ names: undefined, disks: undefined, crush: undefined })]).toEqual([]);
});

test('a server is one row, however many lists name it, and two of one name with other ids are two', () => {
  const rows = selectServers({
    names: [{ id: 1, hostname: 'a' }, { id: 2, hostname: '' }, {}],
    disks: [
      disk(1, 1, ''),
      disk(2, undefined, 'a'),
      disk(3, 2, 'b'),
      disk(4, 3, 'a'),
      disk(5, undefined, 'c'),
    ],
    crush: {
      nodes: [
        host(-1, 'b', [0, 1, 99], 2),
        host(-2, 'd', [2]),
        osd(0),
        osd(1, { status: 'DOWN' }),
        osd(2, { status: 'DOWN' }),
      ],
    },
  });
  expect(
    rows.map(({ id, hostname, disks, osds, osdsDown, level }) => [
      id,
      hostname,
      disks,
      osds,
      osdsDown,
      level,
    ]),
  ).toEqual([
    ['host.d', 'd', 0, 1, 1, 'error'],
    ['server.2', 'b', 1, 2, 1, 'warn'],
    ['server.1', 'a', 2, 0, 0, 'ok'],
    ['server.3', 'a', 1, 0, 0, 'ok'],
    ['host.c', 'c', 1, 0, 0, 'ok'],
  ]);
});

test('only OSDs below a server count, and an unknown or destroyed one is not down', () => {
  const [row] = selectServers({
    crush: {
      nodes: [
        host(-1, 'a', [0, 1, -2, 7], 1),
        bucket(-2, 'RACK', 'r', [], { status: 'DOWN' }),
        osd(0),
        osd(1, { status: 'DESTROYED' }),
      ],
    },
  });
  expect(row).toMatchObject({ osds: 2, osdsDown: 0, level: 'ok' });
});

test('a server was heard from when any of its disks was, and its monitors have the worst of their states', () => {
  const one = (...disks: readonly Disk[]) =>
    selectServers({ disks: disks.map((part, id) => disk(id, 1, 'a', part)) })[0];
  expect(one({}, {})).toMatchObject({ lastSeen: undefined, monitors: 0, monitor: undefined, level: 'ok' });
  expect(one({ serverLastSeen: 900 }, {}, { serverLastSeen: 5 })).toMatchObject({ lastSeen: 5, level: 'ok' });
  expect(one({ serverLastSeen: 900 }, {})).toMatchObject({ lastSeen: 900, level: 'warn' });
  const monitor = (daemonRunning: boolean) => ({ role: 'mon', daemonRunning, serverLastSeen: 5 }) as const;
  expect(one(monitor(true), monitor(false))).toMatchObject({ monitors: 2, monitor: 'stopped' });
  expect(one(monitor(true), { role: 'osd', daemonRunning: false })).toMatchObject({
    monitors: 1,
    monitor: 'running',
  });
});
