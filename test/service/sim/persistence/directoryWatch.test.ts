import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../src/service/sim/persistence/database.ts';
import { watchDirectory } from '../../../../src/service/sim/persistence/directoryWatch.ts';
import { Pending } from '../../../../src/service/sim/persistence/pending.ts';
import {
  memoryPersistence,
  PersistenceError,
  type PersistenceProblem,
} from '../../../../src/service/sim/persistence/persistence.ts';
import { stopAfterFailure } from '../../../../src/service/sim/persistence/stopAfterFailure.ts';
import { directory } from './bench.ts';

/** A new data directory that is watched, and its open database. */
function watched() {
  const path = directory();
  const database = openDatabase(path, false);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return { path, database, watch: watchDirectory(path, database) };
}

const failure = (fields: object) => Object.assign(new Error('it failed'), fields);

test.each([
  [{ errcode: 13 }, 507, (path: string) => `there is no space left in ${path}: free some, then try again`],
  [{ code: 'ENOSPC' }, 507, (path: string) => `there is no space left in ${path}: free some, then try again`],
  [{ code: 'EDQUOT' }, 507, (path: string) => `there is no space left in ${path}: free some, then try again`],
  [{ code: 'EIO' }, 503, (path: string) => `${path} cannot be written (it failed)`],
  [{ errcode: 10 }, 503, (path: string) => `${path} cannot be written (it failed)`],
])('a write that fails with %o is a problem of the kind %i', (fields, status, reason) => {
  const { path, watch } = watched();
  expect(watch.writeProblem(failure(fields))).toEqual({ status, reason: reason(path) });
});

test('a directory that failed is usable again as soon as a piece of 256 KiB and the database can be written', () => {
  const { path, database, watch } = watched();
  expect(watch.problem()).toBeUndefined();
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 0 });
  watch.writeProblem(failure({ code: 'EIO' }));
  expect(watch.problem()).toBeUndefined();
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  expect(existsSync(join(path, 'probe.tmp'))).toBe(false);
  database.exec('PRAGMA user_version = 0');
  expect(watch.problem()).toBeUndefined();
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 0 });
});

test('a directory that failed stays unusable while its database cannot be written', () => {
  const { path, database, watch } = watched();
  watch.writeProblem(failure({ code: 'ENOSPC' }));
  database.close();
  const problem = { status: 503, reason: expect.stringContaining(`${path} cannot be written (`) };
  expect(watch.problem()).toEqual(problem);
  expect(watch.problem()).toEqual(problem);
});

/** A database in memory whose transactions can be made to fail, and its pending changes. */
function pending() {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  database.exec("CREATE TABLE kept (section TEXT, key TEXT, value TEXT CHECK (value <> 'bad'))");
  const lost: PersistenceProblem = { status: 503, reason: 'the disk is gone' };
  const changes = new Pending(database, (error) => (error === undefined ? undefined : lost));
  const keys = () =>
    database
      .prepare('SELECT key FROM kept')
      .all()
      .map(({ key }) => key);
  return { database, changes, keys };
}

test('a transaction that fails in the middle leaves nothing, and the next one is complete', () => {
  const { changes, database, keys } = pending();
  const late: string[] = [];
  expect(() =>
    changes.transaction(() => {
      changes.put('pools', 'one', 'good');
      changes.afterCommit(() => late.push('lost'));
      changes.put('pools', 'two', 'bad');
    }),
  ).toThrow('nothing was changed: the disk is gone');
  expect(database.isTransaction).toBe(false);
  expect(keys()).toEqual([]);
  changes.put('pools', 'three', 'good');
  expect(keys()).toEqual(['three']);
  expect(late).toEqual([]);
});

test('what follows a commit waits for the outermost transaction, and is done at once outside of one', () => {
  const { changes, keys } = pending();
  const seen: unknown[] = [];
  changes.afterCommit(() => seen.push('at once'));
  expect(seen).toEqual(['at once']);
  const result = changes.transaction(() => {
    changes.transaction(() => {
      changes.put('pools', 'inner', 'good');
      changes.afterCommit(() => seen.push(keys()));
    });
    expect(keys()).toEqual([]);
    changes.put('pools', 'outer', 'good');
    return 'result';
  });
  expect(result).toBe('result');
  expect(seen).toEqual(['at once', ['inner', 'outer']]);
});

test('after its first failure a store takes nothing more, and reports that failure once', () => {
  const reasons: string[] = [];
  const memory = memoryPersistence();
  const broken = new PersistenceError({ status: 507, reason: 'the disk is full' });
  const store = stopAfterFailure(
    {
      ...memory,
      save(section, key, value) {
        if (key === 'refused') throw new TypeError('not a value');
        if (key === 'lost') throw broken;
        memory.save(section, key, value);
      },
    },
    (reason) => reasons.push(reason),
  );
  expect(() => store.save('pools', 'refused', 1)).toThrow('not a value');
  store.save('pools', 'one', 1);
  expect(reasons).toEqual([]);
  expect(() => store.save('pools', 'lost', 1)).toThrow(broken);
  for (const act of [
    () => store.save('pools', 'two', 2),
    () => store.remove('pools', 'one'),
    () => store.transaction(() => 1),
    () => store.backgroundTransaction(() => undefined),
    () => store.afterCommit(() => undefined),
  ])
    expect(act).toThrow(broken);
  expect([...memory.load('pools')]).toEqual([['one', 1]]);
  expect(reasons).toEqual(['nothing was changed: the disk is full']);
});

test('an empty database file is told as damage', () => {
  const path = directory();
  writeFileSync(join(path, 'cluster.sqlite'), '');
  expect(() => openDatabase(path, false)).toThrow('cluster.sqlite is damaged: it is empty');
  expect(readFileSync(join(path, 'cluster.sqlite'), 'utf8')).toBe('');
});
