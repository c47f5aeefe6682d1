import type { Cockpit } from '../../store/cockpit.ts';
import type { Choice, Choices } from '../../store/field.ts';
import type { Data, ResourceId } from '../../store/resources.ts';

/** A value that the form or its call gives beside the field: `pool`, `uid`; empty where there is none. */
export type About = (name: string) => string;

/** Where the values come from that a field can have. */
export interface Source {
  choices(cockpit: Cockpit, about: About): Choices;
  /** Asks for them, where they are not there or old. */
  load(cockpit: Cockpit, about: About): void;
}

/** Data of the deck are read again for a form when they are older than this, in milliseconds. */
const OLD_MS = 10_000;

/** Values made from what the deck polls. */
export function polled<Id extends ResourceId>(
  id: Id,
  choices: (data: Data<Id>, cockpit: Cockpit) => readonly Choice[],
): Source {
  return {
    choices(cockpit) {
      const { data, error } = cockpit.data.getState().slots[id];
      if (data === undefined)
        return { all: [], note: error ? `not known: ${error.message}` : 'being read ...' };
      return { all: choices(data, cockpit) };
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
 */
export function fetched(
  key: string,
  read: (cockpit: Cockpit, about: About) => Promise<readonly Choice[]>,
  needs: readonly string[] = [],
): Source {
  const missing = (about: About) => needs.find((name) => about(name) === '');
  const keyOf = (about: About) => JSON.stringify([key, ...needs.map(about)]);
  return {
    choices(cockpit, about) {
      const name = missing(about);
      return name === undefined
        ? cockpit.known.get(keyOf(about))
        : { all: [], note: `not known before ${name} is filled in` };
    },
    load(cockpit, about) {
      if (missing(about) === undefined) cockpit.known.read(keyOf(about), () => read(cockpit, about));
    },
  };
}

/** Values that are the same everywhere. */
export const fixed = (choices: readonly Choice[]): Source => ({
  choices: () => ({ all: choices }),
  load: () => undefined,
});

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
