import { createStore } from 'zustand/vanilla';
import type { Api } from '../../api/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { hasHealthNews } from './healthNews.ts';
import { type PollContext, PollLoop } from './loop.ts';
import type { Resource } from './resource.ts';
import { resources } from './resources.ts';
import { isOlderThan, type Slot } from './slot.ts';
import { type CacheStore, isRecovery, slotIn } from './state.ts';

/**
 * The polled resources of one service. A resource is polled while it is watched, by the deck, a screen, a dialog or a
 * followed task. Only the log is not part of it, because it is a stream.
 */
export interface Cache extends Disposable {
  readonly store: CacheStore;
  /** The current slot of a resource; does not start a read. */
  slot<T>(resource: Resource<T>): Slot<T>;
  /** Polls a resource until disposed. The first watcher starts the polling, the last one to leave stops it. */
  watch(resource: Resource): Disposable;
  /**
   * Reads a resource immediately. Resolves when a read that began after this call has succeeded or failed: see the
   * slot. Never rejects.
   */
  refresh(resource: Resource): Promise<void>;
  /** True while something polls the resource. */
  isWatched(resource: Resource): boolean;
  /** True while a read of the resource is in flight. */
  isReading(resource: Resource): boolean;
  /** True if the data was read more than `ms` milliseconds ago, or before the last write of this console. */
  isOlder(resource: Resource, ms: number): boolean;
  /** Marks all data as outdated after a write of this console. */
  expire(): void;
  /** Pauses all polling; `refresh` still reads. */
  pause(): void;
  resume(): void;
}

/** The number of unwatched resources that are kept, so that going back to a view shows its data at once. */
const KEPT = 40;

/** The poll loops by resource key, in order of last use. */
class Loops extends Map<string, PollLoop> {
  readonly #context: PollContext;

  constructor(context: PollContext) {
    super();
    this.#context = context;
  }

  of(wanted: Resource): PollLoop {
    const loop = this.get(wanted.key) ?? new PollLoop(wanted, this.#context);
    this.delete(wanted.key);
    this.set(wanted.key, loop);
    this.#evict();
    return loop;
  }

  /** Evicts the least recently used idle resources together with their slots. */
  #evict(): void {
    const idle = [...this].filter(([, loop]) => loop.isIdle).slice(0, -KEPT - 1);
    if (idle.length === 0) return;
    const gone = new Set(idle.map(([key]) => key));
    for (const key of gone) this.delete(key);
    this.#context.store.setState(({ slots }) => ({
      slots: Object.fromEntries(Object.entries(slots).filter(([key]) => !gone.has(key))),
    }));
  }
}

/** Creates a cache; it reads nothing until a resource is watched or refreshed. */
export function createCache(service: { readonly api: Api; readonly clock: Clock }): Cache {
  const store: CacheStore = createStore(() => ({ slots: {}, paused: false }));
  const loops = new Loops({ ...service, store });
  const unsubscribe = store.subscribe((now, before) => {
    if (now.slots === before.slots) return;
    if (isRecovery(now, before)) for (const loop of loops.values()) loop.retry();
    const { status } = resources;
    if (!hasHealthNews(slotIn(now, status).data, slotIn(before, status).data)) return;
    for (const loop of loops.values()) if (loop.resource.followsHealth) loop.pollSoon();
  });

  return {
    store,
    slot: (wanted) => slotIn(store.getState(), wanted),
    watch: (wanted) => loops.of(wanted).watch(),
    refresh: (wanted) => loops.of(wanted).refresh(),
    isWatched: ({ key }) => loops.get(key)?.isWatched === true,
    isReading: ({ key }) => loops.get(key)?.isReading === true,
    isOlder(wanted, ms) {
      const { at, readAt } = slotIn(store.getState(), wanted);
      const isExpired = loops.get(wanted.key)?.isExpired === true;
      const { clock } = service;
      // The system clock can be set back, and the monotonic one stands still while a laptop sleeps: the longer age counts.
      return isExpired || isOlderThan(readAt, ms, clock.elapsed()) || clock.now() - (at ?? 0) > ms;
    },
    expire() {
      for (const loop of loops.values()) loop.expire();
    },
    pause() {
      store.setState({ paused: true });
      for (const loop of loops.values()) loop.hold();
    },
    resume() {
      store.setState({ paused: false });
      for (const loop of loops.values()) loop.release();
    },
    [Symbol.dispose]() {
      unsubscribe();
      for (const loop of loops.values()) loop.close();
    },
  };
}
