import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { type EarlyTerminal, streamTerminal } from '../../../src/app/terminal/early.ts';
import { TerminalSession } from '../../../src/app/terminal/session.ts';
import { fakeClock } from '../../support/fakeClock.ts';

/** A terminal stream that accepts all output at once. */
class Stream extends EventEmitter {
  setRawMode = (): this => this;
  unref = (): this => this;
  write(_text: string, done?: () => void): boolean {
    done?.();
    return true;
  }
}

function take(onWarning?: (warning: Error) => void, early?: EarlyTerminal) {
  const exits: unknown[] = [];
  const process = Object.assign(new EventEmitter(), {
    stdin: new Stream(),
    stdout: new Stream(),
    stderr: new Stream(),
    pid: 0,
    kill: () => true,
    exit: (code: unknown) => exits.push(code),
  });
  if (onWarning) process.on('warning', onWarning);
  const host = process as unknown as NodeJS.Process;
  const terminal = new TerminalSession(host, fakeClock(), early ?? streamTerminal(host), ['first line']);
  const listeners = () =>
    [process, process.stdin, process.stdout, process.stderr].flatMap((emitter) => emitter.eventNames());
  return { process, terminal, exits, listeners };
}

test.each([
  ['before', ['signal', 'end']],
  ['after', ['end', 'signal']],
])('SIGHUP %s the end of the input leaves time for a clean exit', async (_, order) => {
  const { process, terminal, exits } = take();
  for (const what of order) {
    if (what === 'signal') process.emit('SIGHUP', 'SIGHUP');
    else process.stdin.emit('end');
  }
  process.stdout.emit('error', new Error('write EIO'));
  expect(await terminal.ending).toBe('SIGHUP');
  expect(exits).toEqual([]);
});

test('a second signal ends the program at once', () => {
  const { process, exits } = take();
  process.emit('SIGTERM', 'SIGTERM');
  expect(exits).toEqual([]);
  process.emit('SIGTERM', 'SIGTERM');
  expect(exits).toEqual([143]);
});

test('the first lines are written once echo is off, and then the terminal is handed over', () => {
  const happened: string[] = [];
  take(undefined, {
    isTerminal: true,
    size: { columns: 80, rows: 24 },
    raw: () => void happened.push('raw'),
    write: (text) => void happened.push(text.includes('first line') ? 'lines' : 'something else'),
    handOver: () => void happened.push('handed over'),
  });
  expect(happened).toEqual(['raw', 'lines', 'handed over']);
});

test('no listener stays on a terminal that was returned', async () => {
  const { terminal, listeners } = take();
  expect(listeners()).not.toEqual([]);
  await terminal[Symbol.asyncDispose]();
  expect(listeners()).toEqual([]);
});

test('a Node warning is held back until the terminal is returned', async () => {
  const warnings: string[] = [];
  const { process, terminal } = take((warning) => warnings.push(warning.message));
  process.emit('warning', new Error('old api'));
  expect(warnings).toEqual([]);
  await terminal[Symbol.asyncDispose]();
  expect(warnings).toEqual(['old api']);
  process.emit('warning', new Error('another'));
  expect(warnings).toEqual(['old api', 'another']);
});
