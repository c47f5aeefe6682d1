import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from './onService.ts';

const PROGRAM = new URL('../../src/main.ts', import.meta.url).pathname;

/** The folder of Node's compile cache, so that only the first process compiles the program. */
let compiled: string;
beforeAll(async () => {
  compiled = await mkdtemp(join(tmpdir(), 'storedeck-compiled-'));
});
afterAll(() => rm(compiled, { recursive: true }));

/** The program in a separate process, until the test ends. */
function start(...argv: string[]): ChildProcessByStdio<null, Readable, Readable> {
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
  const child = spawn(process.execPath, [PROGRAM, ...argv], { stdio: ['ignore', 'pipe', 'pipe'], env });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

describe('storedeck process', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'serve runs until %s and exits cleanly with a stream open',
    async (signal) => {
      const tokenFile = join(await temporaryDirectory(), 'token');
      const child = start('serve', '--listen', '127.0.0.1:0', '--token-file', tokenFile, '--scale', '3');
      const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
      const url = line.trim().split(' ').at(-1) ?? '';
      const logs = start('logs', '-f', '--url', url, '--token-file', tokenFile);
      await once(logs.stdout, 'data');
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
      logs.kill(signal);
      expect(await once(logs, 'exit')).toEqual([0, null]);
    },
    20_000,
  );

  test('the program ends when its output is no longer read', async () => {
    const following = start('logs', '-f', '--demo');
    await once(following.stdout, 'data');
    following.stdout.destroy();
    expect(await once(following, 'exit')).toEqual([0, null]);
    expect(await text(following.stderr)).toBe('');
  });

  test('the program reports wrong arguments in one line', async () => {
    const child = start('status', '--jsn');
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'storedeck: unknown option --jsn (did you mean "--json"?); storedeck status --help lists the options\n',
    });
  });
});
