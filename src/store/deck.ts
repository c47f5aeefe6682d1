import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../api/failure.ts';
import type { Data, ResourceId } from './resources.ts';
import type { Slot } from './slot.ts';

export type Slots = { readonly [Id in ResourceId]: Slot<Data<Id>> };

/** How the service answers, over all resources. */
export interface Connection {
  /** Milliseconds since the epoch. */
  readonly lastSuccessAt?: number;
  /** Reads that failed since the last success, whichever resource. */
  readonly failures: number;
  /** The first of them, and what the latest said. */
  readonly firstFailureAt?: number;
  readonly failure?: Failure;
}

/** Everything that is known of the cluster at this moment. Only the functions of this file change it. */
export interface Deck {
  readonly slots: Slots;
  readonly connection: Connection;
  /** Polling is held at the operator's wish. */
  readonly paused: boolean;
}

export type DeckStore = StoreApi<Deck>;

const empty: Slot<never> = { failures: 0, loading: false };

/** A deck of which nothing has been read yet. */
export function createDeckStore(): DeckStore {
  return createStore<Deck>(() => ({
    slots: {
      status: empty,
      health: empty,
      disks: empty,
      crush: empty,
      rules: empty,
      pools: empty,
      flags: empty,
      recoverySpeed: empty,
      tasks: empty,
      serverNames: empty,
    },
    connection: { failures: 0 },
    paused: false,
  }));
}

/** A read has begun, or was given up without a result. */
export function setLoading(store: DeckStore, id: ResourceId, loading: boolean): void {
  const slot = store.getState().slots[id];
  if (slot.loading !== loading) setSlot(store, id, { ...slot, loading });
}

/** A read succeeded; `data` is the previous reference where nothing changed. */
export function setData<Id extends ResourceId>(
  store: DeckStore,
  id: Id,
  read: {
    readonly data: Data<Id>;
    readonly at: number;
    readonly tookMs: number;
    readonly everyMs: number;
    readonly nextAt: number;
  },
): void {
  setSlot(store, id, { ...read, failures: 0, loading: false }, { lastSuccessAt: read.at, failures: 0 });
}

/** A read failed; what was known stays. */
export function setFailure(
  store: DeckStore,
  id: ResourceId,
  read: { readonly error: Failure; readonly at: number; readonly everyMs: number; readonly nextAt: number },
): void {
  const { slots, connection } = store.getState();
  const { error, at, everyMs, nextAt } = read;
  setSlot(
    store,
    id,
    { ...slots[id], error, everyMs, nextAt, failures: slots[id].failures + 1, loading: false },
    { firstFailureAt: at, ...connection, failures: connection.failures + 1, failure: error },
  );
}

/** The next read of a resource comes sooner than planned. */
export function setNextAt(store: DeckStore, id: ResourceId, nextAt: number): void {
  setSlot(store, id, { ...store.getState().slots[id], nextAt });
}

/** What the screen says of polling; the poller holds and releases its loops itself. */
export function setPaused(store: DeckStore, paused: boolean): void {
  store.setState({ paused });
}

function setSlot(store: DeckStore, id: ResourceId, slot: Slot<unknown>, connection?: Connection): void {
  store.setState((deck) => ({
    slots: { ...deck.slots, [id]: slot },
    ...(connection === undefined ? {} : { connection }),
  }));
}
