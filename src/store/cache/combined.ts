import { ApiError } from '../../api/failure.ts';
import { reuse } from '../../api/reuse.ts';
import type { Cache } from './cache.ts';
import type { Reads, Resource } from './resource.ts';
import { currentData, isMissing, type Slot } from './slot.ts';

/** A value worked out of several resources, kept until one of them changes. */
export interface Combined {
  slot(cache: Pick<Cache, 'slot'>): Slot<unknown>;
}

/** The slot that is shown of several resources. */
export interface Sources {
  readonly reads: Reads;
  /**
   * Works it out of their data, read at so many milliseconds since the epoch; the data by their names where it is
   * missing. @throws ApiError where something in them does not exist
   */
  readonly derive?: ((data: Readonly<Record<string, unknown>>, at: number) => unknown) | undefined;
}

type Parts = readonly (readonly [name: string, slot: Slot<unknown>])[];

/** Tells whether it is known whether there is such a thing: it was read, or what need not be there could not be. */
const isSettled = ({ isOptional }: Resource, { data, error }: Slot<unknown>): boolean =>
  data !== undefined || (isOptional === true && error !== undefined);

const least = (times: readonly (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};
const most = (times: readonly (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};

/**
 * The part that tells how old several are together: the first that will be late by an interval. What is read once a minute,
 * as it changes by hand, makes a list that is read every five seconds no older, until it is late itself.
 */
const firstLate = (slots: readonly Slot<unknown>[]): Slot<unknown> | undefined =>
  slots.toSorted((a, b) => lateAt(a) - lateAt(b))[0];
const lateAt = ({ at = 0, everyMs = 0 }: Slot<unknown>): number => at + 2 * everyMs;

/** The state of several resources together: as old as the one that is late first, failing as the one that fails. */
function together(slots: readonly Slot<unknown>[]): Slot<unknown> {
  const failing = slots.filter(({ error }) => error !== undefined);
  const error = failing[0]?.error;
  const { at, everyMs } = (slots.every((slot) => slot.at !== undefined) && firstLate(slots)) || {};
  const nextAt = least((failing.length > 0 ? failing : slots).map((slot) => slot.nextAt));
  return {
    failures: Math.max(0, ...slots.map(({ failures }) => failures)),
    loading: slots.some(({ loading }) => loading),
    ...(error !== undefined && { error }),
    ...(at !== undefined && { at }),
    ...(everyMs !== undefined && { everyMs }),
    ...(nextAt !== undefined && { nextAt }),
  };
}

const NOT_YET: Pick<Slot<unknown>, 'data' | 'error'> = {};

/** Reads several resources as one; the data is there when all of them are. */
export function combined({ reads, derive = (data) => data }: Sources): Combined {
  const names = Object.keys(reads);
  let parts: Parts = [];
  let slot: Slot<unknown> | undefined;
  let derived: Pick<Slot<unknown>, 'data' | 'error'> = NOT_YET;

  /** Parts that need not be there are left out while they cannot be read. */
  const dataOf = (name: string, part: Slot<unknown>): unknown =>
    reads[name]!.isOptional ? currentData(part) : part.data;

  /** The value that is shown, worked out anew where the data of a part has changed; what is equal in it stays the same object. */
  function derivedOf(now: Parts): Pick<Slot<unknown>, 'data' | 'error'> {
    if (!now.every(([name, part]) => isSettled(reads[name]!, part))) return NOT_YET;
    const isSame = now.every(([name, part], index) => {
      const before = parts[index]?.[1];
      return before !== undefined && dataOf(name, before) === dataOf(name, part);
    });
    if (derived !== NOT_YET && isSame) return derived;
    try {
      const data = derive(
        Object.fromEntries(now.map(([name, part]) => [name, dataOf(name, part)])),
        most(now.map(([, part]) => part.at)) ?? 0,
      );
      return { data: reuse(derived.data, data) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { error: error.failure };
    }
  }

  return {
    slot(cache) {
      const now: Parts = names.map((name) => [name, cache.slot(reads[name]!)]);
      if (slot && now.every(([, part], index) => parts[index]?.[1] === part)) return slot;
      const slots = now.filter(([name]) => reads[name]!.isOptional !== true).map(([, part]) => part);
      const missing = slots.find(isMissing);
      derived = missing ? NOT_YET : derivedOf(now);
      parts = now;
      const known = missing ?? { ...together(slots), ...derived };
      slot = known;
      return known;
    },
  };
}
