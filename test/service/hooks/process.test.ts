import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Ending, launcher } from '../../../src/service/hooks/process.ts';
import { fakeClock } from '../../support/fakeClock.ts';

/** Starts a shell script or the program at `file`, and returns everything that its listener receives, in order. */
async function launch(script: string, file?: string) {
  const directory = await mkdtemp(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const own = join(directory, 'script');
  await writeFile(own, `#!/bin/sh\n${script}\n`);
  await chmod(own, 0o700);
  const heard: (string | Ending)[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const clock = fakeClock();
  const program = { file: file ?? own, directory, environment: { PATH: '/usr/bin:/bin', GREETING: 'hello' } };
  const { kill } = launcher(clock)(program, {
    output: (stream, chunk) => void heard.push(`${stream}: ${Buffer.from(chunk).toString()}`),
    ended(ending) {
      heard.push(ending);
      resolve();
    },
  });
  onTestFinished(kill);
  return { heard, ended, kill, clock };
}

test('a program that cannot be started ends once, with the error of the system', async () => {
  const { heard, ended } = await launch('', '/nowhere/at/all');
  await ended;
  // Its streams are closed after its error was reported.
  await wait(50);
  expect(heard).toEqual([{ kind: 'unstarted', error: 'ENOENT' }]);
});

test('a program ends with its exit code, after the last of its output', async () => {
  const { heard, ended, clock } = await launch('echo "$GREETING"; exit 3');
  await ended;
  expect(heard).toEqual(['output: hello\n', { kind: 'exited', code: 3 }]);
  expect(clock.pending(), 'timers that are left').toBe(0);
});

test('standard error is separate from output', async () => {
  const { heard, ended } = await launch('echo trouble >&2');
  await ended;
  expect(heard).toEqual(['error: trouble\n', { kind: 'exited', code: 0 }]);
});

test('a program that is killed ends once with the signal, however often it is killed', async () => {
  const { heard, ended, kill } = await launch('echo started; exec sleep 1000');
  await expect.poll(() => heard).toContain('output: started\n');
  kill();
  kill();
  await ended;
  kill();
  await wait(50);
  expect(heard).toEqual(['output: started\n', { kind: 'killed', signal: 'SIGKILL' }]);
});

test('a pipe that another process still holds open is read for half a second more', async () => {
  // It clears its environment, starts a new session and loses its parent before the program ends.
  const { heard, ended, clock } = await launch(
    '(env -i setsid /bin/sh -c "echo away \\$\\$; exec /bin/sleep 30" &) ; /bin/sleep 0.3',
  );
  await expect.poll(() => clock.pending()).toBe(1);
  const pid = Number(/away (\d+)/.exec(JSON.stringify(heard[0]))?.[1]);
  onTestFinished(() => void process.kill(pid, 'SIGKILL'));
  await clock.advance(499);
  await wait(20);
  expect(heard).toHaveLength(1);
  await clock.advance(1);
  await ended;
  expect(heard[1]).toEqual({ kind: 'exited', code: 0 });
});
