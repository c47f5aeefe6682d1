import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askBackground, backgroundOf, readBackground } from '../../../src/app/terminal/background.ts';

test.each([
  ['rgb:0000/0000/0000\x07', 'dark'],
  ['rgb:1e/1e/2e\x1b\\', 'dark'],
  ['rgb:ffff/ffff/ffff\x07', 'light'],
  ['rgba:fdfd/f6f6/e3e3/ffff\x07', 'light'],
  ['rgb:zz/00/00\x07', undefined],
])('the terminal answer %j means a background that is %s', (answer, background) => {
  expect(readBackground(`\x1b]11;${answer}`).background).toBe(background);
});

test.each([
  ['15;0', 'dark'],
  ['0;15', 'light'],
  ['0;default;7', 'light'],
  ['12;8', 'dark'],
  ['', undefined],
  ['0;default', undefined],
])('COLORFGBG=%j means a background that is %s', (COLORFGBG, background) => {
  expect(backgroundOf({ COLORFGBG })).toBe(background);
});

/** A terminal that has sent some input by the time the background is needed. */
async function asked(came: string, TERM = 'xterm-256color') {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const streams = { stdin, stdout, env: { TERM } } as unknown as NodeJS.Process;
  const answer = askBackground(streams);
  if (came !== '') stdin.write(came);
  const background = await answer?.();
  let typed = '';
  stdin.on('readable', () => {
    for (let chunk: Buffer | null = stdin.read(); chunk !== null; chunk = stdin.read())
      typed += chunk.toString();
  });
  await new Promise(setImmediate);
  return { background, typed, question: String(stdout.read()) };
}

test('keys typed around the answer of the terminal stay in the input', async () => {
  const { background, typed, question } = await asked('j\x1b]11;rgb:ffff/ffff/ffff\x07ö');
  expect(question).toBe('\x1b]11;?\x07');
  expect(background).toBe('light');
  expect(typed).toBe('jö');
});

test('a terminal that does not answer is not waited for', async () => {
  expect(await asked('')).toMatchObject({ background: undefined, typed: '' });
});

test('the Linux console, which would print the query, is not asked', async () => {
  expect(await asked('', 'linux')).toMatchObject({ question: 'null' });
});
