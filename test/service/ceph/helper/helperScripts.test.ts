import { existsSync, readFileSync, rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../../src/lib/clock.ts';
import { runScriptOn } from '../../../../src/service/ceph/access/scripts.ts';
import type { ServerHelper } from '../../../../src/service/ceph/access/serverAccess.ts';
import { createStorageCall } from '../../../../src/service/ceph/client/storage.ts';
import { HelperProcess } from '../../../../src/service/ceph/helper/process.ts';
import { pythonHelper } from '../../../../src/service/ceph/helper/source.ts';

const helpers: HelperProcess[] = [];
afterEach(() => Promise.all(helpers.splice(0).map((helper) => helper.close())));

/** A helper on this machine that behaves as on a server. */
function start() {
  const helper = new HelperProcess({
    clock: systemClock(),
    command: pythonHelper('/usr/bin/python3'),
    cluster: null,
    onLog: () => undefined,
  });
  helpers.push(helper);
  const call = createStorageCall(helper, 'a');
  const said: string[] = [];
  const cancelling = new AbortController();
  const run = (contents: string, environment: Record<string, string> = { PATH: '/usr/bin:/bin' }) =>
    runScriptOn({ call } as ServerHelper, { name: 'test.sh', contents }, environment, {
      signal: cancelling.signal,
      say: (line) => void said.push(line),
    });
  return { call, run, said, cancelling };
}
const raw = { run: 'x', name: 'test.sh', environment: { PATH: '/usr/bin:/bin' }, seconds: 1, most: 100 };
const script = (text: string) => ({ payload: Buffer.from(text), timeoutMs: 30_000 });
const isAlive = (pid: string | undefined) => existsSync(`/proc/${pid}`);

test('a script on a server gets only its own environment, in a directory that is deleted afterwards', async () => {
  const { run, said } = start();
  const text = '#!/bin/sh\necho "$STOREDECK_EVENT"; pwd; env | wc -l; echo oh >&2; cat; exit 3\n';
  const failure = await run(text, { PATH: '/usr/bin:/bin', STOREDECK_EVENT: 'PreFormatDisk' });
  expect(failure).toBe('exit status 3');
  expect(said[0]).toBe('PreFormatDisk');
  expect(said[1]).toMatch(/\/storedeck-hook-/);
  expect(existsSync(said[1] ?? '')).toBe(false);
  // HOME, and PWD from the shell, in addition to the two.
  expect(Number(said[2])).toBeLessThanOrEqual(5);
  expect(said.slice(3)).toEqual(['oh']);
});

test('everything that a script has started ends with it, even in a session of its own, without a parent or an environment', async () => {
  const { run, said } = start();
  const away = 'env -i setsid /bin/sh -c "echo away \\$\\$; exec /bin/sleep 600"';
  expect(await run(`#!/bin/sh\n(${away} &)\nsleep 0.3\n`)).toBeUndefined();
  const [, pid] = /away (\d+)/.exec(said[0] ?? '') ?? [];
  expect(pid).toBeDefined();
  expect(isAlive(pid)).toBe(false);
});

test('a script that takes too long is killed, and its output so far is returned', async () => {
  const { call } = start();
  const text = '#!/bin/sh\necho $$\nsleep 600 &\nsleep 600\n';
  const ran = await call<{ output: string }>('host.script', raw, script(text));
  expect(ran).toMatchObject({ stopped: 'time', ending: { kind: 'killed', signal: 'SIGKILL' } });
  expect(isAlive(ran.output.trim())).toBe(false);
});

test('the output of a script is limited, and a script that writes without end does not hang', async () => {
  const { call } = start();
  const ran = await call<{ output: string }>('host.script', raw, script('#!/bin/sh\nyes\n'));
  expect(ran).toMatchObject({ stopped: 'time' });
  expect(ran.output).toHaveLength(101);
});

test('a script is killed on request, even before it has begun', async () => {
  const { call, run, said, cancelling } = start();
  await call('host.end_script', { run: 'x' });
  expect(await call('host.script', raw, script('#!/bin/sh\necho ran\n'))).toMatchObject({
    stopped: 'request',
    output: '',
  });
  const ended = run('#!/bin/sh\nexec sleep 600\n');
  setTimeout(() => cancelling.abort(), 300);
  expect(await ended).toBe('killed on request');
  expect(said).toEqual([]);
});

test('a script ends with the connection', async () => {
  const { call } = start();
  const file = `/tmp/storedeck-test-${process.pid}`;
  const lost = call(
    'host.script',
    { ...raw, seconds: 30 },
    script(`#!/bin/sh\necho $$ > ${file}; exec sleep 600\n`),
  );
  const failed = expect(lost).rejects.toMatchObject({ status: 503 });
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/\d+\n/);
  const pid = readFileSync(file, 'utf8').trim();
  rmSync(file);
  await helpers.splice(0)[0]?.close();
  await failed;
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});

test('a script whose interpreter is missing is reported as needing it', async () => {
  const { run } = start();
  expect(await run('#!/usr/bin/nothing-of-that-name\n')).toBe(
    'could not be started: there is no /usr/bin/nothing-of-that-name on this server',
  );
});

test('a server reports the same boot id until it reboots', async () => {
  const { call } = start();
  const boot = () => call<{ id: string; wanted: string | null }>('host.boot', {});
  const { id, wanted } = await boot();
  expect(id).toMatch(/^[0-9a-f-]{36} \d+$/);
  expect(await boot()).toEqual({ id, wanted });
});
