import type { Cockpit } from '../../store/cockpit.ts';
import type { Choice, Choices, Field } from '../../store/field.ts';
import type { Data, ResourceId } from '../../store/resources.ts';

/** A value that the form or its call gives beside the field: `pool`, `uid`; empty where there is none. */
export type About = (name: string) => string;

/** Where the values come from that a field can have. */
export interface Source {
  choices(cockpit: Cockpit, about: About): Choices;
  /** Asks for them, where they are not there or old. */
  load(cockpit: Cockpit, about: About): void;
  /** How a list is typed whose items are of several parts, and read. */
  readonly notation?: {
    readonly hint: string;
    readonly read: (cockpit: Cockpit, text: string) => ReturnType<Field['read']>;
  };
}

/** Data of the deck are read again for a form when they are older than this, in milliseconds. */
const OLD_MS = 10_000;

const known = (values: readonly Choice[] | Choices): Choices => ('all' in values ? values : { all: values });

/** Values made from what the deck polls. */
export function polled<Id extends ResourceId>(
  id: Id,
  choices: (data: Data<Id>, cockpit: Cockpit) => readonly Choice[] | Choices,
): Source {
  return {
    choices(cockpit) {
      const { data, error } = cockpit.data.getState().slots[id];
      if (data === undefined)
        return { all: [], note: error ? `not known: ${error.message}` : 'being read ...' };
      return known(choices(data, cockpit));
    },
    load(cockpit) {
      const { at } = cockpit.data.getState().slots[id];
      if (at === undefined || cockpit.clock.now() - at > OLD_MS) void cockpit.poller.refresh(id);
    },
  };
}

/**
 * Values that are read for the form.
 * @param needs names of what they depend on; without these they cannot be known
 * @param may names of what narrows them, where it is there
 */
export function fetched(
  key: string,
  read: (cockpit: Cockpit, about: About) => Promise<readonly Choice[] | Choices>,
  needs: readonly string[] = [],
  may: readonly string[] = [],
): Source {
  const missing = (about: About) => needs.find((name) => about(name) === '');
  const keyOf = (about: About) => JSON.stringify([key, ...[...needs, ...may].map(about)]);
  return {
    choices(cockpit, about) {
      const name = missing(about);
      return name === undefined
        ? cockpit.known.get(keyOf(about))
        : { all: [], note: `not known before ${name} is filled in` };
    },
    load(cockpit, about) {
      if (missing(about) !== undefined) return;
      cockpit.known.read(keyOf(about), async () => known(await read(cockpit, about)));
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
