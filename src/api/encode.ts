import { ApiError } from './failure.ts';
import type { Method, Operation, Upload } from './operation.ts';
import type { RawInput } from './transport.ts';

/** The parts of a multipart form. The file is sent last, so that the service has all fields before the content. */
export interface FormParts {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly file?: { readonly field: string; readonly upload: Upload };
}

/** A request ready to send, except for the token. */
export interface EncodedRequest {
  readonly method: Method;
  /** Percent-encoded path with its query, relative to the base URL. */
  readonly path: string;
  readonly accept: string;
  readonly json?: string;
  readonly form?: FormParts;
}

const refused = (message: string) => new ApiError({ kind: 'refused', message });

function percentEncode(value: string, where: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    throw refused(`${where}: contains an unpaired surrogate, which cannot be sent`);
  }
}

/** A value as text for a path, a query or a form field. */
function asText(value: unknown, where: string): string {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw refused(`${where}: must be text, a number, or true or false`);
}

function segment(value: unknown, where: string): string {
  const text = asText(value, where);
  // Servers and proxies resolve "." and "..", even percent-encoded, so the request would reach another operation.
  if (text === '' || text === '.' || text === '..')
    throw refused(`${where}: "${text}" is not allowed as a path segment`);
  return percentEncode(text, where);
}

/** Fields as pairs: an array gives one pair per item, undefined and null are skipped. */
function* pairs(values: Readonly<Record<string, unknown>>, part: string): Generator<[string, string]> {
  for (const [key, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (one !== undefined && one !== null) yield [key, asText(one, `${part}.${key}`)];
  }
}

function encodeForm(form: Readonly<Record<string, unknown>>, operation: Operation): FormParts {
  const fields: Record<string, unknown> = {};
  let file: FormParts['file'];
  for (const [key, value] of Object.entries(form)) {
    const schema: { 'x-upload'?: boolean } | undefined = operation.form?.properties[key];
    if (schema?.['x-upload'] === true) file = { field: key, upload: value as Upload };
    else fields[key] = value;
  }
  return { fields: [...pairs(fields, 'form')], ...(file && { file }) };
}

/**
 * Encodes an operation's input as a request.
 * @throws ApiError of kind `refused` for values that cannot be encoded
 */
export function encodeRequest(operation: Operation, input: RawInput): EncodedRequest {
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, key: string) =>
    segment(input.params?.[key], `params.${key}`),
  );
  const query = Array.from(pairs(input.query ?? {}, 'query'), ([key, value]) =>
    [key, value].map((text) => percentEncode(text, `query.${key}`)).join('='),
  ).join('&');
  const json = operation.body && input.body !== undefined ? JSON.stringify(input.body) : undefined;
  return {
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    accept: operation.stream
      ? 'text/event-stream, application/x-ndjson, application/json;q=0.9'
      : 'application/json, */*;q=0.5',
    ...(json !== undefined && { json }),
    ...(operation.form && { form: encodeForm(input.form ?? {}, operation) }),
  };
}
