import { expect, test } from 'vitest';
import { runProgram } from '../../../src/app/terminal/program.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { fakeClock } from '../../support/fakeClock.ts';

const shell = (script: string, ...more: string[]) =>
  runProgram(['/bin/sh', '-c', script, 'sh', ...more], systemClock());

test('the result of a program has its exit code and its output, with standard error last', async () => {
  expect(await shell('echo wrong >&2; echo right; exit 3')).toEqual({ code: 3, text: 'right\nwrong\n' });
});

test('a program gets its arguments unchanged, and no input', async () => {
  expect(await shell('printf "%s|" "$@"; cat', 'a b', '$HOME')).toEqual({ code: 0, text: 'a b|$HOME|' });
});

test('output of a program beyond one mebibyte is cut, with a note', async () => {
  const { text } = await shell('head -c 1048577 /dev/zero | tr "\\0" x');
  expect(text).toMatch(/^x{1048576}\nThe rest was cut: it printed more than 1\.?0* ?MiB\.$/);
  expect((await shell('head -c 1048576 /dev/zero | tr "\\0" x')).text).toHaveLength(1048576);
});

test.each([
  ['/no/such/program', /There is no program \/no\/such\/program\./],
  ['/etc/passwd', /^\/etc\/passwd: .*EACCES/],
])('a program that cannot be started is named: %s', async (program, message) => {
  await expect(runProgram([program], systemClock())).rejects.toMatchObject({
    failure: { kind: 'refused', message: expect.stringMatching(message) as string },
  });
});

test('a program that is killed by a signal is reported as such', async () => {
  await expect(shell('kill -KILL $$')).rejects.toMatchObject({
    failure: { kind: 'cancelled', message: '/bin/sh was killed by SIGKILL.' },
  });
});

test('a program that runs longer than two minutes is killed', async () => {
  const clock = fakeClock();
  const run = runProgram(['/bin/sh', '-c', 'sleep 600'], clock);
  const ended = expect(run).rejects.toMatchObject({ failure: { kind: 'timeout' } });
  await clock.advance(119_000);
  expect(clock.pending()).toBe(1);
  await clock.advance(1000);
  await ended;
});
