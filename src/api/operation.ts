import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The harm that an operation can do, and so what the console asks before it is sent:
 *
 * - `read`: nothing changes, nothing is asked.
 * - `reversible`: narrow and easily undone; a preview, then a lone `y`.
 * - `disruptive`: felt by the whole cluster or its clients; preview and checks, then the word `yes`.
 * - `destructive`: data or service is lost for good; the exact name is typed, then a countdown.
 */
export type Tier = 'read' | 'reversible' | 'disruptive' | 'destructive';

/** One operation of the management interface, as data: the client, the service's routes and checks, the forms and the docs derive from it. */
export interface Operation {
  readonly method: Method;
  /** Relative to the base URL; path parameters stand in braces and are described by `params`. */
  readonly path: `/${string}`;
  /** One line, as an operator would say it. */
  readonly summary: string;
  readonly tier: Tier;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** Multipart form data instead of a JSON body; the part named `file` is the content. */
  readonly form?: TObject;
  /** The content of a 2xx answer; absent where the interface describes no content. */
  readonly reply?: TSchema;
  /** The reply is an endless sequence of values of the `reply` schema. */
  readonly stream?: true;
}

/** Tells whether an operation is one that the interface document does not have, so that a service may lack it. */
export const isExtension = ({ path }: Pick<Operation, 'path'>): boolean => path.startsWith('/extensions/');

/** Declares an operation, keeping its literal types. */
export const operation = <const O extends Operation>(value: O): O => value;

/**
 * The shape of something that a server sends: every field optional, because the interface promises none,
 * and unknown fields kept, because servers grow.
 */
export const shape = <const P extends TProperties>(properties: P, description?: string) =>
  Type.Partial(Type.Object(properties), description === undefined ? {} : { description });

/** The body of a request: exactly these fields. A misspelt one is refused instead of silently ignored. */
export const body = <const P extends TProperties>(properties: P, description?: string) =>
  Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });

/** The body of a partial update: at least one of exactly these fields. */
export const changes = <const P extends TProperties>(properties: P, description?: string) =>
  Type.Partial(Type.Object(properties), {
    additionalProperties: false,
    minProperties: 1,
    ...(description === undefined ? {} : { description }),
  });

/** A file on its way into the cluster, read once, in pieces. */
export interface Upload {
  /** The file's own name, without directories. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** Bytes, where they are known. */
  readonly size?: number;
}

/** The part of a multipart form that carries a file's content. */
export const upload = (description: string) =>
  Type.Unsafe<Upload>({ contentMediaType: 'application/octet-stream', 'x-upload': true, description });

/** An enumeration in an answer: the documented words, open for those that a newer server may send. */
export const word = <const W extends string>(words: readonly W[], description?: string) =>
  Type.Unsafe<W | (string & {})>({
    type: 'string',
    'x-words': words,
    ...(description === undefined ? {} : { description }),
  });

/** An enumeration in a request: one of these words and no other. */
export const choice = <const W extends string>(words: readonly W[], description?: string) =>
  Type.Unsafe<W>({
    type: 'string',
    enum: words,
    ...(description === undefined ? {} : { description }),
  });

type Part<O extends Operation, K extends 'params' | 'query' | 'body' | 'form'> = O[K] extends TSchema
  ? { [P in K]: Static<O[K]> }
  : unknown;
/** A query is optional as a whole when none of its fields is required. */
type Query<O extends Operation> = O['query'] extends TObject
  ? Partial<Static<O['query']>> extends Static<O['query']>
    ? { query?: Static<O['query']> }
    : { query: Static<O['query']> }
  : unknown;

/** The input of a caller, by where it travels: `{ params, query, body, form }`, only those that the operation has. */
export type InputOf<O extends Operation> = Part<O, 'params'> & Query<O> & Part<O, 'body'> & Part<O, 'form'>;

/** The output for the caller: the reply's static type, an async iterable of it for streams, or nothing. */
export type OutputOf<O extends Operation> = O['reply'] extends TSchema
  ? O['stream'] extends true
    ? AsyncIterable<Static<O['reply']>>
    : Static<O['reply']>
  : void;
