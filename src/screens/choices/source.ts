import type { Api } from '../../api/client.ts';
import type { Choice, Choices, Field } from '../../store/action/field.ts';
import { composed, type Resource } from '../../store/cache/resource.ts';
import type { Known, Shown } from '../../store/cockpit.ts';

/** A value that the form or its call gives beside the field: `pool`, `uid`; empty where there is none. */
export type About = (name: string) => string;

/** Where the values come from that a field can have. */
export interface Source {
  choices(cockpit: Known & Shown, about: About): Choices;
  /** Asks for them, where they are not there or old. */
  load(cockpit: Known & Shown, about: About): void;
  /** The form in which a list is typed whose items are of several parts, and read. */
  readonly notation?: {
    readonly hint: string;
    readonly read: (cockpit: Known & Shown, text: string) => ReturnType<Field['read']>;
  };
}

/** Values are read again for a form when they are older than this, in milliseconds. */
const OLD_MS = 10_000;

const known = (values: readonly Choice[] | Choices): Choices => ('all' in values ? values : { all: values });

/** The values that an answer names; a note says why there are none. */
export function choicesIn<T>(
  { cache }: Known,
  wanted: Resource<T>,
  choices: (data: T) => readonly Choice[] | Choices,
): Choices {
  const { data, error } = cache.slot(wanted);
  if (data !== undefined) return known(choices(data));
  return { all: [], note: error ? `not known: ${error.message}` : 'being read ...' };
}

/** Reads it for a form, where it is not there or old. */
export function readForForm({ cache, clock }: Known & Shown, wanted: Resource): void {
  const { at, loading } = cache.slot(wanted);
  if (!loading && (at === undefined || clock.now() - at > OLD_MS)) void cache.refresh(wanted);
}

/** Values made from what the deck polls. */
export const polled = <T>(
  wanted: Resource<T>,
  choices: (data: T, cockpit: Known & Shown) => readonly Choice[] | Choices,
): Source => ({
  choices: (cockpit) => choicesIn(cockpit, wanted, (data) => choices(data, cockpit)),
  load: (cockpit) => readForForm(cockpit, wanted),
});

/** The service and the console, from which the values of a form are read. */
interface ReadFrom {
  readonly api: Api;
  readonly cockpit: Known & Shown;
}

/**
 * Values that are read for the form.
 * @param needs names of what they depend on; without these they cannot be known
 * @param may names of what narrows them, where it is there
 */
export function fetched(
  key: string,
  read: (from: ReadFrom, about: About) => Promise<readonly Choice[] | Choices>,
  needs: readonly string[] = [],
  may: readonly string[] = [],
): Source {
  const missing = (about: About) => needs.find((name) => about(name) === '');
  const resourceOf = (cockpit: Known & Shown, about: About) =>
    composed({
      key: ['choices', key, ...[...needs, ...may].map(about)],
      read: (api) => read({ api, cockpit }, about),
    });
  return {
    choices(cockpit, about) {
      const name = missing(about);
      return name === undefined
        ? choicesIn(cockpit, resourceOf(cockpit, about), (all) => all)
        : { all: [], note: `not known before ${name} is filled in` };
    },
    load(cockpit, about) {
      if (missing(about) === undefined) readForForm(cockpit, resourceOf(cockpit, about));
    },
  };
}

/** Words that are the same everywhere. */
export const fixed = (choices: readonly Choice[]): Source => ({
  choices: () => ({ all: choices, words: true }),
  load: () => undefined,
});

/** Values of one kind that are read at once. */
export const MOST = 1000;

/** The first values of a list that is longer than anyone reads through. */
export const firstOf = (all: readonly Choice[], isWhole: boolean): Choices =>
  isWhole ? { all } : { all, note: 'there are more: type the name of another' };

/** A choice for each of the words. */
export const words = (texts: Iterable<string | undefined>): readonly Choice[] =>
  [...new Set(texts)].flatMap((text) => (text === undefined || text === '' ? [] : [{ text }]));

/** Choices for what has a name and a number: the name is shown, the number is read. */
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
