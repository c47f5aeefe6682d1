import {
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { saveGoodCopy, openDatabase } from '../../../../src/service/sim/persistence/database.ts';
import { directoryPersistence } from '../../../../src/service/sim/persistence/directoryPersistence.ts';
import { upload } from '../storage.ts';
import { simulate } from '../support.ts';
import { directory, open } from './bench.ts';

/** A data directory with data of all kinds, and a good copy from an earlier start. */
async function fullDirectory(): Promise<string> {
  const path = directory();
  {
    await using session = open(path);
    const { api } = session;
    await api.createPool({ body: { name: 'own', application: 'rbd' } });
    await api.createImage({ params: { pool: 'own' }, body: { name: 'disk', size: 2 ** 30 } });
    await api.createNetwork({ body: { ip: '10.99.0.0', netmask: 16 } });
    await api.createScript({ body: { name: 'own.sh', contents: '#!/bin/sh\n' } });
    await api.uploadFile({ query: { path: '/own.txt' }, form: { file: upload('own content') } });
    await api.createS3User({ body: { uid: 'own' } });
  }
  const persistence = directoryPersistence(path);
  persistence.confirmRestored();
  persistence.close();
  return path;
}

function change(path: string, sql: string, ...values: string[]): void {
  const database = new DatabaseSync(join(path, 'cluster.sqlite'));
  const { changes } = database.prepare(sql).run(...values);
  database.close();
  expect(changes).not.toBe(0);
}

const set = (section: string, value: string) => (path: string) =>
  change(path, 'UPDATE kept SET value = ? WHERE section = ?', value, section);

function zero(path: string, start: number, length: number): void {
  const file = join(path, 'cluster.sqlite');
  const bytes = readFileSync(file);
  bytes.fill(0, start, start + length);
  writeFileSync(file, bytes);
}

const DAMAGES: Readonly<Record<string, { damage: (path: string) => void; told: RegExp }>> = {
  'a site without fields': { damage: set('site', '{}'), told: /section site, entry all: must have required/ },
  'hooks that are a list': { damage: set('hooks', '[]'), told: /section hooks, entry all: must be object/ },
  'an image without fields': { damage: set('images', '{}'), told: /section images, entry \d+\/\d+: / },
  'a pool of text': { damage: set('pools', '"pool"'), told: /section pools, entry \d+: / },
  'a value that is no JSON': { damage: set('s3Users', '{'), told: /section/ },
  'no identity': {
    damage: (path) => change(path, "DELETE FROM kept WHERE section = 'cluster'"),
    told: /section cluster, entry identity: it is missing/,
  },
  'a section that nobody knows': {
    damage: (path) => change(path, "INSERT INTO kept VALUES ('future', 'x', '1')"),
    told: /section future, entry x: this version of storedeck has no such section/,
  },
  'an image of a server that is not there': {
    damage: (path) =>
      change(
        path,
        `INSERT INTO kept VALUES ('osds', '0', '{"deviceClass":"hdd","capacity":1,"reweight":1,"in":true,"destroyed":false,"server":999}')`,
      ),
    told: /section \w+ is invalid/,
  },
  'a file of 0 bytes': { damage: (path) => truncateSync(join(path, 'cluster.sqlite')), told: /it is empty/ },
  'a file of 5000 bytes': {
    damage: (path) => truncateSync(join(path, 'cluster.sqlite'), 5000),
    told: /malformed|page|not a database/,
  },
  'a file of one page': {
    damage: (path) => truncateSync(join(path, 'cluster.sqlite'), 4096),
    told: /malformed|page|not a database/,
  },
  'a first page of zeros': { damage: (path) => zero(path, 0, 4096), told: /not a database|malformed/ },
  'a second page of zeros': { damage: (path) => zero(path, 4096, 4096), told: /malformed|page|btree/i },
  'a file that is no database': {
    damage: (path) => writeFileSync(join(path, 'cluster.sqlite'), 'x'.repeat(9000)),
    told: /not a database/,
  },
  'a database of somebody else': {
    damage(path) {
      rmSync(join(path, 'cluster.sqlite'));
      const database = new DatabaseSync(join(path, 'cluster.sqlite'));
      database.exec('CREATE TABLE other (x)');
      database.close();
    },
    told: /it contains no data of storedeck/,
  },
  'a write-ahead log without its database': {
    damage(path) {
      rmSync(join(path, 'cluster.sqlite'));
      writeFileSync(join(path, 'cluster.sqlite-wal'), 'x');
    },
    told: /it is missing, but cluster\.sqlite-wal exists/,
  },
  'a last good copy without its database': {
    damage: (path) => rmSync(join(path, 'cluster.sqlite')),
    told: /it is missing, but cluster\.sqlite\.good exists/,
  },
  'a content that is missing': {
    damage: (path) => rmSync(join(path, 'contents'), { recursive: true }),
    told: /contents\/[\da-f-]{36} is damaged: an uploaded content is missing/,
  },
};

describe('start on damaged data', () => {
  test.each(Object.entries(DAMAGES))(
    'with %s the start is refused, and can go back to the last good copy',
    async (_, { damage, told }) => {
      const path = await fullDirectory();
      damage(path);
      const start = () => {
        const persistence = directoryPersistence(path);
        try {
          simulate({ persistence, scale: 12 });
        } catch (error) {
          persistence.close();
          throw error;
        }
      };
      expect(start).toThrow(told);
      expect(start).toThrow(/ is damaged: /);
      const good = join(path, 'cluster.sqlite.good');
      expect(start).toThrow(good);
      if (!existsSync(join(path, 'contents')) || told.source.includes('contents')) return;
      rmSync(join(path, 'cluster.sqlite-wal'), { force: true });
      copyFileSync(good, join(path, 'cluster.sqlite'));
      await using again = open(path);
      const { fileContents } = await again.api.downloadFile({ query: { path: '/own.txt' } });
      expect(fileContents).toBe('own content');
    },
  );
});

test('files in a directory that was open to all, and their new copy, are accessible only to their owner', async () => {
  const mask = process.umask(0o022);
  try {
    const path = await fullDirectory();
    await using _session = open(path);
    for (const name of ['cluster.sqlite', 'cluster.sqlite-wal', 'cluster.sqlite.good'])
      expect([name, statSync(join(path, name)).mode & 0o777]).toEqual([name, 0o600]);
    const fresh = directory();
    saveGoodCopy(openDatabase(fresh, false), fresh);
    expect(statSync(join(fresh, 'cluster.sqlite.good')).mode & 0o777).toBe(0o600);
  } finally {
    process.umask(mask);
  }
});
