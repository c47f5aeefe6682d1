import { createServer } from 'node:net';

/** The address and port that clients connect to. */
export interface Portal {
  readonly ip: string;
  readonly port: number;
}

/** `10.0.0.1:3260`; an IPv6 address stands in brackets. */
export const portalText = ({ ip, port }: Portal): string => `${ip.includes(':') ? `[${ip}]` : ip}:${port}`;

/**
 * Checks that tgtd can listen there: where it cannot, it silently listens on all addresses of its server.
 * @throws Error when a program cannot listen there
 */
export async function requireFreePortal(portal: Portal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer();
  server.once('error', ({ code, message }: NodeJS.ErrnoException) =>
    reject(
      new Error(
        code === 'EADDRINUSE'
          ? `another program listens on ${portalText(portal)}: end it, or have the gateway use another port`
          : `the gateway cannot listen on ${portalText(portal)}: ${message}`,
      ),
    ),
  );
  server.listen({ host: portal.ip, port: portal.port }, () => server.close(() => resolve()));
  await promise;
}
