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

/** The source of new lines: the stream, or pages if the service has no stream; `reconnecting` after a disconnect. */
export type LogMode = 'idle' | 'streaming' | 'polling' | 'reconnecting';

/** The receiver of a feed's lines. */
export interface LogSink {
  /** Receives a line that is newer than all before it. */
  append(event: LogEvent): void;
  /** Receives the existing lines when the feed begins; they may overlap with those of an earlier choice. */
  merge(events: readonly LogEvent[]): void;
  mode(mode: LogMode, error?: Failure): void;
}

/** The dependencies of a feed. */
interface LogService {
  readonly api: Api;
  readonly clock: Clock;
  /** A signal that ends a backoff early. */
  readonly woken?: () => AbortSignal;
}

/** The number of existing lines that are read at first. */
const BACKFILL = 500;
/**
 * The number of older lines that a stream starts with, so that nothing is lost between the last page and the stream.
 */
const OVERLAP = 200;
/** The number of lines per page. */
const PAGE = 1000;
/** The number of lines of further pages, so that polling keeps up with a busy log. */
const LONG_PAGE = 5 * PAGE;
/**
 * The number of newest lines that are remembered to detect repeats; a service that ignores cursors repeats a whole
 * page.
 */
const REMEMBERED = LONG_PAGE;
/** The number of lines (a few milliseconds of work) after which the feed yields to the event loop. */
const LINES_PER_TURN = 1000;
/**
 * A batch of this many lines means a rate of thousands per second. Since lines become visible only with the next frame
 * anyway, the feed then waits for GATHER_MS and reads the lines of that time in one piece.
 */
const BURST_LINES = 20;
const GATHER_MS = 250;
/** A batch that took less than this to arrive and decode was already waiting: the feed is behind and does not pause. */
const BEHIND_MS = 10;
const POLL_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
/** A stream that ends sooner than this was an ordinary answer: the service does not stream. */
const STREAM_MS = 5_000;
/** The time for which the log is polled before the stream is tried again; its failure may have been a proxy's. */
const POLLING_MS = 300_000;
/**
 * A stream that is silent for this long is verified by reading a page, because a broken connection may look the same.
 */
const SILENCE_MS = 30_000;

/**
 * Follows the log until aborted: by the stream if the service has one, else by polling pages. After a disconnect it
 * continues from the last cursor. Repeated lines are skipped, and no line is lost as long as the service still has it.
 * Never rejects.
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
    // A signal that fired while the feed was connected must not end the backoff after this disconnect.
    const early = feed.failures > 0 ? wokenMeanwhile : woken?.();
    feed.failures++;
    const wait = backoffMs(feed.failures, FIRST_RETRY_MS, clock.random());
    await sleep(clock, wait, early ? AbortSignal.any([signal, early]) : signal).catch(() => {});
  }
}

class LogFeed {
  /** The number of consecutive connections without any answer. */
  failures = 0;
  readonly #api: Api;
  readonly #clock: Clock;
  readonly #choice: LogChoice;
  readonly #sink: LogSink;
  readonly #signal: AbortSignal;
  readonly #seen = new SeenLines(REMEMBERED);
  /** The number of lines processed since the feed last yielded to the event loop. */
  #sinceYield = 0;
  #last: LogEvent | undefined;
  #hasBackfill = false;
  /** The error that shows that the service has no pages. */
  #noPages: ApiError | undefined;
  #pollUntil = 0;

  constructor(api: Api, clock: Clock, choice: LogChoice, sink: LogSink, signal: AbortSignal) {
    this.#api = api;
    this.#clock = clock;
    this.#choice = choice;
    this.#sink = sink;
    this.#signal = signal;
  }

  /** Runs one connection: reads the missed lines, then follows the stream or polls until it ends or fails. */
  async follow(): Promise<void> {
    await this.#fill();
    if (this.#clock.elapsed() >= this.#pollUntil && (await this.#stream())) return;
    if (this.#noPages !== undefined) throw this.#noPages;
    this.#pollUntil = this.#clock.elapsed() + POLLING_MS;
    this.#sink.mode('polling');
    while (this.#clock.elapsed() < this.#pollUntil) {
      await sleep(this.#clock, POLL_MS, this.#signal);
      await this.#readNewer();
    }
  }

  async #fill(): Promise<void> {
    if (this.#hasBackfill) {
      await this.#readNewer();
      return;
    }
    const page = await this.#read({ lines: BACKFILL });
    this.#hasBackfill = true;
    // A service without pages may still have lines, so the empty result must not be merged.
    if (this.#noPages !== undefined) return;
    this.#sink.merge(
      page.filter((event) => this.#isNew(event)).filter((event) => isChosen(this.#choice, event)),
    );
  }

  /** Reads all lines after the last one; returns their number. */
  async #readNewer(): Promise<number> {
    let count = 0;
    for (let lines = PAGE; ; lines = LONG_PAGE) {
      const { c: cursor, t: after } = this.#last ?? {};
      const from = cursor === undefined ? (after === undefined ? {} : { after }) : { cursor };
      const page = await this.#read({ ...from, lines }).catch((error: unknown) => {
        if (cursor === undefined || !(error instanceof ApiError) || statusOf(error) !== 400) throw error;
        // A service that was started again may not know its earlier cursors.
        this.#last = { ...(after !== undefined && { t: after }) };
        return undefined;
      });
      if (page === undefined) continue;
      this.#seen.expectRepeats();
      let added = 0;
      for (const event of page) {
        added += Number(this.#take(event));
        if (this.#sinceYield >= LINES_PER_TURN) await this.#yield();
      }
      count += added;
      // Stop at a page without new lines as well: a service that ignores the cursor would repeat it forever.
      if (page.length < PAGE || added === 0) return count;
    }
  }

  async #read(range: PageRange): Promise<readonly LogEvent[]> {
    if (this.#noPages !== undefined) return [];
    try {
      const page = await this.#api.readLogs(
        { query: { ...readQuery(this.#choice), ...range } },
        { signal: this.#signal },
      );
      this.failures = 0;
      return inOrder(page);
    } catch (error) {
      if (!(error instanceof ApiError) || !NO_SUCH_OPERATION.has(statusOf(error))) throw error;
      this.#noPages = error;
      return [];
    }
  }

  /** Follows the stream to its end; returns false if the service does not stream. */
  async #stream(): Promise<boolean> {
    const startedAt = this.#clock.elapsed();
    const abort = new AbortController();
    let receivedAt = startedAt;
    let requestedAt = startedAt;
    const watch = this.#watchSilence(() => receivedAt, abort);
    try {
      const query = { ...followQuery(this.#choice), before: -1, lines: OVERLAP };
      const signal = AbortSignal.any([this.#signal, abort.signal]);
      const stream = await this.#api.followLogs({ query }, { signal });
      this.failures = 0;
      this.#seen.expectRepeats();
      this.#sink.mode('streaming');
      let first = true;
      for await (const events of logBatches(stream)) {
        receivedAt = this.#clock.elapsed();
        for (const event of events) {
          // If the first line of a stream is new, lines before it may be missing.
          if (first && this.#last !== undefined && !this.#seen.has(lineKey(event))) await this.#readNewer();
          first = false;
          this.#take(event);
        }
        if (this.#sinceYield >= LINES_PER_TURN) await this.#yield();
        if (events.length >= BURST_LINES && receivedAt - requestedAt >= BEHIND_MS)
          await sleep(this.#clock, GATHER_MS, signal);
        requestedAt = this.#clock.elapsed();
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

  /** Aborts a silent stream if a page contains lines that the stream should have delivered. */
  #watchSilence(receivedAt: () => number, abort: AbortController): Disposable {
    let stopped = false;
    let timer: Disposable | undefined;
    const wait = () => {
      if (!stopped) timer = this.#clock.after(SILENCE_MS, () => void check());
    };
    const check = async () => {
      const silent = this.#clock.elapsed() - receivedAt() >= SILENCE_MS;
      const missed = silent ? await this.#readNewer().catch(() => 0) : 0;
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

  /** Passes a line to the sink unless it is a repeat; returns true if it is new. */
  #take(event: LogEvent): boolean {
    const isNew = this.#isNew(event);
    this.#sinceYield++;
    if (isNew && isChosen(this.#choice, event)) this.#sink.append(event);
    return isNew;
  }

  /** Remembers a line; returns true if it had not been seen before. */
  #isNew(event: LogEvent): boolean {
    if (!this.#seen.add(lineKey(event))) return false;
    if (event.c !== undefined || event.t !== undefined) this.#last = event;
    return true;
  }

  /** Lets keys and redraws be handled, however fast lines arrive. */
  async #yield(): Promise<void> {
    this.#sinceYield = 0;
    await yieldToLoop();
  }
}

type PageRange = { readonly lines: number; readonly cursor?: string; readonly after?: number };

/** The HTTP statuses of a service, or of a proxy in front of it, that lacks the operation. */
const NO_SUCH_OPERATION = new Set([404, 405, 501]);

const statusOf = ({ failure }: ApiError): number => (failure.kind === 'rejected' ? failure.status : 0);

/** The lines oldest first, whichever order the service uses. */
function inOrder(page: readonly LogEvent[]): readonly LogEvent[] {
  const [oldest, newest] = [page[0]?.t, page.at(-1)?.t];
  return oldest !== undefined && newest !== undefined && oldest > newest ? page.toReversed() : page;
}
