import type { TObject } from 'typebox';
import type { UntypedObject } from '../lib/untyped.ts';
import { inputProblems } from './check.ts';
import type { Operation } from './operation.ts';
import type { RawInput } from './transport.ts';

interface FieldSchema {
  readonly type?: string;
  readonly items?: FieldSchema;
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** A text converted to the type of its schema. If that fails it stays a text, which the check then reports. */
function typed(value: unknown, schema: FieldSchema | undefined): unknown {
  if (schema?.type === 'array')
    return (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => typed(one, schema.items));
  if (typeof value !== 'string') return value;
  const isNumber = schema?.type === 'integer' || schema?.type === 'number';
  if (isNumber && DECIMAL.test(value)) return Number(value);
  if (schema?.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function typedFields(
  fields: UntypedObject | undefined,
  schema: TObject | undefined,
): UntypedObject | undefined {
  if (fields === undefined || schema === undefined) return fields;
  const properties: Readonly<Record<string, FieldSchema>> = schema.properties;
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      typed(value, Object.hasOwn(properties, key) ? properties[key] : undefined),
    ]),
  );
}

/**
 * Converts a request to an operation's input and checks it: texts in path, query and form are converted to the types of
 * the schemas, and a single value becomes a list where the schema has one.
 *
 * @param raw percent-decoded params and query, the parsed JSON body, the fields of the form and its file
 * @returns the input, or its problems in words for the caller
 */
export function decodeInput(
  operation: Operation,
  raw: RawInput,
): { readonly input: RawInput } | { readonly problems: readonly string[] } {
  const params = typedFields(raw.params, operation.params);
  const query = typedFields(raw.query, operation.query);
  const form = typedFields(raw.form, operation.form);
  const input: RawInput = {
    ...(params && { params }),
    ...(query && { query }),
    ...(raw.body !== undefined && { body: raw.body }),
    ...(form && { form }),
  };
  const problems = inputProblems(operation, input);
  return problems.length > 0 ? { problems } : { input };
}
