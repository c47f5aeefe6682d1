import type { RawInput } from '../../api/transport.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import type { Field, FormTexts } from '../../store/field.ts';
import { listings, typedDirectory } from './paths.ts';
import type { About, Source } from './source.ts';
import { SOURCES } from './sources.ts';

const PLACES = ['params', 'query', 'body', 'form'] as const;

const LOCAL = listings('local');

function sourceOf({ names, path }: Field): Source | undefined {
  if (path === 'local') return LOCAL;
  return names === undefined ? undefined : SOURCES[names];
}

/** A value that the call gives, wherever it travels. */
function given(input: RawInput, name: string): string {
  for (const place of PLACES) {
    const value = (input[place] as Readonly<Record<string, unknown>> | undefined)?.[name];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return '';
}

/** What stands beside a field: in its call, or in another field of the form. */
const aboutFor =
  (field: Field, input: RawInput, texts: FormTexts): About =>
  (name) => {
    if (name === 'directory') {
      const text = texts[field.name] ?? '';
      return typedDirectory(field.many ? text.slice(text.lastIndexOf(',') + 1).trimStart() : text);
    }
    const typed = PLACES.map((place) => texts[`${place}.${name}`]).find((text) => text !== undefined);
    return typed ?? given(input, name);
  };

/**
 * A field with the values to choose from that it can have, as its schema says what it names; one that has its own keeps
 * them.
 * @param input what its call gives already: the pool whose images are meant
 */
export function withChoices(cockpit: Cockpit, field: Field, input: RawInput = {}): Field {
  const source = sourceOf(field);
  if (field.choices !== undefined || source === undefined) return field;
  return {
    ...field,
    ...(field.names === 'path' && { path: 'cluster' as const }),
    choices: (texts) => source.choices(cockpit, aboutFor(field, input, texts)),
    load: (texts) => source.load(cockpit, aboutFor(field, input, texts)),
  };
}
