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
    expect(line(io, 'versions')).toMatch(/storedeck \d+\.\d+\.\d+, Node \d+/);
  });

  test.each([
    [{ NO_COLOR: '1' }, [], 'colour', /note +none: NO_COLOR is 1/],
    [{}, ['--no-colour'], 'colour', /none: --no-colour/],
    [{ TERM: 'dumb' }, [], 'colour', /none: TERM is dumb/],
    [{ LANG: 'C' }, [], 'unicode', /off, ASCII signs: LANG is C/],
    [{ LC_ALL: 'POSIX' }, [], 'unicode', /off, ASCII signs: LC_ALL is POSIX/],
    [{ TERM: 'linux' }, [], 'unicode', /TERM is linux: its font lacks the signs/],
    [{}, ['--ascii'], 'unicode', /off, ASCII signs: --ascii/],
    [{ TMUX: '/tmp/t,1,0' }, [], 'multiplexer', /tmux: copying needs/],
    [{ SSH_TTY: '/dev/pts/1' }, [], 'session', /over SSH/],
    [{}, [], 'link', /ok +measured while the console runs/],
    [{ STOREDECK_SLOW: '1' }, [], 'link', /ok +taken for slow: .* \(STOREDECK_SLOW\)/],
    [{ STOREDECK_SLOW: '1' }, ['--no-slow'], 'link', /ok +taken for fast: .* \(--no-slow\)/],
    [{ STOREDECK_SLOW: 'rather' }, [], 'link', /BAD +STOREDECK_SLOW must be 1, 0 or auto; it is "rather"/],
    [{ STOREDECK_OUTPUT: 'plain' }, [], 'link', /note +not measured/],
  ])('doctor gives the reason for its findings: %o %o', async (env, options, about, expected) => {
    const io = withTerminal(fakeIo({ env: { ...UTF8, ...env } }), 80, 24);
    await run(['doctor', '--demo=calm', ...options], io);
    expect(line(io, about)).toMatch(expected);
  });

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

  test('doctor says once what keeps a command from leading to a cluster', async () => {
    const io = fakeIo({ env: { ...UTF8, XDG_STATE_HOME: await temporaryDirectory() } });
    expect(await run(['doctor', '--via', '/nowhere/ssh mon1'], io)).toBe(1);
    expect(line(io, 'context')).toMatch(/ok +reached by \/nowhere\/ssh mon1/);
    expect(line(io, 'ceph cluster')).toMatch(/BAD +no connection .*\/nowhere\/ssh is not on this machine/);
    expect(io.written.out).not.toMatch(/^connection/m);
  });

  test('doctor says why a service does not reach its cluster', async () => {
    const message = 'no connection to the Ceph cluster: check the keyring';
    const checks = { STORE_UNREACHABLE: { severity: 'HEALTH_ERR', summary: { message, count: 1 } } };
    const { code, out } = await onService(
      { getClusterStatus: () => ({ storeStatus: { health: { status: 'HEALTH_UNKNOWN', checks } } }) },
      ['doctor'],
    );
    expect(out).toMatch(/connection +BAD +the service answers, but not the cluster.*check the keyring/);
    expect(code).toBe(1);
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

  test.each([
    [0o700, 'ok'],
    [0o710, 'note'],
    [0o701, 'note'],
    [0o704, 'note'],
  ])('doctor rates a state folder of the mode %o as %s', async (mode, word) => {
    const directory = await temporaryDirectory();
    await mkdir(join(directory, 'storedeck'));
    await chmod(join(directory, 'storedeck'), mode);
    const io = fakeIo({ env: { ...UTF8, XDG_STATE_HOME: directory } });
    await run(['doctor', '--demo=calm'], io);
    expect(line(io, 'state')).toMatch(new RegExp(`^state +${word} +`));
  });

  test('doctor warns if others can read its state folder', async () => {
    const directory = await temporaryDirectory();
    await mkdir(join(directory, 'storedeck'), { mode: 0o755 });
    const io = fakeIo({ env: { ...UTF8, XDG_STATE_HOME: directory } });
    await run(['doctor', '--demo=calm'], io);
    expect(line(io, 'state')).toMatch(/note +.*chmod 700/);
  });
});
