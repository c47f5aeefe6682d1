import type { Api, CallOptions } from '../../../src/api/client.ts';
import type { Input } from '../../../src/api/contract/index.ts';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { ApiError } from '../../../src/api/failure.ts';
import { fakeApi, rejected, unreachable } from '../fakeApi.ts';

interface Stream {
  push(event: LogEvent): void;
  fail(error: Error): void;
  end(): void;
}

type Query = NonNullable<Input<'followLogs'>['query']> & { readonly cursor?: string };

/** A service with a log that can be paged by cursor and streamed, depending on its options. */
export class FakeLog {
  readonly lines: LogEvent[] = [];
  readonly asked: { readonly operation: 'read' | 'follow'; readonly query: Query }[] = [];
  streams = true;
  pages = true;
  down = false;
  /** Sends no cursors and ignores them. */
  cursors = true;
  readonly #open = new Set<Stream>();

  readonly api: Api = fakeApi({
    readLogs: (input) => this.#read((input as Input<'readLogs'>).query ?? {}),
    followLogs: (input, options) => this.#follow((input as Input<'followLogs'>).query ?? {}, options),
  });

  /** The number of open streams. */
  get open(): number {
    return this.#open.size;
  }

  /** Adds a line to the log. */
  write(part: Partial<LogEvent> = {}): void {
    const index = this.lines.length;
    const line = {
      ...(this.cursors ? { c: `c${index}` } : {}),
      t: 1000 + index,
      m: `line ${index}`,
      ...part,
    };
    this.lines.push(line);
    for (const stream of this.#open) stream.push(line);
  }

  /** Breaks the connection of each stream. */
  cut(): void {
    for (const stream of this.#open) stream.fail(unreachable('connection reset'));
  }

  /** Makes streams silent without an end. */
  mute(): void {
    this.#open.clear();
  }

  #read(query: Query): Promise<LogEvent[]> {
    this.asked.push({ operation: 'read', query });
    if (this.down) return Promise.reject(unreachable());
    if (!this.pages) return Promise.reject(rejected(404));
    const { cursor, after, lines = 100 } = query;
    if (cursor !== undefined) {
      const from = this.lines.findIndex((line) => line.c === cursor) + 1;
      if (from === 0) return Promise.reject(rejected(400));
      return Promise.resolve(this.lines.slice(from, from + lines));
    }
    if (after !== undefined)
      return Promise.resolve(this.lines.filter((line) => (line.t ?? 0) >= after).slice(0, lines));
    return Promise.resolve(this.lines.slice(-lines));
  }

  #follow(query: Query, options?: CallOptions): Promise<AsyncIterable<LogEvent>> {
    this.asked.push({ operation: 'follow', query });
    if (this.down) return Promise.reject(unreachable());
    if (!this.streams) return Promise.reject(rejected(501));
    return Promise.resolve(this.#stream(this.lines.slice(-(query.lines ?? 0)), options?.signal));
  }

  async *#stream(waiting: LogEvent[], signal?: AbortSignal): AsyncGenerator<LogEvent> {
    let failure: Error | undefined;
    let ended = false;
    let wake = () => {};
    const stream: Stream = {
      push: (event) => (waiting.push(event), wake()),
      fail: (error) => ((failure = error), wake()),
      end: () => ((ended = true), wake()),
    };
    const abort = () => stream.fail(new ApiError({ kind: 'cancelled', message: 'aborted' }));
    signal?.addEventListener('abort', abort);
    this.#open.add(stream);
    try {
      for (;;) {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next;
        if (failure !== undefined) throw failure;
        if (ended) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      this.#open.delete(stream);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Ends the streams cleanly, like an answer that has an end. */
  finish(): void {
    for (const stream of this.#open) stream.end();
  }
}
