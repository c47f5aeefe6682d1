import { expect, onTestFinished, test } from 'vitest';
import { createApi } from '../../src/api/client.ts';
import { ConfigError } from '../../src/config/error.ts';
import type { ServiceTarget } from '../../src/config/context.ts';
import { checkScenario } from '../../src/connect/checkScenario.ts';
import { openTransport } from '../../src/connect/transport.ts';
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

test('a scenario that does not exist is refused before anything is shown', async () => {
  await expect(checkScenario(demo('no-such'))).rejects.toThrow(/^--demo: /);
  await expect(checkScenario(demo('no-such'))).rejects.toBeInstanceOf(ConfigError);
  await checkScenario(demo('calm'));
  await checkScenario(demo());
  await checkScenario(service({}));
});

test('a demo opens a simulated cluster inside this process, of the scenario that is asked for', async () => {
  const transport = await openTransport(demo('host-down'), around);
  onTestFinished(() => transport.close());
  const api = createApi({ transport, readOnly: () => false, now: () => 0 });
  expect((await api.listPools()).length).toBeGreaterThan(0);
  await expect(openTransport(demo('no-such'), around)).rejects.toThrow(/^--demo: /);
});

test('certificates that cannot be read keep a connection from being opened', async () => {
  const opening = openTransport(service({ caFile: '/nowhere/ca.pem' }), around);
  await expect(opening).rejects.toThrow(/^cannot read ca-file \/nowhere\/ca\.pem: /);
  await expect(openTransport(service({ caFile: '/nowhere/ca.pem' }), around)).rejects.toBeInstanceOf(
    ConfigError,
  );
});
