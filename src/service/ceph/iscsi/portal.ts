import { createServer } from 'node:net';

/** The address and port that clients connect to. */
export interface Portal {
  readonly ip: string;
  readonly port: number;
}

/** A portal as text, such as `10.0.0.1:3260` or `[::1]:3260`. */
export const portalText = ({ ip, port }: Portal): string => `${ip.includes(':') ? `[${ip}]` : ip}:${port}`;

/**
 * Checks that tgtd can listen on a portal. If it cannot, tgtd silently listens on all addresses of the server instead.
 * @throws Error when the portal is not available
 */
export async function requireFreePortal(portal: Portal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer();
  server.once('error', ({ code, message }: NodeJS.ErrnoException) =>
    reject(
      new Error(
        code === 'EADDRINUSE'
          ? `another program listens on ${portalText(portal)}: stop it, or use another port for the gateway`
          : `the gateway cannot listen on ${portalText(portal)}: ${message}`,
      ),
    ),
  );
  server.listen({ host: portal.ip, port: portal.port }, () => server.close(() => resolve()));
  await promise;
}
