import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runScript, type RunOptions } from '../../../src/service/hooks/run.ts';
import { fakeClock, type FakeClock } from '../../support/fakeClock.ts';
import { isRunning } from '../../support/processes.ts';

/** Runs a real script below a temporary directory. */
async function start(contents: string, options: Partial<RunOptions> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const lines: string[] = [];
  const clock = fakeClock();
  const ending = runScript(
    { name: 'hook.sh', contents },
    { STOREDECK_EVENT: 'OnHealthDegrade' },
    {
      clock,
      directory,
      signal: new AbortController().signal,
      say: (line) => lines.push(line),
      ...options,
    },
  );
  return { clock, directory, lines, ending };
}

const run = async (contents: string) => {
  const { ending, ...rest } = await start(contents);
  return { failure: await ending, ...rest };
};

/** Advances the fake time until the promise is settled, because real processes end in real time. */
async function settleWhile<T>(promise: Promise<T>, clock: FakeClock, ms: number): Promise<T> {
  const watched = { settled: false };
  const note = () => (watched.settled = true);
  promise.then(note, note);
  while (!watched.settled) {
    await clock.advance(ms);
    await wait(5);
  }
  return promise;
}

describe('a script', () => {
  test('a script is run by the interpreter in its first line, and its output is read line by line', async () => {
    const { failure, lines } = await run('#!/bin/sh\necho one\necho two >&2\nprintf three');
    expect(failure).toBeUndefined();
    expect(lines.toSorted()).toEqual(['one', 'three', 'two']);
  });

  test('a script may use /usr/bin/env, although PATH is not passed on', async () => {
    const { failure, lines } = await run('#!/usr/bin/env sh\necho found');
    expect({ failure, lines }).toEqual({ failure: undefined, lines: ['found'] });
  });

  test('a script inherits nothing from the environment of the service', async () => {
    vi.stubEnv('STOREDECK_TEST_SECRET', 'hunter2');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { lines } = await run('#!/bin/sh\ntr "\\0" "\\n" </proc/$$/environ');
    const names = lines.map((line) => line.split('=', 1)[0]);
    expect(names.toSorted()).toEqual(['HOME', 'STOREDECK_EVENT', 'STOREDECK_RUN']);
  });

  test('a script runs in a private directory that is deleted afterwards', async () => {
    const { lines, directory } = await run(
      '#!/bin/sh\nstat -c %a . hook.sh\npwd\necho $HOME\ntouch left-behind',
    );
    const [mode, script, cwd = '', home] = lines;
    expect({ mode, script, home }).toEqual({ mode: '700', script: '700', home: cwd });
    expect(cwd.startsWith(`${directory}/storedeck-hook-`)).toBe(true);
    expect(await readdir(directory)).toEqual([]);
  });

  test('a script reads nothing from its standard input', async () => {
    const { failure, lines } = await run('#!/bin/cat\nthis is all');
    expect({ failure, lines }).toEqual({ failure: undefined, lines: ['#!/bin/cat', 'this is all'] });
    expect((await run('#!/bin/sh\ncat\necho end')).lines).toEqual(['end']);
  });

  test.each([
    ['#!/bin/sh\nexit 3', 'exit status 3'],
    ['#!/bin/sh\nkill -TERM $$', 'killed by SIGTERM'],
    ['#!/no/such/shell\n', 'could not be started: there is no /no/such/shell on this server'],
    ['#!/etc/passwd\n', /^could not be started: \/etc\/passwd is not executable/],
  ])('a script that ends with %j fails: %s', async (contents, reason) => {
    const { failure } = await run(contents);
    if (typeof reason === 'string') expect(failure).toBe(reason);
    else expect(failure).toMatch(reason);
  });

  test('only the first 64 KiB of the output of a script are kept, and the script continues', async () => {
    const { failure, lines } = await run('#!/bin/sh\nhead -c 300000 /dev/zero | tr "\\0" x\nexit 7');
    expect(failure).toBe('exit status 7');
    expect(lines.map((line) => (line.startsWith('x') ? line.length : line))).toEqual([
      65_536,
      '(output beyond 64 KiB is not kept)',
    ]);
  });
});

describe('killing a script', () => {
  test('a script is killed after 30 seconds, with everything that it has started', async () => {
    const { clock, lines, ending } = await start('#!/bin/sh\nsleep 600 &\necho $!\nsleep 600');
    await vi.waitUntil(() => lines.length > 0);
    await clock.advance(29_999);
    await setImmediate();
    expect(isRunning(lines[0]!)).toBe(true);
    await clock.advance(1);
    expect(await settleWhile(ending, clock, 0)).toBe('killed after 30 s: a hook must end sooner');
    await vi.waitUntil(() => !isRunning(lines[0]!), 30_000);
  });

  test('a script is killed when its run is aborted', async () => {
    const unwanted = new AbortController();
    const { lines, ending, directory } = await start('#!/bin/sh\necho here\nsleep 600', {
      signal: unwanted.signal,
    });
    await vi.waitUntil(() => lines.length > 0);
    unwanted.abort();
    expect(await ending).toBe('killed on request');
    expect(await readdir(directory)).toEqual([]);
  });

  test('a script is killed when its run was aborted before it had started', async () => {
    const { lines, ending } = await start('#!/bin/sh\nsleep 600\necho late', { signal: AbortSignal.abort() });
    expect(await ending).toBe('killed on request');
    expect(lines).toEqual([]);
  });
});

describe('processes that a script leaves behind', () => {
  test('processes that a script leaves behind are killed when the script ends', async () => {
    const { failure, lines, clock } = await run('#!/bin/sh\nsleep 600 &\necho $!');
    expect(failure).toBeUndefined();
    await vi.waitUntil(() => !isRunning(lines[0]!), 30_000);
    expect(clock.pending()).toBe(0);
  });

  test.each([
    ['in a session of its own', "setsid sh -c 'echo $$; exec sleep 600' &"],
    ['in a session of its own, without a parent', "setsid -f sh -c 'echo $$; exec sleep 600'"],
    [
      'as a daemon that has closed all inherited files',
      "(cd /; setsid -f sh -c 'echo $$; exec sleep 600 >/dev/null 2>&1')",
    ],
  ])('processes that a script leaves behind are killed when the script ends, even %s', async (_, start) => {
    const { failure, lines } = await run(`#!/bin/sh\n${start}\nsleep 0.3`);
    expect(failure).toBeUndefined();
    expect(lines).toHaveLength(1);
    await vi.waitUntil(() => !isRunning(lines[0]!), 30_000);
  });

  test('processes that a script leaves behind are killed when the run is aborted, even without an environment and in a session of their own', async () => {
    const unwanted = new AbortController();
    const { lines, ending } = await start(
      "#!/bin/sh\nenv -i /usr/bin/setsid sh -c 'echo $$; exec sleep 600' &\nsleep 600",
      { signal: unwanted.signal },
    );
    await vi.waitUntil(() => lines.length > 0);
    unwanted.abort();
    expect(await ending).toBe('killed on request');
    await vi.waitUntil(() => !isRunning(lines[0]!), 30_000);
  });

  test('processes that a script leaves behind and that are not found do not delay the end of the run', async () => {
    const { clock, lines, ending } = await start(
      "#!/bin/sh\nenv -i /usr/bin/setsid -f sh -c 'echo $$; exec sleep 20'\nsleep 0.3",
    );
    onTestFinished(() => {
      for (const pid of lines) if (isRunning(pid)) process.kill(-Number(pid));
    });
    expect(await settleWhile(ending, clock, 100)).toBeUndefined();
  });
});
