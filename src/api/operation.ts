import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The harm that an operation can do, which determines how the console asks for confirmation:
 *
 * - `read`: changes nothing; no confirmation.
 * - `reversible`: limited and easy to undo; a preview, then the single key `y`.
 * - `disruptive`: affects the whole cluster or its clients; preview and checks, then the word `yes`.
 * - `destructive`: loses data or a service for good; the exact name is typed, then a countdown.
 */
export type Tier = 'read' | 'reversible' | 'disruptive' | 'destructive';

/**
 * An operation of the management interface as data. The client, the service's routes and checks, the forms and the
 * documentation derive from it.
 */
export interface Operation {
  readonly method: Method;
  /** The path relative to the base URL; path parameters are in braces and described by `params`. */
  readonly path: `/${string}`;
  /** One line in the words of an operator. */
  readonly summary: string;
  readonly tier: Tier;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** Multipart form data instead of a JSON body; the part named `file` is the content. */
  readonly form?: TObject;
  /** The content of a 2xx answer; absent if the interface declares none. */
  readonly reply?: TSchema;
  /** The reply is an endless sequence of values of the `reply` schema. */
  readonly stream?: true;
}

/** True for an operation that is not in the interface document, so that a service may lack it. */
export const isExtension = ({ path }: Pick<Operation, 'path'>): boolean => path.startsWith('/extensions/');

/** True if the path or a required parameter of the query names an object, which may not exist. */
export const namesObject = ({ path, query }: Pick<Operation, 'path' | 'query'>): boolean =>
  path.includes('{') || (query?.required?.some((key) => 'x-names' in (query.properties[key] ?? {})) ?? false);

/** Declares an operation, keeping its literal types. */
export const operation = <const O extends Operation>(value: O): O => value;

/**
 * The schema of an object that a server sends. Every field is optional, because the interface guarantees none, and unknown
 * fields are kept, because newer servers send more.
 */
export const shape = <const P extends TProperties>(properties: P, description?: string) =>
  Type.Partial(Type.Object(properties), description === undefined ? {} : { description });

/** The schema of a request body with exactly these fields: misspelt ones are refused instead of silently ignored. */
export const body = <const P extends TProperties>(properties: P, description?: string) =>
  Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });

/** The schema of a partial update: at least one of exactly these fields. */
export const changes = <const P extends TProperties>(properties: P, description?: string) =>
  Type.Partial(Type.Object(properties), {
    additionalProperties: false,
    minProperties: 1,
    ...(description === undefined ? {} : { description }),
  });

/** A file to upload; its content is streamed and read once. */
export interface Upload {
  /** The file's own name, without directories. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** The size in bytes, if known. */
  readonly size?: number;
}

/** The part of a multipart form that carries a file's content. */
export const upload = (description: string) =>
  Type.Unsafe<Upload>({ contentMediaType: 'application/octet-stream', 'x-upload': true, description });

/** An enumeration in an answer: the documented words, but any other word of a newer server is accepted. */
export const word = <const W extends string>(words: readonly W[], description?: string) =>
  Type.Unsafe<W | (string & {})>({
    type: 'string',
    'x-words': words,
    ...(description === undefined ? {} : { description }),
  });

/** An enumeration in a request: exactly one of these words. */
export const choice = <const W extends string>(words: readonly W[], description?: string) =>
  Type.Unsafe<W>({
    type: 'string',
    enum: words,
    ...(description === undefined ? {} : { description }),
  });

type InputPart<O extends Operation, K extends 'params' | 'query' | 'body' | 'form'> = O[K] extends TSchema
  ? { [P in K]: Static<O[K]> }
  : unknown;
/** The query part; optional if none of its fields is required. */
type InputQuery<O extends Operation> = O['query'] extends TObject
  ? Partial<Static<O['query']>> extends Static<O['query']>
    ? { query?: Static<O['query']> }
    : { query: Static<O['query']> }
  : unknown;

/** The input of an operation by part of the request: `{ params, query, body, form }`, as far as the operation has them. */
export type InputOf<O extends Operation> = InputPart<O, 'params'> &
  InputQuery<O> &
  InputPart<O, 'body'> &
  InputPart<O, 'form'>;

/** The output of an operation: the reply's static type, an async iterable of it for streams, or void. */
export type OutputOf<O extends Operation> = O['reply'] extends TSchema
  ? O['stream'] extends true
    ? AsyncIterable<Static<O['reply']>>
    : Static<O['reply']>
  : void;
