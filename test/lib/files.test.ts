import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readRegularFile } from '../../src/lib/regularFile.ts';
import { readSecretFile } from '../../src/lib/secretFile.ts';

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A file of a size in bytes, or with a text. */
function file(content: string | number, mode = 0o600) {
  const path = join(folder(), 'file');
  writeFileSync(path, typeof content === 'string' ? content : '');
  if (typeof content === 'number') truncateSync(path, content);
  chmodSync(path, mode);
  return path;
}

describe('a regular file', () => {
  test('a regular file is read with its mode', () => {
    const { text, mode } = readRegularFile(file('text', 0o640));
    expect([text, mode & 0o777]).toEqual(['text', 0o640]);
  });

  test('a regular file is read up to 16 MiB and refused above', () => {
    expect(readRegularFile(file(16 * 1024 * 1024)).text).toHaveLength(16 * 1024 * 1024);
    expect(() => readRegularFile(file(16 * 1024 * 1024 + 1))).toThrow('larger than 16 MiB');
  });

  test('a directory or a device is refused where a regular file is expected', () => {
    expect(() => readRegularFile(folder())).toThrow('it is a directory');
    expect(() => readRegularFile('/dev/null')).toThrow('a pipe or a device');
  });
});

describe('a secret file', () => {
  test('a secret file is read without the white space around the secret', async () =>
    expect(await readSecretFile(file('\n secret \n'))).toBe('secret'));

  test('a missing secret file is reported as missing', async () => {
    const path = join(folder(), 'none');
    await expect(readSecretFile(path)).rejects.toMatchObject({
      message: `cannot read ${path}: it does not exist`,
      missing: true,
    });
  });

  test.each([0o640, 0o604, 0o620, 0o601])(
    'a secret file that other users can access is refused: mode %o',
    async (mode) => {
      const path = file('secret', mode);
      const now = mode.toString(8).padStart(4, '0');
      await expect(readSecretFile(path)).rejects.toMatchObject({
        name: 'SecretFileError',
        message: `${path} is open to other users (mode ${now}): chmod 600 ${path}`,
        missing: false,
      });
    },
  );

  test('a secret file is read up to 64 KiB and refused above', async () => {
    expect(await readSecretFile(file(64 * 1024))).toHaveLength(64 * 1024);
    await expect(readSecretFile(file(64 * 1024 + 1))).rejects.toThrow('too large');
  });

  test('a directory is refused where a secret file is expected', async () => {
    const path = join(folder(), 'sub');
    mkdirSync(path, { mode: 0o700 });
    await expect(readSecretFile(path)).rejects.toThrow(`cannot read ${path}: it is a directory`);
  });
});
