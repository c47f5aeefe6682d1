import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Home } from '../support/storedeck.ts';
import { FaultyProxy } from './faultyProxy.ts';
import { openDemo, opened, Session } from './steps.ts';

/** Code that is loaded before the program: on SIGUSR2 an uncaught failure occurs. */
function preload({ folder }: Home, failure: string): string {
  const file = join(folder, 'fail.cjs');
  writeFileSync(file, `process.on('SIGUSR2', () => { ${failure} });`);
  return `--require=${file}`;
}

async function childOf(pid: number): Promise<number> {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}

/** The crash report of a session. */
function reportOf({ home }: Session): { text: string; file: string } {
  const folder = join(home.folder, 'state', 'storedeck', 'crashes');
  const [name = '', ...more] = readdirSync(folder);
  expect(more).toEqual([]);
  const file = join(folder, name);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  return { text: readFileSync(file, 'utf8'), file };
}

test('a crash writes a report without the token and without typed text, and prints its path', async () => {
  using files = new Home();
  await using proxy = await FaultyProxy.open({ scenario: 'osd-down' });
  const token = readFileSync(proxy.tokenFile, 'utf8').trim();
  const failure = `throw new Error('no "xyzzy-typed" with Bearer ${token}');`;
  const deck = await opened(
    new Session(['--url', proxy.url, '--token-file', proxy.tokenFile, '--utc'], {
      inShell: true,
      env: { NODE_OPTIONS: preload(files, failure), MY_TOKEN: 'token-in-a-variable' },
    }),
    (text) => /HEALTH_WARN/.test(text),
  );
  await using _ = deck;
  deck.press('3', 'Enter');
  await deck.see(/▶ 3 Disks/);
  await deck.filter('xyzzy-typed');
  await deck.command('xyzzy-typed');
  deck.screen.paste('xyzzy-typed');
  process.kill(await childOf(deck.screen.pid), 'SIGUSR2');
  const shown = await deck.see(/AFTER/);
  const { text, file } = reportOf(deck);
  expect(shown).toMatch(/EXIT 70/);
  expect(shown.replaceAll('\n', '')).toContain(`is in ${file}`);
  for (const secret of [token, 'xyzzy', 'token-in-a-variable']) expect(text).not.toContain(secret);
  expect(text).toMatch(/Versions\n {2}storedeck \d+\.\d+\.\d+\n {2}Node \d+\.\d+\.\d+\n/);
  expect(text).toMatch(/TERM=xterm-256color, 80x24, /);
  expect(text).toMatch(/deck, disks over the whole screen/);
  expect(text).toMatch(/Reason\n {2}Error: no "\*{4}" with Bearer \*{4}\n +at /);
  expect(text).toMatch(/\(typed text\)/);
  expect(text).toMatch(/GET \/cluster\/status: 200, \d+ ms/);
});

const THIN = { bytesPerSecond: 8000, roundTripMs: 300 };

test.each([undefined, THIN])(
  'a failure while a frame is drawn writes a crash report, too, over %j',
  async (link) => {
    using files = new Home();
    // The header joins its parts with two blanks.
    const failure = `const { join } = Array.prototype;
    Array.prototype.join = function (...args) {
      if (args[0] === '  ') throw new Error('no line');
      return join.apply(this, args);
    };`;
    await using deck = await openDemo('calm', {
      inShell: true,
      env: { NODE_OPTIONS: preload(files, failure) },
      ...(link && { link }),
    });
    const child = await childOf(deck.screen.pid);
    // Frames are being written when it fails.
    const { bytes } = deck.screen;
    for (const key of ['2', '3', '4', '5', '6']) {
      deck.press(key);
      await sleep(20);
    }
    while (deck.screen.bytes === bytes) await sleep(1);
    process.kill(child, 'SIGUSR2');
    const shown = await deck.see(/AFTER/);
    expect(shown).toMatch(/EXIT 70/);
    expect(deck.screen.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true });
    expect(deck.screen.lineDiscipline()).toEqual({ echo: true, cooked: true });
    // Ctrl-R shows all pending input, which must not include an answer of the terminal.
    deck.type('hello\u0012');
    expect(await deck.see(/\^R\n.*hello/)).toMatch(/\^R\nhello/);
    expect(reportOf(deck).text).toMatch(/Reason\n {2}Error: no line\n/);
  },
);
