import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeIo, type FakeIo } from './fakeIo.ts';
import { onService, run, temporaryDirectory } from './onService.ts';

const UTF8 = { TERM: 'xterm-256color', LANG: 'C.UTF-8' };
const withTerminal = (io: FakeIo, columns: number, rows: number): FakeIo => ({
  ...io,
  terminal: { stdin: true, stdout: true, columns, rows },
});
const line = (io: FakeIo, about: string) =>
  io.written.out.split('\n').find((text) => text.startsWith(about)) ?? '';

describe('storedeck doctor', () => {
  test('doctor finds no fault with the simulated cluster', async () => {
    const directory = await temporaryDirectory();
    const io = withTerminal(fakeIo({ env: { ...UTF8, XDG_STATE_HOME: directory } }), 120, 36);
    expect(await run(['doctor', '--demo=calm'], io)).toBe(0);
    expect(line(io, 'terminal')).toMatch(/ok +120x36, TERM is xterm-256color/);
    expect(line(io, 'colour')).toMatch(/ok +256 colours: TERM is xterm-256color, COLORTERM is not set/);
    expect(line(io, 'unicode')).toMatch(/ok +on: LANG is C\.UTF-8/);
    expect(line(io, 'context')).toMatch(/the simulated cluster/);
    expect(line(io, 'connection')).toMatch(/ok +answers in \d+ ms: HEALTH_OK/);
    expect(line(io, 'versions')).toMatch(/ok +storedeck \d+\.\d+\.\d+, Node \d+/);
    expect(line(io, 'configuration')).toMatch(/ok +none: \/nonexistent\/.* does not exist/);
  });

  test('doctor lets the options of the command line decide, and marks what does not work', async () => {
    const env = { ...UTF8, STOREDECK_SLOW: 'rather' };
    const io = withTerminal(fakeIo({ env }), 80, 24);
    expect(await run(['doctor', '--demo=calm', '--no-colour', '--ascii'], io)).toBe(1);
    expect(line(io, 'colour')).toMatch(/none: --no-colour/);
    expect(line(io, 'unicode')).toMatch(/off, ASCII signs: --ascii/);
    expect(line(io, 'link')).toMatch(/BAD +STOREDECK_SLOW must be 1, 0 or auto/);
  });

  const AWAY = '[contexts.a]\nurl = "http://mgmt.example:7480/api"\n';
  const HERE = '[contexts.a]\nurl = "http://127.0.0.1:1/api"\n';
  test.each([
    [
      HERE,
      [],
      'context ok a at http://127.0.0.1:1/api',
      'note none: give token-file, token-env or token-command',
    ],
    [
      `${HERE}token-env = "T"\n`,
      [],
      'context ok a at http://127.0.0.1:1/api',
      'ok environment variable T, can be read',
    ],
    [
      `${HERE}token-env = "NONE"\n`,
      [],
      'context ok a at http://127.0.0.1:1/api',
      'BAD environment variable NONE gives no token: it is empty',
    ],
    [
      `${HERE}token-command = ["echo", "x"]\n`,
      ['--readonly'],
      'context ok a at http://127.0.0.1:1/api, read-only',
      'ok output of echo, can be read',
    ],
    [
      `${AWAY}token-env = "T"\nproduction = true\nread-only = true\n`,
      [],
      'context ok a at http://mgmt.example:7480/api, PROD, read-only by the configuration',
      'BAD environment variable T, can be read, but is not sent over plain HTTP to another host',
    ],
    [
      `${AWAY}token-env = "T"\nallow-plain-http = true\n`,
      [],
      'context ok a at http://mgmt.example:7480/api',
      'note environment variable T, can be read; it goes over plain HTTP',
    ],
    [
      AWAY.replace('http:', 'https:') + 'token-env = "T"\n',
      [],
      'context ok a at https://mgmt.example:7480/api',
      'ok environment variable T, can be read',
    ],
    [
      '',
      ['--url', 'unix:/nowhere/s'],
      'context ok /nowhere/s at /nowhere/s',
      'note none: give token-file, token-env or token-command',
    ],
    ['', ['--demo=calm'], 'context ok the simulated cluster', 'ok none is needed'],
  ])(
    'doctor shows where the cluster and its token are configured: %j %j',
    async (config, options, context, token) => {
      const directory = await temporaryDirectory();
      const file = join(directory, 'config.toml');
      await writeFile(file, config);
      const { PATH = '' } = process.env;
      const io = fakeIo({
        env: { ...UTF8, XDG_STATE_HOME: directory, STOREDECK_CONFIG: file, T: 'secret', PATH },
      });
      // No other server is contacted.
      if (!config.includes('token-command')) io.stop();
      await run(['doctor', ...options], io);
      const words = (about: string) => line(io, about).replaceAll(/ +/g, ' ');
      expect(words('context')).toBe(context);
      expect(words('token')).toBe(`token ${token}`);
      expect(words('configuration')).toBe(
        `configuration ok ${file}, ${config === '' ? '0 contexts' : '1 context'}`,
      );
      expect(words('state')).toBe(`state ok ${directory}/storedeck, made when it is needed`);
    },
  );

  test('doctor reports a terminal that is too small or absent without failing', async () => {
    const env = { ...UTF8, XDG_STATE_HOME: await temporaryDirectory() };
    const small = withTerminal(fakeIo({ env }), 40, 10);
    expect(await run(['doctor', '--demo=calm'], small)).toBe(0);
    expect(line(small, 'terminal')).toMatch(/note +40x10.*smaller than 60x16/);
    const none = fakeIo({ env });
    await run(['doctor', '--demo=calm'], none);
    expect(line(none, 'terminal')).toMatch(/no terminal at standard input and standard output/);
  });

  test('doctor reaches a service and never shows the token', async () => {
    const { code, out } = await onService(
      {
        getClusterStatus: () => ({
          storeStatus: { fsid: '8f3c12ab-0000', health: { status: 'HEALTH_WARN' } },
        }),
      },
      ['doctor'],
    );
    expect(out).toMatch(/connection +ok +answers in \d+ ms: HEALTH_WARN, cluster 8f3c12ab/);
    expect(out).toMatch(/token +ok +file \S+token, can be read/);
    expect(out).not.toMatch(/[0-9a-f]{32}/);
    expect(code).toBe(0);
  });

  test('doctor checks Ceph if CEPH_CONF names a file, unless the simulated cluster is selected', async () => {
    const directory = await temporaryDirectory();
    const conf = join(directory, 'ceph.conf');
    const env = { ...UTF8, XDG_STATE_HOME: directory, CEPH_CONF: conf };
    const about = async (...options: string[]) => {
      const io = fakeIo({ env });
      await run(['doctor', ...options], io);
      return line(io, 'ceph cluster');
    };
    expect(await about()).toBe('');
    await writeFile(conf, '');
    expect(await about()).toContain(`${conf}: `);
    expect(await about('--demo=calm')).toBe('');
  });

  test('doctor reports only once why a command does not reach a cluster', async () => {
    const io = fakeIo({ env: { ...UTF8, XDG_STATE_HOME: await temporaryDirectory() } });
    expect(await run(['doctor', '--via', '/nowhere/ssh mon1'], io)).toBe(1);
    expect(line(io, 'context')).toMatch(/ok +reached by \/nowhere\/ssh mon1/);
    expect(line(io, 'ceph cluster')).toMatch(
      /BAD +no connection .*\/nowhere\/ssh is not installed on this machine/,
    );
    expect(io.written.out).not.toMatch(/^connection/m);
  });

  test('doctor reports why a service does not reach its cluster', async () => {
    const message = 'no connection to the Ceph cluster: check the keyring';
    const checks = { STORE_UNREACHABLE: { severity: 'HEALTH_ERR', summary: { message, count: 1 } } };
    const { code, out } = await onService(
      { getClusterStatus: () => ({ storeStatus: { health: { status: 'HEALTH_UNKNOWN', checks } } }) },
      ['doctor'],
    );
    expect(out).toMatch(/connection +BAD +the service answers, but not the cluster.*check the keyring/);
    expect(code).toBe(1);
    const silent = { storeStatus: { health: { status: 'HEALTH_UNKNOWN' } } };
    expect((await onService({ getClusterStatus: () => silent }, ['doctor'])).out).toMatch(
      /^connection +BAD .* the cluster behind it: it gives no reason$/m,
    );
    expect((await onService({ getClusterStatus: () => ({}) }, ['doctor'])).out).toMatch(
      /^connection +ok +answers in \d+ ms: no health, cluster no fsid$/m,
    );
  });

  test('doctor reports faults of the token, the connection and the configuration', async () => {
    const directory = await temporaryDirectory();
    const token = join(directory, 'token');
    await writeFile(token, 'secret-of-the-test\n', { mode: 0o644 });
    await chmod(token, 0o644);
    const io = fakeIo({ env: { ...UTF8, XDG_STATE_HOME: directory } });
    expect(await run(['doctor', '--url', 'http://127.0.0.1:1/api', '--token-file', token], io)).toBe(1);
    expect(line(io, 'token')).toMatch(/BAD +token-file: .*chmod 600/);
    expect(line(io, 'connection')).toMatch(/BAD +/);
    expect(io.written.out).not.toContain('secret-of-the-test');

    const file = join(directory, 'config.toml');
    await writeFile(file, 'current-context = "nowhere"\n');
    const broken = fakeIo({ env: { ...UTF8, XDG_STATE_HOME: directory, STOREDECK_CONFIG: file } });
    expect(await run(['doctor'], broken)).toBe(1);
    expect(line(broken, 'configuration')).toMatch(/BAD +.*config\.toml:1: there is no context "nowhere"/);
  });

  test('doctor says that the cluster it was asked about is not configured', async () => {
    const io = fakeIo({ env: { ...UTF8, XDG_STATE_HOME: await temporaryDirectory() } });
    expect(await run(['doctor', '--context', 'nosuch'], io)).toBe(1);
    expect(line(io, 'context')).toMatch(/^context +BAD +.*nosuch/);
    expect(line(io, 'token') + line(io, 'connection')).toBe('');
  });

  test.each([
    [0o700, 'ok'],
    [0o710, 'note'],
    [0o701, 'note'],
    [0o704, 'note'],
  ])('doctor rates a state directory with the mode %o as %s', async (mode, word) => {
    const directory = await temporaryDirectory();
    await mkdir(join(directory, 'storedeck'));
    await chmod(join(directory, 'storedeck'), mode);
    const io = fakeIo({ env: { ...UTF8, XDG_STATE_HOME: directory } });
    await run(['doctor', '--demo=calm'], io);
    expect(line(io, 'state')).toMatch(new RegExp(`^state +${word} +`));
  });

  test('doctor warns if others can read its state directory', async () => {
    const directory = await temporaryDirectory();
    await mkdir(join(directory, 'storedeck'), { mode: 0o755 });
    const io = fakeIo({ env: { ...UTF8, XDG_STATE_HOME: directory } });
    await run(['doctor', '--demo=calm'], io);
    expect(line(io, 'state')).toMatch(/note +.*chmod 700/);
  });
});
