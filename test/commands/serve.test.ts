import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { UsageError } from '../../src/commands/options.ts';
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

/** Runs a tiny simulated cluster that is asked to end before it listens. */
async function stoppedServe(...argv: readonly string[]) {
  const io = fakeIo();
  io.stop();
  const tokenFile = join(await temporaryDirectory(), 'token');
  const code = await run(
    ['serve', '--listen', '127.0.0.1:0', '--token-file', tokenFile, '--scale', '3', ...argv],
    io,
  );
  return { code, ...io.written };
}

describe('storedeck serve with a data directory', () => {
  test('a service that is asked to end before it listens says nothing and leaves its data to the next one', async () => {
    const data = join(await temporaryDirectory(), 'data');
    const quiet = { code: 0, out: '', err: '' };
    expect(await stoppedServe('--data', data)).toEqual(quiet);
    expect(await readFile(join(data, 'cluster.sqlite'), 'utf8')).toMatch(/^SQLite/);
    await expect(stoppedServe('--data', data, '--scenario', 'no-such')).rejects.toThrow(
      /^there is no scenario "no-such"/,
    );
    // Neither the end nor the refusal kept the directory locked.
    expect(await stoppedServe('--data', data)).toEqual(quiet);
  });

  test('data that cannot be used is refused with the name of the option', async () => {
    const data = await temporaryDirectory();
    await writeFile(join(data, 'cluster.sqlite'), '');
    await expect(stoppedServe('--data', data)).rejects.toThrow(/^--data: .*it is empty/);
    await expect(stoppedServe('--data', data)).rejects.toBeInstanceOf(UsageError);
  });

  test('a copy of the data that cannot be made is reported, and the service works without it', async () => {
    const data = await temporaryDirectory();
    await stoppedServe('--data', data);
    await rm(join(data, 'cluster.sqlite.good'), { force: true });
    await mkdir(join(data, 'cluster.sqlite.good'));
    const { code, err } = await stoppedServe('--data', data);
    expect(code).toBe(0);
    expect(err).toMatch(/^storedeck: no copy of the data was made: .*cluster\.sqlite\.good/);
  });
});

test('serve names what is wrong with the command that leads to a Ceph cluster', async () => {
  const argv = ['serve', '--engine', 'ceph', '--listen', '127.0.0.1:0'];
  const tried = run([...argv, '--via', "ssh 'mon1"], fakeIo());
  await expect(tried).rejects.toThrow(/^--via: "ssh 'mon1" cannot be run: /);
});

test('serve warns of an address that others reach, and goes on without its control socket', async () => {
  const directory = await temporaryDirectory();
  const [tokenFile, control] = [join(directory, 'token'), join(directory, 'none', 'control.sock')];
  const io = fakeIo();
  const argv = ['--listen', '0.0.0.0:0', '--token-file', tokenFile, '--control', control, '--scale', '3'];
  const ended = run(['serve', ...argv], io);
  await vi.waitFor(() => expect(io.written.out).not.toBe(''), 5000);
  io.stop();
  expect(await ended).toBe(0);
  expect(io.written.err.split('\n')).toEqual([
    `storedeck: changes to the CRUSH map cannot be decided here (give --control): cannot listen on ${control}: permission denied: ports below 1024 need root, and a socket needs a writable directory`,
    expect.stringMatching(/^storedeck: listening on 0\.0\.0\.0 without TLS: .*--tls-cert/),
    `The token is in ${tokenFile}, made now; to open the console:`,
    expect.stringMatching(/^ {2}storedeck --url http:/),
    '',
  ]);
});
