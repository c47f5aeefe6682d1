import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { downloadPlan } from '../../../src/screens/files/download.ts';
import type { FileRow } from '../../../src/screens/files/rows.ts';
import { uploadPlan } from '../../../src/screens/files/upload.ts';
import { Refusal, type Section } from '../../../src/service/engine.ts';
import type { Plan } from '../../../src/store/action/plan.ts';
import { answering, deck, openScreen } from '../openedDeck.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storedeck-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const row = (path: string, type: 'FILE' | 'DIR' = 'FILE'): FileRow => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  type,
  isDirectory: type === 'DIR',
  size: 10,
  modified: undefined,
  mode: undefined,
  owner: undefined,
  marked: false,
  entry: undefined,
});

const open = (handlers: Section = {}) => openScreen('health', answering(handlers));
const notice = () => deck.cockpit.view.getState().notice;

const FILES: Section = {
  listFilesWithStats: ({ query: { dir } }) => {
    if (dir === '/broken') throw new Refusal(409, 'it cannot be listed');
    const entries = [
      { path: 'one', type: 'FILE' },
      { fullPath: `${dir}/sub`, type: 'DIR' },
      { path: 'to', type: 'LINK' },
    ];
    return { entries: dir === '/top' ? entries : [] };
  },
  downloadFile: ({ query: { path } }) => {
    if (path === '/lost') throw new Refusal(404, 'no such file');
    return { fileContents: `content of ${path}` };
  },
};

test.each([
  [['/a', '/b'], 'ok', /^Saved 2 files in \S+\.$/],
  [['/a', '/lost'], 'warn', /^Saved 1 files in \S+; 1 were not saved\.$/],
  [['/a', '/broken/'], 'warn', /^Saved 1 files in \S+; 1 were not saved\.$/],
])(
  'a download of %j ends with the numbers of files that were saved and that were not',
  async (paths, role, words) => {
    await open(FILES);
    const rows = paths.map((path) => (path.endsWith('/') ? row(path.slice(0, -1), 'DIR') : row(path)));
    downloadPlan(deck.cockpit, rows, folder).show?.(undefined, { 'local.directory': folder });
    await vi.waitFor(() =>
      expect(notice()).toMatchObject({ role, text: expect.stringMatching(words) as string }),
    );
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('content of /a');
  },
);

test('a directory that cannot be listed is named, and the rest of a download goes on', async () => {
  await open(FILES);
  downloadPlan(deck.cockpit, [row('/broken', 'DIR')], folder).show?.(undefined, {
    'local.directory': folder,
  });
  await vi.waitFor(() =>
    expect(notice()).toMatchObject({
      role: 'error',
      text: expect.stringMatching(/^\/broken: .*cannot be listed/) as string,
    }),
  );
});

test('a directory is downloaded with its files and directories, and without its symbolic links', async () => {
  const asked: string[] = [];
  await open({
    ...FILES,
    downloadFile: ({ query: { path } }) => {
      asked.push(path);
      return { fileContents: 'x' };
    },
  });
  downloadPlan(deck.cockpit, [row('/top', 'DIR'), row('/after')], folder).show?.(undefined, {
    'local.directory': folder,
  });
  await vi.waitFor(() => expect(notice()?.text).toMatch(/^Saved 2 files/));
  expect(asked).toEqual(['/after', '/top/one']);
  expect(readFileSync(join(folder, 'top', 'one'), 'utf8')).toBe('x');
});

test.each([
  [['/a/b'], 'Download b'],
  [['/a', '/b'], 'Download 2 entries'],
])('the download of %j is named by its file or its number of entries', async (paths, title) => {
  await open();
  expect(
    downloadPlan(
      deck.cockpit,
      paths.map((path) => row(path)),
      folder,
    ).title,
  ).toBe(title);
});

test('a download goes only into a directory that has none of its files', async () => {
  writeFileSync(join(folder, 'b'), '');
  await open();
  const { fields, target, execution } = downloadPlan(deck.cockpit, [row('/a'), row('/b')], folder);
  const [field] = fields;
  expect([field?.label, field?.initial, target]).toEqual(['into the directory', folder, '/a']);
  expect(field?.read(folder)).toEqual({ problem: 'b already exists.' });
  for (const text of ['', join(folder, 'nowhere'), join(folder, 'b')])
    expect(field?.read(text)).toEqual({ problem: 'Name a local directory.' });
  mkdirSync(join(folder, 'free'));
  expect(field?.read(join(folder, 'free'))).toEqual({ value: join(folder, 'free') });
  expect(execution.kind).toBe('steps');
});

/** Lists the files of an upload, and returns what its dialog shows. */
async function listed(plan: Plan) {
  await deck.cockpit.cache.refresh(plan.needs[0]!);
  return plan.checks({}).map(({ level, text }) => `${level} ${text}`);
}

test('an upload tells how many files of which size it sends, in how many directories, and what it replaces', async () => {
  mkdirSync(join(folder, 'top', 'sub'), { recursive: true });
  writeFileSync(join(folder, 'top', 'a'), 'x'.repeat(7));
  writeFileSync(join(folder, 'top', 'sub', 'b'), 'x'.repeat(5));
  symlinkSync('/etc', join(folder, 'top', 'link'));
  mkdirSync(join(folder, 'empty'));
  await open();
  const of = (names: readonly (readonly [string, 'FILE' | 'DIR'])[], there?: readonly string[]) =>
    uploadPlan(
      deck.cockpit,
      names.map(([name, type]) => row(join(folder, name), type)),
      { to: '/to', there },
    );
  const top = of([['top', 'DIR']], ['top', 'b']);
  expect(await listed(top)).toEqual([
    'ok 2 files, 12 B, in 2 directories',
    'warn already there, and replaced or added to: top',
  ]);
  expect([top.tierOf?.({}), top.targetOf?.({}), top.title]).toEqual([
    'destructive',
    'top',
    'Upload top to /to',
  ]);
  const more = of(
    [
      ['top/a', 'FILE'],
      ['empty', 'DIR'],
    ],
    [],
  );
  expect(await listed(more)).toEqual(['ok 1 file, 10 B, in 1 directory']);
  expect([more.tierOf?.({}), more.targetOf?.({}), more.title, more.count]).toEqual([
    'reversible',
    '/to',
    'Upload 2 entries to /to',
    2,
  ]);
  const both = of(
    [
      ['a', 'FILE'],
      ['b', 'FILE'],
    ],
    ['a', 'b'],
  );
  expect([both.tierOf?.({}), both.targetOf?.({})]).toEqual(['destructive', '/to']);
  expect(await listed(of([['nowhere', 'DIR']], []))).toEqual([
    expect.stringMatching(/^block The disk could not be read: .*ENOENT/),
  ]);
  const blind = of([['top/a', 'FILE']]);
  expect(await listed(blind)).toEqual([
    'warn it is not known what exists there; existing files are replaced',
    'ok 1 file, 10 B',
  ]);
  expect(blind.tierOf?.({})).toBe('disruptive');
  expect(await listed(of([], []))).toEqual(['block there are no files in it to upload']);
  expect(of([['top/z', 'FILE']], []).checks({})).toEqual([]);
});

test.each([
  [10_000, /^ok 10000 files, /],
  [10_001, /^block more than 10000 files: mount the filesystem for so many$/],
])('an upload of %i files is limited to ten thousand', async (count, words) => {
  await open();
  const rows = Array.from({ length: count }, (_, index) => row(`/f${index}`));
  const [found] = await listed(uploadPlan(deck.cockpit, rows, { to: '/to', there: [] }));
  expect(found).toMatch(words);
});

/** Uploads the top directory with two files, into a cluster with these answers. */
async function send(handlers: Section) {
  mkdirSync(join(folder, 'top'));
  for (const name of ['a', 'b']) writeFileSync(join(folder, 'top', name), name);
  const sent: string[] = [];
  await open({
    uploadFile: async ({ query: { path }, form: { file } }) => {
      for await (const _ of file.content);
      if (path === '/to/top/b' && handlers.uploadFile === undefined) sent.push('last');
      sent.push(path);
    },
    ...handlers,
  });
  const plan = uploadPlan(deck.cockpit, [row(join(folder, 'top'), 'DIR')], { to: '/to', there: [] });
  await listed(plan);
  if (plan.execution.kind !== 'steps') throw new Error('it is not made of steps');
  await plan.execution.run({});
  return sent;
}

test('an upload goes on in a directory that exists already', async () => {
  const exists = () => {
    throw new Refusal(409, 'it exists');
  };
  expect(await send({ createDirectory: exists })).toEqual(['/to/top/a', 'last', '/to/top/b']);
});

test('an upload ends at a directory that cannot be created, and at a file that fails it tells how far it came', async () => {
  const refused = () => {
    throw new Refusal(403, 'not yours');
  };
  await expect(send({ createDirectory: refused })).rejects.toThrow(/not yours/);
  rmSync(join(folder, 'top'), { recursive: true });
  const fails: Section['uploadFile'] = async ({ query: { path }, form: { file } }) => {
    for await (const _ of file.content);
    if (path === '/to/top/b') throw new Refusal(403, 'no room');
  };
  await expect(send({ createDirectory: () => undefined, uploadFile: fails })).rejects.toThrow(
    /^1 of 2 files were sent, then \/to\/top\/b failed: .*no room/,
  );
});
