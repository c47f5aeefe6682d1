import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../src/service/sim/persistence/database.ts';
import { directoryUploadStore } from '../../../../src/service/sim/persistence/directoryUploadStore.ts';
import { directory } from './bench.ts';

const text = (pieces: Iterable<Uint8Array>) => Buffer.concat([...pieces]).toString();

test.each([true, false])(
  'an upload is stored under a name when it ends, and leaves nothing when it is discarded (synced: %s)',
  (sync) => {
    const path = join(directory(), 'contents');
    const store = directoryUploadStore(path, sync);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    const upload = store.write();
    for (const piece of ['one ', '', 'two']) upload.add(Buffer.from(piece));
    expect(readdirSync(path)).toEqual([expect.stringMatching(/\.part$/)]);
    const name = upload.end();
    expect(readdirSync(path)).toEqual([name]);
    expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
    expect([text(store.read(name)), store.sizeOf(name), store.sizeOf('another')]).toEqual([
      'one two',
      7,
      undefined,
    ]);
    const given = store.write();
    given.add(Buffer.from('x'));
    given.discard();
    given.discard();
    expect(readdirSync(path)).toEqual([name]);
    store.remove(name);
    store.remove(name);
    expect(readdirSync(path)).toEqual([]);
  },
);

test('contents to which nothing refers are removed at the start, and those of the last good copy stay', () => {
  const path = directory();
  const store = directoryUploadStore(path, false);
  const [kept, stray] = ['kept', 'stray'].map((content) => {
    const upload = store.write();
    upload.add(Buffer.from(content));
    return upload.end();
  });
  writeFileSync(join(path, 'interrupted.part'), '');
  store.keepOnly(new Set([kept!]));
  expect(readdirSync(path)).toEqual([kept]);
  expect(existsSync(join(path, stray!))).toBe(false);
  store.remove(kept!);
  expect(readdirSync(path)).toEqual([kept]);
});

test('a database that is a directory is told as damage', () => {
  const path = directory();
  mkdirSync(join(path, 'cluster.sqlite'));
  expect(() => openDatabase(path, false)).toThrow('cluster.sqlite is damaged: it is not a regular file');
});
