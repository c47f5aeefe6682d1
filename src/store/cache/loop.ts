import type { Api } from '../../api/client.ts';
import type { OperationId, Output } from '../../api/contract/index.ts';
import type { Failure } from '../../api/failure.ts';
import { reusing } from '../../api/reuse.ts';
import { finishSoon } from '../../lib/chunked.ts';
import type { Clock } from '../../lib/clock.ts';
import { backoffMs } from './backoff.ts';
import { failureOf } from './failureOf.ts';
import { keyOf, type Resource } from './resource.ts';
import { isNotFound, type Slot } from './slot.ts';
import { type CacheStore, slotIn } from './state.ts';

/** The means that every loop works with. */
export interface PollContext {
  readonly api: Api;
  readonly clock: Clock;
  readonly store: CacheStore;
}

/** A service that is busy with us at most half of the time still has time for others. */
export const SLOW_FACTOR = 2;
/** The first wait after a failure is no longer than this, so that a resource that is read once a minute recovers as quickly as the others. */
const FIRST_RETRY_MS = 5_000;
/** As often as this a resource may be read because there is news elsewhere. */
const NEWS_MS = 5_000;
/** Time between two looks for what does not exist, in milliseconds: somebody may create it. */
export const RETURN_MS = 30_000;

/** A read under way. */
interface Flight {
  readonly abort: AbortController;
  /** Resolves when the read has ended in whatever way. */
  readonly ended: Promise<void>;
  /** Somebody waits for it by `refresh`, so it goes on without readers. */
  readonly awaited: boolean;
}

/** The polling of one resource: at most one read under way, the next one planned whenever somebody watches. */
export class PollLoop<T = unknown> {
  readonly resource: Resource<T>;
  readonly #context: PollContext;
  #readers = 0;
  #held: boolean;
  #closed = false;
  /** In the clock's elapsed milliseconds, as `#startedAt`. */
  #dueAt = 0;
  #startedAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;
  #flight: Flight | undefined;
  /** The service has answered others since the read under way began. */
  #isBack = false;
  #queued: Promise<void> | undefined;
  /** Something was changed since the last read began. */
  #expired = false;

  constructor(resource: Resource<T>, context: PollContext) {
    this.resource = resource;
    this.#context = context;
    this.#held = context.store.getState().paused;
  }

  /** Something was changed that it may tell of, and it was not read since. */
  get isExpired(): boolean {
    return this.#expired;
  }

  /** Nobody watches or waits for it: it may be forgotten. */
  get isIdle(): boolean {
    return this.#readers === 0 && this.#flight === undefined && this.#queued === undefined;
  }

  watch(): Disposable {
    this.#readers++;
    if (this.#readers === 1) {
      // Somebody has come back: no reason to sit out the wait after a failure.
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
    // What is under way may have begun before the change that the caller wants to see.
    this.#queued ??= this.#flight.ended.then(() => this.#readQueued());
    return this.#queued;
  }

  /** Something has happened that this resource will tell more of: it is read soon, however long its interval is. */
  pollSoon(): void {
    this.#dueAt = Math.min(this.#dueAt, this.#startedAt + NEWS_MS);
    this.#schedule();
  }

  /** The service answers others again: if this resource fails, it does not sit out a wait that has grown long. */
  retry(): void {
    if (this.#slot.failures === 0) return;
    this.#isBack = true;
    this.pollSoon();
    this.#put({ ...this.#slot, nextAt: this.#nextAt });
  }

  /** Marks the data as outdated: the next one who wants it reads it anew. */
  expire(): void {
    this.#expired = true;
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

  /** The date of the next read. */
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
    // A screen that takes over from another watches the same resource within this turn: its read goes on.
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
    return this.#flight?.ended ?? this.#read(true);
  }

  #read(awaited: boolean): Promise<void> {
    this.#cancelTimer();
    this.#isBack = false;
    this.#expired = false;
    this.#setLoading(true);
    const abort = new AbortController();
    const ended = this.#run(abort.signal);
    this.#flight = { abort, ended, awaited };
    return ended;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { api, clock } = this.#context;
    const startedAt = clock.elapsed();
    this.#startedAt = startedAt;
    const previous = this.#slot.data;
    let ageMs = 0;
    const onAge = (ms: number) => (ageMs = ms);
    try {
      const fetched = await untilAborted(() => this.resource.read(api, signal, { previous, onAge }), signal);
      const compared = finishSoon(reusing(previous, fetched));
      const data = compared instanceof Promise ? await untilAborted(() => compared, signal) : compared;
      const prepared = data === previous ? undefined : this.resource.prepare?.(data, this.#known);
      if (prepared) await untilAborted(() => prepared, signal);
      this.#succeed(data, startedAt, ageMs);
    } catch (error) {
      if (signal.aborted) this.#setLoading(false);
      else this.#fail(failureOf(error));
    }
    this.#flight = undefined;
    this.#schedule();
  }

  readonly #known = <Id extends OperationId>(id: Id): Output<Id> | undefined =>
    slotIn(this.#context.store.getState(), { key: keyOf(id) } as Resource<Output<Id>>).data;

  #setLoading(loading: boolean): void {
    const slot = this.#slot;
    if (slot.loading !== loading) this.#put({ ...slot, loading });
  }

  #succeed(data: T, startedAt: number, ageMs: number): void {
    const { clock } = this.#context;
    const at = clock.now() - ageMs;
    const tookMs = clock.elapsed() - startedAt;
    const everyMs = this.#interval(data, tookMs);
    this.#dueAt = startedAt + everyMs;
    this.#put({ data, at, tookMs, everyMs, nextAt: this.#nextAt, failures: 0, loading: false });
  }

  #fail(error: Failure): void {
    const { clock } = this.#context;
    const { data, tookMs = 0, failures: before } = this.#slot;
    if (this.resource.mayBeMissing && isNotFound(error)) {
      // What it was before is gone with it.
      this.#dueAt = clock.elapsed() + RETURN_MS;
      const gone = { error, at: clock.now(), everyMs: RETURN_MS, nextAt: this.#nextAt };
      return this.#put({ ...gone, failures: 0, loading: false });
    }
    const failures = before + 1;
    const everyMs = this.#interval(data, tookMs);
    const firstMs = Math.min(everyMs, FIRST_RETRY_MS);
    this.#dueAt = clock.elapsed() + backoffMs(this.#isBack ? 1 : failures, firstMs, clock.random());
    this.#put({ ...this.#slot, error, failures, loading: false, everyMs, nextAt: this.#nextAt });
  }

  #interval(data: T | undefined, tookMs: number): number {
    const { everyMs } = this.resource;
    const wanted = data === undefined ? everyMs : (this.resource.intervalAfter?.(data) ?? everyMs);
    return Math.max(wanted, SLOW_FACTOR * tookMs);
  }
}

/** Abandons a read as soon as it is aborted, whether or not it reacts. */
function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    work().then(resolve, reject);
  });
}
