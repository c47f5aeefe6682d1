import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byLevel, worstOf, type Level } from '../../../src/store/answers/level.ts';
import { selectHostNames, selectServers } from '../../../src/store/answers/servers.ts';
import { selectServices } from '../../../src/store/answers/services.ts';
import { selectTasks, startedMs } from '../../../src/store/answers/tasks.ts';
import { bucket, osd } from './shapes.ts';

test('levels are ordered by severity, and an unknown one is not fine', () => {
  const levels: Level[] = ['ok', 'error', 'unknown', 'warn'];
  expect([...levels].sort(byLevel)).toEqual(['error', 'warn', 'unknown', 'ok']);
  expect(worstOf(levels)).toBe('error');
  expect(worstOf([])).toBe('ok');
});

describe('services', () => {
  test('the services are those of the cluster, with the number that answers', () => {
    const services = selectServices({
      servers: { online: 11, total: 12 },
      mds: { online: 2, total: 2, up: 1 },
      iscsi: { online: 0, total: 2 },
      smbGateways: { online: 0, total: 0 },
      nfsGateways: {},
    });
    expect(services.map(({ id, online, total, level }) => [id, online, total, level])).toEqual([
      ['servers', 11, 12, 'warn'],
      ['mds', 2, 2, 'ok'],
      ['iscsi', 0, 2, 'error'],
    ]);
  });

  test('the services are listed by their names', () => {
    const one = { online: 1, total: 1 };
    const services = selectServices({
      servers: one,
      mds: one,
      radosgws: one,
      iscsi: one,
      nfsGateways: one,
      smbGateways: one,
    });
    expect(services.map(({ id, label }) => `${id} ${label}`)).toEqual([
      'servers servers',
      'mds MDS',
      's3 S3',
      'iscsi iSCSI',
      'nfs NFS',
      'smb SMB',
    ]);
  });

  test('no services are listed while nothing is known', () => {
    expect(selectServices(undefined)).toEqual([]);
  });
});

describe('tasks', () => {
  test('running tasks come first, then the most recent', () => {
    const tasks = [
      { id: 1, state: 'FINISHED', startedAt: 300 },
      { id: 2, state: 'RUNNING', startedAt: 100 },
      { id: 3, state: 'FAILED', startedAt: 400 },
      { id: 4, state: 'WAITING' },
      { id: 5, state: 'FINISHED', startedAt: 300 },
    ];
    expect(selectTasks(tasks, 0).map((row) => [row.taskId, row.running, row.level])).toEqual([
      [2, true, 'ok'],
      [4, true, 'ok'],
      [3, false, 'error'],
      [5, false, 'ok'],
      [1, false, 'ok'],
    ]);
  });

  test('a task shows the last meaningful line of its output', () => {
    const lines = ['one\ntwo\n\n', 'one\r\ntwo', 'two', ' two  '].map(
      (output) => selectTasks([{ id: 1, output }], 0)[0]?.lastLine,
    );
    expect(lines).toEqual(['two', 'two', 'two', 'two']);
    expect(selectTasks([{ id: 1 }], 0)[0]?.lastLine).toBe('');
  });

  test('the dates of tasks are read in seconds or milliseconds by their magnitude', () => {
    expect(startedMs({ startedAt: 1_795_189_756 })).toBe(1_795_189_756_000);
    expect(startedMs({ startedAt: 1_795_189_756_123 })).toBe(1_795_189_756_123);
    expect(startedMs({ startedAt: 0 })).toBeUndefined();
    expect(selectTasks([{ id: 1, startedAt: 1_795_189_756 }], 1_795_189_766_000)[0]?.age).toBe(10);
  });

  test('tasks without a number still have distinct ids', () => {
    expect(new Set(selectTasks([{}, {}], 0).map((row) => row.id)).size).toBe(2);
  });
});

describe('servers', () => {
  test('servers are joined from the names, the disks and the CRUSH map', () => {
    const servers = selectServers({
      names: [{ id: 1, hostname: 'a' }],
      disks: [
        { server: 1, hostname: 'a', role: 'mon', daemonRunning: true, serverLastSeen: 5 },
        { server: 2, hostname: 'b', role: 'mon', daemonRunning: false, serverLastSeen: 3 },
        { hostname: 'b', role: 'osd', serverLastSeen: 2 },
      ],
      crush: {
        nodes: [
          bucket(-1, 'HOST', 'c', [0, 1]),
          bucket(-2, 'HOST', 'b', [2], { serverId: 2 }),
          osd(0),
          osd(1, { status: 'DOWN' }),
          osd(2, { status: 'DOWN' }),
        ],
      },
    });
    expect(servers).toMatchObject([
      {
        id: 'server.2',
        hostname: 'b',
        disks: 2,
        osds: 1,
        osdsDown: 1,
        monitors: 1,
        monitor: 'stopped',
        lastSeen: 2,
        level: 'error',
      },
      { id: 'host.c', hostname: 'c', disks: 0, osds: 2, osdsDown: 1, lastSeen: undefined, level: 'warn' },
      {
        id: 'server.1',
        hostname: 'a',
        disks: 1,
        osds: 0,
        monitors: 1,
        monitor: 'running',
        lastSeen: 5,
        level: 'ok',
      },
    ]);
  });

  test('a server that was silent for a while needs attention', () => {
    expect(selectServers({ disks: [{ server: 1, hostname: 'a', serverLastSeen: 61 }] })[0]?.level).toBe(
      'warn',
    );
  });

  test('servers have the same names where only their names are read', () => {
    const number = fc.integer({ min: 1, max: 4 });
    const hostname = fc.constantFrom('', 'a', 'b', 'c');
    const named = fc.record({ id: number, hostname });
    const disk = fc.record({ server: number, hostname }, { requiredKeys: ['hostname'] });
    const host = fc
      .record({ serverId: number, name: hostname }, { requiredKeys: ['name'] })
      .map(({ name, ...id }) => bucket(-1, 'HOST', name, [], id));
    const all = fc.record({ names: fc.array(named), disks: fc.array(disk), nodes: fc.array(host) });
    fc.assert(
      fc.property(all, ({ nodes, ...others }) => {
        const input = { ...others, crush: { nodes } };
        for (const [id, name] of selectHostNames(input))
          expect(selectServers(input).filter(({ serverId }) => serverId === id)).toMatchObject([
            { hostname: name },
          ]);
      }),
    );
  });

  test('two servers with one name and two numbers stay two', () => {
    expect(
      selectServers({
        names: [
          { id: 1, hostname: 'a' },
          { id: 2, hostname: 'a' },
        ],
      }),
    ).toHaveLength(2);
  });

  test('a server known by its number gets its name from any later list', () => {
    expect(selectServers({ names: [{ id: 1 }], disks: [{ server: 1, hostname: 'a' }] })).toMatchObject([
      { id: 'server.1', hostname: 'a' },
    ]);
  });

  test('a disk without a server adds no server', () => {
    expect(selectServers({ disks: [{ id: 1 }] })).toEqual([]);
  });
});
