import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createApi } from '../../src/api/client.ts';
import type { Transport } from '../../src/api/transport.ts';
import type { ServiceTarget } from '../../src/config/context.ts';
import { ConfigError } from '../../src/config/error.ts';
import { checkScenario } from '../../src/connect/checkScenario.ts';
import { openTransport } from '../../src/connect/transport.ts';
import type { CephEngineOptions } from '../../src/service/ceph/engine.ts';
import { temporaryDirectory } from '../commands/onService.ts';
import { serve, TOKEN } from '../service/http/serve.ts';
import { tinyEngine } from '../service/tinyEngine.ts';
import { fakeClock } from '../support/fakeClock.ts';

/** The engines that were created for a cluster reached through a command, and what was done with them. */
const ceph = vi.hoisted(() => ({ options: [] as unknown[], done: [] as string[] }));
vi.mock('../../src/service/ceph/engine.ts', () => ({
  createCephEngine(options: CephEngineOptions) {
    ceph.options.push(options);
    return {
      ...tinyEngine(),
      idle: async (signal: AbortSignal) => void ceph.done.push(`idle ${signal.aborted}`),
      close: async () => void ceph.done.push('closed'),
    };
  },
}));
beforeEach(() => {
  ceph.options.length = 0;
  ceph.done.length = 0;
});

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

const via = (more: object = {}) =>
  ({ kind: 'via', via: ['ssh', 'mon1'], readOnly: 'no', ...more }) as unknown as ServiceTarget;
const apiOf = (transport: Transport) => createApi({ transport, readOnly: () => false, clock: fakeClock() });

test.each([
  ['the console, which may change the cluster', {}, 'no', 'console'],
  ['a console that was asked to be read-only', {}, 'asked', 'reader'],
  ['a console that is read-only by its configuration', {}, 'forced', 'reader'],
  ['a single command', { brief: true }, 'no', 'reader'],
])('a cluster reached through a command is served in this process to %s', async (_, more, readOnly, role) => {
  const env = { XDG_STATE_HOME: '/state', SSH_AUTH_SOCK: '/agent' };
  const transport = await openTransport(via({ readOnly }), { ...around, env, ...more });
  expect(ceph.options).toEqual([
    {
      clock: around.clock,
      via: { words: ['ssh', 'mon1'], env },
      role,
      directory: join('/state', 'storedeck', 'ceph'),
    },
  ]);
  expect(await apiOf(transport).listFlags()).toHaveLength(2);
  await transport.close();
  expect(ceph.done).toEqual(['closed']);
});

test('the configuration file, the user and the ssh settings of a cluster reached through a command are passed on', async () => {
  await openTransport(via({ conf: '/c.conf', cephUser: 'client.op', sshConfig: '/ssh.conf' }), around);
  expect(ceph.options).toMatchObject([
    { conf: '/c.conf', name: 'client.op', ssh: { configFile: '/ssh.conf', env: around.env } },
  ]);
});

test('a single command waits for the tasks that it started in this process, and the console does not', async () => {
  const { signal: stopped } = new AbortController();
  await (await openTransport(via(), { ...around, stopped })).close();
  expect(ceph.done).toEqual(['closed']);
  const brief = await openTransport(via(), { ...around, brief: true, stopped });
  expect(await apiOf(brief).listFlags()).toHaveLength(2);
  await brief.close();
  expect(ceph.done).toEqual(['closed', 'idle false', 'closed']);
});

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
