import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileEntry } from '../../../../src/api/contract/storefs.ts';
import { done, storageBench, upload, type StorageBench } from '../storage.ts';

/** The expected content of /t by path: the text of a file, or null for a directory. */
type Model = Map<string, string | null>;

interface Real extends StorageBench {
  readonly model: Model;
}

type Step = (real: Real) => Promise<void>;

const parent = (path: string) => path.slice(0, path.lastIndexOf('/'));
const isIn = (path: string, directory: string) => path === directory || path.startsWith(`${directory}/`);
const below = (model: Model, top: string) => [...model].filter(([path]) => isIn(path, top));

const path = fc
  .array(fc.constantFrom('a', 'b', 'ä'), { minLength: 1, maxLength: 3 })
  .map((names) => `/t/${names.join('/')}`);

const put = fc
  .tuple(path, fc.string({ unit: 'grapheme-ascii', maxLength: 9 }))
  .map(([at, text]): Step => async ({ api, model }) => {
    const possible = model.get(parent(at)) === null && model.get(at) !== null;
    expect(await done(api.uploadFile({ query: { path: at }, form: { file: upload(text) } }))).toBe(possible);
    if (possible) model.set(at, text);
  });

const makeDirectory = path.map((at): Step => async ({ api, model }) => {
  const above: string[] = [];
  for (let up = at; up !== ''; up = parent(up)) above.push(up);
  const possible = !model.has(at) && above.every((up) => (model.get(up) ?? null) === null);
  expect(await done(api.createDirectory({ body: { dir: at } }))).toBe(possible);
  if (possible) above.forEach((up) => model.set(up, null));
});

const transfer = fc
  .tuple(fc.constantFrom('copy', 'move'), path, path)
  .map(([kind, from, to]): Step => async ({ api, model, finish }) => {
    const query = { path: from, dstPath: to };
    const free = model.has(from) && model.get(parent(to)) === null && !model.has(to) && !isIn(to, from);
    const call = kind === 'copy' ? finish(api.copyFile({ query })) : api.moveFile({ query });
    const same = kind === 'move' && from === to && model.has(from);
    expect(await done(call)).toBe(free || same);
    if (!free) return;
    const moved = below(model, from);
    for (const [at] of kind === 'move' ? moved : []) model.delete(at);
    for (const [at, content] of moved) model.set(`${to}${at.slice(from.length)}`, content);
  });

const remove = path.map((at): Step => async ({ api, model, finish }) => {
  expect(await done(finish(api.deleteFiles({ query: { path: [at] } })))).toBe(model.has(at));
  for (const [gone] of below(model, at)) model.delete(gone);
});

/** Everything below a directory, found by walking the tree. */
async function walk({ api }: StorageBench, dir: string): Promise<[string, string | null][]> {
  const { entries = [] } = await api.listFilesWithStats({ query: { dir } });
  const found: [string, string | null][] = [];
  for (const { fullPath = '', type } of entries) {
    if (type === 'DIR') found.push([fullPath, null], ...(await walk({ api } as StorageBench, fullPath)));
    else found.push([fullPath, (await api.downloadFile({ query: { path: fullPath } })).fileContents ?? '']);
  }
  return found;
}

/** Expects the totals of each directory to match its content. */
async function checkSums({ api, model }: Real): Promise<void> {
  const directories = [...model].filter(([, content]) => content === null).map(([at]) => at);
  const stats = (await api.statFiles({ body: directories })) as FileEntry[];
  for (const { path: top = '', dirBytes, dirFiles, dirSubdirs } of stats) {
    const inside = below(model, top).filter(([at]) => at !== top);
    const files = inside.flatMap(([, content]) => (content === null ? [] : [content]));
    expect({ dirBytes, dirFiles, dirSubdirs }).toEqual({
      dirBytes: files.join('').length,
      dirFiles: files.length,
      dirSubdirs: inside.length - files.length,
    });
  }
}

test(
  'after any sequence of changes the file tree has the same content as a map of paths',
  { timeout: 120_000 },
  async () => {
    const bench = storageBench();
    const steps = fc.array(fc.oneof(put, put, makeDirectory, transfer, remove), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(steps, async (chosen) => {
        const real = { ...bench, model: new Map<string, string | null>([['/t', null]]) };
        await bench.api.createDirectory({ body: { dir: '/t' } });
        for (const step of chosen) await step(real);
        const found = new Map([['/t', null] as [string, string | null], ...(await walk(bench, '/t'))]);
        expect(found).toEqual(real.model);
        await checkSums(real);
        await bench.finish(bench.api.deleteFiles({ query: { path: ['/t'] } }));
      }),
    );
  },
);
