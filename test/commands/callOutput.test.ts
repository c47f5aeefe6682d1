import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/commands/options.ts';
import { Downloads } from '../../src/service/downloads.ts';
import type { Section } from '../../src/service/engine.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { onService, temporaryDirectory } from './onService.ts';

const content = Buffer.alloc(200_000, 'piece');

const downloads = new Downloads(fakeClock());
const handlers: Section = {
  downloadFile: () =>
    downloads.offer('big.bin', () => ({ fileName: 'big.bin', size: content.length, content: [content] })),
  downloadS3UserConfig: () => ({ fileName: 's3cfg', fileContents: 'secret_key = abc\n' }),
};

const download = ['call', 'downloadFile', '--path', '/big.bin', '--output'];

describe('storedeck call --output', () => {
  test('call --output saves the file that the answer points to', async () => {
    const path = join(await temporaryDirectory(), 'here.bin');
    const { code, out, err } = await onService(handlers, [...download, path], '', downloads);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toEqual({ fileName: 'big.bin', path, bytes: content.length });
    expect((await readFile(path)).equals(content)).toBe(true);
  });

  test('call --output saves a file with keys so that only its owner can read it', async () => {
    const path = join(await temporaryDirectory(), 's3cfg');
    const argv = ['call', 'downloadS3UserConfig', '--uid', 'alice', '--output', path];
    expect((await onService(handlers, argv)).code).toBe(0);
    expect(await readFile(path, 'utf8')).toBe('secret_key = abc\n');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('call --output refuses to overwrite a file, before it calls the operation', async () => {
    const path = join(await temporaryDirectory(), 'mine.txt');
    await writeFile(path, 'mine');
    await expect(onService(handlers, [...download, path])).rejects.toThrow(UsageError);
    expect(await readFile(path, 'utf8')).toBe('mine');
  });

  test('call --output downloads nothing if the file cannot be saved', async () => {
    const path = join(await temporaryDirectory(), 'no', 'such', 'directory');
    const fetched: string[] = [];
    const source = {
      open(token: string) {
        fetched.push(token);
        return downloads.open(token);
      },
    };
    await expect(onService(handlers, [...download, path], '', source)).rejects.toThrow('--output: ENOENT');
    expect(fetched).toEqual([]);
  });

  test('call --output is refused for an operation that answers without a file', async () => {
    await expect(onService(handlers, ['call', 'listFlags', '--output', 'x'])).rejects.toThrow(
      'listFlags returns no file',
    );
  });
});
