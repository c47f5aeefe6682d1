import { render, useInput } from 'ink';
import TextInput from 'ink-text-input';
import { PassThrough, Writable } from 'node:stream';
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { pacedInput } from '../../src/keys/pacedInput.ts';
import { type InkKey, pressesOf } from '../../src/keys/press.ts';
import { fakeClock } from '../support/fakeClock.ts';

/** A terminal whose keys a component reads through the paced input. */
function keyboard(node: ReactNode) {
  const clock = fakeClock();
  const terminal = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => undefined,
    ref: () => undefined,
    unref: () => undefined,
  }) as unknown as NodeJS.ReadStream & PassThrough;
  const screen = Object.assign(new Writable({ write: (_chunk, _encoding, done) => done() }), {
    columns: 80,
    rows: 24,
  });
  const app = render(node, {
    stdin: pacedInput(terminal, { clock, escapeMs: 100 }),
    stdout: screen as unknown as NodeJS.WriteStream,
    patchConsole: false,
    interactive: true,
  });
  const ready = expect.poll(() => terminal.listenerCount('readable')).toBe(1);
  return { clock, terminal, app, ready };
}

test('a text input receives all keys that arrive in one chunk', async () => {
  let latest = '';
  function Field() {
    const [value, setValue] = useState('');
    latest = value;
    return <TextInput value={value} onChange={setValue} />;
  }
  const { terminal, app, ready } = keyboard(<Field />);
  await ready;
  terminal.write('ab\x7fc\x1b[Dx');
  await expect.poll(() => latest).toBe('axc');
  terminal.write('\x1b[C');
  terminal.write('d\x7f\x7f');
  await expect.poll(() => latest).toBe('ax');
  app.unmount();
});

test('a key whose sequence arrives in two chunks is one key, however long Ink waits itself', async () => {
  const heard: string[] = [];
  function Heard() {
    useInput((input, key: InkKey) => void heard.push(...pressesOf(input, key).map(({ name }) => name)));
    return null;
  }
  const { clock, terminal, app, ready } = keyboard(<Heard />);
  await ready;
  for (const [first, second] of [
    ['\x1b', '[B'],
    ['\x1b[', 'A'],
    ['\x1b[1;', '5C'],
    ['\x1bO', 'D'],
    ['\x1b[5', '~'],
  ] as const) {
    terminal.write(first);
    await new Promise((resolve) => void setTimeout(resolve, 60));
    await clock.advance(60);
    terminal.write(second);
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
  await expect.poll(() => heard).toEqual(['down', 'up', 'right', 'left', 'pageup']);
  terminal.write('\x1b');
  await new Promise((resolve) => void setTimeout(resolve, 60));
  expect(heard).toHaveLength(5);
  await clock.advance(100);
  await expect.poll(() => heard.slice(5)).toEqual(['esc']);
  terminal.write('\x1b');
  await new Promise((resolve) => void setTimeout(resolve, 60));
  terminal.write('q');
  await expect.poll(() => heard.slice(6)).toEqual(['esc', 'q']);
  app.unmount();
});
