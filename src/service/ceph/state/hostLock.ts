import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { Refusal } from '../../engine.ts';

/**
 * A lock among the management services of one server for one cluster. The holder continues the server's tasks, runs its
 * gateways and watches the cluster. The others only serve reads, until the holder stops.
 */
export interface HostLock {
  /** Tries to take the lock. @returns true if this service holds it now */
  acquire(): Promise<boolean>;
  /** Takes the lock. @throws Refusal 409 while another service holds it */
  require(): Promise<void>;
  /** Releases the lock. */
  close(): Promise<void>;
}

/** The name of an abstract socket (unix(7)), which disappears with its process. */
const socketOf = (name: string): string =>
  `\0storedeck-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;

/** Listens on a socket; undefined if another process listens on it. */
const listen = (path: string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.destroy());
    server.once('error', (failure: NodeJS.ErrnoException) => {
      if (failure.code === 'EADDRINUSE') resolve(undefined);
      else reject(failure);
    });
    server.listen({ path }, () => resolve(server.unref()));
  });

/** Creates the lock of a server and cluster, which is taken on demand and released when the process ends. */
export function createHostLock(hostname: string, readFsid: () => Promise<string>): HostLock {
  let attempt: Promise<void> | undefined;
  let held: Server | undefined;
  let closed = false;

  const take = async (): Promise<void> => {
    const path = socketOf(`${await readFsid()} ${hostname}`);
    const server = closed ? undefined : await listen(path);
    if (closed) server?.close();
    else held = server;
  };
  const acquire = async (): Promise<boolean> => {
    if (closed) return false;
    if (held) return true;
    attempt ??= take().finally(() => (attempt = undefined));
    await attempt;
    return held !== undefined && !closed;
  };
  return {
    acquire,
    async require() {
      if (await acquire()) return;
      throw new Refusal(
        409,
        `another storedeck serve on ${hostname} runs the long tasks of this cluster: use that one, or stop it`,
      );
    },
    async close() {
      closed = true;
      const server = held;
      await new Promise<void>((resolve) => void (server ? server.close(() => resolve()) : resolve()));
    },
  };
}
