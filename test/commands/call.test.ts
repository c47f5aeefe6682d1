import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contract } from '../../src/api/contract/index.ts';
import { safeJson } from '../../src/commands/json.ts';
import { serve, TOKEN } from '../service/http/serve.ts';
import { tinyEngine } from '../service/tinyEngine.ts';
import { fakeIo } from './fakeIo.ts';
import { onService, run, temporaryDirectory } from './onService.ts';

describe('storedeck call', () => {
  test('call writes the answer as JSON', async () => {
    const { code, out, err } = await onService({}, ['call', 'listFlags']);
    expect(JSON.parse(out)).toEqual([
      { name: 'noout', currentState: false },
      { name: 'noscrub', currentState: true },
    ]);
    expect(err).toBe('');
    expect(code).toBe(0);
  });

  test('call writes nothing for an operation without an answer', async () => {
    const { code, out, engine } = await onService({}, ['call', 'setFlag', '--flag', 'noout']);
    expect(out).toBe('');
    expect(code).toBe(0);
    expect(engine.flags.get('noout')).toBe(true);
  });

  test('call sends parameters in path and query, and the body from an argument or standard input', async () => {
    const remove = ['call', 'deleteS3Bucket', '--bucketName', 'a/b'];
    const one = await onService({}, [...remove, '--json', '{"thisWillDeleteData":"a/b"}']);
    expect(one.engine.calls[0]?.input).toMatchObject({
      params: { bucketName: 'a/b' },
      body: { thisWillDeleteData: 'a/b' },
    });
    const two = await onService({}, [...remove, '--json', '-'], '{"thisWillDeleteData":"from stdin"}');
    expect(two.engine.calls[0]?.input).toMatchObject({ body: { thisWillDeleteData: 'from stdin' } });
    const files = await onService({}, ['call', 'deleteFiles', '--path', '/a', '--path', '/b']);
    expect(files.engine.calls[0]?.input).toMatchObject({ query: { path: ['/a', '/b'] } });
  });

  test('call uploads a file with its size', async () => {
    const path = join(await temporaryDirectory(), 'notes.txt');
    await writeFile(path, 'hello');
    const forms: unknown[] = [];
    const { code, err } = await onService(
      {
        async uploadS3Object({ form: { file, ...rest } }) {
          for await (const chunk of file.content) forms.push(Buffer.from(chunk).toString());
          forms.push(file.name, rest);
        },
      },
      ['call', 'uploadS3Object', '--bucketName', 'b', '--key', 'k', '--file', path],
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(forms).toEqual(['hello', 'notes.txt', { key: 'k', size: 5 }]);
  });

  test('call reports a file that disappeared before it was sent', async () => {
    const directory = await temporaryDirectory();
    const path = join(directory, 'notes.txt');
    await writeFile(path, 'hello');
    const { url } = await serve(tinyEngine({}));
    const env = { STOREDECK_TOKEN: TOKEN, STOREDECK_URL: url, XDG_STATE_HOME: directory };
    const io = fakeIo();
    // The environment is read once the arguments have been parsed.
    const around = Object.defineProperty(io, 'env', {
      get() {
        rmSync(path, { force: true });
        return env;
      },
    });
    const argv = ['call', 'uploadS3Object', '--bucketName', 'b', '--key', 'k', '--file', path];
    expect(await run(argv, around)).toBe(3);
    expect(io.written.err).toMatch(/^storedeck: The file could not be read: ENOENT[^\n]*\n$/);
  });

  test('call writes one line per event of a stream until it is interrupted', async () => {
    const { code, out } = await onService(
      {
        async *followLogs() {
          yield { m: 'one' };
          yield { m: 'two' };
        },
      },
      ['call', 'followLogs', '--before', '-1'],
    );
    expect(out).toBe('{"m":"one"}\n{"m":"two"}\n');
    expect(code).toBe(0);
  });

  test('call exits with 1 if the service rejects the request, gives the reason, and records it', async () => {
    const { code, out, err, directory } = await onService({}, ['call', 'setFlag', '--flag', 'noscrub']);
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'storedeck: noscrub is set already\n' });
    const audit = await readFile(join(directory, 'storedeck', 'audit.jsonl'), 'utf8');
    expect(JSON.parse(audit)).toMatchObject({ id: 'setFlag', outcome: 'failed', status: 409 });
  });

  test('call exits with 1 if nothing was sent, because nothing listens', async () => {
    const io = fakeIo({ env: { XDG_STATE_HOME: await temporaryDirectory() } });
    expect(await run(['call', 'setFlag', '--flag', 'noout', '--url', 'http://127.0.0.1:1/api'], io)).toBe(1);
    expect(io.written.err).toMatch(/^storedeck: Nothing listens/);
  });

  test.each([
    ['the connection is cut after the request', (reply: ServerResponse) => void reply.socket?.destroy()],
    [
      'a proxy says that the service did not answer in time',
      (reply: ServerResponse) => reply.writeHead(504).end(),
    ],
  ])('call exits with 3, as the outcome is unknown, if %s', async (_, answer) => {
    const server = createServer((__, reply) => answer(reply)).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const io = fakeIo({ env: { XDG_STATE_HOME: await temporaryDirectory() } });
    const url = `http://127.0.0.1:${port}/api`;
    expect(await run(['call', 'setFlag', '--flag', 'noout', '--url', url], io)).toBe(3);
  });

  test('call changes nothing in read-only mode', async () => {
    const { code, err, engine } = await onService({}, ['call', 'setFlag', '--flag', 'noout', '--readonly']);
    expect(code).toBe(2);
    expect(err).toContain('Read-only mode');
    expect(engine.calls).toEqual([]);
  });

  test.each([
    [['call', 'setFlg'], 'unknown operation "setFlg" (did you mean "setFlag"?)'],
    [['call', 'constructor'], 'unknown operation "constructor"'],
    [['call', 'setFlag', '--flg', 'noout'], 'setFlag has no parameter --flg (did you mean "--flag"?)'],
    [['call', 'setFlag'], 'setFlag: params.flag: is missing'],
    [['call', 'setFlag', '--flag', 'noot'], 'setFlag: params.flag: must be one of noscrub'],
    [['call', 'setFlag', '--flag', 'noout', '--flag', 'noup'], '--flag is given twice'],
    [['call', 'uploadS3Object', '--size', '1', '--size', '2'], '--size is given twice'],
    [['call', 'setRecoverySpeed', '--json', '{speed: 1}'], '--json: '],
    [['call', 'setRecoverySpeed', '--json', '{"speed": 11}'], 'body.speed: must be at most 10'],
    [['call', 'setRecoverySpeed'], 'body: is missing'],
    [['call', 'uploadFile', '--path', '/a', '--file', '/no/such/file'], '--file: ENOENT'],
    [['call', 'uploadFile', '--path', '/a', '--file', '/'], '--file: / is not a file'],
  ])('the arguments %j of call are refused before a request is sent', async (argv, message) => {
    const io = fakeIo();
    await expect(run([...argv, '--url', 'http://127.0.0.1:1/api'], io)).rejects.toThrow(message);
    expect(io.written).toEqual({ out: '', err: '' });
  });

  test('call --list lists the operations, or the parameters of one', async () => {
    const io = fakeIo();
    expect(await run(['call', '--list'], io)).toBe(0);
    for (const id of Object.keys(contract)) expect(io.written.out).toMatch(new RegExp(`^  ${id} `, 'm'));
    const one = fakeIo();
    await run(['call', 'setRecoverySpeed', '--list'], one);
    expect(one.written.out).toBe(
      [
        'setRecoverySpeed: Set the recovery speed',
        'PUT /maintenance/recovery-speed (disruptive)',
        '--json with the fields',
        '  speed (integer, required): 1 (slowest) to 10 (fastest); 0 or less restores the default',
        '',
      ].join('\n'),
    );
    for (const id of Object.keys(contract)) expect(await run(['call', id, '--list'], fakeIo())).toBe(0);
  });
});

test('the JSON output of call contains no control characters and parses to the same value', () => {
  const value = { 'a\u009b': ['\u202e', '\u001b]0;x\u0007', '\u{e0001}', 'é\n'] };
  const text = safeJson(value, { unicode: true }, 2);
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  expect(JSON.parse(text)).toEqual(value);
  expect(text.split('\n')).toHaveLength(8);
});
