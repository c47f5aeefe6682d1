import { expect, onTestFinished, test } from 'vitest';
import { createRemoteGateways } from '../../../../src/service/ceph/gateways/remoteGateways.ts';
import { remoteIscsi } from '../../../../src/service/ceph/iscsi/remote.ts';
import type { SavedIscsi } from '../../../../src/service/ceph/iscsi/services.ts';
import { remoteNfs } from '../../../../src/service/ceph/nfs/remote.ts';
import type { SavedNfs } from '../../../../src/service/ceph/nfs/services.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { recordedCeph } from '../recordedCeph.ts';
import { sectionParts } from '../state/sections.ts';
import { FakeServerDaemon } from './fakeServerDaemon.ts';

const entry = (number: number, nfsPath: string, path = nfsPath) => ({ nfsPath, path, access: [], number });
const HOME = entry(1, '/home');
const nfsService = (...exports: ReturnType<typeof entry>[]): SavedNfs => ({
  servers: [1, 2],
  overSsh: [2],
  exports: { last: exports.length, items: exports.map((one, index) => [index + 1, one]) },
  lastNumber: exports.length,
});
const LUN = { pool: 'rbd', image: 'disk', id: 1, wwn: 'naa.6001405' };
const iscsiService = (...luns: (typeof LUN)[]): SavedIscsi => ({
  iqn: 'iqn.x',
  gateways: [
    { server: 1, name: 'node1', ip: '10.1.0.7' },
    { server: 2, name: 'node2', ip: '10.1.0.8', overSsh: true },
  ],
  clients: [{ name: 'iqn.a', credentials: { username: 'ann', password: 'secret secret' }, luns }],
  groups: [],
});

function made() {
  const { node, note, notes, collection } = sectionParts();
  const clock = fakeClock();
  const daemon = new FakeServerDaemon();
  const { ceph, commands } = recordedCeph(clock, {
    fsid: { json: { fsid: 'f' } },
    'fs ls': { json: [{ name: 'storefs' }] },
    'auth get-or-create-key': { json: { key: 'AQ==' } },
    'config generate-minimal-conf': { rc: 0, outs: '', text: '[global]\n\tmon_host = 10.1.0.1\n' },
  });
  const { access, lines } = fakeAccess({ node2: { 'host.gateway': daemon.carryOut } });
  const lease = { held: false };
  const options = { clock, ceph, access, node, note, lease };
  const iscsi = collection<SavedIscsi>('iscsi', 'iSCSI service');
  const nfs = collection<SavedNfs>('nfs', 'NFS service');
  const of = {
    iscsi: createRemoteGateways(options, remoteIscsi({ ceph, clock }, iscsi, 3260)),
    nfs: createRemoteGateways(options, remoteNfs(ceph, nfs, { address: '0.0.0.0', port: 2049 })),
  };
  onTestFinished(() => [of.iscsi, of.nfs].forEach((one) => one[Symbol.dispose]()));
  return { ...of, services: { iscsi, nfs }, daemon, clock, notes, lease, commands, lines };
}

async function servedNfs(...exports: ReturnType<typeof entry>[]) {
  const all = made();
  await all.services.nfs.add(() => nfsService(...exports));
  expect(await all.nfs.serve(1)).toEqual([]);
  return all;
}

test('an NFS gateway on another server is started there with a user of its own and its exports', async () => {
  const { daemon, commands, lines } = await servedNfs(HOME);
  expect(daemon.orders).toEqual(['start', 'remember']);
  expect(daemon.files).toEqual({
    'ceph.conf': '[global]\n\tmon_host = 10.1.0.1\n\tkeyring = /var/lib/storedeck/f/nfs/keyring\n',
    keyring: '[client.storedeck-nfs]\n\tkey = AQ==\n',
    'ganesha.conf': expect.stringMatching(
      /Ceph_Conf = "\/var\/lib\/storedeck\/f\/nfs\/ceph.conf"[^]*Pseudo = "\/home"[^]*User_Id = "storedeck-nfs"; Filesystem = "storefs"/,
    ) as string,
  });
  expect(commands).toContainEqual({
    prefix: 'auth caps',
    entity: 'client.storedeck-nfs',
    caps: ['mon', 'allow r', 'mds', 'allow rw', 'osd', 'allow rw tag cephfs data=storefs'],
  });
  expect(lines.filter((line) => line.includes('"start"'))).toEqual([
    expect.stringContaining(
      '"listens":["0.0.0.0",2049],"environment":{},"until":["NFS SERVER INITIALIZED",":FATAL :"],"seconds":7',
    ),
  ]);
});

test.each([
  ['serves what is saved', true],
  ['systemd has started again with its exports', false],
])('an NFS gateway on another server that %s is left alone', async (_, sameRun) => {
  const { nfs, daemon, commands } = await servedNfs(HOME);
  daemon.sameRun = sameRun;
  commands.length = daemon.orders.length = 0;
  expect(await nfs.serve(1)).toEqual([]);
  expect([daemon.orders, commands]).toEqual([[], []]);
});

test('an NFS gateway on another server loads a changed export, and removes one whose path is reused first', async () => {
  const { nfs, services, daemon } = await servedNfs(HOME);
  daemon.orders.length = 0;
  await services.nfs.update(1, () => nfsService(HOME, entry(2, '/scratch')));
  await nfs.serve(1);
  expect(daemon.orders).toEqual(['reload', 'remember']);
  await services.nfs.update(1, () => nfsService(entry(3, '/home', '/other'), entry(2, '/scratch')));
  await nfs.serve(1);
  expect(daemon.orders.slice(2)).toEqual(['reload', 'reload', 'remember']);
  expect(daemon.files['ganesha.conf']).toContain('Path = "/other"; Pseudo = "/home"');
});

test('the problems of an NFS gateway on another server are reported with the server, logged once, and tried again', async () => {
  const { nfs, services, daemon, clock, notes } = await servedNfs(HOME);
  await services.nfs.update(1, () => nfsService(HOME, entry(2, '/bad')));
  daemon.log = '30/11 : main :EXPORT :CRIT :cannot stat /bad\nReread exports complete';
  expect(await nfs.serve(1)).toEqual(['node2: cannot stat /bad']);
  await clock.advance(30_000);
  expect(notes).toEqual(['gateway on node2: cannot stat /bad']);
  daemon.log = undefined;
  await clock.advance(30_000);
  expect(notes.slice(1)).toEqual(['nfs service 1 is served again']);
  daemon.orders.length = 0;
  await clock.advance(60_000);
  expect(daemon.orders).toEqual([]);
});

test.each([
  [true, 'nothing yet', 'ganesha.nfsd does not answer'],
  [false, '30/11 : main :MAIN :FATAL :Cannot bind', 'ganesha.nfsd has ended: Cannot bind'],
])(
  'an NFS gateway on another server that does not start is a problem (still running: %s)',
  async (running, log, problem) => {
    const { nfs, services, daemon } = made();
    await services.nfs.add(() => nfsService(HOME));
    daemon.log = log;
    daemon.starts = running;
    expect(await nfs.serve(1)).toEqual([`node2: ${problem}`]);
  },
);

test('an NFS gateway on another server is stopped after its exports', async () => {
  const { nfs, daemon, notes } = await servedNfs(HOME);
  daemon.orders.length = 0;
  await nfs.stop([2]);
  expect(daemon.orders).toEqual(['reload', 'stop']);
  expect(daemon.files['ganesha.conf']).not.toContain('/home');
  expect(notes).toEqual(['the nfs gateway on node2 was stopped']);
  daemon.orders.length = 0;
  await nfs.stop([2]);
  expect(daemon.orders).toEqual(['stop']);
});

test('an iSCSI gateway on another server gets its targets, and after a restart of the service only what has changed', async () => {
  const all = made();
  await all.services.iscsi.add(() => iscsiService());
  expect(await all.iscsi.serve(1)).toEqual([]);
  const { daemon } = all;
  // Starts, waits for an answer, then adds accounts (7), a target, an account and an initiator (1).
  expect(daemon.orders.map((order) => order.replace('exchange ', ''))).toEqual([
    'start',
    '1.2',
    '7.0',
    '7.0',
    '1.0',
    '7.3',
    '7.3',
    '1.3',
    'remember',
  ]);
  expect(daemon.memory).not.toContain('secret');
  daemon.orders.length = 0;
  await all.services.iscsi.update(1, () => iscsiService(LUN));
  expect(await all.iscsi.serve(1)).toEqual([]);
  expect(daemon.orders).toEqual(['exchange 2.0', 'exchange 2.5', 'remember']);
  daemon.orders.length = 0;
  await all.iscsi.serve(1);
  expect(daemon.orders).toEqual([]);
  expect(daemon.files['keyring']).toContain('[client.storedeck-iscsi]');
});

test('an iSCSI gateway on another server that systemd has started again gets its targets anew, and is not restarted', async () => {
  const { iscsi, services, daemon } = made();
  await services.iscsi.add(() => iscsiService());
  await iscsi.serve(1);
  const [, , ...targets] = daemon.orders.splice(0);
  daemon.sameRun = false;
  expect(await iscsi.serve(1)).toEqual([]);
  expect(daemon.orders).toEqual(targets);
  daemon.orders.length = 0;
  expect(await iscsi.serve(1)).toEqual([]);
  expect(daemon.orders).toEqual([]);
});

test('an iSCSI gateway on another server is asked to end without targets before it is stopped', async () => {
  const { iscsi, services, daemon } = made();
  await services.iscsi.add(() => iscsiService());
  await iscsi.serve(1);
  daemon.orders.length = 0;
  await iscsi.stop([2]);
  expect(daemon.orders.at(-2)).toBe('exchange 0.1');
  expect(daemon.orders.at(-1)).toBe('stop');
  expect(daemon.orders).toContain('exchange 1.1');
});

test('a server that cannot be reached is a problem of a change, and a failure of a stop', async () => {
  const { nfs, services, daemon } = made();
  await services.nfs.add(() => nfsService(HOME));
  daemon.failure = new Refusal(503, 'no connection to node2');
  expect(await nfs.serve(1)).toEqual(['no connection to node2']);
  await expect(nfs.stop([2])).rejects.toMatchObject(refusal(503, 'no connection to node2'));
});

test('a change does not wait longer than eight seconds for a server', async () => {
  const { nfs, services, daemon, clock } = made();
  await services.nfs.add(() => nfsService(HOME));
  daemon.delay = new Promise(() => undefined);
  let problems: readonly string[] | undefined;
  void nfs.serve(1).then((found) => (problems = found));
  await clock.advance(7999);
  expect(problems).toBeUndefined();
  await clock.advance(1);
  expect(problems).toEqual(['node2: it has not answered for 8 s']);
});

test('the service that holds the lease keeps the gateways of all services running', async () => {
  const { daemon, clock, lease } = await servedNfs(HOME);
  daemon.running = false;
  await clock.advance(60_000);
  expect(daemon.running).toBe(false);
  lease.held = true;
  await clock.advance(30_000);
  expect(daemon.running).toBe(true);
});

test('a problem that does not concern a change is not returned for it, and stays a problem in the log', async () => {
  const { iscsi, services, daemon, notes } = made();
  await services.iscsi.add(() => iscsiService(LUN));
  daemon.refuses = 2;
  const [problem = ''] = await iscsi.serve(1);
  expect(problem).toMatch(/^node2: .*rbd\/disk/);
  expect(await iscsi.serve(1, () => false)).toEqual([]);
  expect(notes).toEqual([`gateway on ${problem}`]);
  daemon.refuses = undefined;
  expect(await iscsi.serve(1)).toEqual([]);
  expect(notes.slice(1)).toEqual(['iscsi service 1 is served again']);
});
