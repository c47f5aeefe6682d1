import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOOK_EVENTS } from '../../../src/api/contract/hooks.ts';
import type { SectionTests } from '../suite.ts';
import { gatewayId } from './tools.ts';

const NAME = 'suite-hook.sh';
const script = (words: string) => `#!/bin/sh\necho "${words} $STOREDECK_EVENT"\n`;
const NIX = { params: { id: 99_999 } };

export const hookTests: SectionTests = (site) => {
  let scriptId = Number.NaN;
  const of = (id: number) => ({ params: { id } });
  const hooks = async () => (await site().api.listHooks()).filter((hook) => hook.scriptId === scriptId);
  const install = async (event: (typeof HOOK_EVENTS)[number], more = {}) => {
    await site().api.createHook({ body: { scriptId, event, ...more } });
    return (await hooks()).at(-1)?.id ?? Number.NaN;
  };
  /** The latest run of the script. */
  const run = (after: number) =>
    site().eventually(
      async () => (await site().api.listTasks({ query: { limit: 50 } })).data ?? [],
      (tasks) => tasks.some(({ id = 0, object, done }) => id > after && object === NAME && done),
    );
  const latest = async () => {
    const { data = [] } = await site().api.listTasks({ query: { limit: 50 } });
    return Math.max(0, ...data.map(({ id = 0 }) => id));
  };

  beforeAll(async () => {
    const { id } = await site().api.createScript({ body: { name: NAME, contents: script('first') } });
    scriptId = Number(id);
  });
  afterAll(async () => {
    await site().api.deleteScript(of(scriptId));
    await site().declines('deleteScript', 404, new RegExp(String(scriptId)), of(scriptId));
  });

  test('a script is saved unchanged, under a unique name', async () => {
    expect(await site().api.getScript(of(scriptId))).toBe(script('first'));
    expect(await site().api.listScripts()).toContainEqual({ id: scriptId, name: NAME });
    const body = { name: NAME, contents: script('x') };
    await site().declines('createScript', 409, /suite-hook/, { body });
    await site().declines('createScript', 400, /#!/, { body: { name: 'x.sh', contents: 'echo' } });
    await site().declines('getScript', 404, /99999/, NIX);
    await site().declines('deleteScript', 404, /99999/, NIX);
  });

  test('a script is changed and renamed', async () => {
    await site().api.updateScript({
      ...of(scriptId),
      body: { name: 'renamed.sh', contents: script('second') },
    });
    expect(await site().api.listScripts()).toContainEqual({ id: scriptId, name: 'renamed.sh' });
    await site().api.updateScript({ ...of(scriptId), body: { name: NAME } });
    expect(await site().api.getScript(of(scriptId))).toBe(script('second'));
    await site().declines('updateScript', 404, /99999/, { ...NIX, body: { name: 'x.sh' } });
    await site().declines('updateScript', 400, /named/, { ...of(scriptId), body: { name: '../x' } });
  });

  test('hooks are added to the events of the interface, moved and deleted', async () => {
    const points = await site().api.listHookPoints();
    expect(points.map(({ name }) => name).toSorted()).toEqual([...HOOK_EVENTS].toSorted());
    const { hostname } = site().traits.gateways[0];
    const server = await gatewayId(site(), 0);
    const id = await install('PostDaemonStart', { serverIds: [server] });
    expect(await hooks()).toEqual([
      {
        id,
        scriptId,
        scriptName: NAME,
        event: 'PostDaemonStart',
        allServers: false,
        serverIds: [server],
        serverNames: [hostname],
      },
    ]);
    await site().api.updateHook({ ...of(id), body: { event: 'PostConfigChanged' } });
    expect(await hooks()).toMatchObject([{ id, event: 'PostConfigChanged', serverIds: [] }]);
    await site().declines('deleteScript', 409, /hook/, of(scriptId));
    const wrong = { scriptId, event: 'PostDaemonStart' };
    await site().declines('createHook', 400, /servers/, { body: wrong });
    await site().declines('createHook', 404, /99999/, { body: { ...wrong, scriptId: 99_999 } });
    await site().declines('updateHook', 404, /99999/, { ...NIX, body: { event: 'PostDaemonStart' } });
    await site().declines('updateHook', 400, /event/, { ...of(id), body: { event: 'Never' } });
    await site().api.deleteHook(of(id));
    expect(await hooks()).toEqual([]);
    await site().declines('deleteHook', 404, new RegExp(String(id)), of(id));
  });

  test('a hook is run on request, and its task has the output of the script', async () => {
    const id = await install('OnHealthRecover');
    const before = await latest();
    await site().api.executeHook(of(id));
    const tasks = await run(before);
    const task = tasks.find(({ object, id: own = 0 }) => object === NAME && own > before);
    expect(task).toMatchObject({
      state: 'FINISHED',
      output: expect.stringContaining('second OnHealthRecover'),
    });
    await site().declines('executeHook', 404, /99999/, NIX);
    await site().api.deleteHook(of(id));
  });

  test('a server hook runs once for each of its servers that can be reached', async () => {
    const { hostname } = site().traits.gateways[0];
    const id = await install('PostDaemonStart', { serverIds: [await gatewayId(site(), 0)] });
    await site().api.updateScript({ ...of(scriptId), body: { contents: '#!/bin/sh\nenv\n' } });
    const before = await latest();
    await site().api.executeHook(of(id));
    const task = (await run(before)).find(({ object, id: own = 0 }) => object === NAME && own > before);
    expect(task).toMatchObject({ state: 'FINISHED', output: expect.stringContaining(`=${hostname}`) });
    await site().api.updateHook({ ...of(id), body: { allServers: true } });
    await site().limited('executeHook', /cannot (?:be )?reach/, of(id));
    await site().api.deleteHook(of(id));
  });

  test('a hook runs when its event occurs', async () => {
    const id = await install('PostConfigChanged');
    const before = await latest();
    const name = 'osd_max_backfills';
    await site().api.changeSetting({ body: { name, value: { type: 'INT', value: 3 } } });
    const tasks = await run(before);
    const task = tasks.find(({ object, id: own = 0 }) => object === NAME && own > before);
    expect(task).toMatchObject({ state: 'FINISHED', output: expect.stringContaining('PostConfigChanged') });
    await site().api.deleteHook(of(id));
    await site().api.resetSetting({ body: { name } });
  });
};
