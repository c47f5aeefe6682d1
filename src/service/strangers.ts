import type { Server, Socket } from 'node:net';
import type { Clock } from '../lib/clock.ts';

/** Connections on which the token has not been shown; with one more, the oldest of them goes. */
const MOST = 256;
/** How long a connection may last on which it never is, in milliseconds. */
const LIFETIME_MS = 20_000;
/** How long the client has to read its last answer before the connection is cut, in milliseconds. */
const LINGER_MS = 1000;

/** The connections of those who have not shown the token: few, and not for long, so that there is room for the others. */
export interface Strangers {
  /** The token was shown on this connection: it may last. */
  admit(socket: Socket): void;
  /** Has the connection end with the answer to the request at hand, even in the middle of that request. */
  dismiss(socket: Socket): void;
}

/** The same for a socket and for the TLS that is spoken over it. Undefined on a unix socket, which is its owner's only. */
function wayOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string | undefined {
  return remotePort === undefined ? undefined : `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}

/** Watches over the connections of a server from now on. */
export function watchStrangers(server: Server, clock: Clock): Strangers {
  // The oldest first.
  const strangers = new Map<string, { readonly socket: Socket; readonly limit: Disposable }>();

  const forget = (way: string, socket?: Socket) => {
    const stranger = strangers.get(way);
    if (stranger === undefined || (socket !== undefined && stranger.socket !== socket)) return;
    stranger.limit[Symbol.dispose]();
    strangers.delete(way);
  };

  server.on('connection', (socket: Socket) => {
    const way = wayOf(socket);
    if (way === undefined) return;
    strangers.set(way, { socket, limit: clock.after(LIFETIME_MS, () => socket.destroy()) });
    socket.once('close', () => forget(way, socket));
    const [oldest] = strangers.values();
    if (strangers.size > MOST) oldest?.socket.destroy();
  });

  return {
    admit(socket) {
      const way = wayOf(socket);
      if (way !== undefined) forget(way);
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
