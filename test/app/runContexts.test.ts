import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StartOptions } from '../../src/app/start.tsx';
import { messageOf } from '../../src/lib/thrown.ts';
import { DEMO, shown } from './shownRun.ts';

const CONTEXTS = `
current-context = "a"
[contexts.a]
url = "https://a.example/api"
ca-file = "/etc/a.pem"
production = true
delete-phrase = "yes, a"
[contexts.b]
url = "unix:/run/b.sock"
token-file = "/tokens/b"
read-only = true
[contexts.c]
via = "ssh mon1 sudo"
[logs]
buffer-lines = 5000
[aliases]
down = "osd status:down"
[[actions]]
name = "Restart"
key = "ctrl-o"
scope = "osd"
command = ["ssh", "{host}"]
[[macros]]
name = "Home"
key = "ctrl-t"
press = ["g"]
[keys]
quit = "Q"
`;
const OPTIONS = { ...DEMO, target: {} };

const A = {
  name: 'a',
  address: 'https://a.example/api',
  demo: false,
  production: true,
  deletePhrase: 'yes, a',
  shell: { baseUrl: 'https://a.example/api', sendsToken: false, caFile: '/etc/a.pem' },
};
const B = {
  name: 'b',
  address: '/run/b.sock',
  demo: false,
  production: false,
  deletePhrase: expect.any(String) as never,
  shell: { baseUrl: expect.any(String) as never, sendsToken: true, unixSocket: '/run/b.sock' },
};
const C = {
  name: 'c',
  address: 'ssh mon1 sudo',
  demo: false,
  production: false,
  deletePhrase: expect.any(String) as never,
};
const withToken = { ...A, shell: { ...A.shell, sendsToken: true } };

const clustersOf = ({ clusters }: StartOptions) =>
  clusters?.map(({ context, current }) => [context.name, current]);

test('the console begins with the current context, knows the others, and has the settings of the file', async () => {
  const { first, home } = await shown(OPTIONS, { config: CONTEXTS });
  expect(first.context).toEqual(A);
  expect(first.clusters).toEqual([
    { context: A, current: true, transport: expect.anything() },
    { context: B, current: false, transport: expect.anything() },
    { context: C, current: false, transport: expect.anything() },
  ]);
  expect([first.logLines, first.readOnly]).toEqual([5000, 'no']);
  expect(first.viewsFile).toBe(join(home, '.local/state/storedeck/views-a.json'));
  const { aliases, keys, actions, macros } = first.custom!;
  expect([[...aliases], [...keys], actions.map(({ name }) => name), macros.map(({ name }) => name)]).toEqual([
    [['down', 'osd status:down']],
    [['quit', ['Q']]],
    ['Restart'],
    ['Home'],
  ]);
});

test('the token of the environment is that of the first context, before and after others were shown', async () => {
  const { given, code } = await shown(
    { ...OPTIONS, target: { readOnly: true } },
    { config: CONTEXTS, env: { STOREDECK_TOKEN: 'secret' } },
    [
      { leftFor: 'b' },
      { leftFor: 'c' },
      { restartBecause: 'Another cluster answers.' },
      { leftFor: 'a' },
      { code: 3 },
    ],
  );
  expect(code).toBe(3);
  expect(given.map(({ context, readOnly, notice }) => [context, readOnly, notice])).toEqual([
    [withToken, 'asked', undefined],
    [B, 'forced', undefined],
    [C, 'asked', undefined],
    [C, 'asked', 'Another cluster answers.'],
    [withToken, 'asked', undefined],
  ]);
  expect(given.map((one) => clustersOf(one)?.find(([, current]) => current)?.[0])).toEqual([
    'a',
    'b',
    'c',
    'c',
    'a',
  ]);
});

test('a context that was left gets no token that the environment has for another one', async () => {
  const { given } = await shown(
    { ...OPTIONS, target: { context: 'c' } },
    { config: CONTEXTS, env: { STOREDECK_TOKEN: 'secret' } },
    [{ leftFor: 'a' }, { code: 0 }],
  );
  expect(given.map(({ context, readOnly }) => [context, readOnly])).toEqual([
    [C, 'no'],
    [A, 'no'],
  ]);
});

test('the only context is no cluster to switch to, but from the demo it is one', async () => {
  const config = '[contexts.only]\nurl = "https://only.example/api"\n';
  const { first } = await shown(OPTIONS, { config });
  expect([first.context.name, clustersOf(first)]).toEqual(['only', []]);
  const { first: demo } = await shown(DEMO, { config });
  expect([demo.context.name, clustersOf(demo)]).toEqual(['demo', [['only', false]]]);
});

test('writes are recorded in the audit file with the name and the address of their cluster', async () => {
  const { first, home } = await shown(OPTIONS, { config: CONTEXTS });
  const failures: string[] = [];
  const audit = first.openAudit((failure) => void failures.push(failure));
  audit.write({ at: 0, operation: 'scrub' } as never);
  await audit.close();
  expect(JSON.parse(readFileSync(join(home, '.local/state/storedeck/audit.jsonl'), 'utf8'))).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    cluster: 'a',
    address: 'https://a.example/api',
    operation: 'scrub',
  });
  expect(failures).toEqual([]);
});

test('the connections lead to the demo, in the size asked for, and to the other clusters', async () => {
  const { first } = await shown({ ...DEMO, simulation: { scale: 12 } }, { config: CONTEXTS });
  const demo = await first.open();
  const { body } = await demo.send('listDisks', {}, {});
  const disks = JSON.parse((await Array.fromAsync(body)).join('')) as readonly unknown[];
  expect(disks).toHaveLength(18);
  await demo.close();
  const failed = await first.clusters?.[1]?.transport.send('listDisks', {}, {}).catch(messageOf);
  expect(failed).toMatch(/\/tokens\/b/);
});
