import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApi, type Api } from '../../../../src/api/client.ts';
import type { Input } from '../../../../src/api/contract/index.ts';
import { embeddedTransport } from '../../../../src/service/embedded.ts';
import type { SimEngine } from '../../../../src/service/sim/engine.ts';
import { hookHandlers } from '../../../../src/service/sim/hooks/handlers.ts';
import { SimHooks, type SimHookOptions } from '../../../../src/service/sim/hooks/hooks.ts';
import { memoryPersistence } from '../../../../src/service/sim/persistence/persistence.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { isRunning } from '../../../support/processes.ts';
import { refusal, storageBench } from '../storage.ts';
import { isHealthy, logged, simulate, stepUntil } from '../support.ts';

type HookBody = Omit<Input<'createHook'>['body'], 'scriptId'>;

/** Installs a script at an event. */
async function hook(api: Api, contents: string, body: HookBody): Promise<number> {
  const scripts = await api.listScripts();
  const { id } = await api.createScript({ body: { name: `script${scripts.length}.sh`, contents } });
  await api.createHook({ body: { scriptId: Number(id), ...body } });
  return (await api.listHooks()).at(-1)!.id!;
}

/** The tasks of hooks, oldest first, once all have ended. Scripts run in real time and tasks in simulated seconds. */
async function hookTasks(api: Api, { cluster }: SimEngine) {
  for (;;) {
    const { data = [] } = await api.listTasks({ query: { order: 'ASC' } });
    const runs = data.filter(({ name }) => name?.startsWith('Hook'));
    if (runs.every(({ done }) => done)) return runs;
    cluster.step();
    await wait(5);
  }
}

const outputs = async (api: Api, engine: SimEngine) =>
  (await hookTasks(api, engine)).map(({ output }) => output);

/** Steps until a script has written a file, and returns its content. */
async function firstOutput(api: Api, { cluster }: SimEngine): Promise<string> {
  for (;;) {
    const { data: [task] = [] } = await api.listTasks();
    if (task?.output !== '' && task?.output !== undefined) return task.output;
    cluster.step();
    await wait(5);
  }
}

describe('running a hook', () => {
  test('a hook runs its script, and the output goes to a task and to the log', async () => {
    const { api, engine } = storageBench();
    const contents =
      '#!/usr/bin/env sh\necho "$STOREDECK_EVENT $STOREDECK_HOOK $STOREDECK_SCRIPT"\necho again';
    const id = await hook(api, contents, { event: 'OnHealthDegrade' });
    await api.executeHook({ params: { id } });
    expect(await hookTasks(api, engine)).toMatchObject([
      {
        name: 'Hook OnHealthDegrade',
        object: 'script1.sh',
        startedBy: 'console',
        state: 'FINISHED',
        output: 'OnHealthDegrade 1 script1.sh\nagain\n',
      },
    ]);
    expect(logged(engine.cluster.model, 'hook 1 (OnHealthDegrade, script1.sh): again')).toHaveLength(1);
  });

  test('a hook fails with its script', async () => {
    const { api, engine } = storageBench();
    const id = await hook(api, '#!/bin/sh\necho trouble >&2\nexit 3', { event: 'OnHealthDegrade' });
    await api.executeHook({ params: { id } });
    const [task] = await hookTasks(api, engine);
    expect(task).toMatchObject({ state: 'FAILED', output: 'trouble\nexit status 3\n' });
    const [line] = await api.readLogs({ query: { service: ['mgmt'], priority: [4] } });
    expect(line?.m).toBe('hook 1 (OnHealthDegrade, script1.sh): exit status 3');
  });

  test('a hook runs once for each of its servers, and continues if one fails', async () => {
    const { api, engine } = storageBench();
    const contents =
      '#!/bin/sh\necho "$STOREDECK_SERVER is $STOREDECK_SERVER_ID"\n[ "$STOREDECK_SERVER_ID" != 1 ]';
    const id = await hook(api, contents, { event: 'PreFormatDisk', serverIds: [1, 3] });
    await api.executeHook({ params: { id } });
    expect(await hookTasks(api, engine)).toMatchObject([
      {
        state: 'FAILED',
        output: 'stor-01: stor-01 is 1\nstor-03: stor-03 is 3\nstor-01: exit status 1\n',
      },
    ]);
  });

  test('a hook is killed when its task is cancelled', async () => {
    const { api, engine } = storageBench();
    const id = await hook(api, '#!/bin/sh\necho $$\nexec sleep 600', { event: 'OnHealthDegrade' });
    await api.executeHook({ params: { id } });
    const pid = (await firstOutput(api, engine)).trim();
    expect(isRunning(pid)).toBe(true);
    const { data: [task] = [] } = await api.listTasks();
    await api.cancelTask({ params: { id: task!.id! } });
    expect(await hookTasks(api, engine)).toMatchObject([{ state: 'CANCELED' }]);
    await vi.waitUntil(() => !isRunning(pid), 30_000);
  });

  test('a hook is killed when the engine is closed, and leaves nothing behind', async () => {
    const { api, engine } = storageBench();
    const id = await hook(api, '#!/bin/sh\necho $$ $HOME\nexec sleep 600', { event: 'OnHealthDegrade' });
    await api.executeHook({ params: { id } });
    const [pid = '', home = ''] = (await firstOutput(api, engine)).trim().split(' ');
    expect(existsSync(home)).toBe(true);
    await engine.close();
    await vi.waitUntil(() => !isRunning(pid) && !existsSync(home), 30_000);
  });

  test('a hook runs the script as it was when the run began', async () => {
    const { api, engine } = storageBench();
    const id = await hook(api, '#!/bin/sh\necho old', { event: 'OnHealthDegrade' });
    await api.executeHook({ params: { id } });
    await api.updateScript({ params: { id: 2 }, body: { contents: '#!/bin/sh\necho new' } });
    await api.deleteHook({ params: { id } });
    expect(await outputs(api, engine)).toEqual(['old\n']);
  });
});

describe('hooks at events', () => {
  const SHOW =
    '#!/bin/sh\necho "$STOREDECK_EVENT: $STOREDECK_HEALTH_BEFORE > $STOREDECK_HEALTH: $STOREDECK_CHECKS"';

  test('hooks run when the health gets worse, and when it is back to normal', async () => {
    const { api, engine } = storageBench();
    await hook(api, SHOW, { event: 'OnHealthDegrade' });
    await hook(api, SHOW, { event: 'OnHealthRecover' });
    engine.cluster.step(30);
    expect(await hookTasks(api, engine)).toEqual([]);
    engine.cluster.setFlag('noscrub', true);
    engine.cluster.step(2);
    expect(await outputs(api, engine)).toEqual(['OnHealthDegrade: HEALTH_OK > HEALTH_WARN: OSDMAP_FLAGS\n']);
    engine.cluster.setFlag('noscrub', false);
    stepUntil(engine.cluster, 30, isHealthy(engine.cluster));
    engine.cluster.step(2);
    expect((await outputs(api, engine)).slice(1)).toEqual(['OnHealthRecover: HEALTH_WARN > HEALTH_OK: \n']);
  });

  test('hooks run when a setting was changed', async () => {
    const { api, engine } = storageBench();
    await hook(api, '#!/bin/sh\necho "$STOREDECK_SETTING"', { event: 'PostConfigChanged' });
    await api.changeSetting({ body: { name: 'osd_max_backfills', value: { value: 2 } } });
    await refusal(api.changeSetting({ body: { name: 'osd_max_backfills', value: { value: -2 } } }));
    await api.resetSetting({ body: { name: 'osd_max_backfills' } });
    expect(await outputs(api, engine)).toEqual(['osd_max_backfills\n', 'osd_max_backfills\n']);
  });

  test('hooks run before and after a change of the networks, in this order', async () => {
    const { api, engine } = storageBench();
    const contents = '#!/bin/sh\necho "$STOREDECK_EVENT $STOREDECK_NETWORK"';
    await hook(api, contents, { event: 'PostNetworkConfig', serverIds: [2] });
    await hook(api, contents, { event: 'PreNetworkConfig', serverIds: [2] });
    await api.createNetwork({ body: { ip: '192.0.2.0', netmask: 24 } });
    await refusal(api.deleteNetwork({ params: { id: 1 } }));
    expect(await outputs(api, engine)).toEqual([
      'stor-02: PreNetworkConfig 192.0.2.0/24\n',
      'stor-02: PostNetworkConfig 192.0.2.0/24\n',
    ]);
  });

  test('an event of a server reaches the hooks that selected it', async () => {
    const { api, engine } = storageBench();
    const contents = '#!/bin/sh\necho "$STOREDECK_ADDRESS"';
    await hook(api, contents, { event: 'PostNetworkConfig', serverIds: [2] });
    await hook(api, contents, { event: 'PostNetworkConfig', allServers: true });
    await api.setMainIp({ body: { interfaceName: 'ens1f0', ip: '10.2.0.11' } });
    expect(await outputs(api, engine)).toEqual(['stor-01: 10.2.0.11\n']);
  });

  test('hooks run when an OSD was started', async () => {
    const { api, engine } = storageBench();
    await hook(api, '#!/bin/sh\necho "osd.$STOREDECK_OSD"', {
      event: 'PostStoreDaemonStart',
      allServers: true,
    });
    engine.cluster.killOsd(7);
    engine.cluster.disturbOsd(3, true);
    engine.cluster.step(60);
    expect(engine.cluster.osd(7).up).toBe(false);
    engine.cluster.startOsd(7);
    // This OSD was only unreachable, and its daemon was not started.
    engine.cluster.disturbOsd(3, false);
    engine.cluster.step(20);
    expect(engine.cluster.osd(3).up).toBe(true);
    expect(await outputs(api, engine)).toEqual(['stor-02: osd.7\n']);
  });

  test('hooks run when a server has booted, with its OSDs', async () => {
    const { api, engine } = storageBench();
    const contents = '#!/bin/sh\necho "$STOREDECK_EVENT"';
    for (const event of ['PreDaemonStart', 'PostDaemonStart', 'PostStoreDaemonStart'] as const)
      await hook(api, contents, { event, allServers: true });
    engine.cluster.killHost('stor-03');
    engine.cluster.step(60);
    engine.cluster.startHost('stor-03');
    engine.cluster.step(20);
    expect(engine.cluster.host('stor-03').osds.every(({ up }) => up)).toBe(true);
    expect(await outputs(api, engine)).toEqual(['stor-03: PreDaemonStart\n', 'stor-03: PostDaemonStart\n']);
  });
});

/** The operations of hooks with the given options. */
function benchWith(options: SimHookOptions) {
  const engine = simulate({ scale: 15 });
  const { model } = engine.cluster;
  const closed = new AbortController().signal;
  const hooks = new SimHooks(
    { model, clock: fakeClock(), closed, persistence: memoryPersistence() },
    options,
  );
  const transport = embeddedTransport({
    ...engine,
    handlers: { ...engine.handlers, ...hookHandlers(hooks) },
  });
  onTestFinished(() => transport.close());
  return { api: createApi({ transport, readOnly: () => false, clock: fakeClock() }), engine, hooks };
}

test('if hooks are not allowed, none runs, and the reason is shown', async () => {
  const { api, engine } = benchWith({ allowHooks: false });
  const id = await hook(api, '#!/bin/sh\necho no', { event: 'OnHealthDegrade' });
  const refused = await refusal(api.executeHook({ params: { id } }));
  expect(refused.status).toBe(501);
  expect(refused.message).toContain('start the service with storedeck serve');
  expect(await refusal(api.executeHook({ params: { id: 9 } }))).toMatchObject({ status: 404 });
  engine.cluster.setFlag('noscrub', true);
  engine.cluster.step(10);
  expect(await hookTasks(api, engine)).toEqual([]);
});

test('hooks that do not end pile up to a hundred, and no further', async () => {
  let running = 0;
  const { api, engine, hooks } = benchWith({
    // The script ends only when it is killed.
    launch(_, { ended }) {
      running++;
      return { kill: () => ended({ kind: 'killed', signal: 'SIGKILL' }) };
    },
  });
  const id = await hook(api, '#!/bin/sh\n', { event: 'PostConfigChanged' });
  for (let count = 0; count < 150; count++) hooks.fire('PostConfigChanged');
  engine.cluster.step(5);
  const { data: tasks = [] } = await api.listTasks();
  expect(tasks.map(({ state }) => state)).toEqual([...Array<string>(99).fill('WAITING'), 'RUNNING']);
  await vi.waitUntil(() => running > 0);
  engine.cluster.step(5);
  // They run one at a time.
  expect(running).toBe(1);
  expect(logged(engine.cluster.model, 'not run, 100 hooks are already waiting')).toHaveLength(50);
  expect(await refusal(api.executeHook({ params: { id } }))).toMatchObject({ status: 503 });
  for (const { id: task = 0 } of tasks) await api.cancelTask({ params: { id: task } });
  expect(await hookTasks(api, engine)).toHaveLength(100);
});
