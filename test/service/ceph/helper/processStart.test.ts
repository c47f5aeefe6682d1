import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../src/lib/clock.ts';
import { NotSent } from '../../../../src/service/ceph/client/refusal.ts';
import type { Via } from '../../../../src/service/ceph/via/via.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { OBEDIENT, start, unavailable } from './processSetup.ts';

test('a process is starting until its first message', async () => {
  const { ask, helper } = start();
  expect(helper.starting).toBe(true);
  await ask('status');
  expect(helper.starting).toBe(false);
  await expect(ask('die')).rejects.toMatchObject({ status: 503 });
  expect(helper.starting).toBe(false);
});

test('a process is silent since its last output, or since the first request that it has not answered', async () => {
  let elapsed = 0;
  const clock = { ...systemClock(), elapsed: () => elapsed };
  const { ask, helper } = start(OBEDIENT, process.execPath, clock);
  await ask('status');
  elapsed = 60_000;
  expect(helper.silentMs).toBe(0);
  ask('hang').catch(() => undefined);
  expect(helper.silentMs).toBe(0);
  elapsed = 70_000;
  expect(helper.silentMs).toBe(10_000);
  await ask('status');
  expect(helper.silentMs).toBe(0);
  elapsed = 75_000;
  expect(helper.silentMs).toBe(5000);
});

test('a process behind another command is asked for a sign of life while a request is open, and is silent if it gives none', async () => {
  const clock = fakeClock();
  const via: Via = { words: ['ssh', 'a-host'], env: {} };
  const { ask, helper } = start(OBEDIENT, process.execPath, clock, via);
  await ask('status');
  ask('hang').catch(() => undefined);
  await clock.advance(500);
  await expect.poll(() => helper.silentMs).toBe(0);
  process.kill(helper.pid!, 'SIGSTOP');
  await clock.advance(5000);
  expect(helper.silentMs).toBe(5000);
  process.kill(helper.pid!, 'SIGCONT');
  await expect.poll(() => helper.silentMs).toBe(0);
});

/** An obedient helper that starts only when a file exists. */
const lateHelper = (file: string) =>
  OBEDIENT.replace(
    'send({ hello: { protocol: 1 } });',
    `const start = () => (require('node:fs').existsSync(${JSON.stringify(file)}) ? send({ hello: { protocol: 1 } }) : setTimeout(start, 10));
     start();`,
  );

test('a process that starts slowly is waited for, and requests that were refused meanwhile never reach it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'start');
  const { ask, helper, logs, starts } = start(lateHelper(file));
  const { pid } = helper;
  await expect(ask('log', 50)).rejects.toMatchObject(unavailable('has not started yet'));
  const waiting = ask('status');
  writeFileSync(file, '');
  expect(await waiting).toMatchObject({ text: 'status' });
  expect([helper.pid, starts(), logs]).toEqual([pid, 1, []]);
});

test('a call is refused as not sent while the process has not started, and does not wait longer for the start than it may', async () => {
  const clock = fakeClock();
  const { helper } = start('process.stdin.resume()', process.execPath, clock, undefined, 8000);
  const waiting = helper.request({ call: 'images.start', with: {} }, 20_000);
  const told = expect(waiting).rejects.toMatchObject(unavailable('has not started yet (not sent)'));
  await clock.advance(8000);
  await told;
  await expect(waiting).rejects.toBeInstanceOf(NotSent);
});

test('a request is not sent through a link from which nothing has come for five seconds', async () => {
  const clock = fakeClock();
  const via: Via = { words: ['ssh', 'a-host'], env: {} };
  const { ask, helper } = start(OBEDIENT, process.execPath, clock, via);
  await ask('status');
  const lost = ask('hang');
  process.kill(helper.pid!, 'SIGSTOP');
  await clock.advance(4999);
  const sent = ask('status');
  await clock.advance(1);
  const refused = ask('status');
  await expect(refused).rejects.toBeInstanceOf(NotSent);
  await expect(refused).rejects.toMatchObject(unavailable('it may be cut (not sent)'));
  process.kill(helper.pid!, 'SIGCONT');
  expect(await sent).toMatchObject({ text: 'status' });
  await helper.close();
  await expect(lost).rejects.not.toBeInstanceOf(NotSent);
});

test('only requests that never reached the process are refused as not sent when it ends', async () => {
  const { ask, helper } = start();
  await ask('status');
  const [sent, ended] = [ask('hang'), ask('die')];
  for (const call of [sent, ended]) await expect(call).rejects.not.toBeInstanceOf(NotSent);
  await expect(ask('status')).rejects.toBeInstanceOf(NotSent);
  const { ask: never } = start('process.exit(1)');
  await expect(never('status')).rejects.toBeInstanceOf(NotSent);
  await helper.close();
});

test('a process that does not start within three minutes is killed at the next request that is late', async () => {
  let elapsed = 0;
  const clock = { ...systemClock(), elapsed: () => elapsed };
  const { ask } = start(lateHelper('/nowhere/start'), process.execPath, clock);
  elapsed = 179_999;
  await expect(ask('status', 50)).rejects.toMatchObject(unavailable('has not started yet'));
  elapsed = 180_000;
  await expect(ask('status', 50)).rejects.toMatchObject(unavailable('did not start within 180 s'));
});

test('the words of kubectl about itself do not hide the reason why the process in a pod has ended', async () => {
  const said = [
    'Defaulted container "tools" out of: tools, sidecar',
    'Unable to use a TTY - input is not a terminal or the right kind of file',
    'out of luck',
    'command terminated with exit code 3',
  ];
  const script = `console.error(${JSON.stringify(said.join('\n'))}); process.exit(3)`;
  const kubectl: Via = { words: ['kubectl', 'exec', 'a-pod', '--'], env: {} };
  const { ask, helper } = start(script, process.execPath, systemClock(), kubectl);
  await expect(ask('status')).rejects.toMatchObject(unavailable('ended with status 3: out of luck'));
  expect(helper.complaints).toEqual(['out of luck']);
});

test('the words of cephadm about itself are no reason, and a container that was killed is called so', async () => {
  const said = [
    'Inferring fsid 0f8c40f0-ecf3-11f1-ab1b-525400000022',
    'Inferring config /var/lib/ceph/0f8c40f0-ecf3-11f1-ab1b-525400000022/mon.vm2/config',
    "Using ceph image with id '9acd0285c8ce' and tag '20' created on 2026-11-30 11:34:00 +0000 UTC",
  ];
  const script = `console.error(${JSON.stringify(said.join('\n'))}); process.exit(137)`;
  const cephadm: Via = { words: ['cephadm', 'shell', '--'], env: {} };
  const { ask, helper } = start(script, process.execPath, systemClock(), cephadm);
  await expect(ask('status')).rejects.toMatchObject(
    unavailable('ended with status 137 (killed there). Retrying'),
  );
  expect(helper.complaints).toEqual([]);
});
