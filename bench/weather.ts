import { ApiError } from '../src/api/failure.ts';
import { DEFAULT_TIMEOUT_MS as TIMEOUT_MS } from '../src/api/httpTarget.ts';
import type { Answer, Transport } from '../src/api/transport.ts';
import { type Clock, sleep } from '../src/lib/clock.ts';

/** Behaviours of a service: it answers, refuses connections, answers with errors, or never answers. */
export const WEATHERS = ['fine', 'down', 'broken', 'silent'] as const;
export type Weather = (typeof WEATHERS)[number];

const unreachable = () => new ApiError({ kind: 'unreachable', message: 'connection refused' });

async function* text(content: string): AsyncGenerator<string> {
  yield content;
}

/** A transport that simulates these behaviours and counts requests. */
export class WeatheredTransport implements Transport {
  weather: Weather = 'fine';
  /** The number of requests so far, of those made to fail, and of those still running. */
  sent = 0;
  failed = 0;
  underWay = 0;
  /** The signal that ends the reading of the log. */
  logSignal: AbortSignal | undefined;
  readonly #transport: Transport;
  readonly #clock: Clock;

  constructor(transport: Transport, clock: Clock) {
    this.#transport = transport;
    this.#clock = clock;
  }

  readonly send: Transport['send'] = async (id, input, options) => {
    this.sent++;
    this.underWay++;
    if (this.weather !== 'fine') this.failed++;
    if (id === 'readLogs') this.logSignal = options.signal;
    try {
      switch (this.weather) {
        case 'fine': {
          const answer = await this.#transport.send(id, input, options);
          return { ...answer, body: this.#unlessItTurns(answer.body) };
        }
        case 'down':
          throw unreachable();
        case 'broken':
          return {
            status: 500,
            contentType: 'text/html',
            body: text('<h1>out of order</h1>'),
          } satisfies Answer;
        case 'silent':
          await sleep(this.#clock, TIMEOUT_MS, options.signal);
          throw new ApiError({ kind: 'timeout', message: 'no answer', afterMs: TIMEOUT_MS });
      }
    } finally {
      this.underWay--;
    }
  };

  readonly download: Transport['download'] = (url, options) => this.#transport.download(url, options);

  close(): Promise<void> {
    return this.#transport.close();
  }

  /** A body that breaks off when the weather is no longer fine, even after hours of streaming. */
  async *#unlessItTurns(body: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const chunk of body) {
      if (this.weather !== 'fine') throw unreachable();
      yield chunk;
    }
  }
}
