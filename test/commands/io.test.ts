import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { processIo, reportError } from '../../src/commands/io.ts';
import { fakeClock } from '../support/fakeClock.ts';

/** A fake process with streams, whose signals are events. */
function host(env: Record<string, string> = {}) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const process = Object.assign(new EventEmitter(), { stdin, stdout, stderr, env });
  const io = processIo(process as unknown as NodeJS.Process, fakeClock());
  return { io, process, stdin, stdout, stderr };
}

describe('streams of a command', () => {
  test('a command uses the standard streams of the process', async () => {
    const { io, stdin, stdout, stderr } = host({ LANG: 'C' });
    await io.out('one ');
    await io.out('two');
    io.err('trouble');
    stdout.end();
    stderr.end();
    expect([await text(stdout), await text(stderr)]).toEqual(['one two', 'trouble']);
    stdin.end('typed');
    expect(await io.input()).toBe('typed');
  });

  test('output waits until a full stream has room again', async () => {
    const { io, stdout } = host();
    const state = { written: false };
    const whole = 'x'.repeat(stdout.writableHighWaterMark * 4);
    const writing = io
      .out(whole)
      .then(() => io.out('!'))
      .then(() => (state.written = true));
    stdout.resume();
    await writing;
    expect(state.written).toBe(true);
  });

  test('output is dropped without blocking after the reader has left', async () => {
    const { io, stdout } = host();
    stdout.destroy(new Error('EPIPE'));
    await new Promise(setImmediate);
    expect(io.stopped.aborted).toBe(true);
    await expect(io.out('unread')).resolves.toBeUndefined();
  });

  test('a command is asked to end when nobody reads its messages any more', async () => {
    const { io, stderr } = host();
    stderr.destroy(new Error('EPIPE'));
    await new Promise(setImmediate);
    expect(io.stopped.aborted).toBe(true);
  });
});

test.each([
  [{ LANG: 'de_DE.UTF-8' }, true],
  [{ LANG: 'C' }, false],
])('with %j an error message keeps its Unicode characters: %s', async (env, unicode) => {
  const { io, stderr } = host(env);
  expect(io.unicode).toBe(unicode);
  expect(io.env).toBe(env);
  reportError(io, 'the pool größe\u001b[2J');
  stderr.end();
  const errorText = await text(stderr);
  expect(errorText).toMatch(/^storedeck: the pool /);
  expect(errorText).not.toContain('\u001b');
  expect(errorText.includes('größe')).toBe(unicode);
  expect(errorText.endsWith('\n')).toBe(true);
});

describe('signal that ends the program', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'a first %s stops the program, and a second has its default effect',
    (signal) => {
      const { io, process } = host();
      expect(process.listenerCount(signal)).toBe(1);
      expect(io.stopped.aborted).toBe(false);
      process.emit(signal);
      expect(io.stopped.aborted).toBe(true);
      expect(process.listenerCount(signal)).toBe(0);
    },
  );

  test('a signal ends the program during uninterrupted work, and is handled again afterwards', () => {
    const { io, process } = host();
    expect(io.interruptible(() => process.listenerCount('SIGINT'))).toBe(0);
    expect(process.listenerCount('SIGINT')).toBe(1);
    expect(() =>
      io.interruptible(() => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(process.listenerCount('SIGINT')).toBe(1);
    process.emit('SIGTERM');
    io.interruptible(() => undefined);
    expect(process.listenerCount('SIGTERM')).toBe(0);
  });
});
