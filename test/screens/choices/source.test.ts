import { describe, expect, test } from 'vitest';
import { withChoices } from '../../../src/screens/choices/index.ts';
import { listings, typedDirectory } from '../../../src/screens/choices/paths.ts';
import { fetched, fixed, numbered, words } from '../../../src/screens/choices/source.ts';
import type { Cockpit } from '../../../src/store/cockpit.ts';
import type { Choice } from '../../../src/store/field.ts';

/** A console that knows what was read for its forms. */
function console_(more: object = {}) {
  const known = new Map<string, readonly Choice[]>();
  const pending: Promise<void>[] = [];
  const cockpit = {
    known: {
      get: (key: string) => ({ all: known.get(key) ?? [] }),
      read: (key: string, read: () => Promise<readonly Choice[]>) =>
        void pending.push(read().then((choices) => void known.set(key, choices))),
    },
    ...more,
  } as unknown as Cockpit;
  return { cockpit, settled: () => Promise.all(pending), asked: () => pending.length };
}
const about = (values: Readonly<Record<string, string>>) => (name: string) => values[name] ?? '';

test('words are offered once each, and not the empty one', () =>
  expect(words(['b', '', 'a', undefined, 'b'])).toEqual([{ text: 'b' }, { text: 'a' }]));

test('what has a name and a number is chosen by the name and read as the number', () =>
  expect(
    numbered([
      { id: 3, name: 'three' },
      { id: 4, name: '' },
      { name: 'none' },
      { id: 5, name: 'five', hint: 'own' },
    ]),
  ).toEqual([
    { text: 'three', reads: '3', hint: '3' },
    { text: '4', reads: '4', hint: '' },
    { text: 'five', reads: '5', hint: 'own' },
  ]));

test('fixed values are there at once', () =>
  expect(fixed([{ text: 'a' }]).choices({} as Cockpit, about({}))).toEqual({ all: [{ text: 'a' }] }));

describe('values that depend on another field', () => {
  const source = fetched('images', async (_, value) => [{ text: `image of ${value('pool')}` }], ['pool']);

  test('are not asked for before that is filled in', () => {
    const { cockpit, asked } = console_();
    source.load(cockpit, about({}));
    expect([asked(), source.choices(cockpit, about({}))]).toEqual([
      0,
      { all: [], note: 'not known before pool is filled in' },
    ]);
  });

  test('are kept apart by what it says', async () => {
    const { cockpit, settled } = console_();
    source.load(cockpit, about({ pool: 'rbd' }));
    await settled();
    expect(source.choices(cockpit, about({ pool: 'rbd' })).all).toEqual([{ text: 'image of rbd' }]);
    expect(source.choices(cockpit, about({ pool: 'other' })).all).toEqual([]);
  });
});

describe('paths', () => {
  test.each([
    ['', ''],
    ['file', ''],
    ['/a', '/'],
    ['/a/b', '/a/'],
    ['/a/b/', '/a/b/'],
  ])('that are typed as far as %j are in %j', (path, directory) =>
    expect(typedDirectory(path)).toBe(directory),
  );

  test('of this machine are those of the directory, a link to a directory with a slash', async () => {
    const local = {
      list: async (directory: string) => [
        { name: `in ${directory}`, size: 1024, type: 'FILE' },
        { name: 'sub', type: 'DIR' },
        { name: 'link', type: 'SYMLINK' },
        { name: 'broken', type: 'SYMLINK' },
      ],
      isDirectory: (path: string) => path === 'link',
    };
    const { cockpit, settled } = console_({ local });
    listings('local').load(cockpit, about({}));
    await settled();
    expect(
      listings('local')
        .choices(cockpit, about({}))
        .all.map(({ text }) => text),
    ).toEqual(['in .', 'sub/', 'link/', 'broken']);
  });

  test('of the cluster are read by their directory, and begin with a slash', async () => {
    const asked: unknown[] = [];
    const api = {
      listFilesWithStats: async ({ query }: { query: unknown }) => {
        asked.push(query);
        return {
          entries: [
            { path: '/a/one', size: 3, type: 'FILE' },
            { fullPath: '/a/two/', type: 'DIR' },
          ],
        };
      },
    };
    const { cockpit, settled } = console_({ api });
    const source = listings('cluster');
    source.load(cockpit, about({ directory: 'a/' }));
    expect(source.choices(cockpit, about({ directory: 'a/' })).note).toBe(
      'a path of the cluster begins with /',
    );
    source.load(cockpit, about({ directory: '/a/' }));
    source.load(cockpit, about({ directory: '/' }));
    await settled();
    expect(asked).toEqual([{ dir: '/a' }, { dir: '/' }]);
    expect(source.choices(cockpit, about({ directory: '/a/' })).all.map(({ text }) => text)).toEqual([
      '/a/one',
      '/a/two/',
    ]);
  });
});

describe('a field', () => {
  const field = { name: 'body.value', label: '', hint: '', initial: '', read: () => ({ value: 1 }) };

  test('that names nothing, or has choices of its own, stays as it is', () => {
    const own = { ...field, names: 'feature' as const, choices: () => ({ all: [] }) };
    expect([withChoices({} as Cockpit, field), withChoices({} as Cockpit, own)]).toEqual([field, own]);
  });

  test('that names something has the choices for it', () => {
    const { choices } = withChoices({} as Cockpit, { ...field, names: 'failureDomain' });
    expect(choices?.({}).all).toContainEqual({ text: 'host' });
  });

  test('of a path of the cluster looks into the directory that is typed last', async () => {
    const asked: unknown[] = [];
    const api = {
      listFilesWithStats: async ({ query }: { query: unknown }) => {
        asked.push(query);
        return { entries: [] };
      },
    };
    const { cockpit, settled } = console_({ api });
    const one = withChoices(cockpit, { ...field, names: 'path' });
    one.load?.({ 'body.value': '/a/b' });
    withChoices(cockpit, { ...field, names: 'path', many: true }).load?.({ 'body.value': '/a/b, /c/d' });
    await settled();
    expect([one.path, asked]).toEqual(['cluster', [{ dir: '/a' }, { dir: '/c' }]]);
  });
});
