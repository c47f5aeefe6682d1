import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostileFigures } from './figures.ts';
import { Service } from './service.ts';

/** The largest cluster that the service is designed for; its CRUSH map is the largest legitimate body. */
const OSDS = 20_000;
/** The pause between an answer and the next request of the polling client. */
const PAUSE_MS = 2;
/** The pause before and after each body, in milliseconds. */
const REST_MS = 1500;

/** Bodies of 8 MB, the largest allowed size, each filled with one kind of content. */
const HOSTILE: Readonly<Record<string, () => string>> = {
  objects: () => `{"nodes":[${'{},'.repeat(2_600_000)}{}]}`,
  numbers: () => `[${'1,'.repeat(3_900_000)}1]`,
  names: () => `{${Array.from({ length: 600_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
  depth: () => '['.repeat(7_900_000),
  'one text': () => `"${'x'.repeat(7_900_000)}"`,
  'nodes that are none': () => `{"nodes":[${'{"id":1,"name":"x","type":"HOST"},'.repeat(100_000)}{}]}`,
  'twice what is taken': () => `[${'1,'.repeat(7_900_000)}1]`,
};

/** A client that continuously sends small requests and records its longest wait. */
class Poller implements AsyncDisposable {
  readonly #ask: () => Promise<unknown>;
  readonly #ended = new AbortController();
  readonly #polling: Promise<void>;
  #longestMs = 0;

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
    this.#polling = this.#poll();
  }

  /** The longest wait since the last call, in milliseconds. */
  take(): number {
    const longest = this.#longestMs;
    this.#longestMs = 0;
    return longest;
  }

  async #poll(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      const start = performance.now();
      await this.#ask();
      this.#longestMs = Math.max(this.#longestMs, performance.now() - start);
      await sleep(PAUSE_MS);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    await this.#polling;
  }
}

/** Measures how long one client waits while another sends the largest bodies. */
export async function measureHostile(
  folder: string,
  say: (line: string) => void,
): Promise<readonly HostileFigures[]> {
  say(`8 MB bodies sent to a service over ${OSDS} simulated OSDs`);
  await using service = await Service.simulated(folder, OSDS);
  const authorization = `Bearer ${(await readFile(service.tokenFile, 'utf8')).trim()}`;
  const read = async (path: string) =>
    (await fetch(`${service.url}${path}`, { headers: { authorization } })).text();
  const { nodes, stray } = JSON.parse(await read('/crush')) as { nodes: object[]; stray?: object[] };
  const bodies = {
    ...HOSTILE,
    'the cluster’s own map': () => JSON.stringify({ nodes, ...(stray && { stray }) }),
  };
  await using poller = new Poller(() => read('/tasks'));
  const figures: HostileFigures[] = [];
  for (const [content, make] of Object.entries(bodies)) {
    const body = new TextEncoder().encode(make());
    await sleep(REST_MS);
    poller.take();
    const headers = { authorization, 'content-type': 'application/json' };
    const start = performance.now();
    // The service closes the connection if the body is too large.
    const answer = await fetch(`${service.url}/crush`, { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    await answer?.text();
    const answeredMs = performance.now() - start;
    await sleep(REST_MS);
    const { length: bytes } = body;
    figures.push({ content, bytes, status: answer?.status, answeredMs, longestWaitMs: poller.take() });
  }
  return figures;
}
