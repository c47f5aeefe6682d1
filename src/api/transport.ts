import type { OperationId } from './contract/index.ts';
import { ApiError } from './failure.ts';

/** An operation's input by part of the request, without its static type. */
export interface RawInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, unknown>>;
}

/** An answer before it is read: status, media type and the body, decoded as UTF-8 while it arrives. */
export interface Answer {
  readonly status: number;
  /** The media type without parameters, in lower case; empty if none was sent. */
  readonly contentType: string;
  /** The age of the data in milliseconds, if the service or a proxy sent it (`Age`); 0 is current. */
  readonly ageMs?: number;
  /** The tag of the content, if the service named one (`ETag`). */
  readonly tag?: string;
  /** The target of a redirect. */
  readonly location?: string;
  readonly body: AsyncIterable<string>;
}

/** A file that is being downloaded. */
export interface IncomingFile {
  /** The size in bytes, if the server sent it. */
  readonly size?: number;
  /** The content; stopping before its end closes the connection. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** A fault injected into a simulated cluster, revealed at the end of a drill. */
export interface InjectedFault {
  readonly summary: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The options of a request. */
export interface SendOptions {
  readonly signal?: AbortSignal;
  /** The tag of an answer that the client has: if it is still the same, the service answers 304 without content (`If-None-Match`). */
  readonly unless?: string;
}

/**
 * The connection of the client to a service: over HTTP, or directly to an engine in this process. Sending a request, and
 * reading its body, rejects with ApiError of kind `unreachable`, `timeout`, `refused` or `cancelled`; any HTTP status is an
 * Answer. Stopping before the end of the body closes the connection.
 */
export interface Transport {
  send(id: OperationId, input: RawInput, options: SendOptions): Promise<Answer>;
  /**
   * Fetches the file at the `url` of a download. Rejects like `send`, and with `rejected` for any status but 2xx. The token
   * is sent only to the service itself.
   */
  download(url: string, options: { readonly signal?: AbortSignal }): Promise<IncomingFile>;
  close(): Promise<void>;
  /** Lists the faults injected into a simulated cluster in this process; absent for other clusters. */
  readonly reveal?: () => Promise<readonly InjectedFault[]>;
}

/**
 * A transport that is still being opened; requests wait for it. If opening fails, waiting requests are cancelled, and the
 * reason is left to the code that opens it.
 */
export function deferredTransport(opening: Promise<Transport>): Transport {
  const opened = opening.catch((): never => {
    throw new ApiError({ kind: 'cancelled', message: 'No connection to the cluster.' });
  });
  // Prevents an unhandled rejection if no request is waiting.
  opened.catch(() => undefined);
  return {
    send: async (id, input, options) => (await opened).send(id, input, options),
    download: async (url, options) => (await opened).download(url, options),
    close: async () => (await opened).close(),
    reveal: async () => (await (await opened).reveal?.()) ?? [],
  };
}

/** A transport that is opened by the first request; after a failure the next request tries again. */
export function lazyTransport(open: () => Promise<Transport>): Transport {
  let opening: Promise<Transport> | undefined;
  const opened = (): Promise<Transport> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    send: async (id, input, options) => (await opened()).send(id, input, options),
    download: async (url, options) => (await opened()).download(url, options),
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}
