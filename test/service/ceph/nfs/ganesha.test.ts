import { describe, expect, test } from 'vitest';
import {
  problemsIn,
  ganeshaConfig,
  readStart,
  addableExports,
  type SavedExport,
} from '../../../../src/service/ceph/nfs/ganesha.ts';

const exportAt = (nfsPath: string, number: number, access: SavedExport['access'] = []): SavedExport => ({
  nfsPath,
  path: `/data${nfsPath}`,
  number,
  access,
});
const config = (exports: readonly SavedExport[], conf?: string) =>
  ganeshaConfig({
    address: '127.0.0.1',
    port: 12_049,
    recovery: '/state/recovery',
    user: 'admin',
    filesystem: 'storefs',
    exports,
    ...(conf === undefined ? {} : { conf }),
  });

describe('ganesha configuration', () => {
  test('the configuration serves only NFS version 4, at one address', () => {
    const text = config([]);
    expect(text).toContain('Protocols = 4; NFS_Port = 12049; Bind_addr = 127.0.0.1; Enable_NLM = false');
    expect(text).toContain('RecoveryRoot = "/state/recovery"');
    expect(text).not.toMatch(/EXPORT \{|Ceph_Conf/);
    expect(config([], '/etc/ceph/c.conf')).toContain('CEPH { Ceph_Conf = "/etc/ceph/c.conf"; }');
  });

  test('the configuration lets only the listed clients into an export', () => {
    const text = config([exportAt('/a b', 7, [{ subnet: '10.0.0.0/8', rw: true }])]);
    expect(text).toContain('Export_Id = 7; Path = "/data/a b"; Pseudo = "/a b"; Access_Type = NONE;');
    expect(text).toContain('CLIENT { Clients = 10.0.0.0/8; Access_Type = RW; Protocols = 4; }');
    expect(text).toContain('FSAL { Name = CEPH; User_Id = "admin"; Filesystem = "storefs"; }');
    expect(config([exportAt('/closed', 8)])).not.toContain('CLIENT');
  });

  test('the configuration lists small networks before those that contain them, because the first match counts', () => {
    const access = ['10.0.0.0/8', '10.1.2.3/32', '10.1.0.0/16'].map((subnet) => ({ subnet, rw: false }));
    const text = config([exportAt('/a', 1, access)]);
    expect([...text.matchAll(/Clients = (.+?);/g)].map(([, clients]) => clients)).toEqual([
      '10.1.2.3',
      '10.1.0.0/16',
      '10.0.0.0/8',
    ]);
  });

  test.each([
    ['0.0.0.0/0', '0.0.0.0/1, 128.0.0.0/1'],
    ['::/0', '::/1, 8000::/1'],
    ['fd00::/64', 'fd00::/64'],
    ['fd00::5/128', 'fd00::5'],
  ])('the configuration writes %s so that the scanner of ganesha reads it back', (subnet, clients) => {
    expect(config([exportAt('/a', 1, [{ subnet, rw: false }])])).toContain(
      `Clients = ${clients}; Access_Type = RO`,
    );
  });
});

test('an export is only added to a running gateway if its path is free', () => {
  const [one, two] = [exportAt('/one', 1), exportAt('/two', 2)];
  const moved = exportAt('/one', 3);
  expect(addableExports([one, two], [moved, two])).toEqual([two]);
  expect(addableExports([one], [one, two])).toEqual([one, two]);
  expect(addableExports([], [one])).toEqual([one]);
});

const line = (what: string) => `22/11/2026 00:49:27 : epoch 6b0 : vm : nfs-ganesha-42[main] ${what}\n`;
const NOISE =
  line('gsh_dbus_pkginit :DBUS :CRIT :dbus_bus_get failed') +
  line('nfs_Init_svc :DISP :CRIT :Cannot acquire credentials for principal nfs');

test('the problems in a log are those about exports, each once', () => {
  const log =
    NOISE +
    line('create_export :FSAL :CRIT :Unable to mount Ceph cluster for /gone.') +
    line('config_errs_to_log :CONFIG :CRIT :Config File (/x:28): Errors processing block (EXPORT)') +
    line('reread_exports :CONFIG :CRIT :Error while parsing EXPORT entries') +
    line('export_commit_common :CONFIG :CRIT :Pseudo path (/two) is a duplicate') +
    line('nfs_start :NFS STARTUP :EVENT :Reread exports complete');
  expect(problemsIn(log)).toEqual([
    'Unable to mount Ceph cluster for /gone.',
    'Pseudo path (/two) is a duplicate',
  ]);
});

test('the log shows whether the gateway is starting, ready or failed', () => {
  expect(readStart(NOISE)).toEqual({ ready: false });
  const done = line('nfs_start :NFS STARTUP :EVENT :             NFS SERVER INITIALIZED');
  expect(readStart(NOISE + done)).toEqual({ ready: true });
  const failed =
    line('Bind_sockets_V6 :DISP :WARN :Cannot bind NFS tcp6 socket, error 98 (Address already in use)') +
    line('Bind_sockets :DISP :FATAL :Error binding to V6 interface. Cannot continue.');
  expect(readStart(NOISE + failed)).toEqual({
    ready: false,
    failure:
      'Cannot bind NFS tcp6 socket, error 98 (Address already in use); Error binding to V6 interface. Cannot continue.',
  });
});
