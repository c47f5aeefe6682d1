import { afterEach, expect, test } from 'vitest';
import { systemClock, type Clock } from '../../../../src/lib/clock.ts';
import { createServerAccess, type ServerAccess } from '../../../../src/service/ceph/access/serverAccess.ts';
import type { StorageCall } from '../../../../src/service/ceph/client/storage.ts';
import type { Orchestrator } from '../../../../src/service/ceph/orchestrator/orchestrator.ts';
import type { Via } from '../../../../src/service/ceph/via/via.ts';
import { NO_ORCHESTRATOR } from './fakeAccess.ts';

/** A minimal helper that returns its process id, or the reason why it cannot run. */
const HELPER = `
const { createInterface } = require('node:readline');
if (process.argv.at(-1) === 'closed') { console.error('root@closed: Permission denied (publickey).'); process.exit(255); }
console.log(JSON.stringify({ hello: { protocol: 1 } }));
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, call } = JSON.parse(line) ?? {};
  if (id === undefined) return;
  if (call === 'host.fail') console.log(JSON.stringify({ id, rc: -5, outs: 'the disk is gone' }));
  else if (call !== 'host.hang') console.log(JSON.stringify({ id, rc: 0, outs: '', data: [process.pid, process.argv.at(-1)] }));
});
`;

const opened: ServerAccess[] = [];
afterEach(async () => {
  for (const access of opened.splice(0)) await access.close();
});

function create({
  ssh = true,
  own = true,
  orchestrator = NO_ORCHESTRATOR,
  clock = systemClock(),
}: {
  readonly ssh?: boolean;
  readonly own?: boolean;
  readonly orchestrator?: Orchestrator;
  readonly clock?: Clock;
} = {}) {
  const started: Via[] = [];
  const access = createServerAccess({
    clock,
    own: own ? { host: 'here', call: (async () => 'own') as StorageCall } : undefined,
    orchestrator,
    ssh: ssh ? { configFile: '/etc/ssh.conf', env: {} } : undefined,
    commandVia: (via) => {
      started.push(via);
      return { argv: [process.execPath, '-e', HELPER, via.words.at(-1) ?? ''], via };
    },
  });
  opened.push(access);
  return { access, started };
}

test('a server is reached through one helper, which is started at the first call', async () => {
  const { access, started } = create();
  const helper = access.on('a');
  expect([helper.kind, started]).toEqual(['ssh', []]);
  const [one, other] = await Promise.all([
    helper.call<unknown[]>('host.x', {}),
    access.on('a').call<unknown[]>('host.x', {}),
  ]);
  expect(one).toEqual(other);
  expect(one[1]).toBe('a');
  expect(started).toHaveLength(1);
  expect((await access.on('b').call<unknown[]>('host.x', {}))[1]).toBe('b');
});

test('the connection to a server is closed two minutes after its last call, and then opened anew', async () => {
  const system = systemClock();
  const [waiting, limits] = [new Set<() => void>(), new Set<() => void>()];
  const after: Clock['after'] = (ms, act) => {
    const held = ms === 120_000 ? waiting : ms === 777 ? limits : undefined;
    if (held === undefined) return system.after(ms, act);
    held.add(act);
    return { [Symbol.dispose]: () => void held.delete(act) };
  };
  const { now, elapsed, random } = system;
  const clock: Clock = { now, elapsed, random, after };
  const { access, started } = create({ clock });
  const { call, reboot } = access.on('a');
  expect(reboot).toEqual(['systemctl', 'reboot']);
  const hanging = call('host.hang', {}, { timeoutMs: 777 }).catch(() => undefined);
  const first = await call('host.x', {});
  // Another call is still in progress.
  expect(waiting.size).toBe(0);
  for (const end of limits) end();
  await hanging;
  expect(waiting.size).toBe(1);
  expect(await call('host.x', {})).toEqual(first);
  expect([waiting.size, started.length]).toEqual([1, 1]);
  for (const close of waiting) close();
  expect(waiting.size).toBe(0);
  expect(await call('host.x', {})).not.toEqual(first);
  expect([waiting.size, started.length]).toEqual([1, 2]);
  await access.close();
  expect(waiting.size).toBe(0);
});

test("the server of this service is reached through the service's own helper", async () => {
  const { access, started } = create();
  expect(access.on('here').kind).toBe('local');
  expect(await access.on('here').call('host.x', {})).toBe('own');
  expect(started).toEqual([]);
});

test('without ssh settings no other server can be reached', () => {
  const { access } = create({ ssh: false });
  expect(access.find('a')).toBeUndefined();
  expect(() => access.on('a')).toThrow(
    'a cannot be reached: to use ssh, start the service with --ssh-config FILE',
  );
  expect(() => create().access.on('-oProxyCommand=x')).toThrow('is not a host name that ssh accepts');
});

test('if no server can be reached otherwise, the reason why the orchestrator cannot is given', () => {
  const why = 'the orchestrator (cephadm) is not available: no ssh key';
  const orchestrator = { ...NO_ORCHESTRATOR, problem: () => why };
  const { access } = create({ ssh: false, orchestrator });
  expect(access.unreached('a')).toBe(why);
  expect(access.unreached('here')).toBeUndefined();
  expect(() => access.on('a')).toThrow(`a cannot be reached: ${why}`);
});

test('a server that refuses the login is named with the reason, and the others are reached', async () => {
  const { access } = create();
  await expect(access.on('closed').call('host.x', {})).rejects.toMatchObject({
    status: 503,
    message: expect.stringMatching(
      /^no connection to closed by `ssh .*cannot log in without a password/,
    ) as string,
  });
  expect(await access.on('a').call('host.x', {})).toBeInstanceOf(Array);
  expect(access.unreached('closed')).toContain('without a password');
  expect(access.unreached('a')).toBeUndefined();
});

test("a failure on a server is reported with the server's own message", async () => {
  const { access } = create();
  await expect(access.on('a').call('host.fail', {})).rejects.toMatchObject({
    message: 'a: the disk is gone (EIO from `host.fail`)',
  });
  expect(access.unreached('a')).toBeUndefined();
});

test('a server that does not answer in time counts as unreachable, and its cluster is not blamed', async () => {
  const { access } = create();
  await access.on('a').call('host.x', {});
  await expect(access.on('a').call('host.hang', {}, { timeoutMs: 50 })).rejects.toMatchObject({
    message: expect.stringMatching(/^a did not finish `host.hang` within 0.05 s/) as string,
  });
  expect(access.unreached('a')).toBe('it did not answer within 0.05 s');
});

test('after closing nothing is started on a server any more', async () => {
  const { access, started } = create();
  const helper = access.on('a');
  await access.close();
  await expect(helper.call('host.x', {})).rejects.toMatchObject({
    status: 503,
    message: 'a is no longer contacted: the service is stopping',
  });
  expect(started).toEqual([]);
});

test('closing ends the helpers on all servers', async () => {
  const { access } = create();
  const [pid] = await access.on('a').call<[number, string]>('host.x', {});
  await access.close();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
