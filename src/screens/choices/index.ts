import type { RawInput } from '../../api/transport.ts';
import type { Field, FormTexts } from '../../store/action/field.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
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

/** The name of a value in requests, where that is not always the same. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = { image: ['rbd', 'image'] };

/** The fields beside a field: in the same part of its form, in another one, or in its call. */
const aboutFor =
  (field: Field, input: RawInput, texts: FormTexts): About =>
  (name) => {
    if (name === 'directory') {
      const text = texts[field.name] ?? '';
      return typedDirectory(field.many ? text.slice(text.lastIndexOf(',') + 1).trimStart() : text);
    }
    const names = SPELLINGS[name] ?? [name];
    const typedIn = (places: readonly string[]) =>
      places
        .flatMap((place) => names.map((own) => texts[`${place}.${own}`]))
        .filter((text) => text !== undefined);
    const part = field.name.slice(0, field.name.lastIndexOf('.'));
    const beside = typedIn([part]);
    // An object within the input is about what stands in it, not about what the input is.
    if (part.includes('.') && beside.length > 0) return beside.join('');
    return [...beside, ...typedIn(PLACES), ...names.map((own) => given(input, own))].find(Boolean) ?? '';
  };

/**
 * A field with the values to choose from that it can have, as its schema says what it names; one that has its own keeps
 * them.
 * @param input what its call gives already: the pool whose images are meant
 */
export function withChoices(cockpit: Known & Shown, field: Field, input: RawInput = {}): Field {
  const source = sourceOf(field);
  if (field.choices !== undefined || source === undefined) return field;
  const { notation } = source;
  return {
    ...field,
    ...(field.names === 'path' && { path: 'cluster' as const }),
    ...(notation && {
      hint: notation.hint,
      // A list that is typed as JSON is read as it was sent.
      read: (text: string) =>
        text === '' || text.startsWith('[') ? field.read(text) : notation.read(cockpit, text),
    }),
    choices: (texts) => source.choices(cockpit, aboutFor(field, input, texts)),
    load: (texts) => source.load(cockpit, aboutFor(field, input, texts)),
  };
}
