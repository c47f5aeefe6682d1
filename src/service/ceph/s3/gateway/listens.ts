import { connect } from 'node:net';
import type { StorageCall } from '../../client/storage.ts';

/**
 * True if something listens at the host and port of a base URL; undefined if no answer came.
 * @throws Refusal if the address could not be tried, because the machine of the helper is not reached
 */
export type Listens = (url: string) => Promise<boolean | undefined>;

const CONNECT_MS = 500;

function addressOf(url: string): { readonly host: string; readonly port: number } {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}

/** Connects from this machine. */
export const listens: Listens = (url) => {
  const socket = connect({ ...addressOf(url), timeout: CONNECT_MS });
  const { promise, resolve } = Promise.withResolvers<boolean | undefined>();
  socket.once('connect', () => resolve(true));
  socket.once('timeout', () => resolve(undefined));
  socket.once('error', ({ code }: NodeJS.ErrnoException) =>
    resolve(code === 'ECONNREFUSED' ? false : undefined),
  );
  return promise.finally(() => socket.destroy());
};

/** Connects from the machine on which the helper runs, as an address may belong to another machine elsewhere. */
export const listensFrom =
  (call: StorageCall): Listens =>
  (url) => {
    const where = { ...addressOf(url), seconds: CONNECT_MS / 1000 };
    return call<boolean | null>('host.listens', where, { timeoutMs: 4 * CONNECT_MS }).then(
      (answer) => answer ?? undefined,
    );
  };
