import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../../scripts/lib/project.mjs';
import { hostileEngine } from '../screens/hostile.ts';
import { terminalEnvironment } from '../support/environment.ts';
import { Home } from '../support/storedeck.ts';
import { FaultyProxy } from './faultyProxy.ts';
import { expectAlive, openUrl, Session } from './steps.ts';

test('a token that the service refuses is reported with a message', async () => {
  await using proxy = await FaultyProxy.open();
  using home = new Home();
  const wrong = join(home.folder, 'wrong');
  writeFileSync(wrong, 'not-the-token-0123456789\n', { mode: 0o600 });
  await using deck = openUrl(proxy.url, wrong);
  await deck.see(/401|token/i);
  await expectAlive(deck);
});

test('a token file that others can read is refused before any request', async () => {
  await using proxy = await FaultyProxy.open();
  chmodSync(proxy.tokenFile, 0o644);
  await using deck = openUrl(proxy.url, proxy.tokenFile, { inShell: true });
  await deck.see(/token|EXIT 2/);
  expect(proxy.passed).toEqual([]);
});

test('read-only mode sends only reads', async () => {
  await using proxy = await FaultyProxy.open();
  await using deck = new Session([
    '--url',
    proxy.url,
    '--token-file',
    proxy.tokenFile,
    '--readonly',
    '--utc',
  ]);
  await deck.see(/READ-ONLY[^]*osd\.26/);
  for (const line of ['unset noscrub', 'speed 5', 'scrub osd.0', 'cancel 2']) {
    await deck.command(line);
    await deck.see(/Read-only/);
  }
  expect(proxy.passed.filter((request) => !request.startsWith('GET '))).toEqual([]);
});

test('control sequences from a hostile service never reach the terminal', async () => {
  await using proxy = await FaultyProxy.open({
    engine: (inner) => hostileEngine(inner, { everything: false }),
  });
  await using deck = openUrl(proxy.url, proxy.tokenFile, { cols: 160, rows: 48 });
  await deck.see(/HEALTH_WARN/);
  deck.press('3', 'f', 'd', 'Esc', 'Esc', '5', 'f', 'd', 'Esc', 'Esc', '4', 'f', 'd', 'Esc', 'Esc', '1', 'd');
  await deck.see(/What it means|Detail/);
  const unknown = deck.screen.raw().replace(/\u001B\[[\d;]*[mHJKA-GLMPSTXdnr@]|\u001B\[\?[\d;]+[hlu]/g, '');
  expect(unknown).not.toMatch(/\u001B|\u0007|\u009B|\u202E/);
});

/** `storedeck serve` as a separate process. */
class Service implements Disposable {
  readonly #child: ChildProcess;
  /** Its exit code or signal. */
  readonly exit: Promise<unknown[]>;
  readonly url: Promise<string>;

  constructor(home: Home, listen: string) {
    const args = ['serve', '--engine', 'sim', '--listen', listen, '--token-file', join(home.folder, 'token')];
    this.#child = spawn(process.execPath, [program, ...args], {
      env: { ...terminalEnvironment(), ...home.env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.exit = once(this.#child, 'exit');
    this.url = once(this.#child.stdout!, 'data').then(([told]) => /http:\S+/.exec(String(told))?.[0] ?? '');
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  [Symbol.dispose](): void {
    this.kill('SIGKILL');
  }
}

test('the console survives a kill and restart of the bundled service', async () => {
  using home = new Home();
  using first = new Service(home, '127.0.0.1:0');
  const url = await first.url;
  await using deck = openUrl(url, join(home.folder, 'token'));
  await deck.see(/HEALTH_(?:WARN|OK)/);
  await deck.see(/4 Log +following/);
  first.kill('SIGKILL');
  await first.exit;
  await deck.see(/failing|STALE/);
  using second = new Service(home, new URL(url).host);
  await deck.see((text) => /data (?:now|\ds)/.test(text) && !/STALE|failing|Nothing listens/.test(text));
  second.kill('SIGTERM');
  expect(await second.exit).toEqual([0, null]);
});
