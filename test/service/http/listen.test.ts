import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createApi } from '../../../src/api/client.ts';
import { httpTransport } from '../../../src/api/http.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { readAddress } from '../../../src/service/http/address.ts';
import { exposureWarning, listen } from '../../../src/service/http/listen.ts';
import { createService } from '../../../src/service/http/service.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { tinyEngine } from '../tinyEngine.ts';
import { CERT, KEY } from './certificate.ts';
import { TOKEN } from './serve.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'storedeck-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function service() {
  const app = await createService({
    engine: tinyEngine(),
    token: TOKEN,
    version: '1',
    log: () => undefined,
    clock: systemClock(),
  });
  onTestFinished(() => app.close());
  return app;
}

describe('listen address', () => {
  test.each([
    ['127.0.0.1:7480', { kind: 'tcp', host: '127.0.0.1', port: 7480 }],
    ['mgmt-1.example:0', { kind: 'tcp', host: 'mgmt-1.example', port: 0 }],
    ['[::1]:7480', { kind: 'tcp', host: '::1', port: 7480 }],
    ['unix:/run/s.sock', { kind: 'unix', path: '/run/s.sock' }],
  ])('the address %s is parsed', (written, address) => {
    expect(readAddress(written)).toEqual(address);
  });

  test.each([
    '',
    '7480',
    ':7480',
    'host',
    'host:',
    'host:99999',
    '::1:7480',
    'unix:',
    'http://host:1',
    'a b:1',
  ])('the address %j is invalid', (written) => {
    expect(readAddress(written)).toBeUndefined();
  });

  test('an address that other machines can reach gives a warning unless TLS is used', () => {
    const everywhere = { kind: 'tcp', host: '0.0.0.0', port: 1 } as const;
    expect(exposureWarning(everywhere, false)).toMatch(
      /without TLS: anyone who can read the traffic can read the token/,
    );
    expect(exposureWarning(everywhere, true)).toBeUndefined();
    expect(exposureWarning({ kind: 'tcp', host: '127.0.0.1', port: 1 }, false)).toBeUndefined();
    expect(exposureWarning({ kind: 'tcp', host: '::1', port: 1 }, false)).toBeUndefined();
    expect(exposureWarning({ kind: 'unix', path: '/s' }, false)).toBeUndefined();
  });
});

describe('listening on a port', () => {
  test('listening on a port reports the base URL with the actual port', async () => {
    const url = await listen(await service(), { kind: 'tcp', host: '127.0.0.1', port: 0 });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/api$/);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
  });

  const HAS_IPV6 = Object.values(networkInterfaces())
    .flat()
    .some((one) => one?.address === '::1');
  test.runIf(HAS_IPV6)('listening on an IPv6 port reports the address in brackets', async () => {
    const url = await listen(await service(), { kind: 'tcp', host: '::1', port: 0 });
    expect(url).toMatch(/^http:\/\/\[::1\]:[1-9]\d*\/api$/);
  });

  test('listening on a port that is in use fails with the reason', async () => {
    const url = new URL(await listen(await service(), { kind: 'tcp', host: '127.0.0.1', port: 0 }));
    const again = listen(await service(), { kind: 'tcp', host: '127.0.0.1', port: Number(url.port) });
    await expect(again).rejects.toThrow(
      `cannot listen on ${url.host}: another process listens there: choose another port, or 0 for any free one`,
    );
  });

  test('listening on an address of another machine fails with the reason', async () => {
    const foreign = listen(await service(), { kind: 'tcp', host: '192.0.2.1', port: 0 });
    await expect(foreign).rejects.toThrow('this machine has no such address');
  });
});

describe('listening with TLS', () => {
  test('listening with TLS serves a client that trusts the certificate, and no other', async () => {
    const tls = { cert: CERT, key: KEY };
    const app = await createService({
      engine: tinyEngine(),
      token: TOKEN,
      version: '1',
      clock: systemClock(),
      tls,
      log: () => undefined,
    });
    onTestFinished(() => app.close());
    const baseUrl = await listen(app, { kind: 'tcp', host: '127.0.0.1', port: 0 });
    expect(baseUrl).toMatch(/^https:/);
    const flags = async (ca?: string) => {
      const transport = httpTransport({ baseUrl, token: async () => TOKEN, ...(ca !== undefined && { ca }) });
      onTestFinished(() => transport.close());
      return createApi({ transport, readOnly: () => true, clock: fakeClock() }).listFlags();
    };
    expect(await flags(CERT)).toHaveLength(2);
    await expect(flags()).rejects.toThrow('is not trusted');
  });
});

describe('listening on a socket', () => {
  const overSocket = async (path: string) => {
    const client = request({ socketPath: path, path: '/api/openapi.json' }).end();
    const [response] = await once(client, 'response');
    return text(response as NodeJS.ReadableStream);
  };

  test('listening on a socket creates a socket that only its owner can use', async () => {
    const path = join(directory, 's.sock');
    process.umask(0o022);
    expect(await listen(await service(), { kind: 'unix', path })).toBe(`unix:${path}`);
    expect(process.umask()).toBe(0o022);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await overSocket(path)).toContain('"openapi"');
  });

  test('nobody else can use the socket even while it is being created', async () => {
    const path = join(directory, 's.sock');
    const app = await service();
    const usual = process.umask();
    let mode = 0;
    app.server.once('listening', () => (mode = statSync(path).mode & 0o777));
    await listen(app, { kind: 'unix', path });
    expect(mode.toString(8)).toBe('600');
    expect(process.umask()).toBe(usual);
  });

  test('listening on a socket serves the client of this program', async () => {
    const path = join(directory, 's.sock');
    await listen(await service(), { kind: 'unix', path });
    const transport = httpTransport({
      baseUrl: 'http://localhost/api',
      unixSocket: path,
      token: async () => TOKEN,
    });
    onTestFinished(() => transport.close());
    const api = createApi({ transport, readOnly: () => true, clock: fakeClock() });
    expect(await api.listFlags()).toHaveLength(2);
  });

  test('listening on a socket replaces a socket that a killed process left behind', async () => {
    const path = join(directory, 's.sock');
    const script = `require('node:net').createServer().listen(process.argv[1], () => console.log('ready'))`;
    const other = spawn(process.execPath, ['-e', script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(other.stdout, 'data');
    await expect(listen(await service(), { kind: 'unix', path })).rejects.toThrow(
      `another process listens on ${path}`,
    );
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect((await stat(path)).isSocket()).toBe(true);
    await listen(await service(), { kind: 'unix', path });
    expect(await overSocket(path)).toContain('"openapi"');
  });

  test('listening on a socket never removes anything but a socket', async () => {
    const path = join(directory, 'precious');
    await writeFile(path, 'data');
    await expect(listen(await service(), { kind: 'unix', path })).rejects.toThrow(
      `${path} exists and is not a socket`,
    );
    expect((await stat(path)).isFile()).toBe(true);
  });

  test('listening on a socket reports an invalid path', async () => {
    const nowhere = join(directory, 'none', 's.sock');
    const failure = async (path: string) => {
      const reason: unknown = await listen(await service(), { kind: 'unix', path }).catch((error) => error);
      expect(reason).toMatchObject({ name: 'ListenError', cause: expect.any(Error) });
      return (reason as Error).message;
    };
    expect(await failure(nowhere)).toMatch(`cannot listen on ${nowhere}: `);
    const long = join(directory, 'x'.repeat(200));
    expect(await failure(long)).toBe(`cannot listen on ${long}: the path is too long for a socket`);
  });
});
