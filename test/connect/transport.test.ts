import { expect, onTestFinished, test } from 'vitest';
import { createApi } from '../../src/api/client.ts';
import type { ServiceTarget } from '../../src/config/context.ts';
import { ConfigError } from '../../src/config/error.ts';
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
