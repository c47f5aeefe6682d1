import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CONNECTION_SETTINGS } from '../../../src/service/ceph/connectionSettings.ts';
import { type CephEngineOptions, createCephEngine } from '../../../src/service/ceph/engine.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { caller } from './handlers/support.ts';

/** A program in the place of Python: writes down what it reads after the helper's source, and is refused everything. */
const program = (said: string, log: string) => `#!${process.execPath}
const { appendFileSync } = require('node:fs');
const note = (what) => appendFileSync(${JSON.stringify(log)}, JSON.stringify(what) + '\\n');
const send = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
note(process.argv.slice(2));
let text = Buffer.alloc(0);
let left;
const line = () => {
  const end = text.indexOf(10);
  if (end < 0) return undefined;
  const found = text.subarray(0, end).toString();
  text = text.subarray(end + 1);
  return found;
};
const READ = [
  line,
  () => (left = line()),
  () => (text.length < left ? undefined : ((text = text.subarray(Number(left))), '')),
  () => {
    const cluster = line();
    if (cluster === undefined) return undefined;
    note(JSON.parse(cluster));
    ${said}
    return cluster;
  },
];
process.stdin.on('data', (chunk) => {
  text = Buffer.concat([text, chunk]);
  while (READ.length > 0 && READ[0]() !== undefined) READ.shift();
  if (READ.length > 0) return;
  for (let request = line(); request !== undefined; request = line()) {
    const { id, command } = JSON.parse(request);
    note(command);
    send({ id, rc: -22, outs: 'refused' });
  }
});
process.stdin.on('end', () => note('ended'));
`;

const LINE = {
  channel: 'cluster',
  name: 'mon.a',
  seconds: 1000,
  microseconds: 0,
  seq: 1,
  level: '[INF]',
  message: 'said',
};

/** An engine with that program, which greets as a helper that sends its requests in the given way. */
function engine(by: 'librados' | 'ceph', options: (path: string) => Partial<CephEngineOptions>) {
  const directory = mkdtempSync(join(tmpdir(), 'storedeck-engine-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const [path, log] = [join(directory, 'program'), join(directory, 'log')];
  const said = `send({ hello: { protocol: 1, by: '${by}' } }); send({ log: ${JSON.stringify(LINE)} });`;
  writeFileSync(path, program(said, log), { mode: 0o755 });
  writeFileSync(log, '');
  const clock = fakeClock();
  const made = createCephEngine({ clock, hostname: 'node1', logDir: '', ...options(path) });
  const notes = (): unknown[] =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((text) => JSON.parse(text) as unknown);
  const lines = () => caller(made.handlers)('readLogs', {});
  return { clock, engine: made, notes, lines };
}

test('an engine starts Python on this machine, reads what the monitors remember, and passes the lines of the cluster log on until it is closed', async () => {
  const { clock, engine: made, notes, lines } = engine('librados', (python) => ({ python }));
  await expect
    .poll(lines)
    .toMatchObject([{ m: 'said', s: 'mon', c: expect.stringMatching(/^[0-9a-z]{4,}\./) as string }]);
  await expect.poll(notes).toContainEqual(expect.objectContaining({ prefix: 'log last', channel: 'audit' }));
  expect(made.name).toBe('ceph');
  expect(notes().slice(0, 2)).toEqual([
    ['-I', '-u', '-i', '-q'],
    { name: 'client.admin', settings: CONNECTION_SETTINGS },
  ]);
  expect((await lines()).map(({ m }) => m)).toEqual(['said']);
  await made.close();
  expect(notes().at(-1)).toBe('ended');
  expect(clock.pending()).toBe(0);
});

test('an engine that reaches its cluster through a command starts it there, with the given configuration, user and settings, and says when the way is slow', async () => {
  const {
    engine: made,
    notes,
    lines,
  } = engine('ceph', (path) => ({
    via: { words: [path, 'there'], env: {} },
    conf: '/there/ceph.conf',
    name: 'client.deck',
    settings: { log_file: '/there/log' },
  }));
  await expect
    .poll(async () => (await lines()).map(({ m, p }) => [m, p]))
    .toEqual(
      expect.arrayContaining([
        ['said', 6],
        [expect.stringMatching(/^python3 has no module rados/), 4],
      ]),
    );
  expect(notes().slice(0, 2)).toEqual([
    ['there', 'python3', '-I', '-u', '-i', '-q'],
    {
      conf: '/there/ceph.conf',
      name: 'client.deck',
      settings: { ...CONNECTION_SETTINGS, log_file: '/there/log' },
    },
  ]);
  await made.close();
  expect(notes().at(-1)).toBe('ended');
});
