import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { program, root } from '../../scripts/lib/project.mjs';
import { terminalEnvironment } from '../support/environment.ts';
import { Service } from '../support/service.ts';
import { Home } from '../support/storedeck.ts';
import { FaultyProxy } from './faultyProxy.ts';
import { openDemo, opened, Session } from './steps.ts';

/** Records the connections of a program, and returns each once. */
function recorder(home: Home) {
  const file = join(home.folder, 'network');
  const preload = join(root, 'test', 'support', 'networkRecorder.cjs');
  return {
    env: {
      NODE_OPTIONS: `--require=${preload}`,
      NETWORK_RECORD: file,
      // Nobody listens there, so a program that took it for a proxy would fail.
      HTTP_PROXY: 'http://127.0.0.1:9',
      http_proxy: 'http://127.0.0.1:9',
    },
    lines: () =>
      existsSync(file) ? [...new Set(readFileSync(file, 'utf8').trim().split('\n'))].toSorted() : [],
  };
}

/** Runs a command of the program to its end. */
function run(args: readonly string[], env: Record<string, string>): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: terminalEnvironment(env), cwd: '/' }, (error, out) =>
      resolve({ code: error ? Number(error.code) : 0, out }),
    );
  });
}

/** Opens every view that reads something of its own. */
async function walk(deck: Session): Promise<void> {
  for (const key of ['2', '3', '4', '5', '6', '1']) {
    deck.press(key);
    await deck.see(new RegExp(`▶ ${key} `));
  }
  for (const screen of ['pools', 'servers', 'stats', 'audit', 'contexts']) {
    await deck.command(screen);
    await deck.see((text) => !/▶ 1 Health/.test(text));
    await deck.command('deck');
    await deck.see(/▶ 1 Health/);
  }
}

describe('connections of the program', () => {
  test('the console connects only to the configured service', async () => {
    using records = new Home();
    const { env, lines } = recorder(records);
    await using proxy = await FaultyProxy.open();
    const session = new Session(['--url', proxy.url, '--token-file', proxy.tokenFile, '--utc'], { env });
    await using deck = await opened(session, (text) => /HEALTH_WARN/.test(text));
    await walk(deck);
    deck.press(':', 'q', 'Enter');
    await deck.screen.exit;
    expect(lines()).toEqual([`tcp ${new URL(proxy.url).host}`]);
  });

  test('the console connects to nothing when it uses a simulated cluster', async () => {
    using records = new Home();
    const { env, lines } = recorder(records);
    await using deck = await openDemo('demo', { env });
    await walk(deck);
    deck.press(':', 'q', 'Enter');
    await deck.screen.exit;
    expect(lines()).toEqual([]);
  });

  test.each([['status'], ['doctor'], ['logs'], ['call', 'listDisks']])(
    'storedeck %s connects only to the configured service',
    async (...command) => {
      using home = new Home();
      const { env, lines } = recorder(home);
      await using proxy = await FaultyProxy.open({ scenario: 'calm' });
      const args = [program, ...command, '--url', proxy.url, '--token-file', proxy.tokenFile];
      const { code, out } = await run(args, { ...home.env, ...env });
      expect(out).not.toBe('');
      expect(code).toBe(0);
      expect(lines()).toEqual([`tcp ${new URL(proxy.url).host}`]);
    },
  );

  test('the console connects only to the configured service when that is given by a host name or a socket', async () => {
    using home = new Home();
    const { env, lines } = recorder(home);
    const socket = join(home.folder, 'service.sock');
    await using service = await Service.start(
      home,
      ['--engine', 'sim', '--scenario', 'calm'],
      `unix:${socket}`,
    );
    await run([program, 'status', '--url', `unix:${socket}`, '--token-file', service.tokenFile], {
      ...home.env,
      ...env,
    });
    expect(lines()).toEqual([`unix ${socket}`]);
    await using proxy = await FaultyProxy.open({ scenario: 'calm' });
    const named = proxy.url.replace('127.0.0.1', 'localhost');
    await run([program, 'status', '--url', named, '--token-file', proxy.tokenFile], { ...home.env, ...env });
    const { port } = new URL(proxy.url);
    expect(lines().filter((line) => !line.endsWith(`:${port}`))).toEqual([
      'lookup localhost',
      `unix ${socket}`,
    ]);
  });
});

test('the recorder of connections misses none', async () => {
  using home = new Home();
  const { env, lines } = recorder(home);
  const script = `
    fetch('http://127.0.0.1:8/').catch(() => {});
    require('node:net').connect(9, '::1').on('error', () => {});
    require('node:net').connect('/nowhere.sock').on('error', () => {});
    require('node:dns').lookup('localhost', () => {});
    const resolver = new (require('node:dns').Resolver)({ timeout: 10, tries: 1 });
    resolver.setServers(['127.0.0.1:9']);
    resolver.resolve4('nowhere.example', () => {});
    require('node:dgram').createSocket('udp4').unref();
    require('node:child_process').execFile('true');`;
  await run(['-e', script], { ...home.env, ...env });
  expect(lines()).toEqual([
    'PROCESSWRAP',
    'QUERYWRAP',
    'UDPWRAP',
    'lookup localhost',
    'tcp 127.0.0.1:8',
    'tcp [::1]:9',
    'unix /nowhere.sock',
  ]);
});
