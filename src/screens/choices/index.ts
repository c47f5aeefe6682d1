import type { RawInput } from '../../api/transport.ts';
import { orEmpty } from '../../lib/untyped.ts';
import type { Field, FormTexts } from '../../store/action/field.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { INPUT_PARTS } from '../fields/fields.ts';
import { listings, typedDirectory } from './paths.ts';
import type { ValueLookup, Source } from './source.ts';
import { SOURCES } from './sources.ts';

const LOCAL = listings('local');

function sourceOf({ names, path }: Field): Source | undefined {
  if (path === 'local') return LOCAL;
  return names === undefined ? undefined : SOURCES[names];
}

/** A value that the call gives in any part of its input. */
function given(input: RawInput, name: string): string {
  for (const part of INPUT_PARTS) {
    const value = orEmpty(input[part])[name];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return '';
}

/** Alternative names of a value in requests. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = { image: ['rbd', 'image'] };

/** Looks up values that a field's choices depend on: in the same part of the form, in another part, or in the call. */
const lookupFor =
  (field: Field, input: RawInput, texts: FormTexts): ValueLookup =>
  (name) => {
    if (name === 'directory') {
      const text = texts[field.name] ?? '';
      return typedDirectory(field.many ? text.slice(text.lastIndexOf(',') + 1).trimStart() : text);
    }
    const names = SPELLINGS[name] ?? [name];
    const typedIn = (parts: readonly string[]) =>
      parts
        .flatMap((part) => names.map((own) => texts[`${part}.${own}`]))
        .filter((text) => text !== undefined);
    const part = field.name.slice(0, field.name.lastIndexOf('.'));
    const beside = typedIn([part]);
    // The choices of an object's field depend on the fields of that object, not on those of the input.
    if (part.includes('.') && beside.length > 0) return beside.join('');
    return [...beside, ...typedIn(INPUT_PARTS), ...names.map((own) => given(input, own))].find(Boolean) ?? '';
  };

/**
 * Adds to a field the values to choose from, by what its schema says that it names; a field that has choices keeps them.
 * @param input values that the call gives already, such as the pool of an image
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
      // A list that is typed as JSON is read as JSON.
      read: (text: string) =>
        text === '' || text.startsWith('[') ? field.read(text) : notation.read(cockpit, text),
    }),
    choices: (texts) => source.choices(cockpit, lookupFor(field, input, texts)),
    load: (texts) => source.load(cockpit, lookupFor(field, input, texts)),
  };
}
