import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import { suggestion } from '../lib/nearest.ts';
import { visible } from '../lib/visible.ts';
import type { Operation } from './operation.ts';
import type { RawInput } from './transport.ts';

/** The parts of an input, as sent in a request. */
const PARTS = ['params', 'query', 'body', 'form'] as const;

const open = new WeakMap<TSchema, Validator>();
/** Validators that allow only the fields of their schema. */
const closed = new WeakMap<TSchema, Validator>();

/** The validator of a schema, compiled on first use: a run calls only a few of the operations. */
function validatorOf(schema: TSchema, isClosed: boolean): Validator {
  const validators = isClosed ? closed : open;
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = Compile(isClosed ? { ...schema, additionalProperties: false } : schema);
    validators.set(schema, validator);
  }
  return validator;
}

/** The parts of a schema that error messages use. */
interface CheckedSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, CheckedSchema>>;
  readonly items?: CheckedSchema;
  readonly anyOf?: readonly CheckedSchema[];
  readonly 'x-secret'?: boolean;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};
const typeWord = (type: unknown) => TYPE_WORDS[String(type)] ?? String(type);

interface CheckedValue {
  /** The path as shown to the operator: `body.servers[0].ip`. */
  readonly name: string;
  readonly schema: CheckedSchema | undefined;
  readonly value: unknown;
}

const SHOWN_LENGTH = 60;
/** The maximum number of problems reported for an input. */
const MAX_PROBLEMS = 8;
/** The error limit of the validator: more than the part of a value kept by `wrongPart` can have. */
const MAX_ERRORS = 1000;

/** The beginning of an untrusted text, made safe for display. */
const shown = (text: string) =>
  visible(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text);

/** The value and its schema at a JSON pointer. */
function valueAt(part: string, pointer: string, schema: TSchema, value: unknown): CheckedValue {
  let checked: CheckedValue = { name: part, schema, value };
  for (const escaped of pointer.split('/').slice(1)) {
    const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    const { name, schema, value } = checked;
    checked = {
      name: Array.isArray(value) ? `${name}[${key}]` : `${name}.${shown(key)}`,
      schema: Array.isArray(value) ? schema?.items : schema?.properties?.[key],
      value: (value as Readonly<Record<string, unknown>> | undefined)?.[key],
    };
  }
  return checked;
}

/** The offending value, cut to length; empty for a secret. */
function got({ schema, value }: CheckedValue): string {
  if (schema?.['x-secret'] === true) return '';
  if (typeof value === 'object' && value !== null)
    return `; got ${typeWord(Array.isArray(value) ? 'array' : 'object')}`;
  // Cut before encoding, as encoding megabytes would take long.
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_LENGTH)) : String(value);
  return `; got ${shown(text)}`;
}

/** A validation error in words. */
function words(error: TLocalizedValidationError, checked: CheckedValue): string {
  if (error.keyword === 'type') return `must be ${typeWord(error.params.type)}${got(checked)}`;
  if (error.keyword === 'anyOf')
    return `must be ${checked.schema?.anyOf?.map(({ type }) => typeWord(type)).join(' or ')}${got(checked)}`;
  if (error.keyword === 'enum')
    return `must be one of ${error.params.allowedValues.join(', ')}${got(checked)}`;
  if (error.keyword === 'maximum') return `must be at most ${error.params.limit}${got(checked)}`;
  if (error.keyword === 'minimum' && error.params.limit === 0) return `must not be negative${got(checked)}`;
  if (error.keyword === 'minimum') return `must be at least ${error.params.limit}${got(checked)}`;
  if (error.keyword === 'minLength' && error.params.limit === 1) return 'must not be empty';
  if (error.keyword === 'minItems' && error.params.limit === 1) return 'must have at least one entry';
  if (error.keyword === 'minProperties')
    return `must change at least one of ${Object.keys(checked.schema?.properties ?? {}).join(', ')}`;
  return error.message;
}

/** A problem of an input, by the path in it, such as `body.servers[0].ip`. */
export interface InputFinding {
  readonly path: string;
  readonly problem: string;
}

function unknownField(key: string, { name, schema }: CheckedValue): InputFinding {
  const known = Object.keys(schema?.properties ?? {});
  const hint = suggestion(key, known) || `; known: ${known.join(', ')}`;
  return { path: `${name}.${shown(key)}`, problem: `is not known here${hint}` };
}

/** A validation error as problems, one for each field concerned. */
function problemsOf(error: TLocalizedValidationError, checked: CheckedValue): InputFinding[] {
  if (error.keyword === 'required')
    return error.params.requiredProperties.map((key) => ({
      path: `${checked.name}.${key}`,
      problem: 'is missing',
    }));
  if (error.keyword === 'additionalProperties')
    return error.params.additionalProperties
      .slice(0, MAX_PROBLEMS + 1)
      .map((key) => unknownField(key, checked));
  // Accompanies the error on an unknown field, which is reported already.
  if (error.keyword === 'boolean') return [];
  return [{ path: checked.name, problem: words(error, checked) }];
}

/**
 * The invalid part of a value: the first few unknown fields, and of each list the first few invalid entries at their
 * indexes, with holes elsewhere. Finding all errors in a long list would take seconds, and only the first few are reported.
 */
function wrongPart(schema: CheckedSchema & TSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { items, properties = {} } = schema;
  if (!Array.isArray(value)) {
    let unknown = 0;
    const isKept = ([key]: readonly [string, unknown]) =>
      Object.hasOwn(properties, key) || unknown++ <= MAX_PROBLEMS;
    return Object.fromEntries(
      Object.entries(value)
        .filter(isKept)
        .map(([key, one]) => [key, wrongPart(properties[key] ?? {}, one)]),
    );
  }
  if (items === undefined) return value;
  const validator = validatorOf(items, false);
  const wrong: unknown[] = [];
  for (let index = 0, found = 0; index < value.length && found <= MAX_PROBLEMS; index++) {
    if (validator.Check(value[index])) continue;
    wrong[index] = wrongPart(items, value[index]);
    found++;
  }
  wrong.length = value.length;
  return wrong;
}

function partProblems(part: string, schema: TSchema, value: unknown, isClosed: boolean): InputFinding[] {
  const validator = validatorOf(schema, isClosed);
  if (validator.Check(value)) return [];
  // The limit must exceed the number of reported problems: each unknown field causes an extra error of its own.
  Settings.Set({ maxErrors: MAX_ERRORS });
  const errors = validator.Errors(wrongPart(schema, value));
  const alternatives = new Set(errors.filter((e) => e.keyword === 'anyOf').map((e) => e.instancePath));
  return errors
    .filter((error) => error.keyword === 'anyOf' || !alternatives.has(error.instancePath))
    .flatMap((error) => problemsOf(error, valueAt(part, error.instancePath, schema, value)));
}

/** The problems of an operation's input with their paths; empty if it can be sent. Values of secrets are not shown. */
export const inputFindings = (operation: Operation, input: RawInput): InputFinding[] =>
  PARTS.flatMap((part) => {
    const schema = operation[part];
    const value = input[part];
    if (schema === undefined)
      return isEmpty(value) ? [] : [{ path: part, problem: 'this operation takes none' }];
    if (part === 'body' && value === undefined) return [{ path: part, problem: 'is missing' }];
    return partProblems(
      part,
      schema,
      value === undefined ? {} : value,
      part === 'params' || part === 'query',
    );
  });

/**
 * The problems of an operation's input as texts that say what is expected (`body.speed: must be at most 10; got 11`),
 * without duplicates, and only the first few of many.
 */
export function inputProblems(operation: Operation, input: RawInput): string[] {
  const problems = inputFindings(operation, input).map(({ path, problem }) => `${path}: ${problem}`);
  const different = [...new Set(problems)];
  return different.length > MAX_PROBLEMS ? [...different.slice(0, MAX_PROBLEMS), 'and more'] : different;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
