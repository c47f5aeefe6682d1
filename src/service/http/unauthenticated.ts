import type { Server, Socket } from 'node:net';
import type { Clock } from '../../lib/clock.ts';

/** Connections that have not shown the token; one more closes the oldest. */
const MOST_CONNECTIONS = 256;
/** The time for which a connection that is never authenticated may last, in milliseconds. */
const LIFETIME_MS = 20_000;
/** The time that the client has to read its last answer before the connection is cut, in milliseconds. */
const LAST_ANSWER_MS = 1000;

/** Limits how many connections have not shown the token, and for how long, so that there is room for others. */
export interface UnauthenticatedLimit {
  /** The token was shown on this connection: it may last. */
  admit(socket: Socket): void;
  /** Has the connection end with the answer to the request at hand, even in the middle of that request. */
  dismiss(socket: Socket): void;
}

/** Addresses and ports of both ends: the same for a socket and for the TLS over it. Undefined on a unix socket, which is its owner’s only. */
function addressesOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string | undefined {
  return remotePort === undefined ? undefined : `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}

/** Limits the connections of a server from now on. */
export function limitUnauthenticated(server: Server, clock: Clock): UnauthenticatedLimit {
  // The oldest first.
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
    if (unauthenticated.size > MOST_CONNECTIONS) oldest?.socket.destroy();
  });

  return {
    admit(socket) {
      const addresses = addressesOf(socket);
      if (addresses !== undefined) forget(addresses);
    },
    dismiss(socket) {
      // Node calls this after the last answer. Its own version cuts the connection at once, and a client that is
      // still sending would notice that before it has read the answer.
      socket.destroySoon = () => {
        socket.end();
        const limit = clock.after(LAST_ANSWER_MS, () => socket.destroy());
        socket.once('close', () => limit[Symbol.dispose]());
      };
    },
  };
}
