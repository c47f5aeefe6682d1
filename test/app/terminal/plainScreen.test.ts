import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { printPlain } from '../../../src/app/terminal/plainScreen.ts';

/** A terminal whose screen can be handed to the shell. `events` has everything that happened, in order. */
function terminal() {
  const events: string[] = [];
  const stdin = Object.assign(new PassThrough(), { ref: () => void events.push('stdin is waited for') });
  const stdout = { write: (text: string) => void events.push(`wrote ${JSON.stringify(text)}`) };
  const suspend = async () => {
    events.push('suspended');
    return { resume: async () => void events.push('resumed') };
  };
  const process = { stdin, stdout } as unknown as NodeJS.Process;
  return { events, stdin, host: { process, suspend: () => suspend } };
}

const HINT = '(storedeck goes on behind this; Enter shows it again)';

test('plain text is printed on the normal screen until Enter is pressed', async () => {
  const { events, stdin, host } = terminal();
  const printed = printPlain(host, 'the text');
  await setImmediate();
  expect(events).toEqual([
    'suspended',
    `wrote ${JSON.stringify(`\nthe text\n\n${HINT}\n`)}`,
    'stdin is waited for',
  ]);
  stdin.write('\n');
  await printed;
  expect(events.at(-1)).toBe('resumed');
});

test('keys typed before Enter over plain text do not reach the console', async () => {
  const { stdin, host } = terminal();
  const printed = printPlain(host, 'the text');
  stdin.write('q\n');
  await printed;
  expect(stdin.read()).toBeNull();
});

test('plain text stays while the input has nothing to read', async () => {
  const { events, stdin, host } = terminal();
  const printed = printPlain(host, 'the text');
  await setImmediate();
  stdin.emit('readable');
  await setImmediate();
  expect(events).not.toContain('resumed');
  stdin.write('\n');
  await printed;
});

test('plain text ends with the input of the terminal', async () => {
  const { events, stdin, host } = terminal();
  const printed = printPlain(host, 'the text');
  await setImmediate();
  stdin.emit('end');
  await printed;
  expect(events.at(-1)).toBe('resumed');
});

test.each(['\n', undefined])('plain text leaves no listener on the terminal', async (typed) => {
  const { stdin, host } = terminal();
  const before = stdin.listenerCount('end');
  const printed = printPlain(host, 'the text');
  await setImmediate();
  expect([stdin.listenerCount('readable'), stdin.listenerCount('end')]).toEqual([1, before + 1]);
  if (typed === undefined) stdin.emit('end');
  else stdin.write(typed);
  await printed;
  expect([stdin.listenerCount('readable'), stdin.listenerCount('end')]).toEqual([0, before]);
});

test('plain text is not printed while another program has the terminal', async () => {
  const { events, host } = terminal();
  await printPlain({ ...host, suspend: () => undefined }, 'the text');
  expect(events).toEqual([]);
});
