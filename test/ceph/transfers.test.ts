import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from '../../scripts/lib/project.mjs';
import { waitForGuard, opened, Session } from '../scenarios/steps.ts';
import { Service } from '../support/service.ts';
import { Home } from '../support/storedeck.ts';
import { TestCluster } from './cluster.ts';

const run = promisify(execFile);

/** The size in bytes of the file that is sent and fetched. */
const SIZE = 20 * 1024 * 1024;

let cluster: TestCluster;
let home: Home;
let service: Service;
const content = randomBytes(SIZE);

beforeAll(async () => {
  cluster = await TestCluster.create();
  home = new Home();
  const { conf, s3 } = cluster;
  service = await Service.start(home, ['--engine', 'ceph', '--conf', conf, '--s3', s3]);
  writeFileSync(join(home.folder, 'sent.bin'), content);
}, 300_000);
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await cluster?.destroy();
  home?.[Symbol.dispose]();
}, 60_000);

/** Runs `storedeck call`, and returns its output. */
async function call(...args: readonly string[]): Promise<unknown> {
  const command = [program, 'call', ...args, ...service.reach];
  const { stdout } = await run(process.execPath, command, { env: { ...process.env, ...home.env } });
  return stdout === '' ? undefined : JSON.parse(stdout);
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function task(answer: unknown): Promise<void> {
  const { id } = answer as { id: number };
  await expect
    .poll(async () => ((await call('getTask', '--id', String(id))) as { state?: string }).state, {
      timeout: 60_000,
    })
    .toBe('FINISHED');
}

test('a file is sent to a real filesystem and fetched unchanged', async () => {
  const sent = join(home.folder, 'sent.bin');
  const back = join(home.folder, 'file.bin');
  await call('uploadFile', '--path', '/sent.bin', '--file', sent);
  expect(await call('downloadFile', '--path', '/sent.bin', '--output', back)).toEqual({
    fileName: 'sent.bin',
    path: back,
    bytes: SIZE,
  });
  expect(hash(readFileSync(back))).toBe(hash(content));
}, 120_000);

test('an object is sent to a real bucket and fetched unchanged', async () => {
  const sent = join(home.folder, 'sent.bin');
  const back = join(home.folder, 'object.bin');
  await call('createS3User', '--json', '{"uid":"carol"}');
  await task(await call('putS3Bucket', '--bucketName', 'carols', '--json', '{"owner":"carol"}'));
  const object = ['--bucketName', 'carols', '--key', 'a/sent.bin'];
  await call('uploadS3Object', ...object, '--file', sent);
  const answer = await call('downloadS3Object', ...object, '--output', back);
  expect(answer).toMatchObject({ bytes: SIZE });
  expect(hash(readFileSync(back))).toBe(hash(content));
}, 120_000);

test('the console sends a directory and fetches it again', async () => {
  const session = new Session([...service.reach, '--utc'], { cols: 120, rows: 36 });
  await using deck = await opened(session, (text) => /HEALTH_/.test(text));
  mkdirSync(join(deck.home.folder, 'out', 'site'), { recursive: true });
  writeFileSync(join(deck.home.folder, 'out', 'site', 'big.bin'), content);
  await deck.command('fs / out');
  await deck.see(/Local disk[^]*site\//);
  // Until the cluster's side has been read, nothing can be uploaded.
  await deck.see(/Files[^\n]* now ─/);
  deck.press('Tab', 'u');
  await deck.see(/1 file, 20\.0 MiB, in 1 directory[^]*Press y to go ahead/);
  await waitForGuard();
  deck.press('y');
  await deck.see(/Upload site to \/: done/);
  deck.press('Tab');
  await deck.filter('site');
  await deck.see(/▌ +site\//);
  deck.press('w');
  await deck.see(/into the directory/);
  await waitForGuard();
  deck.press('ctrl-u');
  await deck.see(/\n[^\n]*> +│/);
  deck.type(deck.home.folder);
  await deck.see((text) => text.includes(`> ${deck.home.folder}`));
  deck.press('Enter');
  await deck.see(/Saved \S+big\.bin \(20\.0 MiB\)/);
  expect(hash(readFileSync(join(deck.home.folder, 'site', 'big.bin')))).toBe(hash(content));
}, 120_000);
