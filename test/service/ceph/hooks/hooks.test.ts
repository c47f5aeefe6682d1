import { expect, test } from 'vitest';
import { hookHandlers } from '../../../../src/service/ceph/hooks/handlers.ts';
import { Hooks } from '../../../../src/service/ceph/hooks/hooks.ts';
import type { TaskTable } from '../../../../src/service/ceph/tasks/board.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import type { Ending, Launch } from '../../../../src/service/hooks/process.ts';
import type { RegisteredHook } from '../../../../src/service/hooks/registry.ts';
import type { HookEvent } from '../../../../src/service/values/hookPoints.ts';
import type { StoredScript } from '../../../../src/service/values/script.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { fakeAccess, type FakeServer } from '../access/fakeAccess.ts';
import { caller } from '../handlers/support.ts';
import { sectionParts } from '../state/sections.ts';
import { taskTable } from '../taskTable.ts';

const SCRIPT = { name: 'tell.sh', contents: '#!/bin/sh\necho told\n' };

/** The hooks of a management node, whose scripts end only when the test lets them. */
function engine(ending: Ending = { kind: 'exited', code: 0 }, node2?: FakeServer) {
  const { node, note, notes, collection } = sectionParts();
  const collections = {
    scripts: collection<StoredScript>('script'),
    hooks: collection<RegisteredHook>('hook'),
  };
  const clock = fakeClock();
  const tasks = taskTable(clock);
  const ran: Readonly<Record<string, string>>[] = [];
  const launch: Launch = ({ environment }, { output, ended }) => {
    ran.push(environment);
    setImmediate(() => {
      output('output', Buffer.from('told\n'));
      ended(ending);
    });
    return { kill: () => undefined };
  };
  const { access, lines } = fakeAccess(node2 ? { node2 } : {});
  const hooks = new Hooks({ collections, node, access, tasks, clock, note, launch });
  return {
    hooks,
    call: caller(hookHandlers({ collections, hooks, node })),
    tasks,
    ran,
    notes,
    lines,
    collections,
  };
}

interface Servers {
  readonly allServers?: boolean;
  readonly serverIds?: number[];
}

async function withHook(event: HookEvent, ending?: Ending, on: Servers = {}, node2?: FakeServer) {
  const made = engine(ending, node2);
  expect(await made.call('createScript', { body: SCRIPT })).toEqual({ id: 1 });
  await made.call('createHook', { body: { event, scriptId: 1, ...on } });
  return made;
}

test('a script is saved, read back, changed, and deleted once no hook uses it', async () => {
  const { call } = await withHook('OnHealthDegrade');
  expect(await call('listScripts', {})).toEqual([{ id: 1, name: 'tell.sh' }]);
  await call('updateScript', { params: { id: 1 }, body: { ...SCRIPT, contents: '#!/bin/sh\nexit 0\n' } });
  expect(await call('getScript', { params: { id: 1 } })).toBe('#!/bin/sh\nexit 0\n');
  await expect(call('deleteScript', { params: { id: 1 } })).rejects.toMatchObject(refusal(409));
  await call('deleteHook', { params: { id: 1 } });
  await call('deleteScript', { params: { id: 1 } });
  expect(await call('listScripts', {})).toEqual([]);
});

test('a hook is changed in part, and a hook for an unknown script is refused', async () => {
  const { call } = await withHook('OnHealthDegrade');
  await call('updateHook', { params: { id: 1 }, body: { event: 'OnHealthRecover' } });
  const wrong = call('createHook', { body: { event: 'OnHealthDegrade', scriptId: 9 } });
  await expect(wrong).rejects.toMatchObject({ status: expect.any(Number) as number });
  expect(await call('listHooks', {})).toMatchObject([{ id: 1, event: 'OnHealthRecover', scriptId: 1 }]);
});

test('an event runs its scripts as tasks with its details, and waits for their end', async () => {
  const { hooks, tasks, ran, notes } = await withHook('PostConfigChanged');
  await hooks.fire('PostConfigChanged', { SETTING: 'osd_max_scrubs' });
  expect(ran).toHaveLength(1);
  expect(Object.values(ran[0]!)).toContain('osd_max_scrubs');
  const { data = [] } = await tasks.list();
  expect(data).toMatchObject([
    { name: 'Hook PostConfigChanged', object: 'tell.sh', state: 'FINISHED', output: 'told\n' },
  ]);
  expect(notes).toContain('hook 1 (PostConfigChanged, tell.sh): told');
});

test('an event whose hooks cannot be read goes on, and its log line says that none was run', async () => {
  const { hooks, collections, notes, ran } = await withHook('OnHealthDegrade');
  collections.hooks.entries = () => Promise.reject(new Error('no connection'));
  await hooks.fire('OnHealthDegrade', {});
  expect(notes).toContain('the hooks of OnHealthDegrade were not run: no connection');
  expect(ran).toEqual([]);
});

test('while 100 hooks wait, a request to run one is refused and an event runs none', async () => {
  const hangs: FakeServer = { 'host.script': () => new Promise(() => undefined) };
  const { call, hooks, notes, tasks } = await withHook('PreFormatDisk', undefined, { serverIds: [2] }, hangs);
  await call('createHook', { body: { event: 'OnHealthDegrade', scriptId: 1 } });
  const execute = () => call('executeHook', { params: { id: 1 } });
  for (let count = 0; count < 99; count++) await execute();
  void hooks.fire('OnHealthDegrade', {});
  await expect.poll(async () => (await tasks.list()).totalElements).toBe(100);
  await expect(execute()).rejects.toMatchObject(refusal(503, '100 hooks are already waiting'));
  await hooks.fire('OnHealthDegrade', {});
  expect(notes).toEqual(['hook 2 (OnHealthDegrade, tell.sh): not run, 100 hooks are already waiting']);
});

test('a hook whose servers are gone is not run on request', async () => {
  const { call, collections, ran } = await withHook('PreFormatDisk', undefined, { serverIds: [2] });
  await collections.hooks.update(1, (hook) => ({ ...hook, serverIds: [99] }));
  await expect(call('executeHook', { params: { id: 1 } })).rejects.toMatchObject(
    refusal(409, 'hook 1 names no existing server: choose its servers again'),
  );
  expect(ran).toEqual([]);
});

test('hooks whose tasks cannot be started do not count as waiting', async () => {
  const { call, hooks, notes, tasks, ran } = await withHook('OnHealthDegrade');
  const start = tasks.start.bind(tasks);
  tasks.start = () => Promise.reject(new Error('too many tasks'));
  for (let count = 0; count < 101; count++) await hooks.fire('OnHealthDegrade', {});
  expect(new Set(notes)).toEqual(new Set(['the hooks of OnHealthDegrade were not run: too many tasks']));
  tasks.start = start;
  await call('executeHook', { params: { id: 1 } });
  await expect.poll(() => ran.length).toBe(1);
});

test('an event without hooks runs nothing', async () => {
  const { hooks, ran } = await withHook('PostConfigChanged');
  await hooks.fire('OnHealthDegrade', {});
  expect(ran).toEqual([]);
});

test('a script that fails makes its task fail, but not its event', async () => {
  const { hooks, tasks, notes } = await withHook('OnHealthDegrade', { kind: 'exited', code: 3 });
  await hooks.fire('OnHealthDegrade', {});
  expect((await tasks.list()).data).toMatchObject([{ state: 'FAILED' }]);
  expect(notes).toContain('hook 1 (OnHealthDegrade, tell.sh): exit status 3');
});

test('a change of the CRUSH map comes between the scripts before it and after it', async () => {
  const { hooks, call, ran } = await withHook('PreCrushMapChange');
  await call('createHook', { body: { event: 'PostCrushMapChange', scriptId: 1 } });
  const order: number[] = [];
  const answer = await hooks.aroundCrushChange('move osd.3', async () => {
    order.push(ran.length);
    return 'made';
  });
  await expect.poll(() => ran.length).toBe(2);
  expect(answer).toBe('made');
  expect(order).toEqual([1]);
});

test('a hook is run on request, and its task names the user', async () => {
  const { call, ran, tasks } = await withHook('OnHealthDegrade');
  await call('executeHook', { params: { id: 1 } });
  await expect.poll(() => ran.length).toBe(1);
  expect((await tasks.list()).data).toMatchObject([{ startedBy: 'test' }]);
});

test('a hook is run on none of its servers if one of them cannot be reached', async () => {
  const { call, ran } = await withHook('PreFormatDisk', undefined, { allServers: true });
  await expect(call('executeHook', { params: { id: 1 } })).rejects.toMatchObject(refusal(501, 'node2'));
  expect(ran).toEqual([]);
});

const ended = async ({ tasks }: { readonly tasks: TaskTable }) => {
  const { data = [] } = await tasks.list({ order: 'ASC' });
  return data.map(({ object, state, output }) => [object, state, output]);
};
const TOLD = { ending: { kind: 'exited', code: 0 }, stopped: null, output: 'told there\n' };

/** A hook of all servers, whose script is noted on the other server as it is here. */
async function withHookOfServers() {
  const made = await withHook(
    'PreFormatDisk',
    undefined,
    { allServers: true },
    {
      'host.script': ({ environment }) => {
        made.ran.push(environment as Record<string, string>);
        return TOLD;
      },
    },
  );
  return made;
}

test('a hook of servers is run here and on the other servers, in one task', async () => {
  const made = await withHookOfServers();
  await made.call('executeHook', { params: { id: 1 } });
  await expect
    .poll(() => ended(made))
    .toEqual([['tell.sh', 'FINISHED', expect.stringMatching(/^node1: told$/m)]]);
  expect((await ended(made))[0]?.[2]).toMatch(/^node2: told there$/m);
  expect(made.ran.map((environment) => environment['STOREDECK_SERVER']).toSorted()).toEqual([
    'node1',
    'node2',
  ]);
  expect(made.notes).toContain('hook 1 (PreFormatDisk, tell.sh): node2: told there');
});

test('a disk is formatted between the scripts before it and after it, which run on its server only', async () => {
  const made = await withHookOfServers();
  await made.call('createHook', { body: { event: 'PostFormatDisk', scriptId: 1, serverIds: [2] } });
  await made.call('createHook', { body: { event: 'PostFormatDisk', scriptId: 1, serverIds: [1] } });
  const before = await made.hooks.aroundFormat({ host: 'node2', name: 'sdc' }, async () => made.ran.length);
  expect(before).toBe(1);
  await expect.poll(() => ended(made)).toHaveLength(2);
  expect(made.ran).toMatchObject([
    { STOREDECK_EVENT: 'PreFormatDisk', STOREDECK_SERVER: 'node2', STOREDECK_DISK: 'sdc' },
    { STOREDECK_EVENT: 'PostFormatDisk', STOREDECK_SERVER: 'node2', STOREDECK_DISK: 'sdc' },
  ]);
});

test.each([
  [{ ...TOLD, ending: { kind: 'exited', code: 3 } }, 'exit status 3'],
  [{ ...TOLD, ending: { kind: 'killed', signal: 'SIGKILL' }, stopped: 'time' }, 'killed after 30 s'],
  [{ ...TOLD, output: 'x'.repeat(70_000) }, 'output beyond 64 KiB is not kept'],
])('a script on another server that ends as %o is reported as such', async (result, words) => {
  const made = await withHook(
    'PreFormatDisk',
    undefined,
    { serverIds: [2] },
    { 'host.script': () => result },
  );
  await made.call('executeHook', { params: { id: 1 } });
  await expect.poll(async () => (await ended(made))[0]?.[2]).toContain(words);
  expect(made.ran).toEqual([]);
});

test('a script on a server that is lost has failed, and the task says how long the script may go on', async () => {
  const made = await withHook(
    'PreFormatDisk',
    undefined,
    { serverIds: [2] },
    {
      'host.script': () => {
        throw new Refusal(503, 'no connection to node2');
      },
    },
  );
  await made.call('executeHook', { params: { id: 1 } });
  await expect
    .poll(() => ended(made))
    .toMatchObject([
      [
        'tell.sh',
        'FAILED',
        expect.stringMatching(/^node2: no connection to node2\. .* after 30 s at the latest/),
      ],
    ]);
});

test('cancelling the task of a script on another server kills the script there', async () => {
  const { promise: under, resolve: end } = Promise.withResolvers<unknown>();
  const made = await withHook(
    'PreFormatDisk',
    undefined,
    { serverIds: [2] },
    {
      'host.script': () => under,
      'host.end_script': () => end({ ...TOLD, stopped: 'request' }),
    },
  );
  await made.call('executeHook', { params: { id: 1 } });
  await expect.poll(() => made.lines.length).toBe(1);
  await made.tasks.cancel(1);
  await expect.poll(() => made.lines.at(-1)).toMatch(/^node2: host.end_script/);
  const [, run] = /"run":"([^"]+)"/.exec(made.lines[0] ?? '') ?? [];
  expect(made.lines[1]).toContain(run);
});
