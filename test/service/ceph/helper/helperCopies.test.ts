import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../../src/lib/clock.ts';
import { HelperProcess } from '../../../../src/service/ceph/helper/process.ts';
import { helperSource, pythonHelper } from '../../../../src/service/ceph/helper/source.ts';
import { standIn } from '../standIn.ts';

const EEXIST = -17;
const TEMPORARY = '.storedeck-copy-1';

/** The helper with a stand-in for libcephfs that works on a directory of this machine. */
const program = (root: string) => `
import sys, types
${standIn('rados', 'fakeRados.py')}
${standIn('cephfs', 'cephfsErrors.py', 'localCephfs.py')}
cephfs.ROOT = ${JSON.stringify(root)}.encode()
exec(${JSON.stringify(helperSource())})
`;

describe('copies in the helper', () => {
  let root: string;
  let helper: HelperProcess;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'storedeck-copies-'));
    mkdirSync(at('/from'));
    mkdirSync(at('/to'));
    helper = new HelperProcess({
      clock: systemClock(),
      command: pythonHelper('/usr/bin/python3', undefined, program(root)),
      cluster: { name: 'client.admin', settings: {} },
      onLog: () => undefined,
    });
  });
  afterEach(async () => {
    await helper.close();
    rmSync(root, { recursive: true });
  });

  const at = (path: string) => join(root, path);
  const write = (path: string, content: string, mode = 0o644) => {
    writeFileSync(at(path), content);
    chmodSync(at(path), mode);
  };
  const modeOf = (path: string) => statSync(at(path)).mode & 0o7777;
  const content = (path: string) => readFileSync(at(path), 'utf8');

  const call = (name: string, args: object) =>
    helper.request({ call: `files.${name}`, with: { filesystem: { name: 'fs', id: 1 }, ...args } }, 30_000);
  const place = (directory: string, name: string) => ({
    directory,
    ino: String(statSync(at(directory)).ino),
    name,
  });
  const copy = async (name: string, resumed = false, temporary = TEMPORARY) => {
    const [source, target] = [place('/from', name), place('/to', name)];
    const { rc, data } = await call('copy', { source, target, temporary, resumed });
    return { rc, rest: (data ?? {}) as { handle?: string; size?: number; copyIno?: string } };
  };
  const finish = (handle: string | undefined, name: string) =>
    call('finish_copy', { handle, target: place('/to', name), temporary: TEMPORARY });

  test('a file has a temporary name until its content is copied, and then its own name and mode', async () => {
    write('/from/f', 'whole', 0o640);
    const { rest } = await copy('f');
    await call('copy_content', { handle: rest.handle, offset: 0, length: 3 });
    expect(readdirSync(at('/to'))).toEqual([TEMPORARY]);
    await call('copy_content', { handle: rest.handle, offset: 3, length: 3 });
    expect(await finish(rest.handle, 'f')).toMatchObject({ rc: 0 });
    expect([readdirSync(at('/to')), content('/to/f'), modeOf('/to/f')]).toEqual([['f'], 'whole', 0o640]);
    expect(rest.copyIno).toBe(String(statSync(at('/to/f')).ino));
  });

  test('a copied file does not replace a file that got its name meanwhile', async () => {
    write('/from/f', 'copied');
    const { rest } = await copy('f');
    write('/to/f', 'of somebody else');
    expect(await finish(rest.handle, 'f')).toMatchObject({ rc: EEXIST });
    expect(content('/to/f')).toBe('of somebody else');
  });

  test('a continued copy keeps a file that is already copied, and gives it its mode again', async () => {
    write('/from/f', 'new', 0o640);
    write('/to/f', 'old', 0o600);
    expect((await copy('f', true)).rest).toEqual({ size: 3 });
    expect([content('/to/f'), modeOf('/to/f')]).toEqual(['old', 0o640]);
  });

  test('a continued copy leaves what differs from the source, and reports it', async () => {
    write('/from/longer', 'longer');
    write('/to/longer', 'short');
    write('/from/kind', 'a file');
    mkdirSync(at('/to/kind'));
    symlinkSync('here', at('/from/link'));
    symlinkSync('elsewhere', at('/to/link'));
    for (const name of ['longer', 'kind', 'link'])
      expect((await copy(name, true)).rest).toEqual({ differs: true });
    expect([content('/to/longer'), readdirSync(at('/to/kind'))]).toEqual(['short', []]);
  });

  test('a continued copy removes the half-copied file from a directory and keeps the other files', async () => {
    mkdirSync(at('/from/d'), 0o750);
    mkdirSync(at('/to/d'), 0o700);
    write('/to/d/whole', 'whole');
    write(`/to/d/${TEMPORARY}`, 'half');
    const { rest } = await copy('d', true);
    expect(rest).toEqual({ ino: place('/from/d', '').ino, copyIno: place('/to/d', '').ino });
    expect([readdirSync(at('/to/d')), modeOf('/to/d')]).toEqual([['whole'], 0o750]);
  });

  test('a continued copy makes what is missing, as a new copy does', async () => {
    write('/from/f', 'f');
    mkdirSync(at('/from/d'));
    symlinkSync('f', at('/from/link'));
    expect((await copy('f', true)).rest).toMatchObject({ size: 1, handle: expect.any(String) as string });
    expect((await copy('link', true)).rest).toEqual({});
    expect((await copy('link', true)).rest).toEqual({});
    await copy('d', true);
    expect(existsSync(at('/to/d'))).toBe(true);
    expect((await copy('d')).rc).toBe(EEXIST);
  });
});
