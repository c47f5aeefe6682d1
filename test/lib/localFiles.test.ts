import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { localFiles, safeFileName } from '../../src/lib/localFiles.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'storedeck-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* breaking(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half');
  throw new Error('the line is dead');
}

describe('saving a local file', () => {
  it('saving writes a new local file', async () => {
    const path = join(await folder(), 'new');
    await localFiles.save(path, pieces('one ', 'two'));
    expect(await readFile(path, 'utf8')).toBe('one two');
  });

  it('saving refuses to overwrite a local file', async () => {
    const path = join(await folder(), 'old');
    await writeFile(path, 'mine');
    await expect(localFiles.save(path, pieces('theirs'))).rejects.toThrow('EEXIST');
    expect(await readFile(path, 'utf8')).toBe('mine');
  });

  it('an interrupted save leaves no file behind', async () => {
    const directory = await folder();
    await expect(localFiles.save(join(directory, 'new'), breaking())).rejects.toThrow('the line is dead');
    expect(await readdir(directory)).toEqual([]);
  });

  it('a saved secret is readable by its owner only', async () => {
    const path = join(await folder(), 'keys');
    await localFiles.save(path, pieces('x'), { secret: true });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

describe('reading local files', () => {
  it('a local file that grows during an upload is sent with the size it had at the start', async () => {
    const path = join(await folder(), 'log');
    await writeFile(path, 'before');
    const { size, content, name } = localFiles.read(path);
    await writeFile(path, ' and after', { flag: 'a' });
    expect({ name, size }).toEqual({ name: 'log', size: 6 });
    expect(Buffer.concat(await Array.fromAsync(content)).toString()).toBe('before');
  });

  it('a large local directory is listed completely, by name', async () => {
    const path = await folder();
    const names = Array.from({ length: 130 }, (_, index) => String((index * 37) % 130).padStart(3, '0'));
    for (const name of names) await writeFile(join(path, name), '');
    expect((await localFiles.list(path)).map(({ name }) => name)).toEqual(names.toSorted());
  });

  it('a local directory is listed by name, and links are listed as links', async () => {
    const path = await folder();
    await mkdir(join(path, 'b'));
    await writeFile(join(path, 'a'), 'four');
    await symlink('/etc/passwd', join(path, 'c'));
    const entries = await localFiles.list(path);
    expect(entries.map(({ name, type }) => [name, type])).toEqual([
      ['a', 'FILE'],
      ['b', 'DIR'],
      ['c', 'SYMLINK'],
    ]);
    expect(entries[0]?.size).toBe(4);
  });

  it.each([
    ['is too long', `/tmp/${'x'.repeat(5000)}`],
    ['is invalid', '/tmp/a\u0000b'],
  ])('a local path that %s matches no file', (_, path) => {
    expect([localFiles.isFile(path), localFiles.isDirectory(path), localFiles.exists(path)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('a local path through circular links matches no file', async () => {
    const path = join(await folder(), 'circle');
    await symlink(path, path);
    expect(localFiles.isFile(path)).toBe(false);
  });

  it('an empty path is no file or directory, although it resolves to the working directory', () => {
    expect([localFiles.exists(''), localFiles.isDirectory('')]).toEqual([false, false]);
  });

  it('a tilde in a local path means the home directory', () => {
    expect(localFiles.resolve('~/x')).toBe(join(homedir(), 'x'));
    expect(localFiles.resolve('~')).toBe(homedir());
    expect(localFiles.resolve('/~x')).toBe('/~x');
    expect(localFiles.resolve('/a/../b')).toBe('/b');
  });
});

describe('safeFileName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['logs/2026/a.log', 'a.log'],
    ['../../.ssh/authorized_keys', 'authorized_keys'],
    ['.', 'download'],
    ['..', 'download'],
    ['/', 'download'],
    ['a\u001b[2J\u202eb', 'a_[2J_b'],
  ])('the name %j from a server is saved as %s', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });
});
