import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultConfigFile, loadConfig, stateDirectory } from '../../src/config/load.ts';
import { readToken, tokenReader } from '../../src/config/token.ts';
import { fakeClock } from '../support/fakeClock.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'storedeck-'));
});
afterEach(() => rm(home, { recursive: true }));

const write = async (name: string, content: string, mode = 0o600) => {
  const path = join(home, name);
  await writeFile(path, content);
  await chmod(path, mode);
  return path;
};

describe('loadConfig', () => {
  const one = '[contexts.a]\nurl = "https://a/api"\n';

  test('the configuration file is found by the XDG variables', () => {
    expect(defaultConfigFile({ HOME: '/home/op' })).toBe('/home/op/.config/storedeck/config.toml');
    expect(defaultConfigFile({ HOME: '/home/op', XDG_CONFIG_HOME: '/etc/op' })).toBe(
      '/etc/op/storedeck/config.toml',
    );
    expect(defaultConfigFile({ HOME: '/home/op', XDG_CONFIG_HOME: 'relative' })).toBe(
      '/home/op/.config/storedeck/config.toml',
    );
    expect(stateDirectory({ HOME: '/home/op' })).toBe('/home/op/.local/state/storedeck');
  });

  test('a missing default configuration file is accepted, and a missing named one is refused', async () => {
    expect((await loadConfig(undefined, { HOME: home })).contexts.size).toBe(0);
    const missing = join(home, 'no.toml');
    await expect(loadConfig(missing, {})).rejects.toThrow(
      `${missing}: the configuration file does not exist`,
    );
    await expect(loadConfig(undefined, { STOREDECK_CONFIG: missing })).rejects.toThrow('does not exist');
  });

  test('the configuration file is the default one, that of the environment or that of the command line', async () => {
    await mkdir(join(home, 'storedeck'));
    await write('storedeck/config.toml', one);
    const env = { XDG_CONFIG_HOME: home };
    expect([...(await loadConfig(undefined, env)).contexts.keys()]).toEqual(['a']);
    const other = await write('other.toml', one.replace('.a]', '.b]'));
    expect([...(await loadConfig(undefined, { ...env, STOREDECK_CONFIG: other })).contexts.keys()]).toEqual([
      'b',
    ]);
    const third = await write('third.toml', one.replace('.a]', '.c]'));
    const config = await loadConfig(third, { ...env, STOREDECK_CONFIG: other });
    expect([...config.contexts.keys()]).toEqual(['c']);
    expect(config.file).toBe(third);
  });

  test('a configuration file that names programs and is writable by others is refused', async () => {
    const file = await write('config.toml', `${one}token-command = ["true"]`, 0o664);
    await expect(loadConfig(file, {})).rejects.toThrow(`chmod go-w ${file}`);
    await chmod(file, 0o644);
    expect((await loadConfig(file, {})).contexts.size).toBe(1);
  });

  test('an unreadable configuration file is reported with the reason', async () => {
    await expect(loadConfig(home, {})).rejects.toThrow('it is a directory: name a file');
  });
});

describe('readToken', () => {
  test('readToken takes the token from an environment variable', async () => {
    expect(await readToken({ kind: 'env', variable: 'T' }, { T: 'abc\n' })).toBe('abc');
    await expect(readToken({ kind: 'env', variable: 'T' }, {})).rejects.toThrow(
      'environment variable T gives no token: it is empty',
    );
  });

  test('readToken takes the token from a file that only its owner can read', async () => {
    expect(await readToken({ kind: 'file', path: await write('t', 'abc\n') }, {})).toBe('abc');
    expect(await readToken({ kind: 'file', path: await write('r', 'abc\n', 0o400) }, {})).toBe('abc');
    const path = await write('open', 'abc', 0o644);
    await expect(readToken({ kind: 'file', path }, {})).rejects.toThrow(
      `token-file: ${path} is open to other users (mode 0644): chmod 600 ${path}`,
    );
    await expect(readToken({ kind: 'file', path: join(home, 'none') }, {})).rejects.toThrow('does not exist');
  });

  test('readToken takes the token from a program started without a shell', async () => {
    expect(await readToken({ kind: 'command', argv: ['printf', '%s\n', '$HOME'] }, process.env)).toBe(
      '$HOME',
    );
  });

  test('readToken reports how a program failed without showing its output', async () => {
    const command = (...argv: string[]) => readToken({ kind: 'command', argv }, process.env);
    await expect(command('no-such-program-at-all')).rejects.toThrow(
      'there is no program no-such-program-at-all',
    );
    const failing = command('sh', '-c', 'echo hunter2; echo hunter2 >&2; exit 3');
    await expect(failing).rejects.toThrow('token-command: sh ended with 3');
    await expect(failing).rejects.not.toThrow('hunter2');
    await expect(command('true')).rejects.toThrow('gives no token');
    await expect(command('sh', '-c', 'kill -9 $$')).rejects.toThrow('token-command: sh was ended by SIGKILL');
    const data = await write('data', 'no program');
    await expect(command(data)).rejects.toThrow('cannot be run: this user may not execute it');
    const flooding = command('sh', '-c', 'head -c 70000 /dev/zero');
    await expect(flooding).rejects.toThrow('token-command: sh printed more than 64 KB, which is no token');
  });

  test('readToken refuses a malformed token without showing it', async () => {
    const path = await write('t', 'hunter2\nhunter3\n');
    await expect(readToken({ kind: 'file', path }, {})).rejects.toThrow(
      `token-file ${path} holds more than a token: a token has no blanks`,
    );
  });
});

describe('tokenReader', () => {
  test('tokenReader reads a replaced token file after a second', async () => {
    const path = await write('t', 'one');
    const clock = fakeClock();
    const read = tokenReader({ kind: 'file', path }, {}, clock);
    expect(await read()).toBe('one');
    await writeFile(path, 'two');
    await clock.advance(1000);
    expect(await read()).toBe('two');
  });

  test('tokenReader reads the file once for requests that are sent together', async () => {
    const path = await write('t', 'one');
    const read = tokenReader({ kind: 'file', path }, {}, fakeClock());
    const first = read();
    expect(read()).toBe(first);
    expect(await first).toBe('one');
  });

  test('tokenReader tries an unreadable file again with the next request', async () => {
    const path = join(home, 'late');
    const read = tokenReader({ kind: 'file', path }, {}, fakeClock());
    await expect(read()).rejects.toThrow('does not exist');
    await write('late', 'one');
    expect(await read()).toBe('one');
  });

  test('tokenReader runs the program again only after five minutes or a failure', async () => {
    const path = await write('t', '');
    const clock = fakeClock();
    const read = tokenReader({ kind: 'command', argv: ['cat', path] }, process.env, clock);
    await expect(read()).rejects.toThrow('gives no token');
    await writeFile(path, 'one');
    expect(await read()).toBe('one');
    await writeFile(path, 'two');
    await clock.advance(299_000);
    expect(await read()).toBe('one');
    await clock.advance(1000);
    expect(await read()).toBe('two');
  });
});
