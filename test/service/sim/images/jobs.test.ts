import { describe, expect, test } from 'vitest';
import { addSnapshot, type Image } from '../../../../src/service/sim/images/image.ts';
import { deletionJob, flattenJob } from '../../../../src/service/sim/images/jobs.ts';
import { ImageStore } from '../../../../src/service/sim/images/store.ts';
import { memoryPersistence } from '../../../../src/service/sim/persistence/persistence.ts';
import { simulate, outputBySecond } from '../support.ts';

const GB = 1e9;

/** The images of the pool `volumes`, with an additional one that has some data. */
function bench(used = 0) {
  const { model } = simulate({ scale: 15 }).cluster;
  const users = new Map<string, string[]>();
  const book = new ImageStore(
    model,
    memoryPersistence(),
    (pool, image) => users.get(`${pool}/${image}`) ?? [],
  );
  const pool = model.pools.find(({ name }) => name === 'volumes')!;
  const image = book.create(pool, 'own', 100 * GB);
  const hold = (one: Image, bytes: number) => {
    one.used += bytes;
    pool.bytes += bytes;
  };
  hold(image, used);
  const remove = (one = image) => deletionJob(model, book, one, 'operator');
  const flatten = (one = image) => flattenJob(model, book, one, 'operator');
  return { model, book, pool, image, users, hold, remove, flatten };
}

const BUSY = expect.objectContaining({
  status: 409,
  message: 'a task works on volumes/own: wait for it to end, or cancel it',
});

describe('deleting an image', () => {
  test('deleting an image takes a second per 4 GB and reports each twentieth once', () => {
    const { book, pool, image, remove } = bench(160 * GB);
    const before = pool.bytes;
    const lines = outputBySecond(remove());
    expect(lines).toHaveLength(42);
    expect([lines[0], lines.at(-1)]).toEqual(['deleting volumes/own', 'volumes/own is deleted']);
    const progress = lines.slice(1, -1).filter((line) => line !== '');
    expect(progress).toEqual(Array.from({ length: 20 }, (_, step) => `${(step + 1) * 5}% deleted`));
    expect(lines.slice(1, 3)).toEqual(['', '5% deleted']);
    expect(before - pool.bytes).toBeCloseTo(160 * GB, -3);
    expect([image.used, book.find(pool, 'own')]).toEqual([0, undefined]);
  });

  test('deleting an image frees what is left of it in the last second', () => {
    const { pool, remove } = bench(5 * GB);
    const before = pool.bytes;
    expect(outputBySecond(remove())).toEqual([
      'deleting volumes/own',
      '80% deleted',
      '100% deleted',
      'volumes/own is deleted',
    ]);
    expect(before - pool.bytes).toBeCloseTo(5 * GB, -3);
  });

  test('deleting an empty image removes only the image', () => {
    const { pool, remove } = bench(0);
    const [bytes, load] = [pool.bytes, pool.load];
    expect(outputBySecond(remove())).toEqual(['deleting volumes/own', 'volumes/own is deleted']);
    expect(pool).toMatchObject({ bytes, load });
  });

  test('deleting an image reduces the load of the pool by the share of its data', () => {
    const { book, pool, remove } = bench(1000 * GB);
    const share = (1000 * GB) / book.in(pool).reduce((sum, { used }) => sum + used, 0);
    const before = pool.load;
    expect(share).toBeGreaterThan(0.01);
    outputBySecond(remove());
    for (const key of ['readOps', 'writeOps', 'readBytes', 'writeBytes'] as const)
      expect(pool.load[key] / before[key]).toBeCloseTo(1 - share, 9);
  });

  test('deleting an image with a separate data pool frees that pool, and leaves the clients of that pool alone', () => {
    const { model, book, pool } = bench();
    const dataPool = model.pools.find(({ name }) => name === 'rgw-data')!;
    const image = book.create(pool, 'elsewhere', 100 * GB, { dataPool });
    image.used = 8 * GB;
    const [bytes, load, data] = [pool.bytes, pool.load, dataPool.bytes];
    outputBySecond(deletionJob(model, book, image, 'operator'));
    expect(pool).toMatchObject({ bytes, load });
    expect(data - dataPool.bytes).toBeCloseTo(8 * GB, -3);
  });

  test('deleting an image waits for a task that works on it, and is refused while it has snapshots or users', () => {
    const { model, image, users, remove } = bench(GB);
    expect(remove()).toMatchObject({ name: 'Delete image', object: 'volumes/own', startedBy: 'operator' });
    const late = remove();
    users.set('volumes/own', ['the disk of a client']);
    expect(() => remove()).toThrow(expect.objectContaining({ status: 409 }));
    expect(() => outputBySecond(late)).toThrow('the disk of a client');
    users.clear();
    addSnapshot(image, 'one');
    expect(() => remove()).toThrow('it has snapshots: one');
    image.snaps = [];
    model.tasks.start(remove());
    expect(() => remove()).toThrow(BUSY);
  });
});

describe('flattening a clone', () => {
  /** A clone of an image that has some data. */
  function cloned(held: number, size = 100 * GB) {
    const all = bench();
    const golden = all.book.create(all.pool, 'golden', 100 * GB);
    golden.used = held;
    const parent = addSnapshot(golden, 'base', true);
    const clone = all.book.create(all.pool, 'clone', size, { parent });
    return { ...all, parent, clone };
  }

  test('flattening a clone copies half a gigabyte per second, and the parent is free once the last line is written', () => {
    const { pool, parent, clone, flatten } = cloned(20 * GB);
    const before = pool.bytes;
    const run = flatten(clone).run();
    const lines: string[] = [];
    for (let next = run.next(); next.done !== true; next = run.next()) {
      lines.push(next.value ?? '');
      expect([parent.children.has(clone), clone.parent]).toEqual([true, parent]);
    }
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      42,
      'copying volumes/golden@base into volumes/clone',
      'volumes/clone has no parent any more',
    ]);
    expect(lines.slice(1, -1).filter((line) => line !== '')).toEqual(
      Array.from({ length: 20 }, (_, step) => `${(step + 1) * 5}% copied`),
    );
    expect([clone.used, clone.parent, parent.children.size]).toEqual([20 * GB, undefined, 0]);
    expect(pool.bytes - before).toBeCloseTo(20 * GB, -3);
  });

  test('flattening a clone copies no more than there is room for', () => {
    const { clone, flatten } = cloned(20 * GB, 3 * GB);
    outputBySecond(flatten(clone));
    expect(clone.used).toBe(3 * GB);
  });

  test('flattening a clone is refused without a parent, and while a task works on it', () => {
    const { model, clone, flatten } = cloned(GB);
    expect(() => flatten()).toThrow(expect.objectContaining({ status: 409 }));
    expect(flatten(clone)).toMatchObject({
      name: 'Flatten image',
      object: 'volumes/clone',
      startedBy: 'operator',
    });
    model.tasks.start(flatten(clone));
    expect(() => flatten(clone)).toThrow('a task works on volumes/clone');
  });
});
