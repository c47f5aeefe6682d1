import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Transport } from '../../src/api/transport.ts';
import { type StartOptions, startConsole } from '../../src/app/start.tsx';
import { streamTerminal } from '../../src/app/terminal/early.ts';
import { TerminalSession } from '../../src/app/terminal/session.ts';
import { NO_CUSTOM } from '../../src/lib/custom.ts';
import { createLook } from '../../src/lib/look.ts';
import { embeddedTransport } from '../../src/service/embedded.ts';
import { createSimEngine } from '../../src/service/sim/engine.ts';
import { fakeClock } from '../support/fakeClock.ts';

/** A stream of a terminal: what is sent to it is read, and what is written to it is kept. */
class Stream extends EventEmitter {
  readonly isTTY = true;
  readonly columns = 100;
  readonly rows = 30;
  written = '';
  isRaw = false;
  readonly #sent: string[] = [];

  send(text: string): void {
    this.#sent.push(text);
    this.emit('readable');
  }
  read = (): string | null => this.#sent.shift() ?? null;
  write(text: string, ...more: unknown[]): boolean {
    this.written += text;
    const done = more.findLast((one) => typeof one === 'function');
    if (done) (done as () => void)();
    return true;
  }
  setRawMode(isRaw: boolean): this {
    this.isRaw = isRaw;
    return this;
  }
  setEncoding(): void {}
  resume(): void {}
  pause(): void {}
  ref(): void {}
  unref(): void {}
}

const CONTEXT = { name: 'calm', address: 'somewhere', demo: false, production: false, deletePhrase: '' };

/** A connection to a cluster that does not answer. */
const OTHER: Transport = {
  send: () => new Promise(() => undefined),
  download: () => new Promise(() => undefined),
  close: () => Promise.resolve(),
};

const WAIT = { interval: 5, timeout: 30_000 };

/** Starts the console on a terminal, on a calm cluster unless told otherwise, and waits until it shows something. */
async function started(options: Partial<StartOptions> = {}, env: NodeJS.ProcessEnv = {}, scenario = 'calm') {
  const flags: string[] = [];
  const v8 = process.getBuiltinModule('node:v8');
  const set = vi.spyOn(v8, 'setFlagsFromString').mockImplementation((flag) => void flags.push(flag));
  onTestFinished(() => set.mockRestore());
  const clock = fakeClock();
  const [stdin, stdout, stderr] = [new Stream(), new Stream(), new Stream()];
  const done: unknown[] = [];
  const host = Object.assign(new EventEmitter(), {
    env: { TERM: 'xterm-256color', ...env },
    stdin,
    stdout,
    stderr,
    pid: 1,
    exit: (code: unknown) => done.push(['exit', code]),
    kill: (pid: number, signal: string) => done.push(['kill', pid, signal]),
  }) as unknown as NodeJS.Process;
  const terminal = new TerminalSession(host, clock, streamTerminal(host), ['outline']);
  const transport = embeddedTransport(createSimEngine({ clock, scenario, seed: 1 }));
  const close = vi.spyOn(transport, 'close');
  const ended = startConsole({
    process: host,
    terminal,
    output: 'plain',
    signals: { bell: false, notify: 'off', tabProgress: false },
    mouse: false,
    showsCursor: false,
    open: async () => transport,
    clock,
    look: createLook({ depth: 'none', unicode: true }),
    context: CONTEXT,
    readOnly: 'no',
    utc: true,
    logLines: 1000,
    folder: '/nonexistent',
    openAudit: () => ({ write: () => undefined, close: async () => void done.push('audit closed') }),
    ...options,
  });
  onTestFinished(async () => {
    host.emit('SIGTERM', 'SIGTERM');
    await clock.advance(1000);
    await ended.catch(() => undefined);
  });
  /** Waits for something, while the time of the console goes on. */
  const until = (check: () => void) =>
    vi.waitFor(async () => {
      await clock.advance(100);
      check();
    }, WAIT);
  const see = (wanted: RegExp) => until(() => expect(stdout.written).toMatch(wanted));
  /** Sends keys and waits for the wanted output. @returns everything written since */
  const after = async (keys: string, wanted: RegExp) => {
    stdout.written = '';
    stdin.send(keys);
    await see(wanted);
    return stdout.written;
  };
  return { clock, stdin, stdout, stderr, host, ended, done, close, flags, until, see, after };
}

test('the console shows the cluster until the operator quits, and then closes everything', async () => {
  const { clock, stdin, see, ended, done, close, flags, host } = await started();
  await see(/HEALTH_OK/);
  expect(flags).toEqual([
    '--heap-growing-percent=50',
    '--semi-space-growth-factor=1',
    '--invocation-count-for-turbofan=30000',
  ]);
  expect(close).not.toHaveBeenCalled();
  stdin.send(':q\r');
  expect(await ended).toEqual({ code: 0 });
  expect([done, close.mock.calls.length]).toEqual([['audit closed'], 1]);
  expect(host.listenerCount('uncaughtException')).toBe(0);
  // A program that ends is ended by force if something keeps it.
  await clock.advance(1000);
  expect(done).toContainEqual(['exit', undefined]);
});

test('the console ends for another cluster, and no deadline forces the program to end', async () => {
  const { clock, stdin, see, ended, done } = await started({
    clusters: [{ context: { ...CONTEXT, name: 'other' }, current: false, transport: OTHER }],
  });
  await see(/HEALTH_OK/);
  stdin.send(':ctx other\r');
  expect(await ended).toEqual({ leftFor: 'other' });
  await clock.advance(5000);
  expect(done).toEqual(['audit closed']);
});

test('the console ends with the reason if the connection cannot be opened', async () => {
  const { ended, done } = await started({ open: () => Promise.reject(new Error('no way there')) });
  await expect(ended).rejects.toThrow('no way there');
  expect(done).toEqual(['audit closed']);
});

test('a signal ends the console as quitting does', async () => {
  const { host, see, ended, done } = await started();
  await see(/HEALTH_OK/);
  host.emit('SIGTERM', 'SIGTERM');
  expect(await ended).toEqual({ code: 0 });
  expect(done).toEqual(['audit closed']);
});

test('keys in the configuration that name nothing are reported, and others not', async () => {
  const keys = new Map([['no.such.key', ['x']]]);
  const { see } = await started({ custom: { ...NO_CUSTOM, keys } });
  await see(/there is nothing called no\.such\.key/);
});

test('a text is copied to the clipboard of the terminal', async () => {
  const { see, after } = await started();
  await see(/HEALTH_OK/);
  await after('3\x19', /The row as a line/);
  const copied = await after('\r', /\x1b\]52;c;/);
  const [, text = ''] = /\x1b\]52;c;([A-Za-z\d+/=]+)\x07/.exec(copied) ?? [];
  expect(Buffer.from(text, 'base64').toString()).toMatch(/osd\.0/);
});

test('the mouse selects a pane if it is on, and its reports are switched off at the end', async () => {
  const { see, after, stdin, stdout, ended } = await started({ mouse: true });
  await see(/HEALTH_OK/);
  expect(stdout.written).toContain('\x1b[?1000h');
  await after('\x1b[<0;80;25M\x1b[<0;80;25m', /▶.{0,12}4 .{0,12}Log/);
  stdout.written = '';
  stdin.send(':q\r');
  await ended;
  expect(stdout.written).toContain('\x1b[?1000l');
});

test('the whole screen is drawn again on request, and shown as plain text behind the console', async () => {
  const { see, after } = await started();
  await see(/HEALTH_OK/);
  await after('\x12', /\x1b\[H\x1b\[J[^]*HEALTH_OK/);
  await after('\x0c', /\x1b\[\?1049l[^]*HEALTH_OK[^]*Enter shows it again/);
  await after('\r', /\x1b\[\?1049h[^]*HEALTH_OK/);
});

test('Ctrl-Z gives the terminal to the shell until the program continues', async () => {
  const { see, stdin, stdout, host, done, until } = await started();
  await see(/HEALTH_OK/);
  stdin.send('\x1a');
  await until(() => expect(done).toEqual([['kill', 0, 'SIGSTOP']]));
  expect([stdin.isRaw, stdout.written.includes('\x1b[?1049l')]).toEqual([false, true]);
  stdout.written = '';
  host.emit('SIGCONT');
  await see(/\x1b\[\?1049h[^]*HEALTH_OK/);
  expect(stdin.isRaw).toBe(true);
});

test('an Escape waits longer for the rest of a sequence over SSH', async () => {
  const afterEscape = async (env: NodeJS.ProcessEnv, wanted: RegExp) => {
    const { see, after, stdin, stdout, clock } = await started({}, env);
    await see(/HEALTH_OK/);
    await after('?', /type to search/);
    stdout.written = '';
    stdin.send('\x1b');
    await clock.advance(50);
    stdin.send('[B');
    await see(wanted);
    return stdout.written.includes('HEALTH_OK');
  };
  expect(await afterEscape({}, /HEALTH_OK/)).toBe(true);
  expect(await afterEscape({ SSH_TTY: '/dev/pts/1' }, /▌.{0,20}T/)).toBe(false);
});

test('the output of changed cells asks the terminal for an answer', async () => {
  const { see, stdin, stdout, clock } = await started({ output: 'cells' });
  await see(/HEALTH_OK/);
  expect(stdout.written).toContain('\x1b[5n');
  stdout.written = '';
  stdin.send('\x1b[0n');
  await clock.advance(2000);
  await see(/\x1b\[\d+;\d+H/);
});
