import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApi, type Api } from '../../src/api/client.ts';
import { ApiError } from '../../src/api/failure.ts';
import { httpTransport } from '../../src/api/http.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { Service } from '../support/service.ts';
import { Home } from '../support/storedeck.ts';

/** The number of kills of the service, more on request. */
const ROUNDS = Number(process.env['STOREDECK_KILLS'] ?? 4);
/** A round ends after a number of acknowledged changes between these. */
const [FEWEST, MOST] = [5, 120];
const WRITERS = 6;

/** A random number generator with a seed (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const textOf = (name: string): string => `${name} `.repeat(1 + (name.length % 40) * 100);

const content = (name: string) => ({
  name,
  content: (async function* () {
    yield Buffer.from(textOf(name));
  })(),
});

/** Kinds of changes, each with a function that makes one and the names of existing objects. */
const CHANGES: Readonly<
  Record<
    string,
    { make: (api: Api, name: string) => Promise<unknown>; names: (api: Api) => Promise<string[]> }
  >
> = {
  pool: {
    make: (api, name) => api.createPool({ body: { name, pgNum: 1 } }),
    names: async (api) => (await api.listPools()).map(({ name = '' }) => name),
  },
  user: {
    make: (api, uid) => api.createS3User({ body: { uid } }),
    names: async (api) => (await api.listS3Users()).map(({ uid = '' }) => uid),
  },
  object: {
    make: (api, key) =>
      api.uploadS3Object({ params: { bucketName: 'scratch' }, form: { key, file: content(key) } }),
    names: async (api) => {
      const params = { bucketName: 'scratch' };
      const { objects = [] } = await api.listS3Objects({
        params,
        query: { flatView: true, prefix: 'object' },
      });
      return objects.map(({ key = '' }) => key);
    },
  },
  file: {
    make: (api, name) => api.uploadFile({ query: { path: `/${name}` }, form: { file: content(name) } }),
    names: async (api) => (await api.listFiles({ query: { dir: '/' } })).entries ?? [],
  },
  script: {
    make: (api, name) => api.createScript({ body: { name, contents: '#!/bin/sh\n' } }),
    names: async (api) => (await api.listScripts()).map(({ name = '' }) => name),
  },
};

interface Running extends AsyncDisposable {
  readonly api: Api;
  readonly service: Service;
}

async function start(home: Home): Promise<Running> {
  const data = join(home.folder, 'kept');
  const service = await Service.start(home, ['--data', data, '--scale', '12']);
  const token = readFileSync(service.tokenFile, 'utf8').trim();
  const transport = httpTransport({ baseUrl: service.url, token: () => Promise.resolve(token) });
  return {
    service,
    api: createApi({ transport, readOnly: () => false, clock: systemClock() }),
    async [Symbol.asyncDispose]() {
      await transport.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Makes one change after the other until the service is gone, and records the acknowledged ones. */
async function write(
  api: Api,
  writer: string,
  random: () => number,
  acknowledge: (kind: string, name: string) => void,
) {
  const kinds = Object.keys(CHANGES);
  for (let count = 0; ; count++) {
    const kind = kinds[Math.floor(random() * kinds.length)]!;
    const name = `${kind}-${writer}-${count}`;
    try {
      await CHANGES[kind]!.make(api, name);
    } catch (error) {
      if (error instanceof ApiError && error.failure.kind !== 'rejected') return;
      throw error;
    }
    acknowledge(kind, name);
  }
}

async function expectWhole(api: Api, journal: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
  for (const [kind, names] of journal) {
    const there = new Set(await CHANGES[kind]!.names(api));
    expect([kind, [...names].filter((name) => !there.has(name))]).toEqual([kind, []]);
  }
  for (const key of await CHANGES['object']!.names(api)) {
    const params = { bucketName: 'scratch' };
    const { fileContents } = await api.downloadS3Object({ params, query: { key } });
    expect(fileContents === textOf(key), `the content of ${key}`).toBe(true);
  }
}

test(
  'no acknowledged write is lost when the service is killed during writes',
  { timeout: 120_000 * ROUNDS },
  async () => {
    using home = new Home();
    const random = chances(7);
    const journal = new Map<string, Set<string>>(Object.keys(CHANGES).map((kind) => [kind, new Set()]));
    for (let round = 0; round < ROUNDS; round++) {
      await using running = await start(home);
      await expectWhole(running.api, journal);
      let left = Math.floor(FEWEST + random() * (MOST - FEWEST));
      let killed: Promise<void> | undefined;
      const acknowledge = (kind: string, name: string) => {
        journal.get(kind)!.add(name);
        if (--left === 0) killed = running.service.kill();
      };
      const writers = Array.from({ length: WRITERS }, (_, index) =>
        write(running.api, `${round}-${index}`, random, acknowledge),
      );
      await Promise.all(writers);
      await killed;
    }
    await using last = await start(home);
    await expectWhole(last.api, journal);
    const total = [...journal.values()].reduce((sum, { size }) => sum + size, 0);
    expect(total).toBeGreaterThanOrEqual(ROUNDS * FEWEST);
  },
);
