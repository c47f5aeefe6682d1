import { ApiError } from '../../api/failure.ts';
import { reuse } from '../../api/reuse.ts';
import type { Cache } from './cache.ts';
import type { Reads, Resource } from './resource.ts';
import { currentData, isMissing, type Slot } from './slot.ts';

/** A value derived from several resources, memoized until one of them changes. */
export interface Combined {
  slot(cache: Pick<Cache, 'slot'>): Slot<unknown>;
}

/** The resources of a combined value and the function that derives it. */
export interface Sources {
  readonly reads: Reads;
  /**
   * Derives the value from the resources' data by name; `at` is when the newest of them was read, in milliseconds since
   * the epoch. The default returns the data unchanged. @throws ApiError if an object that the value is about does not
   * exist
   */
  readonly derive?: ((data: Readonly<Record<string, unknown>>, at: number) => unknown) | undefined;
}

type NamedSlots = readonly (readonly [name: string, slot: Slot<unknown>])[];

/** True if a resource has data, or is optional and could not be read, or is not waited for. */
const isSettled = ({ isOptional, isAwaited }: Resource, { data, error }: Slot<unknown>): boolean =>
  data !== undefined || isAwaited === false || (isOptional === true && error !== undefined);

const earliest = (times: readonly (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};
const latest = (times: readonly (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};

/**
 * The slot whose age counts as the age of all: the first that will be overdue by one interval. A resource that is
 * polled once a minute therefore does not make a list that is polled every five seconds look old, unless it is overdue
 * itself.
 */
const firstOverdue = (slots: readonly Slot<unknown>[]): Slot<unknown> | undefined =>
  slots.toSorted((a, b) => overdueAt(a) - overdueAt(b))[0];
const overdueAt = ({ at = 0, everyMs = 0 }: Slot<unknown>): number => at + 2 * everyMs;

/** The merged state of several slots: the age of the first overdue one, and the error of the first one that fails. */
function mergedState(slots: readonly Slot<unknown>[]): Slot<unknown> {
  const failing = slots.filter(({ error }) => error !== undefined);
  const error = failing[0]?.error;
  const { at, everyMs } = (slots.every((slot) => slot.at !== undefined) && firstOverdue(slots)) || {};
  const nextAt = earliest((failing.length > 0 ? failing : slots).map((slot) => slot.nextAt));
  return {
    failures: Math.max(0, ...slots.map(({ failures }) => failures)),
    ...(error !== undefined && { error }),
    ...(at !== undefined && { at }),
    ...(everyMs !== undefined && { everyMs }),
    ...(nextAt !== undefined && { nextAt }),
  };
}

const NOT_YET: Pick<Slot<unknown>, 'data' | 'error'> = {};

/** Combines several resources into one slot, which has data once all required resources have. */
export function combined({ reads, derive = (data) => data }: Sources): Combined {
  const names = Object.keys(reads);
  let parts: NamedSlots = [];
  let slot: Slot<unknown> | undefined;
  let derived: Pick<Slot<unknown>, 'data' | 'error'> = NOT_YET;

  /** Optional parts are omitted while they cannot be read. */
  const dataOf = (name: string, part: Slot<unknown>): unknown =>
    reads[name]!.isOptional ? currentData(part) : part.data;

  /**
   * The derived value, recomputed only if the data of a part has changed; equal parts of it keep their object identity.
   */
  function derivedOf(now: NamedSlots): Pick<Slot<unknown>, 'data' | 'error'> {
    if (!now.every(([name, part]) => isSettled(reads[name]!, part))) return NOT_YET;
    const isSame = now.every(([name, part], index) => {
      const before = parts[index]?.[1];
      return before !== undefined && dataOf(name, before) === dataOf(name, part);
    });
    if (derived !== NOT_YET && isSame) return derived;
    try {
      const data = derive(
        Object.fromEntries(now.map(([name, part]) => [name, dataOf(name, part)])),
        latest(now.map(([, part]) => part.at)) ?? 0,
      );
      return { data: reuse(derived.data, data) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { error: error.failure };
    }
  }

  return {
    slot(cache) {
      const now: NamedSlots = names.map((name) => [name, cache.slot(reads[name]!)]);
      if (slot && now.every(([, part], index) => parts[index]?.[1] === part)) return slot;
      const slots = now.filter(([name]) => reads[name]!.isOptional !== true).map(([, part]) => part);
      const missing = slots.find(isMissing);
      derived = missing ? NOT_YET : derivedOf(now);
      parts = now;
      slot = missing ?? { ...mergedState(slots), ...derived };
      return slot;
    },
  };
}
