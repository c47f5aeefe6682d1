import { describe, expect, test } from 'vitest';
import { HOOK_EVENTS } from '../../../../src/api/contract/hooks.ts';
import type { Input } from '../../../../src/api/contract/index.ts';
import { runOperation } from '../../../../src/service/http/runOperation.ts';
import { refusal, storageBench } from '../storage.ts';

type Body = Input<'createHook'>['body'];
type Changes = Partial<Body> & Pick<Body, 'event'>;

const SCRIPT = { name: 'page.sh', contents: '#!/bin/sh\necho "$STOREDECK_EVENT"\n' };

/** A cluster of three servers, the first script, and another one. */
async function bench() {
  const { api, engine } = storageBench();
  const { id } = await api.createScript({ body: SCRIPT });
  return { api, engine, scriptId: Number(id) };
}

test('every event is a hook point, and events of the whole cluster have no choice of servers', async () => {
  const { api } = await bench();
  const points = await api.listHookPoints();
  expect(points.map(({ name }) => name)).toEqual(HOOK_EVENTS);
  expect(points.filter(({ canChooseServer }) => !canChooseServer).map(({ name }) => name)).toEqual([
    'OnHealthDegrade',
    'OnHealthRecover',
    'PreCrushMapChange',
    'PostCrushMapChange',
    'PostConfigChanged',
  ]);
});

describe('a script', () => {
  test('a script is saved and read back, changed and deleted', async () => {
    const { api, scriptId } = await bench();
    const params = { id: scriptId };
    expect(await api.getScript({ params })).toBe(SCRIPT.contents);
    expect((await api.listScripts()).at(-1)).toEqual({ id: scriptId, name: SCRIPT.name });
    await api.updateScript({ params, body: { name: 'call.sh' } });
    await api.updateScript({ params, body: { contents: '#!/bin/true\n' } });
    expect(await api.getScript({ params })).toBe('#!/bin/true\n');
    expect((await api.listScripts()).at(-1)).toEqual({ id: scriptId, name: 'call.sh' });
    await api.deleteScript({ params });
    expect(await refusal(api.getScript({ params }))).toMatchObject({ status: 404 });
  });

  test('an invalid script is refused, and nothing changes', async () => {
    const { api, scriptId } = await bench();
    const before = await api.listScripts();
    const bad = { name: 'bad.sh', contents: 'echo no program' };
    expect(await refusal(api.createScript({ body: bad }))).toMatchObject({ status: 400 });
    expect(await refusal(api.createScript({ body: { ...SCRIPT, name: '../x' } }))).toMatchObject({
      status: 400,
    });
    expect(await refusal(api.createScript({ body: SCRIPT }))).toEqual({
      status: 409,
      message: `script ${scriptId} is already named page.sh: choose another name`,
    });
    const params = { id: scriptId };
    expect(await refusal(api.updateScript({ params, body: { contents: bad.contents } }))).toMatchObject({
      status: 400,
    });
    expect(await refusal(api.updateScript({ params, body: { name: before[0]!.name! } }))).toMatchObject({
      status: 409,
    });
    expect(await api.listScripts()).toEqual(before);
    expect(await api.getScript({ params })).toBe(SCRIPT.contents);
  });

  test('a script that a hook uses is not deleted', async () => {
    const { api, scriptId } = await bench();
    await api.createHook({ body: { scriptId, event: 'OnHealthDegrade' } });
    expect(await refusal(api.deleteScript({ params: { id: scriptId } }))).toEqual({
      status: 409,
      message: 'the script page.sh is in use by hook 1 (OnHealthDegrade): delete the hook first',
    });
    await api.deleteHook({ params: { id: 1 } });
    await api.deleteScript({ params: { id: scriptId } });
  });
});

describe('a hook', () => {
  test('a hook is read back with the names of its script and servers', async () => {
    const { api, scriptId } = await bench();
    await api.createHook({ body: { scriptId, event: 'PostStoreDaemonStart', serverIds: [3, 1, 3] } });
    await api.createHook({ body: { scriptId, event: 'PostStoreDaemonStart', allServers: true } });
    await api.createHook({ body: { scriptId, event: 'OnHealthRecover', allServers: false, serverIds: [] } });
    const common = { scriptId, scriptName: 'page.sh' };
    expect(await api.listHooks()).toEqual([
      {
        id: 1,
        ...common,
        event: 'PostStoreDaemonStart',
        allServers: false,
        serverIds: [3, 1],
        serverNames: ['stor-03', 'stor-01'],
      },
      { id: 2, ...common, event: 'PostStoreDaemonStart', allServers: true, serverIds: [], serverNames: [] },
      { id: 3, ...common, event: 'OnHealthRecover', allServers: false, serverIds: [], serverNames: [] },
    ]);
  });

  test('a hook is changed in part', async () => {
    const { api, scriptId } = await bench();
    const change = (body: Parameters<typeof api.updateHook>[0]['body']) =>
      api.updateHook({ params: { id: 1 }, body });
    const hook = async () => (await api.listHooks())[0];
    await api.createHook({ body: { scriptId, event: 'PreFormatDisk', serverIds: [1, 2] } });
    await change({ event: 'PostFormatDisk' });
    expect(await hook()).toMatchObject({ event: 'PostFormatDisk', serverIds: [1, 2] });
    await change({ allServers: true });
    expect(await hook()).toMatchObject({ allServers: true, serverIds: [] });
    await change({ serverIds: [2] });
    expect(await hook()).toMatchObject({ allServers: false, serverIds: [2] });
    await change({ scriptId: 1 });
    expect(await hook()).toMatchObject({ scriptId: 1, serverIds: [2] });
    await change({ event: 'OnHealthDegrade' });
    expect(await hook()).toMatchObject({ event: 'OnHealthDegrade', allServers: false, serverIds: [] });
    const back = await refusal(change({ event: 'PreFormatDisk' }));
    expect(back).toEqual({
      status: 400,
      message: 'PreFormatDisk happens on servers: set allServers or list some in serverIds',
    });
    expect(await hook()).toMatchObject({ event: 'OnHealthDegrade' });
  });

  test.each<[status: number, reason: string, changes: Changes]>([
    [400, 'OnHealthDegrade runs on the management node', { event: 'OnHealthDegrade', allServers: true }],
    [400, 'OnHealthDegrade runs on the management node', { event: 'OnHealthDegrade', serverIds: [1] }],
    [400, 'happens on servers', { event: 'PreDaemonStart' }],
    [400, 'exclude each other', { event: 'PreDaemonStart', allServers: true, serverIds: [1] }],
    [404, 'there is no server 4', { event: 'PreDaemonStart', serverIds: [1, 4] }],
    [404, 'there is no script 9: the existing ones are 1, 2', { event: 'OnHealthDegrade', scriptId: 9 }],
  ])('a hook is refused (%i): %s', async (status, reason, changes) => {
    const { api, scriptId } = await bench();
    const refused = await refusal(api.createHook({ body: { scriptId, ...changes } }));
    expect(refused.status).toBe(status);
    expect(refused.message).toContain(reason);
    expect(await api.listHooks()).toEqual([]);
  });

  test('a hook for an unknown event is refused before the cluster sees it', async () => {
    const { engine, scriptId } = await bench();
    const context = { signal: new AbortController().signal, by: 'test' };
    const body = { scriptId, event: 'OnFullMoon' };
    expect(await runOperation(engine, 'createHook', { body }, context, () => {})).toMatchObject({
      status: 400,
    });
  });

  test('an unknown hook is not found', async () => {
    const { api } = await bench();
    const params = { id: 7 };
    expect(await refusal(api.deleteHook({ params }))).toMatchObject({ status: 404 });
    expect(await refusal(api.executeHook({ params }))).toMatchObject({ status: 404 });
    expect(await refusal(api.updateHook({ params, body: { scriptId: 1 } }))).toMatchObject({ status: 404 });
  });
});
