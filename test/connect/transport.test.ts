import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createApi } from '../../src/api/client.ts';
import type { Transport } from '../../src/api/transport.ts';
import { emptyConfig } from '../../src/config/config.ts';
import { resolveContext, type ServiceTarget } from '../../src/config/context.ts';
import { ConfigError } from '../../src/config/error.ts';
import { checkScenario } from '../../src/connect/checkScenario.ts';
import { openTransport } from '../../src/connect/transport.ts';
import { temporaryDirectory } from '../commands/onService.ts';
import { serve, TOKEN } from '../service/http/serve.ts';
import { tinyEngine } from '../service/tinyEngine.ts';
import { fakeClock } from '../support/fakeClock.ts';

const around = { env: {}, clock: fakeClock() };
const demo = (scenario?: string) =>
  ({ kind: 'demo', ...(scenario !== undefined && { scenario }) }) as ServiceTarget;
const service = (more: object) =>
  ({
    kind: 'service',
    baseUrl: 'http://127.0.0.1:9',
    allowPlainHttp: true,
    ...more,
  }) as unknown as ServiceTarget;

test('an unknown scenario is refused before the screen is drawn', async () => {
  await expect(checkScenario(demo('no-such'))).rejects.toThrow(/^--demo: /);
  await expect(checkScenario(demo('no-such'))).rejects.toBeInstanceOf(ConfigError);
  await checkScenario(demo('calm'));
  await checkScenario(demo());
  await checkScenario(service({}));
});

test('--demo opens a simulated cluster of the requested scenario inside this process', async () => {
  const transport = await openTransport(demo('host-down'), around);
  onTestFinished(() => transport.close());
  const api = createApi({ transport, readOnly: () => false, clock: fakeClock() });
  expect((await api.listPools()).length).toBeGreaterThan(0);
  await expect(openTransport(demo('no-such'), around)).rejects.toThrow(/^--demo: /);
});

test('unreadable certificates prevent a connection', async () => {
  const opening = openTransport(service({ caFile: '/nowhere/ca.pem' }), around);
  await expect(opening).rejects.toThrow(/^cannot read ca-file \/nowhere\/ca\.pem: /);
  await expect(openTransport(service({ caFile: '/nowhere/ca.pem' }), around)).rejects.toBeInstanceOf(
    ConfigError,
  );
});

const apiOf = (transport: Transport) => createApi({ transport, readOnly: () => false, clock: fakeClock() });

test('a service is asked with the token of its context, and refuses without it', async () => {
  const { url } = await serve(tinyEngine());
  const open = async (more: object) => {
    const transport = await openTransport(service({ baseUrl: url, ...more }), {
      ...around,
      env: { CLUSTER_TOKEN: TOKEN },
    });
    onTestFinished(() => transport.close());
    return apiOf(transport).listFlags();
  };
  expect(await open({ token: { kind: 'env', variable: 'CLUSTER_TOKEN' } })).toHaveLength(2);
  await expect(open({})).rejects.toThrow(/token/i);
});

test('a service with a socket is asked there, not at its address', async () => {
  const socket = join(await temporaryDirectory(), 'none.sock');
  const transport = await openTransport(
    service({ baseUrl: 'http://localhost/api', unixSocket: socket }),
    around,
  );
  onTestFinished(() => transport.close());
  await expect(apiOf(transport).listFlags()).rejects.toThrow(socket);
});

test.each<[string, object, object, readonly string[]]>([
  ['as it is configured there', {}, {}, ['"name": "client.admin"']],
  [
    'by the given configuration file and user',
    { conf: '/etc/ceph/b.conf', cephUser: 'client.ops' },
    { brief: true, stopped: new AbortController().signal },
    ['"conf": "/etc/ceph/b.conf"', '"name": "client.ops"'],
  ],
])(
  'a cluster behind a command is reached through it %s, in this process',
  async (_, more, options, parts) => {
    const directory = await temporaryDirectory();
    const [command, said] = [join(directory, 'reach'), join(directory, 'said')];
    await writeFile(command, `#!/bin/sh\nexec cat > ${said}\n`, { mode: 0o755 });
    const clock = fakeClock();
    const target = { ...resolveContext(emptyConfig, { via: `${command} mon1` }, {}), ...more };
    const transport = await openTransport(target, { env: { XDG_STATE_HOME: directory }, clock, ...options });
    const api = createApi({ transport, readOnly: () => false, clock });
    const asked = api.listFlags().catch((error: unknown) => String(error));
    await vi.waitFor(async () => expect(await readFile(said, 'utf8')).toContain('name'), 10_000);
    const text = (await readFile(said, 'utf8')).replaceAll('\\', '');
    for (const part of parts) expect(text.replaceAll('":"', '": "')).toContain(part);
    let isClosed = false;
    void transport.close().then(() => (isClosed = true));
    await vi.waitFor(async () => {
      await clock.advance(500);
      expect(isClosed).toBe(true);
    }, 10_000);
    expect(await asked).toBeDefined();
  },
);
