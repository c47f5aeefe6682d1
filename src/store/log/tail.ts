import type { Api } from '../../api/client.ts';
import type { LogEvent } from '../../api/contract/logs.ts';
import type { Failure } from '../../api/failure.ts';
import { yieldToLoop } from '../../lib/chunked.ts';
import type { Clock } from '../../lib/clock.ts';
import { LogBuffer, type LogLines } from './buffer.ts';
import { feedLog, type LogMode, type LogSink } from './feed.ts';
import type { LogFilter } from './filter.ts';
import { isChosen, type LogChoice, readQuery, sameChoice } from './query.ts';
import { type LogMatches, LogSearch } from './search.ts';

/** The state of the log at the last notification. */
export interface LogSnapshot {
  readonly lines: LogLines;
  /** The number of lines that the buffer dropped for newer ones. */
  readonly dropped: number;
  /** The number of lines received, without repeats. */
  readonly received: number;
  readonly mode: LogMode;
  /** The reason for the mode `reconnecting`. */
  readonly error?: Failure;
  /** Increases with each snapshot. */
  readonly version: number;
}

/** The growing log of the cluster. */
export interface LogTail {
  /** Follows the log; a different choice restarts the stream and keeps the lines. */
  start(choice?: LogChoice): void;
  stop(): void;
  /** Reconnects immediately if the log is disconnected, because the service answers again. */
  reconnectNow(): void;
  /** Reads lines since a time, in seconds since the epoch, that are older than the buffered ones. Rejects with ApiError. */
  reachBack(since: number): Promise<void>;
  /** Removes all lines. */
  clear(): void;
  /** The same object until the next notification. */
  snapshot(): LogSnapshot;
  /**
   * The lines of the snapshot found so far that match a filter. The search continues in the background and notifies the
   * listeners of its progress. There is one search at a time; a different filter replaces it.
   */
  search(filter: LogFilter): LogMatches;
  /** Notifies of pending changes now, so that a caller who redraws once a second anyway draws once instead of twice. */
  notify(): void;
  /** Notifies about once a second, every two seconds in a flood, more often during a search. Returns an unsubscriber. */
  subscribe(listener: () => void): () => void;
  /** Passes on each line as it arrives. Returns an unsubscriber. */
  listen(listener: (event: LogEvent) => void): () => void;
  /** Notifies the listeners that something must be redrawn. */
  requestRedraw(): void;
}

/** The default number of buffered lines. */
const LOG_CAPACITY = 50_000;
/** The interval of notifications: nobody can read faster, and each repaint of a log costs kilobytes on a slow link. */
const NOTIFY_MS = 1000;
/** After this many new lines, which nobody can read, notifications are half as frequent. */
const FLOOD = { lines: 1000, everyMs: 2000 } as const;
/** The extra time that a notification waits for a call of `notify`. */
const GRACE_MS = 200;
/** The minimum time between a notification and a call of `notify` that has an effect, as a share of the interval. */
const TOO_SOON = 0.75;
/** The interval of notifications about the progress of a search. */
const PROGRESS_MS = 250;
/** The maximum number of chunks that one merge rewrites, which takes about ten milliseconds. */
const CHUNKS_MERGED = 3;
/** The maximum number of lines per merge. */
const LINES_MERGED = 2000;

/** Creates a tail that follows nothing yet and buffers at most `capacity` lines, 50,000 by default. */
export const createLogTail = (options: {
  readonly api: Api;
  readonly clock: Clock;
  readonly capacity?: number;
}): LogTail => new Tail(options.api, options.clock, options.capacity ?? LOG_CAPACITY);

class Tail implements LogTail {
  readonly #api: Api;
  readonly #clock: Clock;
  readonly #buffer: LogBuffer;
  readonly #listeners = new Set<() => void>();
  readonly #readers = new Set<(event: LogEvent) => void>();
  #following: { readonly choice: LogChoice; readonly abort: AbortController } | undefined;
  /** Ends the backoff of a disconnected feed. */
  #wake = new AbortController();
  #received = 0;
  #mode: LogMode = 'idle';
  #error: Failure | undefined;
  #snapshot: LogSnapshot;
  #search: LogSearch | undefined;
  /** Something changed since the listeners were last notified. */
  #isChanged = false;
  /** The next notification is scheduled or being prepared. */
  #waiting = false;
  /** The timer of the next notification. */
  #timer: Disposable | undefined;
  /** A search is running in the background. */
  #searching = false;
  #notifiedAt = -Infinity;
  /** The number of lines received by then. */
  #notifiedReceived = 0;

  constructor(api: Api, clock: Clock, capacity: number) {
    this.#api = api;
    this.#clock = clock;
    this.#buffer = new LogBuffer(capacity);
    this.#snapshot = this.#snapshotOf(0, this.#buffer.lines());
  }

  start(choice: LogChoice = {}): void {
    if (this.#following !== undefined && sameChoice(this.#following.choice, choice)) return;
    this.#following?.abort.abort();
    const abort = new AbortController();
    this.#following = { choice, abort };
    this.#setMode('reconnecting');
    const service = { api: this.#api, clock: this.#clock, woken: () => this.#wake.signal };
    void feedLog(service, choice, this.#sinkUntil(abort.signal), abort.signal);
  }

  stop(): void {
    this.#following?.abort.abort();
    this.#following = undefined;
    this.#search = undefined;
    this.#setMode('idle');
  }

  reconnectNow(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  async reachBack(since: number): Promise<void> {
    const following = this.#following;
    const { lines } = this.#snapshot;
    const oldest = lines.at(lines.first)?.t;
    if (following === undefined || (oldest !== undefined && oldest <= since)) return;
    const { choice, abort } = following;
    const before = Math.ceil(oldest ?? this.#clock.now() / 1000);
    const query = { ...readQuery(choice), after: Math.floor(since), before };
    const page = await this.#api.readLogs({ query }, { signal: abort.signal });
    await this.#merge(
      page.filter((event) => isChosen(choice, event)),
      abort.signal,
    );
  }

  clear(): void {
    this.#buffer.clear();
    this.#changed();
  }

  snapshot(): LogSnapshot {
    return this.#snapshot;
  }

  search(filter: LogFilter): LogMatches {
    const { lines } = this.#snapshot;
    if (this.#search?.filter !== filter) {
      this.#search = new LogSearch(filter, lines);
      // The first slice usually finds enough lines to fill the screen.
      if (this.#search.step(lines)) void this.#continueSearch();
    }
    return this.#search.matches(lines);
  }

  notify(): void {
    if (!this.#timer || this.#clock.elapsed() - this.#notifiedAt < TOO_SOON * this.#everyMs) return;
    this.#timer[Symbol.dispose]();
    void this.#notifyNow();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  listen(listener: (event: LogEvent) => void): () => void {
    this.#readers.add(listener);
    return () => this.#readers.delete(listener);
  }

  requestRedraw(): void {
    void yieldToLoop().then(() => this.#publish(this.#snapshot.lines));
  }

  /** A sink that ignores the lines of a feed that was aborted. */
  #sinkUntil(signal: AbortSignal): LogSink {
    const passOn = (event: LogEvent) => {
      for (const reader of this.#readers) reader(event);
    };
    return {
      append: (event) => {
        if (signal.aborted) return;
        this.#buffer.append(event);
        this.#received++;
        passOn(event);
        this.#changed();
      },
      merge: (events) => {
        if (signal.aborted) return;
        for (const event of events) passOn(event);
        void this.#merge(events, signal);
      },
      mode: (mode, error) => {
        if (!signal.aborted) this.#setMode(mode, error);
      },
    };
  }

  /** Inserts lines by time, in parts, so that key presses are not delayed. */
  async #merge(events: readonly LogEvent[], signal: AbortSignal): Promise<void> {
    for (let from = 0; from < events.length; from += LINES_MERGED) {
      let rest: readonly LogEvent[] = events.slice(from, from + LINES_MERGED);
      while (rest.length > 0 && !signal.aborted) {
        const merged = this.#buffer.merge(rest, CHUNKS_MERGED);
        this.#received += merged.added;
        this.#changed();
        rest = merged.rest;
        if (rest.length > 0 || events.length - from > LINES_MERGED) await yieldToLoop();
      }
    }
  }

  #setMode(mode: LogMode, error?: Failure): void {
    this.#mode = mode;
    this.#error = error;
    this.#changed();
  }

  #changed(): void {
    this.#isChanged = true;
    if (this.#waiting) return;
    this.#waiting = true;
    this.#wait();
  }

  get #everyMs(): number {
    return this.#received - this.#notifiedReceived < FLOOD.lines ? NOTIFY_MS : FLOOD.everyMs;
  }

  #wait(): void {
    const wait = this.#notifiedAt + this.#everyMs - this.#clock.elapsed();
    this.#timer = this.#clock.after(wait > 0 ? wait + GRACE_MS : 0, () => {
      // A flood that began in the meantime makes the interval longer.
      if (this.#clock.elapsed() < this.#notifiedAt + this.#everyMs) this.#wait();
      else void this.#notifyNow();
    });
  }

  /** Notifies the listeners, after searching the new lines, so that both need only one frame. */
  async #notifyNow(): Promise<void> {
    const lines = this.#buffer.lines();
    this.#timer = undefined;
    this.#isChanged = false;
    this.#notifiedAt = this.#clock.elapsed();
    this.#notifiedReceived = this.#received;
    let more = this.#search?.step(lines) === true;
    while (more && this.#search?.isBehind(lines) === true) {
      await yieldToLoop();
      more = this.#search.step(lines);
    }
    this.#waiting = false;
    this.#publish(lines);
    if (more) void this.#continueSearch();
    if (this.#isChanged) this.#changed();
  }

  /** Runs the current search to its end, slice by slice, and notifies of its progress. */
  async #continueSearch(): Promise<void> {
    if (this.#searching) return;
    this.#searching = true;
    let publishedAt = this.#clock.elapsed();
    for (let more = true; more;) {
      await yieldToLoop();
      const { lines } = this.#snapshot;
      more = this.#search?.step(lines) === true;
      if (more && this.#clock.elapsed() - publishedAt < PROGRESS_MS) continue;
      publishedAt = this.#clock.elapsed();
      this.#publish(lines);
    }
    this.#searching = false;
  }

  #publish(lines: LogLines): void {
    this.#snapshot = this.#snapshotOf(this.#snapshot.version + 1, lines);
    for (const listener of this.#listeners) listener();
  }

  #snapshotOf(version: number, lines: LogLines): LogSnapshot {
    return {
      lines,
      dropped: this.#buffer.dropped,
      received: this.#received,
      mode: this.#mode,
      ...(this.#error === undefined ? {} : { error: this.#error }),
      version,
    };
  }
}
