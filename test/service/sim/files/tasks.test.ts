import { describe, expect, test } from 'vitest';
import { refusal, storageBench, upload, type StorageBench } from '../storage.ts';
import { names, stat } from './support.ts';

const put = ({ api }: StorageBench, path: string, text: string) =>
  api.uploadFile({ query: { path }, form: { file: upload(text) } });
const copy = ({ api }: StorageBench, path: string, dstPath: string) =>
  api.copyFile({ query: { path, dstPath } });
const remove = ({ api }: StorageBench, ...path: string[]) => api.deleteFiles({ query: { path } });

describe('deletion of files', () => {
  test('a deletion removes everything below its paths, and nothing else', async () => {
    const bench = storageBench();
    const task = await bench.finish(
      remove(bench, '/projects/genome-atlas', '/projects/genome-atlas/raw', '/scratch/latest'),
    );
    expect(task).toMatchObject({ state: 'FINISHED', object: '/projects/genome-atlas and 2 more' });
    expect(task.output).toContain('done: ');
    expect(await names(bench, '/projects')).toEqual(['render-farm']);
    expect(await names(bench, '/scratch')).toContain('run-0412');
    expect(await names(bench, '/scratch')).not.toContain('latest');
    expect(await stat(bench, '/projects')).toMatchObject({ dirFiles: 720, dirSubdirs: 4 });
  });

  test('a deletion frees space in the pool', async () => {
    const bench = storageBench();
    const pool = bench.engine.cluster.model.pools.find(({ name }) => name === 'storefs-data')!;
    const { dirBytes } = (await stat(bench, '/projects')) as { dirBytes: number };
    const before = pool.bytes;
    await bench.finish(remove(bench, '/projects'));
    expect((before - pool.bytes) / dirBytes).toBeCloseTo(1, 2);
  });

  test.each([
    ['the root', ['/scratch', '/'], 400],
    ['a path that does not exist', ['/scratch', '/nothing'], 404],
  ])('a deletion of %s is refused, and nothing else is deleted either', async (_, paths, status) => {
    const bench = storageBench();
    expect(await refusal(remove(bench, ...paths))).toMatchObject({ status });
    bench.engine.cluster.step(30);
    expect(await names(bench, '/')).toContain('scratch');
  });

  test('a deletion that is cancelled keeps what is left', async () => {
    const bench = storageBench();
    const started = remove(bench, '/home', '/projects', '/scratch');
    const { id = 0 } = await started;
    bench.engine.cluster.step(2);
    await bench.api.cancelTask({ params: { id } });
    expect(await bench.finish(started)).toMatchObject({ state: 'CANCELED' });
    expect(await names(bench, '/')).toContain('scratch');
    expect(await stat(bench, '/')).toMatchObject({ dirFiles: expect.any(Number) });
    expect((await stat(bench, '/projects')) as { dirFiles: number }).not.toMatchObject({ dirFiles: 1520 });
  });

  test('a deletion does not follow what is moved away before it begins', async () => {
    const bench = storageBench();
    const started = remove(bench, '/home/anna');
    await started;
    await bench.api.moveFile({ query: { path: '/home/anna', dstPath: '/kept' } });
    await bench.finish(started);
    expect(await names(bench, '/kept')).toContain('notes.md');
  });
});

describe('copying files', () => {
  test('a copy is a separate tree, with contents, owners, modes and links', async () => {
    const bench = storageBench();
    await put(bench, '/scratch/run-0412/mark', 'same');
    const task = await bench.finish(copy(bench, '/scratch', '/copy'));
    expect(task).toMatchObject({ state: 'FINISHED', object: '/scratch to /copy' });
    const [source, target] = [await stat(bench, '/scratch'), await stat(bench, '/copy')];
    const {
      path: _path,
      fullPath: _fullPath,
      lastModified: _date,
      ...same
    } = source as Record<string, unknown>;
    expect(target).toMatchObject(same);
    expect(await names(bench, '/copy/latest')).toEqual(await names(bench, '/scratch/latest'));
    expect(await stat(bench, '/copy/previous')).toMatchObject({ type: 'SYMLINK' });
    await put(bench, '/copy/run-0412/mark', 'changed');
    const original = await bench.api.downloadFile({ query: { path: '/scratch/run-0412/mark' } });
    expect(original.fileContents).toBe('same');
  });

  test('a copy shows its progress, takes time for its bytes, and leaves what it has copied if it is cancelled', async () => {
    const bench = storageBench();
    const started = copy(bench, '/projects/genome-atlas', '/copy');
    const { id = 0 } = await started;
    bench.engine.cluster.step(120);
    const running = await bench.api.getTask({ params: { id } });
    expect(running.state).toBe('RUNNING');
    expect(running.output).toMatch(/^\d+ of 800 files copied, \d[\d.]* \w+ of [\d.]+ [KMGT]iB$/m);
    await bench.api.cancelTask({ params: { id } });
    expect(await bench.finish(started)).toMatchObject({ state: 'CANCELED' });
    const { dirFiles } = (await stat(bench, '/copy')) as { dirFiles: number };
    expect(dirFiles).toBeGreaterThan(0);
    expect(dirFiles).toBeLessThan(800);
  });

  test.each([
    ['nothing', '/nothing', '/copy', 404],
    ['the root', '/', '/copy', 400],
    ['a directory into itself', '/home', '/home/anna/home', 400],
    ['onto an existing path', '/home/anna', '/home/ben', 409],
    ['onto itself', '/home/anna', '/home/anna', 409],
    ['into a missing directory', '/home/anna', '/nothing/anna', 404],
  ])('a copy of %s is refused', async (_, path, dstPath, status) => {
    const bench = storageBench();
    expect(await refusal(copy(bench, path, dstPath))).toMatchObject({ status });
    expect((await bench.api.listTasks()).totalElements).toBe(0);
  });

  test('a copy fails if its destination is taken, or its parent removed, meanwhile', async () => {
    const bench = storageBench();
    const taken = copy(bench, '/home/anna', '/copy');
    await taken;
    await bench.api.createDirectory({ body: { dir: '/copy' } });
    expect(await bench.finish(taken)).toMatchObject({ state: 'FAILED' });
    const gone = copy(bench, '/projects/genome-atlas', '/copy/genomes');
    await gone;
    bench.engine.cluster.step(5);
    await bench.finish(remove(bench, '/copy'));
    expect(await bench.finish(gone)).toMatchObject({
      state: 'FAILED',
      output: expect.stringContaining('removed'),
    });
    expect(await names(bench, '/')).not.toContain('copy');
  });
});
