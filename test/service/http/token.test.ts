import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SecretFileError } from '../../../src/lib/secretFile.ts';
import { bearerCheck } from '../../../src/service/http/token.ts';
import { serviceToken } from '../../../src/service/http/token.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'storedeck-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('a token is created once, and only its owner can read it', async () => {
  const path = join(directory, 'state', 'storedeck', 'token');
  const first = await serviceToken(path);
  expect(first).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) as string, made: true });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(directory, 'state', 'storedeck'))).mode & 0o777).toBe(0o700);
  expect(await serviceToken(path)).toEqual({ token: first.token, made: false });
  expect((await serviceToken(join(directory, 'other'))).token).not.toBe(first.token);
});

test('a token file that others can read is refused, not repaired', async () => {
  const path = join(directory, 'token');
  await writeFile(path, 'a-long-enough-token\n');
  await chmod(path, 0o640);
  await expect(serviceToken(path)).rejects.toThrow(
    `${path} is open to other users (mode 0640): chmod 600 ${path}`,
  );
  expect((await stat(path)).mode & 0o777).toBe(0o640);
});

test.each([[''], ['short'], ['two words that are long'], ['x'.repeat(100_000)]])(
  'a file with the content %j has no token',
  async (content) => {
    const path = join(directory, 'token');
    await writeFile(path, content, { mode: 0o600 });
    await expect(serviceToken(path)).rejects.toThrow(path);
    expect(await readFile(path, 'utf8')).toBe(content);
  },
);

test('a token that cannot be saved is reported with the path and the reason', async () => {
  const path = join(directory, 'token');
  await writeFile(path, 'no directory');
  await expect(serviceToken(join(path, 'token'))).rejects.toThrow(/cannot read .*token\/token: ENOTDIR/);
  const gone = join(directory, 'gone');
  await mkdir(gone, { mode: 0o700 });
  await symlink(join(gone, 'deeper', 'token'), join(directory, 'link'));
  await expect(serviceToken(join(directory, 'link'))).rejects.toThrow(SecretFileError);
});

test('a bearer token is compared as a whole', () => {
  const permitted = bearerCheck('secret');
  expect(permitted('Bearer secret')).toBe(true);
  expect(permitted('Bearer  secret ')).toBe(true);
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer secre',
    'Bearer secrets',
    'secret',
    'Bearer secret x',
  ]) {
    expect(permitted(header), header).toBe(false);
  }
});
