import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { GatewayProcess, type DaemonOptions } from '../../../../src/service/ceph/gateways/daemon.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { passing } from './fakeDaemon.ts';

function place() {
  const directory = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Keeps a shell script running. `events` has its starts and exits. */
async function keep(script: string, more: Partial<DaemonOptions> = {}) {
  const clock = fakeClock();
  const directory = place();
  const events: string[] = [];
  const daemon = await GatewayProcess.start({
    clock,
    name: 'gate',
    directory,
    command: ['/bin/sh', '-c', script],
    onStart: () => void events.push('started'),
    onExit: (why) => void events.push(why),
    ...more,
  });
  onTestFinished(() => daemon.close(() => daemon.signal('SIGKILL')));
  const log = () => readFileSync(join(directory, 'gate.log'), 'utf8');
  return { clock, directory, events, daemon, log };
}

test('a daemon has a log and a PID file, and inherits nothing from the environment of the service', async () => {
  const { daemon, directory, log, events } = await keep(
    'tr "\\0" "\\n" </proc/$$/environ; echo ready; exec sleep 100',
    {
      environment: { OWN: 'yes' },
    },
  );
  await expect.poll(log).toContain('ready');
  expect(events).toEqual(['started']);
  expect(daemon.running).toBe(true);
  const names = [...log().matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(['LC_ALL', 'OWN', 'PATH', 'STOREDECK_DAEMON']);
  expect(Number(readFileSync(join(directory, 'gate.pid'), 'utf8'))).toBeGreaterThan(1);
  await daemon.close();
  expect(daemon.running).toBe(false);
  expect(existsSync(join(directory, 'gate.pid'))).toBe(false);
  expect(events).toEqual(['started']);
});

test('a daemon that exits is restarted, and the pause doubles each time', async () => {
  const { clock, events } = await keep('exit 3');
  for (const pause of [500, 1000, 2000]) {
    await expect.poll(() => events.at(-1)).toBe('status 3');
    await expect.poll(() => clock.pending()).toBe(1);
    const before = events.length;
    await clock.advance(pause - 1);
    expect(events).toHaveLength(before);
    await clock.advance(1);
    await expect.poll(() => events.length).toBeGreaterThan(before + 1);
  }
});

test('a daemon that ran for more than a minute is restarted after a short pause again', async () => {
  const { clock, daemon, events } = await keep('exec sleep 100');
  for (let time = 0; time < 2; time++) {
    const before = events.length;
    await clock.advance(60_001);
    daemon.signal('SIGKILL');
    await expect.poll(() => events.slice(before)).toEqual(['SIGKILL']);
    await clock.advance(500);
    await expect.poll(() => events.slice(before)).toEqual(['SIGKILL', 'started']);
  }
});

test('a daemon that cannot be started is tried again', async () => {
  const { clock, events } = await keep('', { command: ['/nowhere/daemon'] });
  await expect.poll(() => events).toEqual([expect.stringContaining('ENOENT')]);
  await clock.advance(500);
  await expect.poll(() => events).toHaveLength(2);
});

test('a failed check of a daemon is reported, and the daemon starts once the check succeeds', async () => {
  let obstacle = '';
  const check = async () => {
    if (obstacle !== '') throw new Error(obstacle);
  };
  const { clock, daemon, events } = await keep('exec sleep 100', { check });
  obstacle = 'the port is in use';
  daemon.signal('SIGKILL');
  await expect.poll(() => events).toEqual(['started', 'SIGKILL']);
  await clock.advance(500);
  expect(events.slice(2)).toEqual(['the port is in use']);
  obstacle = '';
  await clock.advance(1000);
  expect(events.slice(3)).toEqual(['started']);
});

test('a daemon that ignores SIGTERM is killed after three seconds', async () => {
  const { clock, daemon, events, log } = await keep('trap "" TERM; echo deaf; while :; do sleep 0.05; done');
  await expect.poll(log).toContain('deaf');
  const closed = daemon.close();
  await clock.advance(2999);
  expect(daemon.running).toBe(true);
  await clock.advance(1);
  await closed;
  expect([daemon.running, events]).toEqual([false, ['started']]);
});

describe('a daemon that a killed service has left in its directory', () => {
  /** Leaves a daemon behind and starts another one in its directory. */
  async function succeed(script: string) {
    const { directory, events, daemon, log } = await keep(script);
    // While a process replaces its program, it has no environment.
    await expect.poll(log).toContain('waits');
    const clock = fakeClock();
    const starting = GatewayProcess.start({
      clock,
      name: 'gate',
      directory,
      command: ['/bin/sleep', '100'],
      onStart: () => undefined,
      onExit: () => undefined,
    });
    onTestFinished(async () => (await starting).close());
    return { clock, daemon, events, starting };
  }

  test('a daemon that a killed service has left is stopped before the next one starts', async () => {
    const { clock, daemon, events, starting } = await succeed('echo waits; while :; do sleep 0.05; done');
    // The time stands still until the daemon has ended: SIGTERM suffices, however busy the machine is.
    await expect.poll(() => daemon.running).toBe(false);
    await passing(clock, starting);
    expect(events).toEqual(['started', 'SIGTERM']);
  });

  test('a daemon that a killed service has left is killed if it ignores SIGTERM for three seconds', async () => {
    const script = 'trap "" TERM; echo waits; while :; do sleep 0.05; done';
    const { clock, daemon, events, starting } = await succeed(script);
    await passing(clock, starting);
    await expect.poll(() => daemon.running).toBe(false);
    expect(events).toEqual(['started', 'SIGKILL']);
  });
});

test('a PID file that names no daemon of this directory stops no process', async () => {
  const other = spawn('/bin/sleep', ['100']);
  onTestFinished(() => void other.kill('SIGKILL'));
  for (const content of [String(other.pid), 'no number']) {
    const directory = place();
    writeFileSync(join(directory, 'gate.pid'), content);
    const { daemon, events } = await keep('exec sleep 100', { directory });
    expect([daemon.running, events]).toEqual([true, ['started']]);
  }
  expect([other.killed, other.exitCode, other.signalCode]).toEqual([false, null, null]);
});

test('a daemon’s log of more than 8 MiB is renamed at the next start', async () => {
  const directory = place();
  const path = join(directory, 'gate.log');
  const start = async (bytes: number) => {
    writeFileSync(path, Buffer.alloc(bytes));
    const { daemon } = await keep('exec sleep 100', { directory });
    await daemon.close();
    return existsSync(`${path}.old`);
  };
  expect(await start(8 * 2 ** 20)).toBe(false);
  expect(await start(8 * 2 ** 20 + 1)).toBe(true);
});
