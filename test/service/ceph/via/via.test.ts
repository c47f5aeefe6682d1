import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../src/lib/clock.ts';
import { createStorageCall } from '../../../../src/service/ceph/client/storage.ts';
import { HelperProcess } from '../../../../src/service/ceph/helper/process.ts';
import type { HelperTransport, HelperRequest } from '../../../../src/service/ceph/helper/protocol.ts';
import { helperSource, pythonHelper } from '../../../../src/service/ceph/helper/source.ts';
import { runAtHelper } from '../../../../src/service/ceph/via/programs.ts';
import { helperOnFakeRados } from '../fakeRados.ts';

const MARK = 'Runs Ceph commands for the parent process';
const PATH = '/usr/local/bin:/usr/bin:/bin';
/** The helper on a Python without librados. */
const bare = `import sys\nsys.modules["rados"] = None\nexec(${JSON.stringify(helperSource())})`;

const helpers: HelperProcess[] = [];
afterEach(async () => {
  for (const helper of helpers.splice(0)) await helper.close();
});

/** A local program that reaches another machine as ssh does. */
function commandScript(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-way-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'way');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const startThrough = (...words: readonly [string, ...string[]]) => start(words, PATH, helperOnFakeRados);

function start(words: readonly [string, ...string[]], path: string, source: string) {
  const means: HelperTransport[] = [];
  const helper = new HelperProcess({
    clock: systemClock(),
    command: pythonHelper('/nowhere/python3', { words, env: { PATH: path } }, source),
    cluster: { name: 'client.admin', settings: {} },
    onLog: () => undefined,
    onStart: (by) => void means.push(by),
  });
  helpers.push(helper);
  const ask = (prefix: string, timeoutMs = 30_000) => helper.request({ command: { prefix } }, timeoutMs);
  return { helper, ask, means };
}

/** A program that joins its words to one line for a shell, as ssh does. */
const AS_SSH = 'exec /bin/sh -c "$*"';
const answered = { rc: 0, text: '{"fsid": "f", "health": "fine"}' };

test('the helper runs behind any command that passes its input on', async () => {
  const { ask } = startThrough('env', 'A=it is', 'nice');
  expect(await ask('status')).toMatchObject(answered);
});

test('the helper can be started through one shell, and through two of them', async () => {
  const ssh = commandScript(AS_SSH);
  expect(await startThrough(ssh).ask('status')).toMatchObject(answered);
  expect(await startThrough(ssh, ssh, 'nice').ask('status')).toMatchObject(answered);
});

test('the source of the helper is not visible in any process list', async () => {
  const { ask } = startThrough(commandScript(AS_SSH), 'nice');
  await ask('status');
  const lines = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return ''; // ended meanwhile
      }
    });
  expect(lines.filter((line) => line.includes('python3')).length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes(MARK))).toEqual([]);
});

test('output of a shell at its start is not taken for an answer', async () => {
  const { ask } = startThrough(commandScript(`echo Welcome; echo '42'; ${AS_SSH}`));
  expect(await ask('status')).toMatchObject(answered);
});

test('an interrupt at the terminal does not reach the command that reaches the cluster', async () => {
  const { helper, ask } = startThrough('env');
  await ask('status');
  const groupOf = (pid: number | 'self' = 'self') =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[2];
  expect(groupOf(helper.pid)).not.toBe(groupOf());
});

test('a broken connection is reported with its last message, and then restored', async () => {
  const { helper, ask } = startThrough(
    commandScript(`exec 3<&0
trap 'echo "client_loop: send disconnect: Broken pipe" >&2; exit 255' TERM
"$@" <&3 & wait`),
  );
  await ask('status');
  const waiting = ask('slow');
  process.kill(helper.pid ?? 0, 'SIGTERM');
  const why = expect.stringMatching(
    /by `.*way`: the connection failed or was lost.*Broken pipe.*See: .*way true/,
  ) as string;
  await expect(waiting).rejects.toMatchObject({ status: 503, message: why });
  await expect.poll(() => ask('status').catch(() => undefined), { timeout: 20_000 }).toMatchObject(answered);
});

test('a failed login is reported on every call until it succeeds', async () => {
  const door = commandScript(
    `[ -e "$(dirname "$0")/open" ] || { echo 'sudo: a password is required' >&2; exit 1; }; ${AS_SSH}`,
  );
  const { ask } = startThrough(door);
  const why = expect.stringContaining('sudo asks for a password') as string;
  await expect(ask('status')).rejects.toMatchObject({ status: 503, message: why });
  await expect(ask('status')).rejects.toMatchObject({ status: 503, message: why });
  writeFileSync(join(door, '..', 'open'), '');
  await expect.poll(() => ask('status').catch(() => undefined), { timeout: 20_000 }).toMatchObject(answered);
});

test('a missing command is named', async () => {
  const { ask } = startThrough('/nowhere/ssh', 'mon1');
  await expect(ask('status')).rejects.toMatchObject({
    message: expect.stringContaining('/nowhere/ssh is not installed on this machine') as string,
  });
});

test('a process that keeps the output of the command open does not hide that the command has ended', async () => {
  const { ask } = startThrough(
    commandScript('(trap "" HUP; sleep 300) & echo "Connection to mon1 closed." >&2; exit 255'),
  );
  await expect(ask('status')).rejects.toMatchObject({
    message: expect.stringContaining('was lost') as string,
  });
});

test('programs run where the helper is, without a shell, and with a time limit', async () => {
  const { helper } = startThrough('env', 'WHERE=there');
  const run = runAtHelper(createStorageCall(helper));
  expect(await run(['printenv', 'WHERE'], 30_000)).toEqual({ status: 0, out: 'there\n', err: '' });
  expect(await run(['echo', '$(id)', 'a b'], 30_000)).toMatchObject({ out: '$(id) a b\n' });
  expect(await run(['ls', '/nowhere'], 30_000)).toMatchObject({
    status: 2,
    err: expect.stringContaining('nowhere'),
  });
  await expect(run(['nosuchprogram'], 30_000)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('nosuchprogram is required') as string,
  });
  await expect(run(['sleep', '60'], 200)).rejects.toMatchObject({
    message: expect.stringContaining('sleep did not finish') as string,
  });
});

/** The directory of a program `ceph` for the duration of a test. */
function cephCommand(script: (folder: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-ceph-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'ceph'), script(folder), { mode: 0o755 });
  return folder;
}

/** A `ceph` that prints its arguments, one per line, and its input. */
const TELLING = `#!/bin/sh
case "$*" in
*nonsense*) printf '%s\\n' 'no valid command found; 10 closest matches:' 'pg stat' 'Error EINVAL: invalid command' >&2; exit 22;;
*--ids=x*) printf '%s\\n' 'Invalid command: x is not an OSD' 'Error EINVAL: invalid command' >&2; exit 22;;
*config-key*) printf '%s\\n' "$@"; cat;;
*) printf '%s\\n' "$@";;
esac
`;

test('if Python has no librados, the ceph command is used, and this is reported', async () => {
  const { helper, means } = start(['env'], `${cephCommand(() => TELLING)}:${PATH}`, bare);
  const ask = (request: HelperRequest) => helper.request(request, 30_000);
  const lines = async (request: HelperRequest) =>
    (await ask(request)).text?.trim().split('\n').slice(4) ?? [];
  const pools = { prefix: 'osd pool set', pool: '$(id) b', val: true, format: 'json' };
  const line = async (request: HelperRequest) => (await lines(request)).join('|');
  expect(await line({ command: pools })).toBe('osd|pool|set|--pool=$(id) b|--val=true|--format=json');
  // The program itself has options of this name.
  const named = { prefix: 'config set', who: 'osd', name: 'a', value: '1' };
  expect(await line({ command: named })).toBe('config|set|osd|a|--value=1');
  expect(await ask({ command: { ...named, name: '--conf=x' } })).toMatchObject({ rc: -22 });
  expect(await line({ command: { prefix: 'osd out', ids: ['1', '2'] } })).toBe('osd|out|--ids=1|--ids=2');
  expect(await line({ command: { prefix: 'bench' }, target: 'osd.3' })).toBe('tell|osd.3|bench');
  const input = Buffer.from('secret').toString('base64');
  const kept = { prefix: 'config-key set', key: 'k' };
  expect(await line({ command: kept, input })).toBe('-i|-|config-key|set|k|secret');
  const refused = { rc: -22, outs: 'invalid command' };
  expect(await ask({ command: { prefix: 'osd out', ids: ['x'] } })).toMatchObject(refused);
  expect(await ask({ command: { prefix: 'nonsense' } })).toMatchObject({
    rc: -22,
    outs: 'command not known',
  });
  expect(means).toEqual(['ceph']);
});

test('with the ceph command the status does not wait for managers that do not answer', async () => {
  const hanging = (folder: string) => `#!/bin/sh
case "$*" in *balancer*) while [ -d ${folder} ]; do sleep 0.1; done;; esac
echo '{}'
`;
  const { ask } = start(['env'], `${cephCommand(hanging)}:${PATH}`, bare);
  await ask('fsid');
  const waiting = Array.from({ length: 8 }, () => ask('balancer status').catch(() => undefined));
  expect(await ask('status', 15_000)).toMatchObject({ rc: 0 });
  expect(waiting).toHaveLength(8);
});
