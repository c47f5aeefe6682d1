import * as fc from 'fast-check';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { curlLine } from '../../src/api/curl.ts';
import { anyText } from '../support/anyText.ts';

/** The words of command lines, as a shell splits them. One shell reads all lines: to start one takes longest. */
const wordsOf = (lines: readonly string[]): string[] => {
  const script = lines.map((line) => `printf '%s\\0' ${line}`).join('\n');
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
};

const NO_NUL = anyText({ maxLength: 40 }).filter((text) => !text.includes('\0'));
const TRICKY = fc.string({
  unit: fc.constantFrom(...Array.from('\'"\\$`!*?~#;&|<>(){}[]= \n\t-a')),
  maxLength: 20,
});
/** Lone surrogates cannot be sent by this program. */
const TEXT = fc.oneof(TRICKY, NO_NUL).map((text) => text.toWellFormed());
const PATH = TEXT.filter((path) => !path.includes('********'));

test('a curl line has the socket, the certificates and the URL as one word each, and the token only as a variable', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(TEXT, TEXT, PATH), { minLength: 10, maxLength: 20 }), (given) => {
      const lines = given.map(([socket, caFile, path]) => {
        const reach = { baseUrl: 'http://localhost/api', unixSocket: `/${socket}`, caFile: `/${caFile}` };
        const line = curlLine({ ...reach, sendsToken: true }, { method: 'GET', path });
        return `${line?.replace('$STOREDECK_TOKEN', String.raw`\$STOREDECK_TOKEN`)}`;
      });
      const expected = given.flatMap(([socket, caFile, path]) => [
        'curl',
        '-g',
        '--unix-socket',
        `/${socket}`,
        '--cacert',
        `/${caFile}`,
        '-H',
        'Authorization: Bearer $STOREDECK_TOKEN',
        `http://localhost/api${path}`,
      ]);
      expect(wordsOf(lines)).toEqual(expected);
    }),
    { numRuns: 5 },
  );
});

test('there is no curl line for a request whose path has a masked part', () => {
  const reach = { baseUrl: 'https://mgmt.example/api', sendsToken: true };
  expect(curlLine(reach, { method: 'GET', path: '/s3/users?key=********' })).toBeUndefined();
});

const hasCurl = (() => {
  try {
    execFileSync('curl', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasCurl)(
  'a shell that runs the curl line sends the request with the token from the environment',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "storedeck it's-"));
    const unixSocket = join(folder, 'a $b.sock');
    const asked: unknown[] = [];
    const server = createServer(({ method, url, headers }, response) => {
      asked.push([method, url, headers.authorization]);
      response.end('fine');
    });
    onTestFinished(() => {
      server.close();
      rmSync(folder, { recursive: true });
    });
    await new Promise<void>((resolve) => server.listen(unixSocket, resolve));
    const reach = { baseUrl: 'http://localhost/api', unixSocket, sendsToken: true };
    const line = curlLine(reach, { method: 'GET', path: '/pools/a%20b?states=[1-3]&x={a,b}' });
    const { stdout } = await promisify(execFile)('sh', ['-c', line ?? ''], {
      env: { ...process.env, STOREDECK_TOKEN: 'se$cret' },
    });
    expect(stdout).toBe('fine');
    expect(asked).toEqual([['GET', '/api/pools/a%20b?states=[1-3]&x={a,b}', 'Bearer se$cret']]);
  },
);
