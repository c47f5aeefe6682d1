import type { OperationId } from './contract/index.ts';
import { ApiError } from './failure.ts';

/** An operation's input by where it travels, before its static type is known. */
export interface RawInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, unknown>>;
}

/** An answer as it came: status, media type and the bytes, decoded as UTF-8 and still arriving. */
export interface Answer {
  readonly status: number;
  /** Media type without parameters, lower case; empty when none was sent. */
  readonly contentType: string;
  /** Milliseconds since what it tells was so, where a service or proxy says that (`Age`); 0 is now. */
  readonly ageMs?: number;
  /** Where a redirect wants to go. */
  readonly location?: string;
  readonly body: AsyncIterable<string>;
}

/** A file on its way to this program. */
export interface Arriving {
  /** Bytes, where the other side says how many they are. */
  readonly size?: number;
  /** Leaving it before its end closes the connection. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Something that was done on purpose to a simulated cluster, for whoever had to find it. */
export interface InjectedFault {
  readonly summary: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * The way in which the client reaches a service: over HTTP, or directly into an engine that runs in this process.
 * Rejects with ApiError of kind `unreachable`, `timeout`, `refused` or `cancelled`, and so does reading the
 * body; any HTTP status is an Answer. Leaving the body before its end closes the connection.
 */
export interface Transport {
  send(id: OperationId, input: RawInput, options: { readonly signal?: AbortSignal }): Promise<Answer>;
  /**
   * Fetches what the `url` of a download points to. Rejects as `send` does, and with `rejected` for any status
   * but 2xx. The token goes along to the service's own address only.
   */
  download(url: string, options: { readonly signal?: AbortSignal }): Promise<Arriving>;
  close(): Promise<void>;
  /** Tells what was done on purpose to a simulated cluster in this process; there is nothing to tell of any other. */
  readonly reveal?: () => Promise<readonly InjectedFault[]>;
}

/**
 * A transport that is still being opened: what is sent meanwhile waits for it. Who opens it is told when that
 * fails; what waited is cancelled.
 */
export function deferredTransport(opening: Promise<Transport>): Transport {
  const opened = opening.catch((): never => {
    throw new ApiError({ kind: 'cancelled', message: 'There is no way to the cluster.' });
  });
  // Nobody may be waiting.
  opened.catch(() => undefined);
  return {
    send: async (id, input, options) => (await opened).send(id, input, options),
    download: async (url, options) => (await opened).download(url, options),
    close: async () => (await opened).close(),
    reveal: async () => (await (await opened).reveal?.()) ?? [],
  };
}

/** A transport that is opened with the first request, and again with the next one where that failed: what was missing may be there by then. */
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
