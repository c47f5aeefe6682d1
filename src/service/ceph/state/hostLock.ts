import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { Refusal } from '../../engine.ts';

/**
 * Which of the management services of one server, for one cluster, acts for that server: takes up its tasks, runs its
 * gateways, watches the cluster. The others answer what can be read, and are there when that one ends.
 */
export interface HostLock {
  /** Takes the lock where nobody else has it. Resolves to whether this service has it now. */
  acquire(): Promise<boolean>;
  /** @throws Refusal 409 while another one has it */
  require(): Promise<void>;
  /** Lets another one have it. */
  close(): Promise<void>;
}

/** A name in the kernel's own space of sockets (unix(7), abstract): it goes with the process, however that ends. */
const socketOf = (name: string): string =>
  `\0storedeck-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;

/** Undefined when another process listens there. */
const listen = (path: string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.destroy());
    server.once('error', (failure: NodeJS.ErrnoException) => {
      if (failure.code === 'EADDRINUSE') resolve(undefined);
      else reject(failure);
    });
    server.listen({ path }, () => resolve(server.unref()));
  });

/** One for each server and cluster; taken at the first need, and gone with the process, however that ends. */
export function createHostLock(hostname: string, readFsid: () => Promise<string>): HostLock {
  let attempt: Promise<Server | undefined> | undefined;
  let held: Server | undefined;
  let closed = false;

  const take = async (): Promise<Server | undefined> => {
    const path = socketOf(`${await readFsid()} ${hostname}`);
    const server = closed ? undefined : await listen(path);
    if (!closed) return server;
    server?.close();
    return undefined;
  };
  const acquire = async (): Promise<boolean> => {
    if (closed) return false;
    if (held) return true;
    attempt ??= take().finally(() => (attempt = undefined));
    held = await attempt;
    return held !== undefined;
  };
  return {
    acquire,
    async require() {
      if (await acquire()) return;
      throw new Refusal(
        409,
        `another storedeck serve on ${hostname} does what takes long on this cluster: ask that one, or end it`,
      );
    },
    async close() {
      closed = true;
      const server = held;
      await new Promise<void>((resolve) => void (server ? server.close(() => resolve()) : resolve()));
    },
  };
}
