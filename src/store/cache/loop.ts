import type { Api } from '../../api/client.ts';
import type { OperationId, Output } from '../../api/contract/index.ts';
import type { Failure } from '../../api/failure.ts';
import { reusing } from '../../api/reuse.ts';
import { unlessAborted } from '../../lib/abort.ts';
import { finishSoon } from '../../lib/chunked.ts';
import type { Clock } from '../../lib/clock.ts';
import { backoffMs } from './backoff.ts';
import { failureOf } from './failureOf.ts';
import { keyOf, type Resource } from './resource.ts';
import { isNotFound, type Slot } from './slot.ts';
import { type CacheStore, slotIn } from './state.ts';

/** The dependencies of a poll loop. */
export interface PollContext {
  readonly api: Api;
  readonly clock: Clock;
  readonly store: CacheStore;
}

/**
 * The interval is at least this many times the duration of a read, so that we keep a slow service busy half of the time
 * at most.
 */
export const SLOW_FACTOR = 2;
/**
 * The longest first wait after a failure, so that a resource with an interval of a minute recovers as quickly as the
 * others.
 */
const FIRST_RETRY_MS = 5_000;
/** The minimum interval between reads that are triggered by news in another resource. */
const NEWS_MS = 5_000;
/** The interval of polling an object that does not exist, in milliseconds, since it may be created. */
export const RETURN_MS = 30_000;

/** A read in flight. */
interface Flight {
  readonly abort: AbortController;
  /** Resolves when the read has succeeded, failed or been aborted. */
  readonly ended: Promise<void>;
  /** True if a caller of `refresh` waits for it; then it continues even without watchers. */
  readonly awaited: boolean;
}

/** The poll loop of one resource: at most one read in flight, and the next one scheduled while there are watchers. */
export class PollLoop<T = unknown> {
  readonly resource: Resource<T>;
  readonly #context: PollContext;
  #readers = 0;
  #held: boolean;
  #closed = false;
  /** In monotonic milliseconds of the clock, like `#startedAt`. */
  #dueAt = 0;
  #startedAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;
  #flight: Flight | undefined;
  /** The service has recovered (another resource was read) since the read in flight began. */
  #hasRecovered = false;
  #queued: Promise<void> | undefined;
  /** The number of writes of this console, and how many of them had been made when the read that is shown began. */
  #writes = 0;
  #writesRead = 0;
  /** The tag of the answer that was read last. */
  #tag: string | undefined;

  constructor(resource: Resource<T>, context: PollContext) {
    this.resource = resource;
    this.#context = context;
    this.#held = context.store.getState().paused;
  }

  /** True if a write that may affect the data was made, and no read that began after it has succeeded. */
  get isExpired(): boolean {
    return this.#writesRead < this.#writes;
  }

  get isWatched(): boolean {
    return this.#readers > 0;
  }

  get isReading(): boolean {
    return this.#flight !== undefined;
  }

  /** True if nothing watches it or waits for it, so that it may be evicted. */
  get isIdle(): boolean {
    return this.#readers === 0 && this.#flight === undefined && this.#queued === undefined;
  }

  watch(): Disposable {
    this.#readers++;
    if (this.#readers === 1) {
      // A new watcher should not have to wait for the end of a backoff.
      if (this.#slot.error !== undefined) this.#dueAt = 0;
      this.#schedule();
    }
    let watching = true;
    return {
      [Symbol.dispose]: () => {
        if (watching) this.#leave();
        watching = false;
      },
    };
  }

  refresh(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    if (this.#flight === undefined) return this.#read(true);
    // The read in flight may have begun before the change that the caller wants to see.
    this.#queued ??= this.#flight.ended.then(() => this.#readQueued());
    return this.#queued;
  }

  /**
   * Schedules a read within NEWS_MS of the last one, because another resource has news that this one has details about.
   */
  pollSoon(): void {
    this.#dueAt = Math.min(this.#dueAt, this.#startedAt + NEWS_MS);
    this.#schedule();
  }

  /** Ends a long backoff of this resource, because the service has answered for another one again. */
  retry(): void {
    if (this.#slot.failures === 0) return;
    this.#hasRecovered = true;
    this.pollSoon();
    this.#put({ ...this.#slot, nextAt: this.#nextAt });
  }

  /** Marks the data as outdated; an unwatched resource is then read by its next watcher. */
  expire(): void {
    this.#writes++;
    if (this.#readers === 0) this.#dueAt = 0;
  }

  hold(): void {
    this.#held = true;
    this.#cancelTimer();
  }

  release(): void {
    this.#held = false;
    this.#schedule();
  }

  close(): void {
    this.#closed = true;
    this.#cancelTimer();
    this.#flight?.abort.abort();
  }

  /** The time of the next read, in milliseconds since the epoch. */
  get #nextAt(): number {
    const { clock } = this.#context;
    return clock.now() + (this.#dueAt - clock.elapsed());
  }

  get #slot(): Slot<T> {
    return slotIn(this.#context.store.getState(), this.resource);
  }

  #put(slot: Slot<T>): void {
    this.#context.store.setState(({ slots }) => ({ slots: { ...slots, [this.resource.key]: slot } }));
  }

  #leave(): void {
    this.#readers--;
    // The next screen may watch the same resource within this turn of the event loop; then the read continues.
    queueMicrotask(() => {
      if (this.#readers > 0) return;
      this.#cancelTimer();
      if (this.#flight?.awaited === false) this.#flight.abort.abort();
    });
  }

  #cancelTimer(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
  }

  #schedule(): void {
    this.#cancelTimer();
    if (this.#readers === 0 || this.#held || this.#closed || this.#flight !== undefined) return;
    const { clock } = this.#context;
    const wait = this.#dueAt - clock.elapsed();
    if (wait <= 0) void this.#read(false);
    else this.#timer = clock.after(wait, () => void this.#read(false));
  }

  #readQueued(): Promise<void> {
    this.#queued = undefined;
    if (this.#closed) return Promise.resolve();
    // A read for watchers may have begun in the meantime, and ends early if they leave.
    if (this.#flight?.awaited === false) this.#flight = { ...this.#flight, awaited: true };
    return this.#flight?.ended ?? this.#read(true);
  }

  #read(awaited: boolean): Promise<void> {
    this.#cancelTimer();
    this.#hasRecovered = false;
    const abort = new AbortController();
    const ended = this.#run(abort.signal);
    this.#flight = { abort, ended, awaited };
    return ended;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { api, clock } = this.#context;
    const startedAt = clock.elapsed();
    const writes = this.#writes;
    this.#startedAt = startedAt;
    const previous = this.#slot.data;
    let ageMs = 0;
    const onAge = (ms: number) => (ageMs = ms);
    let tag: string | undefined;
    const onTag = (named: string) => (tag = named);
    try {
      const options = { previous, previousTag: this.#tag, onAge, onTag, now: clock.now() };
      const fetched = await untilAborted(() => this.resource.read(api, signal, options), signal);
      const compared = finishSoon(reusing(previous, fetched));
      const data = compared instanceof Promise ? await untilAborted(() => compared, signal) : compared;
      const prepared = data === previous ? undefined : this.resource.prepare?.(data, this.#known);
      if (prepared) await untilAborted(() => prepared, signal);
      // Whoever is told of the data finds that it is no longer being read.
      this.#flight = undefined;
      this.#writesRead = writes;
      this.#tag = tag;
      this.#succeed(data, startedAt, ageMs);
    } catch (error) {
      this.#flight = undefined;
      if (!signal.aborted) this.#fail(failureOf(error), writes);
    }
    this.#schedule();
  }

  readonly #known = <Id extends OperationId>(id: Id): Output<Id> | undefined =>
    slotIn(this.#context.store.getState(), { key: keyOf(id) } as Resource<Output<Id>>).data;

  #succeed(data: T, startedAt: number, ageMs: number): void {
    const { clock } = this.#context;
    const [at, readAt] = [clock.now() - ageMs, clock.elapsed() - ageMs];
    const tookMs = clock.elapsed() - startedAt;
    const everyMs = this.#interval(data, tookMs);
    this.#dueAt = startedAt + everyMs;
    this.#put({ data, at, readAt, tookMs, everyMs, nextAt: this.#nextAt, failures: 0 });
  }

  #fail(error: Failure, writes: number): void {
    const { clock } = this.#context;
    const { data, tookMs = 0, failures: before } = this.#slot;
    if (this.resource.mayBeMissing && isNotFound(error)) {
      // The object does not exist, so its previous data is dropped.
      this.#writesRead = writes;
      this.#dueAt = clock.elapsed() + RETURN_MS;
      const gone = {
        error,
        at: clock.now(),
        readAt: clock.elapsed(),
        everyMs: RETURN_MS,
        nextAt: this.#nextAt,
      };
      return this.#put({ ...gone, failures: 0 });
    }
    const failures = before + 1;
    const everyMs = this.#interval(data, tookMs);
    const firstMs = Math.min(everyMs, FIRST_RETRY_MS);
    this.#dueAt = clock.elapsed() + backoffMs(this.#hasRecovered ? 1 : failures, firstMs, clock.random());
    this.#put({ ...this.#slot, error, failures, everyMs, nextAt: this.#nextAt });
  }

  #interval(data: T | undefined, tookMs: number): number {
    const { everyMs } = this.resource;
    const wanted = data === undefined ? everyMs : (this.resource.intervalAfter?.(data) ?? everyMs);
    return Math.max(wanted, SLOW_FACTOR * tookMs);
  }
}

/** Rejects as soon as the signal is aborted, even if the work itself ignores the signal. */
async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return unlessAborted(signal, work());
}
