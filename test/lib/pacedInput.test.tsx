import { render } from 'ink';
import TextInput from 'ink-text-input';
import { PassThrough, Writable } from 'node:stream';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { pacedInput, splitKeys } from '../../src/lib/pacedInput.ts';

test.each([
  ['jjj', ['jjj']],
  ['ab\x7f\x7fc', ['ab', '\x7f', '\x7f', 'c']],
  ['a\x03b', ['a', '\x03', 'b']],
  ['\x1b[Ax\x1bOBy', ['\x1b[A', 'x', '\x1bOB', 'y']],
  ['\x1b[1;5C\x1b[3~', ['\x1b[1;5C', '\x1b[3~']],
  ['\x1b', ['\x1b']],
  ['\x1bd', ['\x1bd']],
  ['yes\r', ['yes\r']],
  ['größe\r容量\n', ['größe\r容量\n']],
  ['', []],
])('the input chunk %j is split into the keys %j', (chunk, keys) => {
  expect(splitKeys(chunk)).toEqual(keys);
});

test('a text input receives all keys that arrive in one chunk', async () => {
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
  let latest = '';
  function Field() {
    const [value, setValue] = useState('');
    latest = value;
    return <TextInput value={value} onChange={setValue} />;
  }
  const app = render(<Field />, {
    stdin: pacedInput(terminal),
    stdout: screen as unknown as NodeJS.WriteStream,
    patchConsole: false,
    interactive: true,
  });
  await expect.poll(() => terminal.listenerCount('readable')).toBe(1);
  terminal.write('ab\x7fc\x1b[Dx');
  await expect.poll(() => latest).toBe('axc');
  terminal.write('\x1b[C');
  terminal.write('d\x7f\x7f');
  await expect.poll(() => latest).toBe('ax');
  app.unmount();
});
