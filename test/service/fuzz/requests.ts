import fc from 'fast-check';
import type { Operation } from '../../../src/api/operation.ts';
import { bodyText, valuesFrom, type Dictionary } from './values.ts';

/** A request as it is sent, below the path prefix. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly contentType?: string;
  readonly body?: string;
}

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join(',');
const MALFORMED = [
  ['{', '[1,', '{"a":1}{"b":2}', '{"a":}', "{'a':1}", 'NaN', '[NaN]', '01', '"\u0001"', '\ufeff{}', 'nul'],
  ['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}', '{"a":1,"a":2}'],
  ['null', '0', '"text"', '[]', '{}', 'true', '1e999', '['.repeat(50_000), '{"a":'.repeat(9999)],
  [`{"nodes":[${'{},'.repeat(30_000)}{}]}`, `[${'1,'.repeat(90_000)}1]`, `{${names(2000)}}`, '{"a":1e999}'],
  [`"${'x'.repeat(70_000)}"`, ' '.repeat(1000), '\0', 'a=1&b=2', '<xml/>'],
].flat();
const TYPES = [
  ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'],
  [
    'application/jsonp',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'APPLICATION/JSON',
    'x',
    '*/*',
  ],
].flat();
const JSON_TYPE = 'application/json';
const BOUNDARY = 'fuzz-boundary';

const plain = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** A lone surrogate cannot be part of an address. */
const percent = (value: unknown): string => encodeURIComponent(plain(value).toWellFormed());

/** A path segment. What would lead to another path is percent-encoded as well. */
const segment = (value: unknown): string => percent(value).replaceAll('.', '%2E') || '%20';

const queryText = (query: object): string => {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    [value as unknown].flat().map((one) => `${percent(key)}=${percent(one)}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
};

const formText = (form: object): string =>
  Object.entries(form)
    .map(([key, value]) => {
      const file = key === 'file' ? '; filename="fuzz"\r\ncontent-type: application/octet-stream' : '';
      return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${percent(key)}"${file}\r\n\r\n${plain(value)}\r\n`;
    })
    .join('')
    .concat(`--${BOUNDARY}--\r\n`);

type Content = Omit<RawRequest, 'method' | 'path'>;

const ANY_PATH = ['?%%%', '/%zz', '?a=1&a=2', '?__proto__=1', `?${'limit=1&'.repeat(500)}`, '/', '/..%2f..'];

/**
 * Requests to one operation: valid ones, ones that are wrong in one part, and entirely invalid ones. They are
 * generated from the schemas of the contract, from which the OpenAPI document (`src/api/openapi.ts`) is also made.
 */
export function requestsTo(operation: Operation, words: Dictionary): fc.Arbitrary<RawRequest> {
  const { right, nearly, anything, text } = valuesFrom(words);
  const { method, params, query, body, form } = operation;
  type Maker = typeof right;
  const make = (maker: Maker, schema: Parameters<Maker>[0] | undefined) =>
    schema === undefined ? fc.constant({}) : maker(schema).map((value) => Object(value) as object);

  const address = (ofPath: Maker, ofQuery: Maker) =>
    fc.tuple(make(ofPath, params), make(ofQuery, query)).map(([names, asked]) => {
      const values = names as Readonly<Record<string, unknown>>;
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => segment(values[key]));
      return path + queryText(asked);
    });
  const content = (maker: Maker): fc.Arbitrary<Content> => {
    if (form !== undefined) {
      const contentType = `multipart/form-data; boundary=${BOUNDARY}`;
      return make(maker, form).map((value) => ({ contentType, body: formText(value) }));
    }
    if (body === undefined) return fc.constant({});
    return maker(body).map((value) => ({ contentType: JSON_TYPE, body: bodyText(value) }));
  };
  const strangeContent: fc.Arbitrary<Content> = fc.oneof(
    anything.map((value) => ({ contentType: JSON_TYPE, body: bodyText(value) })),
    fc.constantFrom(...MALFORMED).map((malformed) => ({ contentType: JSON_TYPE, body: malformed })),
    fc
      .tuple(content(right), fc.constantFrom(...TYPES))
      .map(([{ body: text = '' }, contentType]) => ({ contentType, body: text })),
  );
  const strangeAddress = fc.oneof(
    fc.tuple(address(right, right), fc.constantFrom(...ANY_PATH)).map(([path, more]) => path + more),
    fc
      .tuple(
        address(right, () => fc.constant({})),
        fc.dictionary(text, text, { maxKeys: 2 }),
      )
      .map(([path, more]) => path + queryText(more)),
  );

  const good = address(right, right);
  const sent = fc.oneof(
    { weight: 8, arbitrary: fc.tuple(good, content(right)) },
    { weight: params ? 2 : 0, arbitrary: fc.tuple(address(nearly, right), content(right)) },
    { weight: query ? 2 : 0, arbitrary: fc.tuple(address(right, nearly), content(right)) },
    { weight: body || form ? 4 : 0, arbitrary: fc.tuple(good, content(nearly)) },
    { weight: 1, arbitrary: fc.tuple(strangeAddress, content(right)) },
    { weight: 2, arbitrary: fc.tuple(good, strangeContent) },
  );
  return sent.map(([path, what]) => ({ method, path, ...what }));
}
