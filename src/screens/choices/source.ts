import type { Api } from '../../api/client.ts';
import type { Choice, Choices } from '../../store/action/field.ts';
import { composed, type Resource } from '../../store/cache/resource.ts';
import { isMissing } from '../../store/cache/slot.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { ReadResult } from '../fields/readers.ts';

/** Looks up another value of the form or its call by name, such as `pool` or `uid`; empty if there is none. */
export type ValueLookup = (name: string) => string;

/** A source of the values that a field can have. */
export interface Source {
  choices(cockpit: Known & Shown, lookup: ValueLookup): Choices;
  /** Reads the values if they are missing or old. */
  load(cockpit: Known & Shown, lookup: ValueLookup): void;
  /** The syntax of a list whose items have several parts. */
  readonly notation?: {
    readonly hint: string;
    readonly read: (cockpit: Known & Shown, text: string) => ReadResult;
  };
}

/** The age in milliseconds above which values are read again for a form. */
const OLD_MS = 10_000;

const asChoices = (values: readonly Choice[] | Choices): Choices =>
  'all' in values ? values : { all: values };

/** The choices that an answer contains; a note says why there are none. */
export function choicesIn<T>(
  { cache }: Known,
  wanted: Resource<T>,
  choices: (data: T) => readonly Choice[] | Choices,
): Choices {
  const slot = cache.slot(wanted);
  if (slot.data !== undefined) return asChoices(choices(slot.data));
  if (!slot.error) return { all: [], note: 'loading ...' };
  return { all: [], note: isMissing(slot) ? slot.error.message : `not known: ${slot.error.message}` };
}

/** Reads a resource for a form, if it is missing or old. */
export function readForForm({ cache }: Known, wanted: Resource): void {
  if (!cache.isReading(wanted) && cache.isOlder(wanted, OLD_MS)) void cache.refresh(wanted);
}

/**
 * Choices made from a resource that depends on other values of the form or its call.
 * @param needs names of the values that the resource depends on; without them there are no choices
 */
export function dependent<T>(
  needs: readonly string[],
  resourceOf: (lookup: ValueLookup, cockpit: Known & Shown) => Resource<T>,
  choices: (data: T, lookup: ValueLookup, cockpit: Known & Shown) => readonly Choice[] | Choices,
): Source {
  const missing = (lookup: ValueLookup) => needs.find((name) => lookup(name) === '');
  return {
    choices(cockpit, lookup) {
      const name = missing(lookup);
      return name === undefined
        ? choicesIn(cockpit, resourceOf(lookup, cockpit), (data) => choices(data, lookup, cockpit))
        : { all: [], note: `fill in ${name} first` };
    },
    load(cockpit, lookup) {
      if (missing(lookup) === undefined) readForForm(cockpit, resourceOf(lookup, cockpit));
    },
  };
}

/** Choices made from a resource that depends on no other value. */
export const polled = <T>(
  wanted: Resource<T>,
  choices: (data: T, cockpit: Known & Shown) => readonly Choice[] | Choices,
): Source =>
  dependent(
    [],
    () => wanted,
    (data, _, cockpit) => choices(data, cockpit),
  );

/** Access to the service and the console, for reading the values of a form. */
interface ReadFrom {
  readonly api: Api;
  readonly cockpit: Known & Shown;
}

/**
 * Choices that are composed of several requests.
 * @param needs names of the values that the choices depend on; without them there are no choices
 */
export const fetched = (
  key: string,
  read: (from: ReadFrom, lookup: ValueLookup) => Promise<readonly Choice[] | Choices>,
  needs: readonly string[] = [],
): Source =>
  dependent(
    needs,
    (lookup, cockpit) =>
      composed({
        key: ['choices', key, ...needs.map(lookup)],
        read: (api) => read({ api, cockpit }, lookup),
      }),
    (all) => all,
  );

/** A fixed list of words. */
export const fixed = (choices: readonly Choice[]): Source => ({
  choices: () => ({ all: choices, words: true }),
  load: () => undefined,
});

/** The most values that are read at once. */
export const MAX_CHOICES = 1000;

/** The choices of a list that may have been read in part. */
export const firstOf = (all: readonly Choice[], isWhole: boolean): Choices =>
  isWhole ? { all } : { all, note: 'there are more: type the name of another' };

/** One choice for each different word. */
export const words = (texts: Iterable<string | undefined>): readonly Choice[] =>
  [...new Set(texts)].flatMap((text) => (text === undefined || text === '' ? [] : [{ text }]));

/** Choices of things with a name and a number: the name is shown, the number is the value. */
export const numbered = (
  rows: readonly {
    readonly id?: number | undefined;
    readonly name?: string | undefined;
    readonly hint?: string;
  }[],
): readonly Choice[] =>
  rows.flatMap(({ id, name, hint }) => {
    if (id === undefined) return [];
    const text = name === undefined || name === '' ? String(id) : name;
    return [{ text, reads: String(id), hint: hint ?? (text === String(id) ? '' : String(id)) }];
  });
