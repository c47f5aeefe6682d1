import { constants } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../src/lib/clock.ts';
import type { Via } from '../../../../src/service/ceph/via/via.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { OBEDIENT, start, unavailable } from './processSetup.ts';

test('each of many calls gets its own answer', async () => {
  const { ask } = start();
  const prefixes = Array.from({ length: 20 }, (_, index) => `command ${index}`);
  const replies = await Promise.all(prefixes.map((prefix) => ask(prefix)));
  expect(replies.map(({ text }) => text)).toEqual(prefixes);
  expect(replies[0]?.outs).toBe('client.test');
});

test('lines of the cluster log are passed on', async () => {
  const { ask, logs } = start();
  await ask('log');
  expect(logs).toMatchObject([{ message: 'said' }]);
});

test('a process that dies fails its running calls with its last words, and is restarted', async () => {
  const { ask, back, starts } = start();
  const waiting = [ask('hang'), ask('die')];
  for (const call of waiting) await expect(call).rejects.toMatchObject(unavailable('status 3: out of luck'));
  await expect(ask('status')).rejects.toMatchObject(unavailable('Retrying shortly'));
  await back();
  expect(starts()).toBe(2);
});

test('a process that hangs is killed and restarted', async () => {
  const { ask, back, helper } = start();
  await ask('status');
  const { pid } = helper;
  await expect(ask('hang', 50)).rejects.toMatchObject(unavailable('did not answer within 0.05 s'));
  await back();
  expect(helper.pid).not.toBe(pid);
});

test('a process that writes invalid output is not trusted', async () => {
  const { ask, back } = start();
  await expect(ask('garble')).rejects.toMatchObject(unavailable('not JSON: Segmentation fault'));
  await back();
});

test('a process with another protocol version is refused', async () => {
  const { ask } = start(OBEDIENT.replace('protocol: 1', 'protocol: 2'));
  await expect(ask('hang')).rejects.toMatchObject(unavailable('version 2'));
});

test('a process that has ended leaves no timer behind', async () => {
  const clock = fakeClock();
  const { ask, helper } = start(OBEDIENT, process.execPath, clock);
  await ask('status');
  await helper.close();
  expect(clock.pending()).toBe(0);
});

test('a missing program is named', async () => {
  const { ask } = start('', '/nowhere/python3');
  await expect(ask('status')).rejects.toMatchObject(unavailable('/nowhere/python3'));
});

test('a Python without the required module is reported with what to install', async () => {
  const { ask } = start(`console.error("ModuleNotFoundError: No module named 'rados'"); process.exit(1)`);
  await expect(ask('status')).rejects.toMatchObject(unavailable('python3-rados'));
});

test('a via command that ends well without having read its input is reported with what it lacks', async () => {
  const kubectl: Via = { words: ['kubectl', 'exec', 'a-pod', '--'], env: {} };
  const { ask } = start('process.exit(0)', process.execPath, systemClock(), kubectl);
  await expect(ask('status')).rejects.toMatchObject(
    unavailable('does not pass on its standard input (kubectl exec, podman exec and docker exec need -i)'),
  );
});

test('closing ends the process, even if it ignores the request, and it is not restarted', async () => {
  const { helper } = start('setInterval(() => {}, 1000)');
  const { pid = 0 } = helper;
  await helper.close();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  await expect(helper.request({ command: { prefix: 'status' } }, 1000)).rejects.toMatchObject({
    status: 503,
  });
});

/** A clock without randomness. `pauses` are those before each restart. */
function pausing() {
  const clock = fakeClock();
  const delays: number[] = [];
  const after = (ms: number, run: () => void) => {
    delays.push(ms);
    return clock.after(ms, run);
  };
  // Each end of a process sets a timeout for its pipes, and then the pause.
  const pauses = () => delays.filter((_, index) => index % 2 === 1);
  return { ...clock, after, random: () => 0.5, pauses };
}

test.each<[where: string, via: Via | undefined, longest: number[]]>([
  ['here', undefined, [8000, 10_000, 10_000]],
  ['through a via command', { words: ['ssh', 'a-host'], env: {} }, [8000, 16_000, 30_000, 30_000]],
])(
  'a process that ends again and again %s is restarted after a pause that doubles, up to a limit',
  async (_, via, longest) => {
    const clock = pausing();
    start('', '/bin/false', clock, via);
    const expected = [250, 500, 1000, 2000, 4000, ...longest];
    for (const [index, pause] of expected.entries()) {
      await expect.poll(() => clock.pauses().length, { timeout: 20_000 }).toBe(index + 1);
      expect(clock.pauses()[index]).toBe(pause);
      await clock.advance(pause);
    }
  },
);

test('a process that has answered is restarted after the first pause again', async () => {
  const clock = pausing();
  const { ask } = start(OBEDIENT, process.execPath, clock);
  for (let time = 1; time <= 3; time++) {
    await ask('status');
    await ask('die').catch(() => undefined);
    await clock.advance(250);
  }
  expect(await ask('status')).toMatchObject({ text: 'status' });
});

test('the last five error lines of a process are kept, without the prompt and without empty ones', async () => {
  const said = ['', '>>> >>> one', ...Array.from({ length: 5 }, (_, line) => `line ${line}`), '   '];
  const { helper } = start(`console.error(${JSON.stringify(said.join('\n'))}); process.stdin.resume()`);
  await expect.poll(() => helper.complaints.at(-1), { timeout: 20_000 }).toBe('line 4');
  expect(helper.complaints).toEqual(['line 0', 'line 1', 'line 2', 'line 3', 'line 4']);
  const { helper: short } = start(`console.error('>>> >>> one'); process.stdin.resume()`);
  await expect.poll(() => short.complaints, { timeout: 20_000 }).toEqual(['one']);
});

test('output before the greeting of the helper counts as an error message, and not as an answer', async () => {
  const noisy = `console.log('Welcome to this server');${OBEDIENT}`;
  const there = start(noisy, process.execPath, systemClock(), { words: ['ssh', 'a-host'], env: {} });
  expect(await there.ask('status').then(({ text }) => text)).toBe('status');
  expect(there.helper.complaints).toEqual(['Welcome to this server']);
  await expect(there.ask('garble')).rejects.toMatchObject(
    unavailable('no connection to the Ceph cluster by `ssh a-host`: '),
  );
  const here = start(noisy);
  await expect(here.ask('status')).rejects.toMatchObject(unavailable('not JSON: Welcome to this server'));
});

test('a call is sent with its time limit and, after its line, its content', async () => {
  const { helper } = start(`
    const send = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
    send({ hello: { protocol: 1 } });
    let text = '';
    process.stdin.on('data', (chunk) => {
      text += chunk;
      const [, head, content] = text.split('\\n');
      if (content === 'bytes') send({ id: 1, rc: 0, outs: '', text: head });
    });
  `);
  const call = { call: 'files.write', with: { path: '/a' } };
  const reply = await helper.request({ ...call, payload: Buffer.from('bytes') }, 20_000);
  expect(JSON.parse(reply.text ?? '')).toEqual({ id: 1, ...call, within: 20, bytes: 5 });
});

test('a call that takes too long is answered as such, and its process goes on', async () => {
  const clock = fakeClock();
  const { ask, helper } = start(
    OBEDIENT.replace('command: { prefix }', 'command: { prefix } = { prefix: "hang" }'),
    process.execPath,
    clock,
  );
  await ask('status');
  const { pid } = helper;
  const late = helper.request({ call: 'files.read', with: {} }, 5000);
  await clock.advance(5000);
  expect(await late).toEqual({ rc: -constants.errno.ETIMEDOUT, outs: '', late: true });
  expect(helper.pid).toBe(pid);
  expect(clock.pending()).toBe(0);
});

test('a program that cannot be started is reported with the reason', async () => {
  const { ask } = start('', '/dev/null');
  await expect(ask('status')).rejects.toMatchObject(
    unavailable('/dev/null cannot be started: spawn /dev/null EACCES'),
  );
});

test('the output of a process that has ended is not waited for while another one keeps it open', async () => {
  const clock = fakeClock();
  const { ask, logs } = start(
    `
    const { spawn } = require('node:child_process');
    const { pid } = spawn('sleep', ['60'], { stdio: 'inherit', detached: true });
    const line = JSON.stringify({ log: { message: String(pid) } });
    process.stdout.write(line + '\\n', () => process.exit(3));
    `,
    process.execPath,
    clock,
  );
  const refused = expect(ask('hang')).rejects.toMatchObject(unavailable('ended with status 3'));
  await expect.poll(() => logs, { timeout: 20_000 }).toHaveLength(1);
  onTestFinished(() => void process.kill(Number(logs[0]?.message)));
  await expect.poll(() => clock.pending(), { timeout: 20_000 }).toBe(2);
  await clock.advance(1000);
  await refused;
});
