import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tarOf } from '../../scripts/package/archives.mjs';
import { writeImage } from '../../scripts/package/image.mjs';
import { MACHINES } from '../../scripts/package/machines.mjs';
import { ensureTools } from '../../scripts/package/needs.mjs';
import { withoutSymbols } from '../../scripts/package/symbols.mjs';
import { unpackImage } from '../package/unpackImage.ts';

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'storedeck-image-'));
});
afterEach(() => rmSync(scratch, { recursive: true }));

const DATE = 1_700_000_000;
function layer(name: string, content: string, changed: number): Buffer {
  const folder = join(scratch, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'file'), content);
  utimesSync(join(folder, 'file'), changed, changed);
  return tarOf(folder, { date: DATE });
}
function image(name: string, changed: number): string {
  const images = MACHINES.map((machine) => ({
    machine,
    layers: [layer(`${name}-${machine.node}`, machine.debian, changed)],
  }));
  const path = join(scratch, `${name}.tar`);
  const about = { version: '1.2.3', date: DATE, user: 65532 };
  writeImage(images, about, { path, folder: join(scratch, name) });
  return path;
}

test('an image has the files of the requested architecture', async () => {
  const path = image('one', 1);
  for (const architecture of ['amd64', 'arm64']) {
    const { tree, config } = await unpackImage(path, architecture, join(scratch, architecture));
    expect(readFileSync(join(tree, 'file'), 'utf8')).toBe(architecture);
    expect(config).toMatchObject({ architecture, os: 'linux', config: { User: '65532:65532' } });
  }
});

test('an image is reproducible byte for byte', () => {
  expect(readFileSync(image('one', 1)).equals(readFileSync(image('two', 2_000_000)))).toBe(true);
});

test('the manifest for Docker lists the files of the image, with local tags', () => {
  const list = execFileSync('tar', ['-xOf', image('one', 1), 'manifest.json'], { encoding: 'utf8' });
  const files = execFileSync('tar', ['-tf', join(scratch, 'one.tar')], { encoding: 'utf8' }).split('\n');
  const entries = JSON.parse(list) as { Config: string; Layers: string[]; RepoTags: string[] }[];
  expect(entries.flatMap(({ RepoTags: tags }) => tags)).toEqual([
    'localhost/storedeck:1.2.3-amd64',
    'localhost/storedeck:1.2.3-arm64',
  ]);
  for (const { Config: config, Layers: layers } of entries)
    expect(files).toEqual(expect.arrayContaining([config, ...layers]));
});

test('a program without its debug symbols runs as before', { timeout: 60_000 }, () => {
  // The program that runs the test, if it is such a file.
  if (process.platform !== 'linux') return;
  const program = readFileSync(process.execPath);
  const small = withoutSymbols(program);
  expect(small.length).toBeLessThan(program.length);
  const path = join(scratch, 'node');
  writeFileSync(path, small, { mode: 0o755 });
  expect(execFileSync(path, ['-p', '1 + 1'], { encoding: 'utf8' })).toBe('2\n');
  expect(() => withoutSymbols(Buffer.from('#!/bin/sh\n'.padEnd(64)))).toThrow(/no 64-bit ELF/);
});

test('a missing tool for packages is named before anything is built', () => {
  const versions: Readonly<Record<string, string>> = {
    npm: '11.0.0',
    tar: 'tar (GNU tar) 1.34',
    'dpkg-deb': "Debian 'dpkg-deb' package archive backend",
    'apt-get': 'apt 2.6.1 (amd64)',
  };
  expect(() => ensureTools((program) => versions[program] ?? '')).not.toThrow();
  expect(() => ensureTools((program) => (program === 'tar' ? 'bsdtar 3' : ''))).toThrow(
    /npm, GNU tar, dpkg-deb, apt-get missing.*Debian/,
  );
});
