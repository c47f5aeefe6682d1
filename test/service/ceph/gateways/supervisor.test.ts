import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Ceph } from '../../../../src/service/ceph/client/ceph.ts';
import type { RunnerOptions } from '../../../../src/service/ceph/gateways/runner.ts';
import { createGatewaySupervisor } from '../../../../src/service/ceph/gateways/supervisor.ts';
import { iscsiRunner } from '../../../../src/service/ceph/iscsi/runner.ts';
import type { SavedIscsi } from '../../../../src/service/ceph/iscsi/services.ts';
import { nfsRunner } from '../../../../src/service/ceph/nfs/runner.ts';
import type { SavedNfs } from '../../../../src/service/ceph/nfs/services.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { sectionParts } from '../state/sections.ts';
import { fakeDaemon, passing } from './fakeDaemon.ts';

const SERVICE: SavedNfs = { servers: [1], exports: { last: 0, items: [] }, lastNumber: 0 };

function parts() {
  const { node, note, notes, collection } = sectionParts();
  const asked: string[] = [];
  const ceph = {
    read: async ({ prefix }: { prefix: string }) => {
      asked.push(prefix);
      return prefix === 'fs ls' ? [] : { fsid: 'f' };
    },
  } as unknown as Ceph;
  return {
    clock: fakeClock(),
    node,
    note,
    notes,
    ceph,
    asked,
    iscsi: collection<SavedIscsi>('iscsi'),
    nfs: collection<SavedNfs>('nfs'),
  };
}

function supervised({
  held = true,
  hasDirectory = true,
  isServer = true,
  directory = '/nowhere',
  parts: all = parts(),
} = {}) {
  const supervisor = createGatewaySupervisor({
    ...all,
    isServer,
    lock: { acquire: async () => held } as never,
    directory: hasDirectory ? directory : undefined,
    name: 'client.admin',
  });
  onTestFinished(() => supervisor.close());
  return { ...all, supervisor };
}

test('a service without a data directory runs no gateways, and says so', async () => {
  const { supervisor, nfs, asked } = supervised({ hasDirectory: false });
  expect(() => supervisor.requireInstalled('nfs')).toThrow(refusal(501, 'without a state directory'));
  await nfs.add(() => SERVICE);
  expect(await supervisor.refresh('nfs')).toEqual([]);
  expect(asked).not.toContain('fs ls');
});

test('a service outside of the cluster runs no gateways, and says how to make a server one', async () => {
  const { supervisor, nfs } = supervised({ isServer: false });
  expect(() => supervisor.requireInstalled('iscsi')).toThrow(refusal(501, 'runs outside the cluster'));
  await nfs.add(() => SERVICE);
  expect(await supervisor.refresh('nfs')).toEqual([]);
});

const ISCSI: SavedIscsi = {
  iqn: 'iqn.x',
  gateways: [{ server: 1, name: 'node1', ip: '127.0.0.1' }],
  clients: [],
  groups: [],
};

test('a gateway has a private directory of its cluster, and its exits are logged', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const seen = fakeDaemon();
  seen.running = false;
  const { supervisor, iscsi, clock, notes } = supervised({ directory });
  await iscsi.add(() => ISCSI);
  await expect(passing(clock, supervisor.refresh('iscsi'))).rejects.toThrow('tgtd does not start');
  const own = join(directory, 'f', 'iscsi');
  expect(seen.started[0]).toMatchObject({ directory: own });
  expect(statSync(own).mode & 0o777).toBe(0o700);
  seen.started[0]?.onExit('status 1');
  expect(notes).toContain('tgtd exited (status 1) and is being restarted');
});

test('a state directory that is too long for the socket of a gateway is refused', async () => {
  const { supervisor, iscsi } = supervised({ directory: `/nowhere/${'x'.repeat(100)}` });
  await iscsi.add(() => ISCSI);
  await expect(supervisor.refresh('iscsi')).rejects.toThrow("is too long for the gateway's socket");
});

test('gateways are served only while the lock of the server is held', async () => {
  const other = supervised({ held: false });
  await other.nfs.add(() => SERVICE);
  expect(await other.supervisor.refresh('nfs')).toEqual([]);
  const own = supervised();
  await own.nfs.add(() => SERVICE);
  expect(await own.supervisor.refresh('nfs')).toEqual(['the cluster has no filesystem to export']);
});

test('changes of other management nodes are noticed within five seconds, until the supervisor is closed', async () => {
  const { supervisor, nfs, asked, clock } = supervised();
  await nfs.add(() => SERVICE);
  asked.length = 0;
  await clock.advance(5000);
  await expect.poll(() => asked).toContain('fs ls');
  await supervisor.close();
  expect(clock.pending()).toBe(0);
  expect(await supervisor.refresh('nfs')).toEqual([]);
});

test('a lasting problem is logged once, even if the other gateway has one, too', async () => {
  const all = parts();
  all.iscsi.entries = () => Promise.reject(new Error('broken'));
  all.nfs.entries = () => Promise.reject(new Error('lost'));
  const { clock } = supervised({ parts: all });
  for (let turn = 0; turn < 3; turn++) await clock.advance(5000);
  expect(all.notes).toEqual(['the iscsi gateway: broken', 'the nfs gateway: lost']);
});

test('a problem that was solved is logged again when it comes back', async () => {
  const all = parts();
  const healthy = all.nfs.entries;
  const broken: typeof healthy = () => Promise.reject(new Error('lost'));
  const { clock } = supervised({ parts: all });
  for (const entries of [broken, healthy, broken]) {
    all.nfs.entries = entries;
    await clock.advance(5000);
  }
  expect(all.notes).toEqual(['the nfs gateway: lost', 'the nfs gateway: lost']);
});

const RUN: RunnerOptions = {
  closing: new AbortController().signal,
  access: { user: 'admin' },
  directory: () => Promise.reject(new Error('no directory')),
  logExit: () => () => undefined,
};

test('a runner starts nothing for services of other servers', async () => {
  const { iscsi, nfs, ...all } = parts();
  await nfs.add(() => ({ ...SERVICE, servers: [2] }));
  await iscsi.add(() => ({
    iqn: 'iqn.x',
    gateways: [{ server: 2, name: 'node2', ip: '10.1.0.8' }],
    clients: [],
    groups: [],
  }));
  const nfsGateway = nfsRunner({ ...RUN, ...all, services: nfs, address: '0.0.0.0', port: 2049 });
  const iscsiGateway = iscsiRunner({ ...RUN, ...all, services: iscsi, port: 3260 });
  expect(await nfsGateway.refresh(() => true)).toEqual([]);
  expect(await iscsiGateway.refresh(() => true)).toEqual([]);
  expect(all.notes).toEqual([]);
});

test('a runner takes over its directory before it starts a gateway of this server', async () => {
  const { iscsi, nfs: _, ...all } = parts();
  await iscsi.add(() => ({
    iqn: 'iqn.x',
    gateways: [{ server: 1, name: 'node1', ip: '10.1.0.7' }],
    clients: [],
    groups: [],
  }));
  const runner = iscsiRunner({ ...RUN, ...all, services: iscsi, port: 3260 });
  await expect(runner.refresh(() => true)).rejects.toThrow('no directory');
  const closed = iscsiRunner({
    ...RUN,
    ...all,
    services: iscsi,
    port: 3260,
    closing: AbortSignal.abort(),
    directory: async () => '/nowhere',
  });
  expect(await closed.refresh(() => true)).toEqual([]);
});
