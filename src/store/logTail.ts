import type { Api } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import type { Clock } from '../lib/clock.ts';
import { LogBuffer, type LogLines } from './logBuffer.ts';
import { feedLog, type LogMode, type LogSink } from './logFeed.ts';
import { isChosen, type LogChoice, readQuery, sameChoice } from './logQuery.ts';

export interface LogSnapshot {
  readonly lines: LogLines;
  /** Lines that newer ones pushed out of the buffer. */
  readonly dropped: number;
  /** Lines that came, each counted once. */
  readonly received: number;
  readonly mode: LogMode;
  /** Why the mode is `reconnecting`. */
  readonly error?: Failure;
  /** Grows with each snapshot. */
  readonly version: number;
}

/** The cluster's log as it grows. */
export interface LogTail {
  /** Follows the log; a different choice restarts the stream and keeps the lines. */
  start(choice?: LogChoice): void;
  stop(): void;
  /** Reads the lines from a moment on, in seconds since the epoch, that are older than those held. Rejects with ApiError. */
  reachBack(since: number): Promise<void>;
  /** Forgets the lines held. */
  clear(): void;
  /** The same object until something changed and the listeners were told. */
  snapshot(): LogSnapshot;
  /** Tells of changes, at most once a second. Returns how to end it. */
  subscribe(listener: () => void): () => void;
}

/** Lines that are held unless told otherwise: some 15 MB. */
const LOG_CAPACITY = 50_000;
/** Lines that come faster cannot be read, and each repaint of a log costs kilobytes on a thin link. */
const TELL_EVERY_MS = 1000;

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
  #following: { readonly choice: LogChoice; readonly abort: AbortController } | undefined;
  #received = 0;
  #mode: LogMode = 'idle';
  #error: Failure | undefined;
  #snapshot: LogSnapshot;
  /** A change waits to be told of. */
  #waiting = false;
  #toldAt = -Infinity;

  constructor(api: Api, clock: Clock, capacity: number) {
    this.#api = api;
    this.#clock = clock;
    this.#buffer = new LogBuffer(capacity);
    this.#snapshot = this.#take(0);
  }

  start(choice: LogChoice = {}): void {
    if (this.#following !== undefined && sameChoice(this.#following.choice, choice)) return;
    this.#following?.abort.abort();
    const abort = new AbortController();
    this.#following = { choice, abort };
    this.#setMode('reconnecting');
    void feedLog({ api: this.#api, clock: this.#clock }, choice, this.#sinkUntil(abort.signal), abort.signal);
  }

  stop(): void {
    this.#following?.abort.abort();
    this.#following = undefined;
    this.#setMode('idle');
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
    this.#sinkUntil(abort.signal).merge(page.filter((event) => isChosen(choice, event)));
  }

  clear(): void {
    this.#buffer.clear();
    this.#changed();
  }

  snapshot(): LogSnapshot {
    return this.#snapshot;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What an ended feed still brings is ignored. */
  #sinkUntil(signal: AbortSignal): LogSink {
    return {
      append: (event) => {
        if (signal.aborted) return;
        this.#buffer.append(event);
        this.#received++;
        this.#changed();
      },
      merge: (events) => {
        if (signal.aborted) return;
        this.#received += this.#buffer.merge(events);
        this.#changed();
      },
      mode: (mode, error) => {
        if (!signal.aborted) this.#setMode(mode, error);
      },
    };
  }

  #setMode(mode: LogMode, error?: Failure): void {
    this.#mode = mode;
    this.#error = error;
    this.#changed();
  }

  #changed(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    const wait = this.#toldAt + TELL_EVERY_MS - this.#clock.now();
    this.#clock.after(Math.max(0, wait), () => this.#tell());
  }

  #tell(): void {
    this.#waiting = false;
    this.#toldAt = this.#clock.now();
    this.#snapshot = this.#take(this.#snapshot.version + 1);
    for (const listener of this.#listeners) listener();
  }

  #take(version: number): LogSnapshot {
    return {
      lines: this.#buffer.lines(),
      dropped: this.#buffer.dropped,
      received: this.#received,
      mode: this.#mode,
      ...(this.#error === undefined ? {} : { error: this.#error }),
      version,
    };
  }
}
