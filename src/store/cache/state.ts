import type { StoreApi } from 'zustand/vanilla';
import type { Resource } from './resource.ts';
import type { Slot } from './slot.ts';

/** The current contents of the cache. */
export interface CacheState {
  /** The slots by resource key; resources that were never watched are absent. */
  readonly slots: Readonly<Record<string, Slot<unknown>>>;
  /** The operator has paused polling. */
  readonly paused: boolean;
}

export type CacheStore = StoreApi<CacheState>;

const EMPTY: Slot<never> = { failures: 0 };

/** The slot of a resource. */
export const slotIn = <T>({ slots }: Pick<CacheState, 'slots'>, { key }: Resource<T>): Slot<T> =>
  // Resources with equal keys read the same data, so the slot has this type.
  (slots[key] as Slot<T> | undefined) ?? EMPTY;

/** True if a resource whose last read had failed has been read successfully. */
export const isRecovery = ({ slots }: CacheState, { slots: before }: CacheState): boolean =>
  slots !== before &&
  Object.entries(slots).some(([key, { failures }]) => failures === 0 && (before[key]?.failures ?? 0) > 0);
