import { createStore } from 'zustand/vanilla';
import type { Api } from '../../api/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { tellsNews } from './healthNews.ts';
import { type PollContext, PollLoop } from './loop.ts';
import type { Resource } from './resource.ts';
import { resources } from './resources.ts';
import type { Slot } from './slot.ts';
import { type CacheStore, isRecovery, slotIn } from './state.ts';

/**
 * Everything that is read of one service, again and again, while somebody watches: the deck, screens, dialogs, followed
 * tasks. Only the log has its own way, since it is a stream.
 */
export interface Cache extends Disposable {
  readonly store: CacheStore;
  /** All that is known of a resource now; reads nothing. */
  slot<T>(resource: Resource<T>): Slot<T>;
  /** Keeps a resource fresh until disposed. The first reader starts it, the last one to leave stops it. */
  watch(resource: Resource): Disposable;
  /**
   * Reads a resource now. Resolves when a read that began after this call has ended, well or badly: see the
   * slot. Never rejects.
   */
  refresh(resource: Resource): Promise<void>;
  /** Tells whether what is known was read more than so many milliseconds ago, or before the last change from here. */
  isOlder(resource: Resource, ms: number): boolean;
  /** Something was changed from here: what was read before may not be so any more. */
  expire(): void;
  /** Holds all polling; `refresh` still reads. */
  pause(): void;
  resume(): void;
}

/** As many resources are kept that nobody watches, so that going back shows them at once. */
const KEPT = 40;

/** The loops by the keys of their resources, the one that was asked for last at the end. */
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
    this.#forget();
    return loop;
  }

  /** Forgets the resources that nobody has watched for longest, and what is known of them. */
  #forget(): void {
    const idle = [...this].filter(([, loop]) => loop.isIdle).slice(0, -KEPT - 1);
    if (idle.length === 0) return;
    const gone = new Set(idle.map(([key]) => key));
    for (const key of gone) this.delete(key);
    this.#context.store.setState(({ slots }) => ({
      slots: Object.fromEntries(Object.entries(slots).filter(([key]) => !gone.has(key))),
    }));
  }
}

/** Answers that are read seldom while all is well, and tell where and why when the cluster's health says something new. */
const TELLING_MORE = [resources.health, resources.recentLog, resources.disks, resources.crush];

/** A cache in which nothing is read before somebody watches or refreshes. */
export function createCache(service: { readonly api: Api; readonly clock: Clock }): Cache {
  const store: CacheStore = createStore(() => ({ slots: {}, paused: false }));
  const loops = new Loops({ ...service, store });
  const unsubscribe = store.subscribe((now, before) => {
    if (now.slots === before.slots) return;
    if (isRecovery(now, before)) for (const loop of loops.values()) loop.retry();
    const { status } = resources;
    if (!tellsNews(slotIn(now, status).data, slotIn(before, status).data)) return;
    for (const { key } of TELLING_MORE) loops.get(key)?.pollSoon();
  });

  return {
    store,
    slot: (wanted) => slotIn(store.getState(), wanted),
    watch: (wanted) => loops.of(wanted).watch(),
    refresh: (wanted) => loops.of(wanted).refresh(),
    isOlder(wanted, ms) {
      const { at } = slotIn(store.getState(), wanted);
      const isExpired = loops.get(wanted.key)?.isExpired === true;
      return isExpired || at === undefined || service.clock.now() - at > ms;
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
