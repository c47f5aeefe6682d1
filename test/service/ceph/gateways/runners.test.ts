import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RunnerOptions } from '../../../../src/service/ceph/gateways/runner.ts';
import { iscsiRunner } from '../../../../src/service/ceph/iscsi/runner.ts';
import type { SavedIscsi } from '../../../../src/service/ceph/iscsi/services.ts';
import { nfsRunner } from '../../../../src/service/ceph/nfs/runner.ts';
import type { SavedNfs } from '../../../../src/service/ceph/nfs/services.ts';
import type { Note } from '../../../../src/service/ceph/ownLog.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph } from '../recordedCeph.ts';
import { sectionParts } from '../state/sections.ts';
import { fakeDaemon } from './fakeDaemon.ts';

const READY = 'nfs_start :NFS STARTUP :EVENT : NFS SERVER INITIALIZED\n';
const RELOADED = 'reread_exports :CONFIG :EVENT :Reread exports complete\n';
const LOST = 'create_export :FSAL :CRIT :Unable to mount /lost.\n';
const SERVICE: SavedNfs = { servers: [1], exports: { last: 0, items: [] }, lastNumber: 0 };
const FILESYSTEMS = (name: string) => ({ json: [{ name, metadata_pool: 'meta', data_pools: ['data'] }] });

/** The parts that the runners of gateways on server 1 need, with a directory of their own. */
function parts() {
  const { node, collection } = sectionParts();
  const notes: string[] = [];
  const note: Note = (text, _priority, unit) => void notes.push(`${unit}: ${text}`);
  const directory = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const exits: string[] = [];
  const asked: string[] = [];
  const run: RunnerOptions = {
    closing: new AbortController().signal,
    access: { user: 'admin' },
    directory: async (kind) => {
      asked.push(kind);
      return directory;
    },
    logExit: (kind, program) => (why) => void exits.push(`${kind} ${program} ${why}`),
  };
  const clock = fakeClock();
  const ceph = recordedCeph(clock, { 'fs ls': FILESYSTEMS('storefs'), 'fs dump': { json: {} } });
  return { clock, node, note, notes, collection, directory, exits, run, kinds: asked, ...ceph };
}

test('the NFS gateway of a server runs while a service names the server, and restarts for another filesystem', async () => {
  const { collection, directory, run, exits, notes, answer, kinds, ...all } = parts();
  const services = collection<SavedNfs>('nfs');
  const log = join(directory, 'ganesha.log');
  const seen = fakeDaemon({
    start: () => appendFileSync(log, LOST + READY),
    signal: () => appendFileSync(log, RELOADED),
  });
  const runner = nfsRunner({ ...run, ...all, services, address: '0.0.0.0', port: 2049 });
  const [id] = await services.add(() => ({ ...SERVICE, orchestrated: true as const }));
  expect(await runner.refresh(() => true)).toEqual([]);
  expect(seen.started).toEqual([]);
  await services.update(id, () => SERVICE);
  expect(await runner.refresh(() => true)).toEqual(['Unable to mount /lost.']);
  expect(notes).toEqual(['nfs: Unable to mount /lost.']);
  expect(readFileSync(join(directory, 'ganesha.conf'), 'utf8')).toContain('NFS_Port = 2049');
  seen.started[0]?.onExit('status 1');
  expect(exits).toEqual(['nfs ganesha.nfsd status 1']);
  expect(await runner.refresh(() => true)).toEqual([]);
  expect([seen.started.length, seen.closed]).toEqual([1, 0]);
  expect(kinds).toEqual(['nfs']);
  answer('fs ls', FILESYSTEMS('other'));
  await all.clock.advance(60_000);
  await runner.refresh(() => true);
  expect([seen.started.length, seen.closed]).toEqual([2, 1]);
  await services.update(id, () => ({ ...SERVICE, servers: [2] }));
  for (let time = 0; time < 2; time++) expect(await runner.refresh(() => true)).toEqual([]);
  expect(seen.closed).toBe(2);
  expect(notes.slice(-1)).toEqual(['nfs: the NFS gateway was stopped']);
  expect(notes.filter((text) => text.includes('stopped'))).toHaveLength(1);
});

test('the iSCSI gateway of a server runs at the address of its service, and only the concerned problems are returned', async () => {
  const { collection, directory, run, exits, notes, kinds, ...all } = parts();
  const services = collection<SavedIscsi>('iscsi');
  const server = createServer((connection) =>
    connection.once('data', (asked) => {
      // tgtd refuses all new accounts.
      const answer = Buffer.alloc(8);
      answer.writeUInt32LE(asked.readUInt32LE(0) === 7 ? 17 : 0);
      connection.end(answer);
    }),
  );
  await new Promise<void>((resolve) => void server.listen(join(directory, 'tgt.0'), resolve));
  onTestFinished(() => void server.close());
  const seen = fakeDaemon();
  const runner = iscsiRunner({ ...run, ...all, services, port: 0 });
  const at = (ip: string, number = 1): SavedIscsi => ({
    iqn: 'iqn.x',
    gateways: [
      { server: 9, name: 'node9', ip: '127.0.0.9' },
      { server: number, name: 'node1', ip },
    ],
    clients: [],
    groups: [],
  });
  const [id] = await services.add(() => at('127.0.0.1'));
  const message = expect.stringContaining('invalid request') as string;
  expect(await runner.refresh(() => true)).toEqual([message]);
  expect(await runner.refresh(() => false)).toEqual([]);
  expect(new Set(kinds)).toEqual(new Set(['iscsi']));
  expect(notes).toEqual([expect.stringMatching(/^iscsi: .*invalid request/)]);
  seen.started[0]?.onExit('SIGSEGV');
  expect(exits).toEqual(['iscsi tgtd SIGSEGV']);
  await services.update(id, () => at('127.0.0.2'));
  await runner.refresh(() => true);
  expect(seen.started.map(({ command }) => command.at(-1))).toEqual([
    'portal=127.0.0.1:0',
    'portal=127.0.0.2:0',
  ]);
  expect([notes[1], seen.closed]).toEqual(['iscsi: the iSCSI gateway was stopped', 1]);
  await services.update(id, () => at('127.0.0.2', 2));
  expect(await runner.refresh(() => true)).toEqual([]);
  expect(seen.closed).toBe(2);
  expect(await runner.refresh(() => true)).toEqual([]);
  expect(notes.filter((text) => text.includes('stopped'))).toHaveLength(2);
});
