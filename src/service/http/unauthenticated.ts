import type { Server, Socket } from 'node:net';
import type { Clock } from '../../lib/clock.ts';

/** Maximum number of connections that have not shown the token; one more closes the oldest. */
const MAX_CONNECTIONS = 256;
/** Maximum lifetime of an unauthenticated connection, in milliseconds. */
const LIFETIME_MS = 20_000;
/** Time for reading the last answer before the connection is cut, in milliseconds. */
const LAST_ANSWER_MS = 1000;

/** Limits the number and the lifetime of connections that have not shown the token, so that others find room. */
export interface UnauthenticatedLimit {
  /** The client has shown the token: removes the limit of its connection. */
  admit(socket: Socket): void;
  /** Closes the connection after the answer to the current request, even if that request is still arriving. */
  dismiss(socket: Socket): void;
}

/**
 * Addresses and ports of both ends, which are the same for a TCP socket and the TLS socket over it. Undefined on a
 * unix socket, which only its owner can use.
 */
function addressesOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string | undefined {
  return remotePort === undefined ? undefined : `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}

/** Limits the connections that a server accepts from now on. */
export function limitUnauthenticated(server: Server, clock: Clock): UnauthenticatedLimit {
  // Oldest first.
  const unauthenticated = new Map<string, { readonly socket: Socket; readonly limit: Disposable }>();

  const forget = (addresses: string, socket?: Socket) => {
    const connection = unauthenticated.get(addresses);
    if (connection === undefined || (socket !== undefined && connection.socket !== socket)) return;
    connection.limit[Symbol.dispose]();
    unauthenticated.delete(addresses);
  };

  server.on('connection', (socket: Socket) => {
    const addresses = addressesOf(socket);
    if (addresses === undefined) return;
    unauthenticated.set(addresses, { socket, limit: clock.after(LIFETIME_MS, () => socket.destroy()) });
    socket.once('close', () => forget(addresses, socket));
    const [oldest] = unauthenticated.values();
    if (unauthenticated.size > MAX_CONNECTIONS) oldest?.socket.destroy();
  });

  return {
    admit(socket) {
      const addresses = addressesOf(socket);
      if (addresses !== undefined) forget(addresses);
    },
    dismiss(socket) {
      // Node calls `destroySoon` after the last answer. Its own version cuts the connection at once, and a client
      // that is still sending would see the reset before it has read the answer.
      socket.destroySoon = () => {
        socket.end();
        const limit = clock.after(LAST_ANSWER_MS, () => socket.destroy());
        socket.once('close', () => limit[Symbol.dispose]());
      };
    },
  };
}
