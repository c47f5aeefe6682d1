import type { Api } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import type { Clock } from '../lib/clock.ts';
import { finishSoon } from '../lib/chunked.ts';
import { backoffMs } from './backoff.ts';
import { type DeckStore, setData, setFailure, setLoading, setNextAt } from './deck.ts';
import { failureOf } from './failureOf.ts';
import type { Data, Resource, ResourceId } from './resources.ts';
import { reusing } from './reuse.ts';

/** What every loop works with. */
export interface PollContext {
  readonly api: Api;
  readonly clock: Clock;
  readonly store: DeckStore;
}

/** A service that is busy with us at most half of the time still has time for others. */
export const SLOW_FACTOR = 2;
/** The first wait after a failure is no longer than this, so that a resource that is read once a minute recovers as quickly as the others. */
const FIRST_RETRY_MS = 5_000;

/** As often as this a resource may be read because there is news elsewhere. */
const HASTY_MS = 5_000;

/** A read under way. */
interface Flight {
  readonly abort: AbortController;
  /** Resolves when the read has ended in whatever way. */
  readonly ended: Promise<void>;
  /** Somebody waits for it by `refresh`, so it goes on without readers. */
  readonly awaited: boolean;
}

/** The polling of one resource: at most one read under way, the next one planned whenever somebody watches. */
export class PollLoop<Id extends ResourceId> {
  readonly #id: Id;
  readonly #resource: Resource<Data<Id>>;
  readonly #context: PollContext;
  #readers = 0;
  #held = false;
  #closed = false;
  /** In the clock's elapsed milliseconds, as `#startedAt`. */
  #dueAt = 0;
  #startedAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;
  #flight: Flight | undefined;
  /** The service has answered others since the read under way began. */
  #isBack = false;
  #queued: Promise<void> | undefined;

  constructor(id: Id, resource: Resource<Data<Id>>, context: PollContext) {
    this.#id = id;
    this.#resource = resource;
    this.#context = context;
  }

  watch(): Disposable {
    this.#readers++;
    if (this.#readers === 1) {
      // Somebody has come back: no reason to sit out the wait after a failure.
      if (this.#slot.failures > 0) this.#dueAt = 0;
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
  hasten(): void {
    this.#dueAt = Math.min(this.#dueAt, this.#startedAt + HASTY_MS);
    this.#schedule();
  }

  /** The service answers others again: if this resource fails, it does not sit out a wait that has grown long. */
  retry(): void {
    if (this.#slot.failures === 0) return;
    this.#isBack = true;
    this.hasten();
    setNextAt(this.#context.store, this.#id, this.#nextAt);
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

  get #slot() {
    return this.#context.store.getState().slots[this.#id];
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
    setLoading(this.#context.store, this.#id, true);
    const abort = new AbortController();
    const ended = this.#run(abort.signal);
    this.#flight = { abort, ended, awaited };
    return ended;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { api, clock, store } = this.#context;
    const startedAt = clock.elapsed();
    this.#startedAt = startedAt;
    const previous = this.#slot.data;
    const slots = () => store.getState().slots;
    try {
      const fetched = await untilAborted(() => this.#resource.fetch(api, signal, previous), signal);
      const compared = finishSoon(reusing(previous, fetched));
      const data = compared instanceof Promise ? await untilAborted(() => compared, signal) : compared;
      const prepared = data === previous ? undefined : this.#resource.prepare?.(data, slots);
      if (prepared) await untilAborted(() => prepared, signal);
      this.#succeed(data, startedAt);
    } catch (error) {
      if (signal.aborted) setLoading(store, this.#id, false);
      else this.#fail(failureOf(error));
    }
    this.#flight = undefined;
    this.#schedule();
  }

  #succeed(data: Data<Id>, startedAt: number): void {
    const { clock, store } = this.#context;
    const at = clock.now();
    const tookMs = clock.elapsed() - startedAt;
    const everyMs = this.#interval(data, tookMs);
    this.#dueAt = startedAt + everyMs;
    setData(store, this.#id, { data, at, tookMs, everyMs, nextAt: this.#nextAt });
  }

  #fail(error: Failure): void {
    const { clock, store } = this.#context;
    const { data, tookMs = 0, failures } = this.#slot;
    const at = clock.now();
    const everyMs = this.#interval(data, tookMs);
    this.#dueAt =
      clock.elapsed() +
      backoffMs(this.#isBack ? 1 : failures + 1, Math.min(everyMs, FIRST_RETRY_MS), clock.random());
    setFailure(store, this.#id, { error, at, everyMs, nextAt: this.#nextAt });
  }

  #interval(data: Data<Id> | undefined, tookMs: number): number {
    const { everyMs } = this.#resource;
    return Math.max(typeof everyMs === 'number' ? everyMs : everyMs(data), SLOW_FACTOR * tookMs);
  }
}

/** Lets go of a read as soon as it is aborted, whether or not it listens. */
function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    work().then(resolve, reject);
  });
}
