import type { Named } from '../../api/contract/shapes.ts';
import type { Operation } from '../../api/operation.ts';
import type { RawInput } from '../../api/transport.ts';
import { withPoint } from '../../lib/decimal.ts';
import { orEmpty } from '../../lib/untyped.ts';
import type { Choices, Field } from '../../store/action/field.ts';
import type { ReadResult } from './readers.ts';

/** The parts of a schema that a form is made from. */
interface FieldSource {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: FieldSource;
  readonly properties?: Readonly<Record<string, FieldSource>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  readonly 'x-secret'?: boolean;
  readonly 'x-upload'?: boolean;
  readonly 'x-names'?: Named;
}

/** The parts of an input that have fields, in the order in which they are asked for. */
export const INPUT_PARTS = ['params', 'query', 'body', 'form'] as const;

function readNumber(text: string, { type, minimum, maximum }: FieldSource): ReadResult {
  // A whole number has no decimals: with a comma it is a mistake, perhaps for thousands.
  const value = Number(type === 'integer' ? text : withPoint(text));
  if (!Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value)))
    return { problem: `Type a ${type === 'integer' ? 'whole ' : ''}number.` };
  if (minimum === 0 && value < 0) return { problem: 'It must not be negative.' };
  if (minimum !== undefined && value < minimum) return { problem: `It must be at least ${minimum}.` };
  if (maximum !== undefined && value > maximum) return { problem: `It must be at most ${maximum}.` };
  return { value };
}

const readWord = (text: string, words: readonly string[]): ReadResult =>
  words.includes(text) ? { value: text } : { problem: `Type one of ${words.join(', ')}.` };

/** The choices for a boolean. */
const BOOLEAN = ['true', 'false'];
const SPELLED: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  yes: true,
  no: false,
  y: true,
  n: false,
};

const readBoolean = (text: string): ReadResult =>
  Object.hasOwn(SPELLED, text) ? { value: SPELLED[text] } : { problem: 'Type true or false.' };

function readJson(text: string): ReadResult {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: 'Type JSON, such as [{"name": "value"}].' };
  }
}

const isScalar = ({ type }: FieldSource = {}) => type !== 'object' && type !== 'array' && type !== undefined;

/** Parses the text of a field by its schema. */
function readValue(text: string, schema: FieldSource): ReadResult {
  if (schema.enum) return readWord(text, schema.enum);
  if (schema.type === 'integer' || schema.type === 'number') return readNumber(text, schema);
  if (schema.type === 'boolean') return readBoolean(text);
  if (schema.type === 'array' && isScalar(schema.items) && !text.trimStart().startsWith('[')) {
    const items = text.split(',').map((part) => readValue(part.trim(), schema.items ?? {}));
    const wrong = items.find((item) => 'problem' in item);
    return wrong ?? { value: items.map((item) => ('value' in item ? item.value : undefined)) };
  }
  return schema.type === 'string' ? { value: text } : readJson(text);
}

function hintOf(schema: FieldSource, many: boolean): string {
  const range =
    schema.minimum !== undefined && schema.maximum !== undefined
      ? `${schema.minimum} to ${schema.maximum}`
      : '';
  const kind = schema['x-upload']
    ? 'a local file'
    : schema.enum
      ? ''
      : schema.type === 'boolean'
        ? ''
        : schema.type === 'array'
          ? many
            ? 'a list, separated by commas'
            : 'a list, as JSON'
          : isScalar(schema)
            ? (schema.type ?? 'text').replace('string', 'text')
            : 'JSON';
  return [kind, range, schema.description ?? ''].filter(Boolean).join('; ');
}

/** The allowed words for a value, if the schema lists them. */
const wordsOf = (schema: FieldSource = {}): readonly string[] | undefined =>
  schema.enum ?? (schema.type === 'boolean' ? BOOLEAN : undefined);

/** The choices of a field that accepts only these words. */
export function oneOf(words: readonly string[]): () => Choices {
  const choices = { all: words.map((text) => ({ text })), words: true };
  return () => choices;
}

/** Rejects an empty text. */
export const filledIn =
  <Value>(read: (text: string) => ReadResult<Value>) =>
  (text: string): ReadResult<Value> =>
    text === '' ? { problem: 'It must be filled in.' } : read(text);

function field(name: string, schema: FieldSource, required: boolean): Field {
  const isList = schema.type === 'array';
  const names = schema['x-names'] ?? (isList ? schema.items?.['x-names'] : undefined);
  // A list of objects can be typed separated by commas only if each object can be given by name.
  const many = isList && (isScalar(schema.items) || names !== undefined);
  const words = wordsOf(isList ? schema.items : schema);
  const read = (text: string) => readValue(text, schema);
  return {
    name,
    label: name,
    hint: hintOf(schema, many),
    initial: '',
    required,
    secret: schema['x-secret'] === true,
    upload: schema['x-upload'] === true,
    ...(many && { many }),
    ...(names && { names }),
    ...(words && { choices: oneOf(words) }),
    read: required ? filledIn(read) : (text) => (text === '' ? { value: undefined } : read(text)),
  };
}

/** The fields of a property: one for each part of an object with scalar parts only, otherwise a single one. */
function propertyFields(name: string, schema: FieldSource, required: boolean): Field[] {
  const parts = Object.entries(schema.properties ?? {});
  if (parts.length === 0 || !parts.every(([, part]) => isScalar(part)))
    return [field(name, schema, required)];
  return parts.map(([key, part]) =>
    field(`${name}.${key}`, part, required && (schema.required?.includes(key) ?? false)),
  );
}

/** The fields of one part of an input; a body that is not an object is a single field, as JSON or a list. */
function partFields(part: string, schema: FieldSource | undefined): Field[] {
  if (!schema) return [];
  const { properties } = schema;
  if (!properties) return [field(part, schema, true)];
  return Object.entries(properties).flatMap(([name, value]) =>
    propertyFields(`${part}.${name}`, value, schema.required?.includes(name) ?? false),
  );
}

/** The form fields of an operation, derived from its schemas: required fields, ranges, enumerations, lists. */
export const fieldsOf = (operation: Operation): Field[] =>
  INPUT_PARTS.flatMap((part) => partFields(part, operation[part]));

/** Makes the input from the values of a form; empty fields are left out. */
export function inputOf(operation: Operation, values: Readonly<Record<string, unknown>>): RawInput {
  const valuesOf = (part: string): Record<string, unknown> => {
    const gathered: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(values)) {
      const [within, key, inner] = name.split('.', 3);
      if (within !== part || key === undefined || value === undefined) continue;
      gathered[key] = inner === undefined ? value : { ...orEmpty(gathered[key]), [inner]: value };
    }
    return gathered;
  };
  return {
    ...(operation.params && { params: valuesOf('params') }),
    ...(operation.query && { query: valuesOf('query') }),
    ...(operation.body && { body: Object.hasOwn(values, 'body') ? values['body'] : valuesOf('body') }),
    ...(operation.form && { form: valuesOf('form') }),
  };
}
