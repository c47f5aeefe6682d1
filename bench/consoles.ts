import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../src/api/client.ts';
import type { OperationId } from '../src/api/contract/index.ts';
import { httpTransport } from '../src/api/http.ts';
import type { RawInput, Transport } from '../src/api/transport.ts';
import { SLOW_FACTOR } from '../src/store/cache/loop.ts';
import { keyOf, type Resource } from '../src/store/cache/resource.ts';
import { resources } from '../src/store/cache/resources.ts';
import type { Service } from './service.ts';

/** The first reads of an operation by all consoles are spread over at most this many milliseconds. */
const SPREAD_MS = 6_000;

/** The time of a read, from the request to the last byte of its answer. */
export interface ReadTime {
  readonly id: OperationId;
  readonly ms: number;
}

/**
 * Polls a service as consoles do. It parses only the first answer to each question, as the service is measured, and those of
 * the log, as the next question continues from them.
 */
export class Consoles implements AsyncDisposable {
  readonly #reads: ReadTime[] = [];
  readonly #ended = new AbortController();
  readonly #running: Promise<void>[] = [];
  readonly #transports: Transport[] = [];
  /** The first answer to each question; the length of its list determines the polling interval. */
  readonly #answers = new Map<string, unknown>();
  failures = 0;

  static async open({ url, tokenFile }: Service, count: number): Promise<Consoles> {
    const token = (await readFile(tokenFile, 'utf8')).trim();
    const consoles = new Consoles();
    for (let opened = 0; opened < count; opened++)
      consoles.#open(httpTransport({ baseUrl: url, token: async () => token }));
    return consoles;
  }

  #open(transport: Transport): void {
    this.#transports.push(transport);
    const api = this.#reader(transport);
    for (const one of Object.values<Resource>(resources)) this.#running.push(this.#poll(api, one));
  }

  /** An API whose operations read their answer to the end and return the first one ever received, except for log lines. */
  #reader(transport: Transport): Api {
    const tags = new Map<string, string>();
    const read = async (id: OperationId, input: RawInput = {}) => {
      const start = performance.now();
      const key = keyOf(id, input);
      const isLog = id === 'readLogs';
      const unless = isLog ? undefined : tags.get(key);
      const options = { signal: this.#ended.signal, ...(unless !== undefined && { unless }) };
      const { status, body, tag } = await transport.send(id, input, options);
      if (tag !== undefined) tags.set(key, tag);
      const isNew = isLog || !this.#answers.has(key);
      let text = '';
      for await (const chunk of body) if (isNew) text += chunk;
      if (status >= 400) throw new Error(`${id}: ${status}`);
      this.#reads.push({ id, ms: performance.now() - start });
      if (isLog) return JSON.parse(text) as unknown;
      if (isNew) this.#answers.set(key, JSON.parse(text));
      return this.#answers.get(key);
    };
    const call = (_: object, id: string | symbol) => (input?: RawInput) => read(id as OperationId, input);
    return new Proxy({}, { get: call }) as Api;
  }

  async #poll(api: Api, resource: Resource): Promise<void> {
    const { signal } = this.#ended;
    const every = (last: unknown) =>
      last === undefined ? resource.everyMs : (resource.intervalAfter?.(last) ?? resource.everyMs);
    // Real consoles are not started simultaneously: spreading the first two reads also spreads all later ones.
    let wait = Math.random() * Math.min(every(undefined), SPREAD_MS);
    let data: unknown;
    for (let reads = 0; ; reads++) {
      await sleep(wait, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const start = performance.now();
      const options = { previous: data, now: Date.now() };
      data = await resource.read(api, signal, options).catch(() => {
        if (!signal.aborted) this.failures++;
        return data;
      });
      const took = performance.now() - start;
      wait = Math.max(every(data), SLOW_FACTOR * took) - took;
      if (reads === 0) wait *= Math.random();
    }
  }

  /** The reads since the last call. */
  take(): readonly ReadTime[] {
    return this.#reads.splice(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    await Promise.all(this.#running);
    await Promise.all(this.#transports.map((transport) => transport.close()));
  }
}
