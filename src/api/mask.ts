import type { TSchema } from 'typebox';
import type { Operation } from './operation.ts';
import type { RawInput } from './transport.ts';

/** The text that replaces a secret. */
export const MASK = '********';

/** Names of secret fields in any style (`secretKey`, `secret_key`, `Secret-Key`). */
const SECRET_WORDS = [
  '(?:(?:access|api|auth|refresh|mgmt[-_]?api)[-_]?)?token',
  '(?:access[-_]?secret|secret|admin|api|private|(?:backup[-_]?)?encryption)[-_]?key',
  'secret|keyring|passphrase|passw(?:or)?d|authorization',
].join('|');
const SECRET_FIELD = new RegExp(`^(?:${SECRET_WORDS})$`, 'i');
/** Ceph settings whose name ends in such a word, such as `rgw_keystone_admin_password`. */
const SECRET_SETTING = new RegExp(`(?:${SECRET_WORDS})$`, 'i');

/** The maximum nesting, more than any reply of the interface has; deeper values are omitted. */
const DEPTH = 32;

interface MaskSchema {
  readonly properties?: Readonly<Record<string, MaskSchema>>;
  readonly patternProperties?: Readonly<Record<string, MaskSchema>>;
  readonly items?: MaskSchema;
  readonly 'x-secret'?: boolean;
  readonly 'x-upload'?: boolean;
}

function maskFields(
  fields: Readonly<Record<string, unknown>>,
  schema: MaskSchema | undefined,
  depth: number,
): unknown {
  const any = Object.values(schema?.patternProperties ?? {})[0];
  const setting = typeof fields['name'] === 'string' && SECRET_SETTING.test(fields['name']);
  const masked: [string, unknown][] = [];
  for (const [key, value] of Object.entries(fields)) {
    const secret = SECRET_FIELD.test(key) || (setting && (key === 'value' || key === 'default'));
    const inner = schema?.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : any;
    masked.push([key, secret ? hide(value) : walk(value, inner, depth - 1)]);
  }
  return Object.fromEntries(masked);
}

const hide = (value: unknown) => (value === undefined || value === null || value === '' ? value : MASK);

function walk(value: unknown, schema: MaskSchema | undefined, depth: number): unknown {
  if (schema?.['x-secret'] === true) return hide(value);
  if (typeof value !== 'object' || value === null) return value;
  if (schema?.['x-upload'] === true) return { name: (value as { name?: unknown }).name };
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.map((item) => walk(item, schema?.items, depth - 1));
  return maskFields(value as Readonly<Record<string, unknown>>, schema, depth);
}

/**
 * A copy of a value with its secrets masked: fields marked `x-secret` in the schema, and fields with a name of a secret.
 * Applied to everything that is stored or shown: audit file, dumps, exports, recordings.
 */
export function mask(schema: TSchema | undefined, value: unknown): unknown {
  return walk(value, schema, DEPTH);
}

/** An operation's input with its secrets masked and without the content of a file. */
export function maskInput(operation: Operation, input: RawInput): RawInput {
  const part = (key: 'params' | 'query' | 'body' | 'form') =>
    input[key] === undefined ? {} : { [key]: mask(operation[key], input[key]) };
  return { ...part('params'), ...part('query'), ...part('body'), ...part('form') };
}
