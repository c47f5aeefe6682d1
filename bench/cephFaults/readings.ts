import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../src/api/client.ts';
import type { ClusterStatus } from '../../src/api/contract/cluster.ts';
import { messageOf } from '../../src/lib/thrown.ts';

const EVERY_MS = 500;

/** The lists that are read, by their names in the report. */
const LISTS: Readonly<Record<string, (api: Api) => Promise<unknown>>> = {
  pools: (api) => api.listPools({}),
  disks: (api) => api.listDisks({}),
  'CRUSH map': (api) => api.getCrushMap({}),
  'server names': (api) => api.listServerNames({}),
  tasks: (api) => api.listTasks({}),
  'S3 users': (api) => api.listS3Users({}),
  files: (api) => api.listFiles({ query: { dir: '/' } }),
};

/** One answer, in milliseconds. `told` is the health with its checks, or the reason of a refusal. */
interface Reading {
  readonly of: string;
  readonly at: number;
  readonly ms: number;
  readonly isGood: boolean;
  readonly told: string;
}

function health({ storeStatus }: ClusterStatus): string {
  const of = storeStatus?.health;
  const said = Object.entries(of?.checks ?? {}).map(([code, { summary }]) => `${code}: ${summary?.message}`);
  return [of?.status ?? 'no health', ...said].join('; ');
}

/** Reads the status and the lists every half second each, and keeps everything that was told. */
export class Readings implements AsyncDisposable {
  readonly #all: Reading[] = [];
  readonly #over = new AbortController();
  readonly #loops: readonly Promise<void>[];

  constructor(api: Api) {
    this.#loops = [
      this.#loop('status', async () => health(await api.getClusterStatus({}))),
      ...Object.entries(LISTS).map(([name, read]) =>
        this.#loop(name, async () => {
          await read(api);
          return '';
        }),
      ),
    ];
  }

  /** The answers that were complete after a time. */
  since(at: number): readonly Reading[] {
    return this.#all.filter((reading) => reading.at + reading.ms >= at);
  }

  /** True if everything that was asked after this time answers, with HEALTH_OK. */
  areWellSince(at: number): boolean {
    const latest = new Map(this.#all.filter((reading) => reading.at >= at).map((one) => [one.of, one]));
    return latest.size === this.#loops.length && [...latest.values()].every(({ isGood }) => isGood);
  }

  async #loop(of: string, read: () => Promise<string>): Promise<void> {
    while (!this.#over.signal.aborted) {
      const at = Date.now();
      const reading = await read().then(
        (told) => ({ told, isGood: of !== 'status' || told.startsWith('HEALTH_OK') }),
        (failure: unknown) => ({ told: messageOf(failure), isGood: false }),
      );
      const ms = Date.now() - at;
      this.#all.push({ of, at, ms, ...reading });
      await sleep(Math.max(0, EVERY_MS - ms));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#loops);
  }
}
