import fc from 'fast-check';
import { type TSchema } from 'typebox';
import { anyText } from '../../support/anyText.ts';

/** The parts of a schema from which values are generated. */
interface Described {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
}

/** A placeholder for a number too large for JSON.parse in the text of a body. `bodyText` inserts the number. */
const TOO_LARGE = '@too-large@';

/** Texts that a component on the way might misread. */
const STRANGE_TEXTS = [
  ['', ' ', '.', '..', '/', '//', '../../etc/passwd', '/..', '~', '-', '--help', '*', '$(id)', '`id`', '|'],
  ['%', '%2f', '%00', '%zz', '?', '#', '&a=b', ';', '\\', '"', "'", '<b>', '{{1}}', '{0}'],
  ['\0', 'a\nb', '\r\nX-Header: 1', '\t', '\u001b[2J', '\u007f', '\u0085', '\u202e', '\ufeff', '\ufffd'],
  ['é', 'e\u0301', '日本', '😀', '\u{10ffff}', 'ß', 'İ', '\ud800'],
  ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'true'],
  ['NaN', 'Infinity', '-0', '1e309', '0x10', '1_000', '٣', '9'.repeat(400), '-1', '0.1', '1e3'],
  ['x'.repeat(1025), 'x'.repeat(5000), '/'.repeat(3000), '😀'.repeat(600), 'a/b'.repeat(400)],
].flat();

const STRANGE_NUMBERS = [
  [0, -0, -1, 1, 0.5, -0.5, 1e-9, 7.999_999, 255, 256, 65_535, 65_536, 65_537],
  [2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 2 ** 64, -(2 ** 53), 1e21, 1e308, -1e308],
].flat();

const strangeText = fc.oneof(fc.constantFrom(...STRANGE_TEXTS), anyText({ maxLength: 20 }));

/** Any JSON value. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  strangeText,
  fc.constantFrom(...STRANGE_NUMBERS, TOO_LARGE),
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: 1 }, { type: 'INT' }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(strangeText, strangeText, { maxKeys: 3 }),
);

/** The text of a body. */
export const bodyText = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(`"${TOO_LARGE}"`, '1e999');

/** Texts or numbers by the name of a field, so that requests often name existing objects. */
export type Dictionary = Readonly<Record<string, readonly (string | number)[]>>;

/** Optional fields of an object, few at a time so that they do not contradict each other. */
const MAX_OPTIONAL = 3;

/** Generates values from schemas. `words` have a meaning in the cluster, and those under '' are used everywhere. */
export function valuesFrom(words: Dictionary) {
  const known = (field: string): fc.Arbitrary<unknown> => {
    const anywhere = fc.constantFrom(...words['']!);
    const own = words[field];
    return own === undefined
      ? anywhere
      : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...own) }, { weight: 1, arbitrary: anywhere });
  };

  const anyNumber = ({ minimum = -5, maximum = 2 ** 53 - 1 }: Described): fc.Arbitrary<number> =>
    fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, minimum + 3) }) },
      { weight: 2, arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20) }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          ...[minimum, maximum, ...STRANGE_NUMBERS].filter(
            (number) => Number.isSafeInteger(number) && number >= minimum && number <= maximum,
          ),
        ),
      },
    );

  const wholeNumber = (schema: Described, field: string): fc.Arbitrary<unknown> => {
    const own = words[field];
    return own === undefined
      ? anyNumber(schema)
      : fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...own) },
          { weight: 1, arbitrary: anyNumber(schema) },
        );
  };

  const object = ({ properties = {}, required = [] }: Described): fc.Arbitrary<unknown> => {
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    return fc
      .subarray(optional, { maxLength: Math.min(MAX_OPTIONAL, optional.length) })
      .chain((chosen) =>
        fc.record(
          Object.fromEntries(
            [...required, ...chosen].map((name) => [name, right(properties[name] ?? {}, name)]),
          ),
        ),
      );
  };

  /** Values that fit the schema. */
  function right(schema: Described, field = ''): fc.Arbitrary<unknown> {
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => right(one, field)));
    switch (schema.type ?? '') {
      case 'string':
        return known(field);
      case 'integer':
        return wholeNumber(schema, field);
      case 'number':
        return fc.oneof(anyNumber(schema), fc.constantFrom(...STRANGE_NUMBERS));
      case 'boolean':
        return fc.boolean();
      case 'array':
        return fc.array(right(schema.items ?? {}, field), { minLength: schema.minItems ?? 0, maxLength: 4 });
      case 'object':
        return object(schema);
      default:
        return fc.oneof(known(field), fc.boolean(), fc.integer({ min: 0, max: 9 }));
    }
  }

  /** Values that fit except for one part that is replaced, left out or added. */
  function nearly(schema: Described, field = ''): fc.Arbitrary<unknown> {
    const { properties, items } = schema;
    if (properties) {
      const names = [...Object.keys(properties), '__proto__', 'unknown', ''];
      return fc
        .constantFrom(...names)
        .chain((name) =>
          fc
            .tuple(
              right(schema, field),
              fc.oneof(nearly(properties[name] ?? {}, name), anything),
              fc.boolean(),
            )
            .map(([value, part, isLeftOut]) => changed(value as object, name, isLeftOut ? undefined : part)),
        );
    }
    if (items) return fc.oneof(fc.array(nearly(items, field), { maxLength: 3 }), anything);
    return anything;
  }

  return {
    right: (schema: TSchema) => right(schema),
    nearly: (schema: TSchema) => nearly(schema),
    anything,
    text: strangeText,
  };
}

/** A copy with another field, which can be `__proto__`. */
function changed(value: object, name: string, part: unknown): object {
  const entries = Object.entries(value).filter(([key]) => key !== name);
  const copy = Object.fromEntries(entries);
  if (part !== undefined)
    Object.defineProperty(copy, name, { value: part, enumerable: true, configurable: true, writable: true });
  return copy;
}
