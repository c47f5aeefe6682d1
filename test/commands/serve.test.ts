import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { fakeIo } from './fakeIo.ts';
import { run, temporaryDirectory } from './onService.ts';

describe('storedeck serve', () => {
  test('serve runs the simulated cluster until it is interrupted', async () => {
    const tokenFile = join(await temporaryDirectory(), 'token');
    const io = fakeIo();
    const ended = run(['serve', '--listen', '127.0.0.1:0', '--token-file', tokenFile, '--scale', '12'], io);
    await vi.waitFor(() => expect(io.written.out).not.toBe(''), 5000);
    const [, url = ''] =
      /^storedeck service \(sim\) on (http:\/\/127\.0\.0\.1:\d+\/api)\n$/.exec(io.written.out) ?? [];
    expect(io.written.err).toBe(
      `The token is in ${tokenFile}, made now; to open the console:\n  storedeck --url ${url} --token-file ${tokenFile}\n`,
    );
    const status = fakeIo();
    expect(await run(['status', '--url', url, '--token-file', tokenFile], status)).toBeLessThan(3);
    expect(status.written.out).toMatch(/^HEALTH_/);
    const headers = { authorization: `Bearer ${(await readFile(tokenFile, 'utf8')).trim()}` };
    const stream = await fetch(`${url}/logs?before=-1`, { headers });
    expect(stream.status).toBe(200);
    io.stop();
    await stream.text();
    expect(await ended).toBe(0);
    await expect(fetch(`${url}/openapi.json`)).rejects.toThrow('fetch failed');
  });

  test.each([
    [
      ['--listen', 'nowhere'],
      '--listen must be HOST:PORT or unix:PATH, as in 127.0.0.1:7480; it is "nowhere"',
    ],
    [['--scenario', 'no-such'], 'there is no scenario "no-such"'],
    [['--tls-cert', '/none', '--tls-key', '/none'], '--tls-cert: ENOENT'],
  ])('the arguments %j of serve are refused', async (argv, message) => {
    const tokenFile = join(await temporaryDirectory(), 'token');
    await expect(
      run(['serve', ...argv, '--token-file', tokenFile, '--scale', '3'], fakeIo()),
    ).rejects.toThrow(message);
  });

  test('serve refuses a token file that others can read', async () => {
    const tokenFile = join(await temporaryDirectory(), 'token');
    await writeFile(tokenFile, 'a-token-that-is-long-enough');
    await chmod(tokenFile, 0o644);
    await expect(run(['serve', '--token-file', tokenFile, '--scale', '3'], fakeIo())).rejects.toThrow(
      'chmod 600',
    );
  });

  test('an error of serve that the operator cannot fix is not turned into advice', async () => {
    const tokenFile = join(await temporaryDirectory(), 'token');
    const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    const io = { ...fakeIo(), out: () => Promise.reject(broken) };
    const argv = ['serve', '--listen', '127.0.0.1:0', '--token-file', tokenFile, '--scale', '3'];
    await expect(run(argv, io)).rejects.toBe(broken);
  });

  test('serve refuses files that are no certificates', async () => {
    const directory = await temporaryDirectory();
    const file = join(directory, 'pem');
    await writeFile(file, 'nothing');
    const argv = [
      'serve',
      '--listen',
      '127.0.0.1:0',
      '--token-file',
      join(directory, 'token'),
      '--scale',
      '3',
    ];
    await expect(run([...argv, '--tls-cert', file, '--tls-key', file], fakeIo())).rejects.toThrow(
      '--tls-cert and --tls-key do not fit together',
    );
  });
});
