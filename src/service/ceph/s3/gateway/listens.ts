import { connect } from 'node:net';

/** True if something listens at the host and port of a base URL; undefined if that cannot be determined. */
export type Listens = (url: string) => Promise<boolean | undefined>;

const CONNECT_MS = 500;

export const listens: Listens = (url) => {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = connect({
    host,
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    timeout: CONNECT_MS,
  });
  const { promise, resolve } = Promise.withResolvers<boolean | undefined>();
  socket.once('connect', () => resolve(true));
  socket.once('timeout', () => resolve(undefined));
  socket.once('error', ({ code }: NodeJS.ErrnoException) =>
    resolve(code === 'ECONNREFUSED' ? false : undefined),
  );
  return promise.finally(() => socket.destroy());
};
