import type { Api } from '../../api/client.ts';
import type { LogEvent } from '../../api/contract/logs.ts';
import { ApiError, type Failure } from '../../api/failure.ts';
import { logBatches } from '../../api/logStream.ts';
import { yieldToLoop } from '../../lib/chunked.ts';
import { type Clock, sleep } from '../../lib/clock.ts';
import { backoffMs } from '../cache/backoff.ts';
import { failureOf } from '../cache/failureOf.ts';
import { lineKey } from './merge.ts';
import { followQuery, isChosen, type LogChoice, readQuery } from './query.ts';
import { SeenLines } from './seenLines.ts';

/** The way in which lines come: from the stream, or by pages where the service has none; `reconnecting` after a break. */
export type LogMode = 'idle' | 'streaming' | 'polling' | 'reconnecting';

/** Where a feed puts what it gets. */
export interface LogSink {
  /** A line that is newer than all before it. */
  append(event: LogEvent): void;
  /** The lines that were there before the feed began, which may overlap with those of an earlier choice. */
  merge(events: readonly LogEvent[]): void;
  mode(mode: LogMode, error?: Failure): void;
}

/** Where the log comes from. */
interface LogService {
  readonly api: Api;
  readonly clock: Clock;
  /** Fires as soon as a wait after a failure is no longer worth it. */
  readonly woken?: () => AbortSignal;
}

/** Lines to begin with. */
const BACKFILL = 500;
/** Lines that a stream goes back, so that nothing is lost between the last page and its beginning. */
const OVERLAP = 200;
const PAGE = 1000;
/** Where that is not enough, so that pages keep up with a busy log. */
const LONG_PAGE = 5 * PAGE;
/** Keys of the newest lines, against repeats; a service that ignores cursors sends a whole page again. */
const REMEMBERED = LONG_PAGE;
/** After so many lines, some milliseconds, everything else that waits has its turn. */
const LINES_PER_TURN = 1000;
/**
 * A stream that brings so many lines at once brings thousands a second, and nobody sees one of them sooner than the
 * screen is drawn: what comes within some time is read in one piece.
 */
const CROWD = 20;
const GATHER_MS = 250;
/** Lines that took less than this to come, their reading included, were waiting: the stream is behind and goes on at once. */
const BEHIND_MS = 10;
const POLL_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
/** A stream that ends sooner was an answer with an end: this service does not stream. */
const STREAM_MS = 5_000;
/** The time for which a service that does not stream is polled before the stream is tried again: it may have been a proxy's bad moment. */
const POLLING_MS = 300_000;
/** A stream silent for this long is checked against a page: a connection that broke without a word looks the same. */
const SILENCE_MS = 30_000;

/**
 * Follows the log until aborted: over the stream where the service offers it, else by polling pages. After a
 * break it goes on from the last cursor; whatever comes twice is taken once, and nothing is left out as long as
 * the service still has it. Never rejects.
 */
export async function feedLog(
  { api, clock, woken }: LogService,
  choice: LogChoice,
  sink: LogSink,
  signal: AbortSignal,
): Promise<void> {
  const feed = new LogFeed(api, clock, choice, sink, signal);
  while (!signal.aborted) {
    let failure: Failure | undefined;
    const wokenMeanwhile = woken?.();
    try {
      await feed.follow();
    } catch (error) {
      failure = failureOf(error);
    }
    if (signal.aborted) return;
    sink.mode('reconnecting', failure);
    // What fired while it was connected says nothing about this break.
    const early = feed.failures > 0 ? wokenMeanwhile : woken?.();
    feed.failures++;
    const wait = backoffMs(feed.failures, FIRST_RETRY_MS, clock.random());
    await sleep(clock, wait, early ? AbortSignal.any([signal, early]) : signal).catch(() => {});
  }
}

class LogFeed {
  /** Connections that ended in a row without an answer between them. */
  failures = 0;
  readonly #api: Api;
  readonly #clock: Clock;
  readonly #choice: LogChoice;
  readonly #sink: LogSink;
  readonly #signal: AbortSignal;
  readonly #seen = new SeenLines(REMEMBERED);
  /** Lines taken since everything else had its turn. */
  #taken = 0;
  #last: LogEvent | undefined;
  #begun = false;
  /** Why the service has no pages, if it has none. */
  #unpaged: ApiError | undefined;
  #pollUntil = 0;

  constructor(api: Api, clock: Clock, choice: LogChoice, sink: LogSink, signal: AbortSignal) {
    this.#api = api;
    this.#clock = clock;
    this.#choice = choice;
    this.#sink = sink;
    this.#signal = signal;
  }

  /** One connection, from filling the gap until it ends or fails. */
  async follow(): Promise<void> {
    await this.#fill();
    if (this.#clock.elapsed() >= this.#pollUntil && (await this.#stream())) return;
    if (this.#unpaged !== undefined) throw this.#unpaged;
    this.#pollUntil = this.#clock.elapsed() + POLLING_MS;
    this.#sink.mode('polling');
    while (this.#clock.elapsed() < this.#pollUntil) {
      await sleep(this.#clock, POLL_MS, this.#signal);
      await this.#readOn();
    }
  }

  async #fill(): Promise<void> {
    if (this.#begun) {
      await this.#readOn();
      return;
    }
    const page = await this.#read({ lines: BACKFILL });
    this.#begun = true;
    // That there are no pages does not say that there are no lines.
    if (this.#unpaged !== undefined) return;
    this.#sink.merge(
      page.filter((event) => this.#isNew(event)).filter((event) => isChosen(this.#choice, event)),
    );
  }

  /** Reads everything after the last line; returns how many lines that were. */
  async #readOn(): Promise<number> {
    let count = 0;
    for (let lines = PAGE; ; lines = LONG_PAGE) {
      const { c: cursor, t: after } = this.#last ?? {};
      const from = cursor === undefined ? (after === undefined ? {} : { after }) : { cursor };
      const page = await this.#read({ ...from, lines });
      this.#seen.expectRepeats();
      let news = 0;
      for (const event of page) {
        news += Number(this.#take(event));
        if (this.#taken >= LINES_PER_TURN) await this.#rest();
      }
      count += news;
      // A page without news is the last one too: a service that ignores the cursor would send the same for ever.
      if (page.length < PAGE || news === 0) return count;
    }
  }

  async #read(part: Part): Promise<readonly LogEvent[]> {
    if (this.#unpaged !== undefined) return [];
    try {
      const page = await this.#api.readLogs(
        { query: { ...readQuery(this.#choice), ...part } },
        { signal: this.#signal },
      );
      this.failures = 0;
      return inOrder(page);
    } catch (error) {
      if (!(error instanceof ApiError) || !NO_SUCH_OPERATION.has(statusOf(error))) throw error;
      this.#unpaged = error;
      return [];
    }
  }

  /** Follows the stream to its end; false when the service does not stream. */
  async #stream(): Promise<boolean> {
    const startedAt = this.#clock.elapsed();
    const abort = new AbortController();
    let heardAt = startedAt;
    let askedAt = startedAt;
    const watch = this.#watchSilence(() => heardAt, abort);
    try {
      const query = { ...followQuery(this.#choice), before: -1, lines: OVERLAP };
      const signal = AbortSignal.any([this.#signal, abort.signal]);
      const stream = await this.#api.followLogs({ query }, { signal });
      this.failures = 0;
      this.#seen.expectRepeats();
      this.#sink.mode('streaming');
      let first = true;
      for await (const events of logBatches(stream)) {
        heardAt = this.#clock.elapsed();
        for (const event of events) {
          // A stream that begins with a line not seen yet may have left out some before it.
          if (first && this.#last !== undefined && !this.#seen.has(lineKey(event))) await this.#readOn();
          first = false;
          this.#take(event);
        }
        if (this.#taken >= LINES_PER_TURN) await this.#rest();
        if (events.length >= CROWD && heardAt - askedAt >= BEHIND_MS)
          await sleep(this.#clock, GATHER_MS, signal);
        askedAt = this.#clock.elapsed();
      }
      return this.#clock.elapsed() - startedAt >= STREAM_MS;
    } catch (error) {
      if (abort.signal.aborted) return true;
      const { kind } = failureOf(error);
      if (kind === 'rejected' || kind === 'malformed') return false;
      throw error;
    } finally {
      watch[Symbol.dispose]();
    }
  }

  /** Ends the stream when a page holds lines that it should have brought. */
  #watchSilence(heardAt: () => number, abort: AbortController): Disposable {
    let stopped = false;
    let timer: Disposable | undefined;
    const wait = () => {
      if (!stopped) timer = this.#clock.after(SILENCE_MS, () => void look());
    };
    const look = async () => {
      const silent = this.#clock.elapsed() - heardAt() >= SILENCE_MS;
      const missed = silent ? await this.#readOn().catch(() => 0) : 0;
      if (missed > 0) abort.abort();
      wait();
    };
    wait();
    return {
      [Symbol.dispose]() {
        stopped = true;
        timer?.[Symbol.dispose]();
      },
    };
  }

  /** Hands a line on unless it was taken before; whether it was new. */
  #take(event: LogEvent): boolean {
    const isNew = this.#isNew(event);
    this.#taken++;
    if (isNew && isChosen(this.#choice, event)) this.#sink.append(event);
    return isNew;
  }

  /** Tells whether a line has not been seen yet; from now on it has. */
  #isNew(event: LogEvent): boolean {
    if (!this.#seen.add(lineKey(event))) return false;
    if (event.c !== undefined || event.t !== undefined) this.#last = event;
    return true;
  }

  /** Keys and the screen come first, however fast lines come. */
  async #rest(): Promise<void> {
    this.#taken = 0;
    await yieldToLoop();
  }
}

type Part = { readonly lines: number; readonly cursor?: string; readonly after?: number };

/** Answers of a service, or of a proxy in front of it, that lacks the operation. */
const NO_SUCH_OPERATION = new Set([404, 405, 501]);

const statusOf = ({ failure }: ApiError): number => (failure.kind === 'rejected' ? failure.status : 0);

/** Oldest first, whichever way the service sorts. */
function inOrder(page: readonly LogEvent[]): readonly LogEvent[] {
  const [oldest, newest] = [page[0]?.t, page.at(-1)?.t];
  return oldest !== undefined && newest !== undefined && oldest > newest ? page.toReversed() : page;
}
