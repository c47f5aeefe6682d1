import { describe, expect, test } from 'vitest';
import { refusal } from '../storage.ts';
import { logged } from '../support.ts';
import { iscsiBench as bench } from './bench.ts';

const ONE = { serviceId: 1 };

test('the initial service has the gateways that the cluster counts, clients, a group and disks', async () => {
  const { service, gateways } = bench();
  const { iqn, gateways: paths = [], clients = [], groups = [] } = await service();
  expect(iqn).toMatch(/^iqn\.\d{4}-\d{2}\./);
  expect(paths).toHaveLength((await gateways())?.total ?? 0);
  expect(groups).toMatchObject([
    { name: 'hypervisors', members: clients.slice(0, 2).map(({ name }) => name) },
  ]);
  // A member has the disks of its group.
  expect(clients[0]).toMatchObject({ group: 'hypervisors', luns: groups[0]!.luns! });
  expect(groups[0]!.luns!.map(({ id }) => id)).toEqual([0, 1]);
});

describe('a gateway', () => {
  test('a gateway is added by a task, and counts from then on', async () => {
    const { api, finish, service, gateways, gateway, servers, engine } = bench();
    const { free } = await servers();
    const before = (await service()).gateways ?? [];
    const task = await finish(api.addIscsiGateway({ params: ONE, body: gateway(free[0]!) }));
    expect(task).toMatchObject({ state: 'FINISHED', startedBy: 'console', object: 'iscsi 1' });
    const { iqn, gateways: now = [] } = await service();
    const { name, ip } = now.at(-1)!;
    expect(task.output?.trim().split('\n')).toEqual([
      `${name}: writing the configuration of ${iqn}`,
      `${name}: listening on ${ip}:3260`,
      'iSCSI service 1 has one more gateway',
    ]);
    expect(now).toEqual([
      ...before,
      { name: engine.cluster.model.hosts[free[0]! - 1]!.name, ip: gateway(free[0]!).ip },
    ]);
    engine.cluster.step();
    expect(await gateways()).toEqual({ online: 3, total: 3 });
  });

  test('an invalid gateway is refused at once', async () => {
    const { api, gateway, servers, engine } = bench();
    const { taken, free } = await servers();
    const add = (body: { serverId: number; ip: string }) =>
      refusal(api.addIscsiGateway({ params: ONE, body }));
    expect(await add(gateway(99))).toMatchObject({ status: 404 });
    expect((await add(gateway(taken))).message).toContain('is already a gateway of iSCSI service 1');
    expect((await add({ serverId: free[0]!, ip: 'here' })).message).toContain('ip is not an IP address');
    const strange = await add({ serverId: free[0]!, ip: '192.0.2.1' });
    expect(strange).toMatchObject({ status: 400 });
    expect(strange.message).toMatch(/192\.0\.2\.1 is not configured on stor-\d+, which has 10\.1\.0\.\d+, /);
    engine.cluster.killHost(engine.cluster.model.hosts[free[0]! - 1]!.name);
    expect(await add(gateway(free[0]!))).toMatchObject({ status: 409 });
    expect((await api.listTasks({ query: { limit: 1 } })).totalElements).toBe(0);
  });

  test('a gateway is not set up if its server was lost or taken meanwhile', async () => {
    const { api, finish, gateway, servers, service, engine } = bench();
    const [one = 0, two = 0] = (await servers()).free;
    const first = api.addIscsiGateway({ params: ONE, body: gateway(one) });
    const second = api.addIscsiGateway({ params: ONE, body: gateway(one) });
    const third = api.addIscsiGateway({ params: ONE, body: gateway(two) });
    await first;
    await second;
    await third;
    engine.cluster.killHost(engine.cluster.model.hosts[two - 1]!.name);
    expect(await finish(first)).toMatchObject({ state: 'FINISHED' });
    expect(await finish(second)).toMatchObject({ state: 'FAILED' });
    expect(await finish(third)).toMatchObject({ state: 'FAILED' });
    expect((await service()).gateways).toHaveLength(3);
  });
});

describe('iSCSI service', () => {
  test('a service is created by a task that returns its id, and deleted with its gateways', async () => {
    const { api, finish, gateway, servers, service, gateways, engine } = bench();
    const { free } = await servers();
    const body = { servers: [gateway(free[0]!), gateway(free[1]!)] };
    const started = api.createIscsiService({ body });
    await started;
    expect(await refusal(service(2))).toMatchObject({ status: 404 });
    const { state, output } = await finish(started);
    expect(state).toBe('FINISHED');
    expect(output).toContain('iSCSI service 2 is ready');
    expect((await service(2)).gateways).toHaveLength(2);
    engine.cluster.step();
    expect(await gateways()).toEqual({ online: 4, total: 4 });

    await api.deleteIscsiService({ params: { serviceId: 2 } });
    expect(await refusal(service(2))).toMatchObject({ status: 404 });
    expect(await gateways()).toEqual({ online: 2, total: 2 });
    expect(logged(engine.cluster.model, 'iSCSI service 2: deleted')).toHaveLength(1);
    expect(await finish(api.createIscsiService({ body }))).toMatchObject({ object: 'iscsi 3' });
  });

  test('a service is not created if its task is cancelled', async () => {
    const { api, finish, gateway, servers, service } = bench();
    const { free } = await servers();
    const started = api.createIscsiService({ body: { servers: [gateway(free[0]!)] } });
    await api.cancelTask({ params: { id: (await started).id! } });
    expect(await finish(started)).toMatchObject({ state: 'CANCELED' });
    expect(await refusal(service(2))).toMatchObject({ status: 404 });
  });

  test('a service is refused with the same server twice, or with more servers than an image has paths', async () => {
    const { api, gateway, servers } = bench();
    const { free } = await servers();
    const create = (ids: number[]) =>
      refusal(api.createIscsiService({ body: { servers: ids.map((id) => gateway(id)) } }));
    expect((await create([free[0]!, free[0]!])).message).toContain('is listed twice');
    expect(await create(free.slice(0, 5))).toEqual({
      status: 409,
      message: 'a service has at most 4 gateways: create another one for more servers',
    });
  });

  test('a service is not deleted while clients have its disks', async () => {
    const { api, service } = bench();
    expect(await refusal(api.deleteIscsiService({ params: ONE }))).toMatchObject({ status: 409 });
    expect((await service()).gateways).toHaveLength(2);
  });
});

describe('shell of a gateway', () => {
  test('the shell of a gateway is offered for a minute', async () => {
    const { api, engine } = bench();
    const shell = await api.connectIscsiTerminal({ params: ONE });
    expect(shell).toMatchObject({ tlsPort: 8443, plaintextPort: 8080, iscsi: true });
    expect(shell.path).toMatch(/^\/terminal\/iscsi\/1\/stor-\d+$/);
    expect(shell.authToken).toHaveLength(43);
    const now = engine.cluster.model.timeOf(engine.cluster.model.tick) / 1000;
    expect(shell.validUntil! - now).toBe(60);
    expect((await api.connectIscsiTerminal({ params: ONE })).authToken).not.toBe(shell.authToken);
  });

  test('the shell is opened on a gateway that answers', async () => {
    const { api, engine, service } = bench();
    for (const { name = '' } of (await service()).gateways ?? []) engine.cluster.killHost(name);
    expect(await refusal(api.connectIscsiTerminal({ params: ONE }))).toMatchObject({ status: 409 });
  });
});
