import type { StoreApi } from 'zustand/vanilla';
import type { Resource } from './resource.ts';
import type { Slot } from './slot.ts';

/** Everything that was read of one service, at this moment. */
export interface CacheState {
  /** By the keys of the resources; what was never watched is not there. */
  readonly slots: Readonly<Record<string, Slot<unknown>>>;
  /** Polling is held at the operator's wish. */
  readonly paused: boolean;
}

export type CacheStore = StoreApi<CacheState>;

const EMPTY: Slot<never> = { failures: 0, loading: false };

/** All that is known of a resource. */
export const slotIn = <T>({ slots }: Pick<CacheState, 'slots'>, { key }: Resource<T>): Slot<T> =>
  // Equal keys read the same, so what stands under the key is of this type.
  (slots[key] as Slot<T> | undefined) ?? EMPTY;

/** Tells whether something that could not be read has been read. */
export const isRecovery = ({ slots }: CacheState, { slots: before }: CacheState): boolean =>
  slots !== before &&
  Object.entries(slots).some(([key, { failures }]) => failures === 0 && (before[key]?.failures ?? 0) > 0);
