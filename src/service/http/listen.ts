import { lstat, unlink } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import { isLoopback } from '../../api/loopback.ts';
import type { Address } from './address.ts';

/** Thrown when the service cannot listen on the given address; the message says what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** The part of a Fastify app that is needed for listening. */
interface ListeningApp {
  listen(options: { host: string; port: number } | { path: string }): Promise<unknown>;
  readonly server: Server;
  readonly initialConfig: { readonly https?: unknown };
}

function baseUrl({ server, initialConfig }: ListeningApp, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const named = host.includes(':') ? `[${host}]` : host;
  return `${initialConfig.https ? 'https' : 'http'}://${named}:${port}/api`;
}

/** True if a process accepts connections on a unix socket. */
function isAnswered(path: string): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const socket = connect({ path });
  socket.once('connect', () => resolve(true));
  socket.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(false);
    else reject(error);
  });
  return promise.finally(() => socket.destroy());
}

/**
 * Removes the socket of a service that was killed. @throws ListenError when a process still accepts connections on it
 */
async function clearSocket(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return;
  if (!stats.isSocket()) throw new ListenError(`${path} exists and is not a socket: choose another path`);
  if (await isAnswered(path)) throw new ListenError(`another process listens on ${path}`);
  await unlink(path);
}

/**
 * Makes a server create its socket for its owner only. The umask at bind time decides the mode of a socket; a chmod
 * afterwards would leave a moment in which others can connect. `listen` binds a path before it returns.
 */
function bindPrivately(server: Server): void {
  const bind = server.listen.bind(server) as (...args: unknown[]) => Server;
  server.listen = (...args: unknown[]) => {
    const usual = process.umask(0o177);
    try {
      return bind(...args);
    } finally {
      process.umask(usual);
    }
  };
}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'another process listens there: choose another port, or 0 for any free one',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'permission denied: ports below 1024 need root, and a socket needs a writable directory',
  ENOTFOUND: 'the host name cannot be resolved',
  ENOENT: 'the directory does not exist',
  EINVAL: 'the path is too long for a socket',
};

/** The warning about listening on this address without TLS; undefined for one that only this machine can reach. */
export function exposureWarning(address: Address, tls: boolean): string | undefined {
  if (address.kind === 'unix' || tls || isLoopback(address.host)) return undefined;
  return (
    `listening on ${address.host} without TLS: anyone who can read the traffic can read the token and ` +
    'control the cluster. Set --tls-cert and --tls-key, or listen on 127.0.0.1 and connect through ssh -L'
  );
}

/**
 * Makes the service listen. A unix socket is for its owner only, and replaces one on which no process accepts
 * connections.
 * @returns the base URL with the actual port, or `unix:PATH` for a socket
 * @throws ListenError
 */
export async function listen(service: ListeningApp, address: Address): Promise<string> {
  try {
    if (address.kind === 'tcp') {
      await service.listen({ host: address.host, port: address.port });
      return baseUrl(service, address.host);
    }
    await clearSocket(address.path);
    bindPrivately(service.server);
    await service.listen({ path: address.path });
    return `unix:${address.path}`;
  } catch (error) {
    if (error instanceof ListenError) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    const where = address.kind === 'tcp' ? `${address.host}:${address.port}` : address.path;
    throw new ListenError(`cannot listen on ${where}: ${REASONS[code] ?? message}`, { cause: error });
  }
}
