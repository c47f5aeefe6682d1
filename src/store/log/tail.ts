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

/** The log as it was when its listeners were last notified. */
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
  /** The service answers again: a log that is not connected tries at once. */
  reconnectNow(): void;
  /** Reads the lines from a moment on, in seconds since the epoch, that are older than those held. Rejects with ApiError. */
  reachBack(since: number): Promise<void>;
  /** Forgets the lines held. */
  clear(): void;
  /** The same object until something changed and the listeners were notified. */
  snapshot(): LogSnapshot;
  /**
   * The lines of the snapshot that pass a filter, as far as they have been looked at. The rest is looked at by and by,
   * and the listeners are told how far that is. One filter at a time: another one takes its place.
   */
  search(filter: LogFilter): LogMatches;
  /** Tells now of what changed, instead of a little later: who draws once a second anyway then draws once, not twice. */
  notify(): void;
  /** Notifies of changes about once a second, in a flood every other one, while a search runs more often. Returns how to end it. */
  subscribe(listener: () => void): () => void;
  /** Hands on each line as it comes. Returns how to end it. */
  listen(listener: (event: LogEvent) => void): () => void;
  /** Notifies the listeners that something is to be drawn again. */
  requestRedraw(): void;
}

/** The number of lines that are held by default. */
const LOG_CAPACITY = 50_000;
/** Lines that come faster cannot be read, and each repaint of a log costs kilobytes on a thin link. */
const TELL_EVERY_MS = 1000;
/** So many lines since the last time run past whoever looks at them, and are told of half as often. */
const FLOOD = { lines: 1000, everyMs: 2000 } as const;
/** The time that is waited beyond that for somebody to ask for it. */
const GRACE_MS = 200;
/** Asked for sooner after the last time, it waits: as a share of how long it waits by itself. */
const TOO_SOON = 0.75;
/** Time between two words of how far a search is. */
const PROGRESS_MS = 250;
/** The amount that is merged at once: so many chunks of the log are written anew, in some ten milliseconds. */
const CHUNKS_MERGED = 3;
/** Lines that are merged at once at most. */
const MERGED = 2000;

/** A tail that follows nothing yet and holds at most `capacity` lines, 50,000 by default. */
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
  /** Ends the wait of a feed that is not connected. */
  #wake = new AbortController();
  #received = 0;
  #mode: LogMode = 'idle';
  #error: Failure | undefined;
  #snapshot: LogSnapshot;
  #search: LogSearch | undefined;
  /** Something changed since the listeners were last notified. */
  #isChanged = false;
  /** The next time to tell is set, or it is being prepared. */
  #waiting = false;
  /** Until the next time to tell. */
  #timer: Disposable | undefined;
  /** A search goes on. */
  #searching = false;
  #toldAt = -Infinity;
  /** Lines that had come by then. */
  #toldOf = 0;

  constructor(api: Api, clock: Clock, capacity: number) {
    this.#api = api;
    this.#clock = clock;
    this.#buffer = new LogBuffer(capacity);
    this.#snapshot = this.#take(0, this.#buffer.lines());
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
      // What fills the screen comes at once, in most cases.
      if (this.#search.step(lines)) void this.#goOn();
    }
    return this.#search.matches(lines);
  }

  notify(): void {
    if (this.#timer === undefined || this.#clock.elapsed() - this.#toldAt < TOO_SOON * this.#everyMs) return;
    this.#timer[Symbol.dispose]();
    void this.#tell();
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

  /** Lines that an ended feed still brings are ignored. */
  #sinkUntil(signal: AbortSignal): LogSink {
    const tell = (event: LogEvent) => {
      for (const reader of this.#readers) reader(event);
    };
    return {
      append: (event) => {
        if (signal.aborted) return;
        this.#buffer.append(event);
        this.#received++;
        tell(event);
        this.#changed();
      },
      merge: (events) => {
        if (signal.aborted) return;
        for (const event of events) tell(event);
        void this.#merge(events, signal);
      },
      mode: (mode, error) => {
        if (!signal.aborted) this.#setMode(mode, error);
      },
    };
  }

  /** Puts lines where their time belongs, some at a time, so that no key waits for all of it. */
  async #merge(events: readonly LogEvent[], signal: AbortSignal): Promise<void> {
    for (let from = 0; from < events.length; from += MERGED) {
      let rest: readonly LogEvent[] = events.slice(from, from + MERGED);
      while (rest.length > 0 && !signal.aborted) {
        const merged = this.#buffer.merge(rest, CHUNKS_MERGED);
        this.#received += merged.added;
        this.#changed();
        rest = merged.rest;
        if (rest.length > 0 || events.length - from > MERGED) await yieldToLoop();
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
    return this.#received - this.#toldOf < FLOOD.lines ? TELL_EVERY_MS : FLOOD.everyMs;
  }

  #wait(): void {
    const wait = this.#toldAt + this.#everyMs - this.#clock.elapsed();
    this.#timer = this.#clock.after(wait > 0 ? wait + GRACE_MS : 0, () => {
      // So many may have come meanwhile that it is too soon.
      if (this.#clock.elapsed() < this.#toldAt + this.#everyMs) this.#wait();
      else void this.#tell();
    });
  }

  /** Searches what is new before it notifies: one frame instead of two. */
  async #tell(): Promise<void> {
    const lines = this.#buffer.lines();
    this.#timer = undefined;
    this.#isChanged = false;
    this.#toldAt = this.#clock.elapsed();
    this.#toldOf = this.#received;
    let more = this.#search?.step(lines) === true;
    while (more && this.#search?.isBehind(lines) === true) {
      await yieldToLoop();
      more = this.#search.step(lines);
    }
    this.#waiting = false;
    this.#publish(lines);
    if (more) void this.#goOn();
    if (this.#isChanged) this.#changed();
  }

  /** Ends the search under way slice by slice, and tells how far it is. */
  async #goOn(): Promise<void> {
    if (this.#searching) return;
    this.#searching = true;
    let told = this.#clock.elapsed();
    for (let more = true; more;) {
      await yieldToLoop();
      const { lines } = this.#snapshot;
      more = this.#search?.step(lines) === true;
      if (more && this.#clock.elapsed() - told < PROGRESS_MS) continue;
      told = this.#clock.elapsed();
      this.#publish(lines);
    }
    this.#searching = false;
  }

  #publish(lines: LogLines): void {
    this.#snapshot = this.#take(this.#snapshot.version + 1, lines);
    for (const listener of this.#listeners) listener();
  }

  #take(version: number, lines: LogLines): LogSnapshot {
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
