import type { Server, Socket } from 'node:net';
import type { Clock } from '../lib/clock.ts';

/** Connections on which the token has not been shown; with one more, the oldest of them goes. */
const MOST = 256;
/** The time for which a connection that is never authenticated may last, in milliseconds. */
const LIFETIME_MS = 20_000;
/** The time that the client has to read its last answer before the connection is cut, in milliseconds. */
const LINGER_MS = 1000;

/** The connections of those who have not shown the token: few, and not for long, so that there is room for the others. */
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

/** Watches over the connections of a server from now on. */
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
    if (unauthenticated.size > MOST) oldest?.socket.destroy();
  });

  return {
    admit(socket) {
      const addresses = addressesOf(socket);
      if (addresses !== undefined) forget(addresses);
    },
    dismiss(socket) {
      // What Node calls behind the last answer. It would cut the connection at once, and a client that is still sending
      // would hear of that before it has read the answer.
      socket.destroySoon = () => {
        socket.end();
        const limit = clock.after(LINGER_MS, () => socket.destroy());
        socket.once('close', () => limit[Symbol.dispose]());
      };
    },
  };
}
