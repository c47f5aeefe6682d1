import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../src/api/client.ts';
import { ApiError, outcomeUnknown } from '../../src/api/failure.ts';
import { until } from './lab.ts';

const POOL = 'rbd';

/** A kind of write: how one is made, and what of them is there. */
interface Kind {
  readonly everyMs: number;
  readonly write: (api: Api, name: string) => Promise<unknown>;
  readonly there: (api: Api) => Promise<readonly string[]>;
  readonly nameOf: (round: number, count: number) => string;
}

const folderOf = (round: number): string => `/journal${round}`;

/** A write to the monitors, one to the metadata server, and one to the OSDs. */
const kindsOf = (round: number): readonly Kind[] => [
  {
    everyMs: 300,
    nameOf: (_, count) => `10.${round}.${count % 256}.${64 * (count >> 8)}`,
    write: (api, ip) => api.createNetwork({ body: { ip, netmask: 26 } }),
    there: async (api) => (await api.listNetworks({})).map(({ ip = '' }) => ip),
  },
  {
    everyMs: 500,
    nameOf: (_, count) => String(count),
    write: (api, name) => api.createDirectory({ body: { dir: `${folderOf(round)}/${name}` } }),
    there: async (api) => (await api.listFiles({ query: { dir: folderOf(round) } })).entries ?? [],
  },
  {
    everyMs: 1500,
    nameOf: (_, count) => `journal${round}-${count}`,
    write: (api, name) => api.createImage({ params: { pool: POOL }, body: { name, size: 1024 } }),
    there: async (api) => {
      const { data = [] } = await api.listImages({ params: { pool: POOL }, query: { limit: 10_000 } });
      return data.map(({ name = '' }) => name);
    },
  },
];

type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** The numbers of writes by their outcome, and what became of them. */
export interface Account {
  readonly acknowledged: number;
  readonly lost: number;
  readonly refused: number;
  /** Writes that were refused, and have had an effect all the same. */
  readonly refusedButDone: number;
  readonly unknown: number;
}

/** Writes all the time, and keeps a journal of what was acknowledged. */
export class Journal {
  readonly #api: Api;
  readonly #kinds: readonly Kind[];
  readonly #outcomes: Map<string, Outcome>[];
  /** The begin of the latest write of each kind that was acknowledged. */
  readonly #acknowledgedAt = new Map<Kind, number>();
  readonly #over = new AbortController();
  readonly #loops: readonly Promise<void>[];

  /** @param round a number that no journal on this cluster has had */
  constructor(api: Api, round: number) {
    this.#api = api;
    this.#kinds = kindsOf(round);
    this.#outcomes = this.#kinds.map(() => new Map());
    this.#loops = this.#kinds.map((kind, index) => this.#loop(kind, round, this.#outcomes[index]!));
  }

  async #loop(kind: Kind, round: number, outcomes: Map<string, Outcome>): Promise<void> {
    const { everyMs, write, nameOf } = kind;
    for (let count = 0; !this.#over.signal.aborted; count++) {
      const name = nameOf(round, count);
      const at = Date.now();
      const outcome = await write(this.#api, name).then(
        (): Outcome => 'acknowledged',
        (failure: unknown): Outcome =>
          failure instanceof ApiError && !outcomeUnknown(failure.failure) ? 'refused' : 'unknown',
      );
      outcomes.set(name, outcome);
      if (outcome === 'acknowledged') this.#acknowledgedAt.set(kind, at);
      await sleep(everyMs);
    }
  }

  /** True if a write of each kind that began after this time was acknowledged. */
  isWellSince(at: number): boolean {
    return this.#kinds.every((kind) => (this.#acknowledgedAt.get(kind) ?? 0) >= at);
  }

  /** Ends the journal and compares it with what is there. */
  async close(): Promise<Account> {
    this.#over.abort();
    await Promise.all(this.#loops);
    const count = { acknowledged: 0, lost: 0, refused: 0, refusedButDone: 0, unknown: 0 };
    for (const [index, { there }] of this.#kinds.entries()) {
      const found = new Set(await until('the journal can be compared', () => there(this.#api)));
      for (const [name, outcome] of this.#outcomes[index]!) {
        count[outcome]++;
        if (outcome === 'acknowledged' && !found.has(name)) count.lost++;
        if (outcome === 'refused' && found.has(name)) count.refusedButDone++;
      }
    }
    return count;
  }
}
