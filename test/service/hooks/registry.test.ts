import { describe, expect, test } from 'vitest';
import { environmentOf } from '../../../src/service/hooks/environment.ts';
import { HookRegistry, type HookBody } from '../../../src/service/hooks/registry.ts';
import type { StoredScript } from '../../../src/service/values/script.ts';
import { refusal } from '../../support/refusal.ts';

const fakeScript = (name: string, command = 'true'): StoredScript => ({
  name,
  contents: `#!/bin/sh\n${command}\n`,
});

const servers = [
  { id: 1, name: 'stor-1' },
  { id: 2, name: 'stor-2' },
];

function bookOf() {
  let changes = 0;
  const book = new HookRegistry(
    () => servers,
    () => void changes++,
  );
  return { book, changes: () => changes };
}

const onManagement = { event: 'OnHealthDegrade' } as const;
const onServers = { event: 'PreFormatDisk' } as const;

describe('scripts', () => {
  test('scripts are numbered from 1 and listed by their names', () => {
    const { book, changes } = bookOf();
    expect([book.addScript(fakeScript('a.sh')), book.addScript(fakeScript('b.sh'))]).toEqual([1, 2]);
    expect(book.scripts()).toEqual([
      { id: 1, name: 'a.sh' },
      { id: 2, name: 'b.sh' },
    ]);
    expect(changes()).toBe(2);
  });

  test('the names of scripts are unique, but a script keeps its name when its content changes', () => {
    const { book } = bookOf();
    book.addScript(fakeScript('a.sh'));
    book.addScript(fakeScript('b.sh'));
    expect(() => book.addScript(fakeScript('a.sh'))).toThrow(refusal(409, 'script 1 is already named a.sh'));
    expect(() => book.changeScript(2, { name: 'a.sh' })).toThrow(refusal(409, 'script 1'));
    book.changeScript(1, fakeScript('a.sh', 'echo other'));
    expect(book.script(1).contents).toContain('echo other');
  });

  test('invalid scripts are refused, and nothing changes', () => {
    const { book, changes } = bookOf();
    expect(() => book.addScript({ name: 'a.sh', contents: '' })).toThrow(refusal(400));
    expect(() => book.changeScript(1, {})).toThrow(refusal(404));
    expect(changes()).toBe(0);
  });

  test('scripts that a hook uses are not deleted, and the refusal names the hooks', () => {
    const { book } = bookOf();
    const scriptId = book.addScript(fakeScript('a.sh'));
    book.addScript(fakeScript('b.sh'));
    book.addHook({ scriptId, ...onManagement });
    expect(() => book.removeScript(scriptId)).toThrow(refusal(409, 'in use by hook 1 (OnHealthDegrade)'));
    book.removeScript(2);
    book.removeHook(1);
    book.removeScript(scriptId);
    expect(book.scripts()).toEqual([]);
    expect(() => book.removeScript(scriptId)).toThrow(refusal(404));
  });
});

describe('a hook', () => {
  const withHook = (body: Omit<HookBody, 'scriptId'>) => {
    const { book, ...rest } = bookOf();
    const scriptId = book.addScript(fakeScript('a.sh'));
    book.addHook({ scriptId, ...body });
    return { book, hook: () => book.hooks()[0]!, ...rest };
  };

  test.each<[string, Omit<HookBody, 'scriptId'>, number, string]>([
    [
      'servers for an event of the management node',
      { ...onManagement, serverIds: [1] },
      400,
      'management node',
    ],
    ['all servers for such an event', { ...onManagement, allServers: true }, 400, 'management node'],
    [
      'both all servers and some',
      { ...onServers, allServers: true, serverIds: [1] },
      400,
      'exclude each other',
    ],
    ['no server for an event of servers', onServers, 400, 'happens on servers'],
    ['an unknown server', { ...onServers, serverIds: [1, 3] }, 404, 'no server 3'],
  ])('a hook is refused with %s', (_, body, status, text) => {
    const { book, changes } = bookOf();
    const scriptId = book.addScript(fakeScript('a.sh'));
    expect(() => book.addHook({ scriptId, ...body })).toThrow(refusal(status, text));
    expect(changes()).toBe(1);
  });

  test('a hook for an unknown script is refused', () => {
    expect(() => bookOf().book.addHook({ scriptId: 1, ...onManagement })).toThrow(refusal(404));
  });

  test('a hook lists its script and its servers, each once, and deleted servers by their number', () => {
    const { book, hook } = withHook({ ...onServers, serverIds: [2, 1, 2] });
    expect(hook()).toMatchObject({
      scriptName: 'a.sh',
      serverIds: [2, 1],
      serverNames: ['stor-2', 'stor-1'],
    });
    const other = new HookRegistry(
      () => [],
      () => undefined,
    );
    other.restore(book.save());
    expect(other.hooks()[0]!.serverNames).toEqual(['server 2', 'server 1']);
  });

  test('a hook runs for the servers that it names, for all, or for the management node', () => {
    const some = withHook({ ...onServers, serverIds: [2] }).book;
    expect(some.targets(some.hook(1))).toEqual([servers[1]]);
    const all = withHook({ ...onServers, allServers: true }).book;
    expect(all.targets(all.hook(1))).toEqual(servers);
    const none = withHook(onManagement).book;
    expect(none.targets(none.hook(1))).toBeUndefined();
  });

  test('a hook keeps its servers when something else changes, and can get others', () => {
    const { book, hook, changes } = withHook({ ...onServers, serverIds: [2] });
    book.changeHook(1, { event: 'PostFormatDisk' });
    expect(hook()).toMatchObject({ event: 'PostFormatDisk', serverIds: [2] });
    book.changeHook(1, { allServers: true });
    expect(hook()).toMatchObject({ allServers: true, serverIds: [] });
    book.changeHook(1, { serverIds: [1] });
    expect(hook()).toMatchObject({ allServers: false, serverIds: [1] });
    book.changeHook(1, onManagement);
    expect(hook()).toMatchObject({ event: 'OnHealthDegrade', allServers: false, serverIds: [] });
    expect(changes()).toBe(6);
  });

  test('hooks are found by their event, in the order of their creation', () => {
    const { book } = withHook(onManagement);
    book.addHook({ scriptId: 1, ...onServers, allServers: true });
    book.addHook({ scriptId: 1, ...onManagement });
    expect(book.hooksAt('OnHealthDegrade').map(([id]) => id)).toEqual([1, 3]);
    book.removeHook(1);
    expect(() => book.hook(1)).toThrow(refusal(404));
    expect(book.hooksAt('OnHealthDegrade').map(([id]) => id)).toEqual([3]);
  });
});

test('saved scripts and hooks are restored with their numbers', () => {
  const { book } = bookOf();
  book.addScript(fakeScript('a.sh'));
  book.addScript(fakeScript('b.sh'));
  book.removeScript(1);
  book.addHook({ scriptId: 2, ...onManagement });
  const other = bookOf();
  other.book.restore(JSON.parse(JSON.stringify(book.save())));
  expect([other.book.scripts(), other.book.hooks()]).toEqual([book.scripts(), book.hooks()]);
  expect(other.book.addScript(fakeScript('c.sh'))).toBe(3);
  expect(other.changes()).toBe(1);
});

describe('environment of a script', () => {
  const occasion = { ...onManagement, hookId: 3, scriptName: 'a.sh', details: { HEALTH: 'HEALTH_WARN' } };

  test('the environment of a script has the event, the hook and the details', () => {
    const { PATH, ...told } = environmentOf(occasion);
    expect(told).toEqual({
      STOREDECK_EVENT: 'OnHealthDegrade',
      STOREDECK_HOOK: '3',
      STOREDECK_SCRIPT: 'a.sh',
      STOREDECK_HEALTH: 'HEALTH_WARN',
    });
    expect(PATH).toContain('/usr/bin');
  });

  test('the environment of a script on a server also has the server', () => {
    expect(environmentOf({ ...occasion, server: { id: 2, name: 'stor-2' } })).toMatchObject({
      STOREDECK_SERVER: 'stor-2',
      STOREDECK_SERVER_ID: '2',
    });
  });
});
