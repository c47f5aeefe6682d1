import type { Clock } from '../../../lib/clock.ts';
import { PRIORITY } from '../../../lib/priority.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { ifRefused } from '../../engine.ts';
import type { ServerAccess } from '../access/serverAccess.ts';
import { readFsid, type Ceph } from '../client/ceph.ts';
import { every, within } from '../client/timeouts.ts';
import type { ManagementNode } from '../management.ts';
import type { Note } from '../ownLog.ts';
import type { Collection } from '../state/collection.ts';
import { keyedQueue } from '../state/keyedQueue.ts';
import type { Lease } from '../state/lease.ts';
import { remoteDaemon, type RemoteDaemon } from './remoteDaemon.ts';
import type { GatewayKind } from './runner.ts';

/** The interval at which gateways on other servers are checked. */
const CHECK_MS = 30_000;
/** The time that a change waits for a server: less than the ten seconds that a client waits for the service. */
const WAIT_MS = 8000;
const LATE: RemoteProblem = { message: `it has not answered for ${WAIT_MS / 1000} s` };
/** The folder on a server for the files of its gateways. */
const FOLDER = '/var/lib/storedeck';

/** A kind of gateway, and its definitions. */
export interface RemoteKind<Saved> {
  readonly kind: GatewayKind;
  readonly services: Collection<Saved>;
  /** The ids of the servers of a service whose gateways are run over ssh. */
  readonly serversOf: (saved: Saved) => readonly number[];
  /** Has the daemon of a server serve what is saved. It does nothing if it does so already. */
  readonly serve: (daemon: RemoteDaemon, saved: Saved, server: number) => Promise<readonly RemoteProblem[]>;
  /** Has a daemon release what its clients use, before it is stopped. */
  readonly release: (daemon: RemoteDaemon) => Promise<void>;
}

/** A part of a definition that a gateway does not serve. */
export interface RemoteProblem {
  readonly message: string;
  /** The affected parts (changedParts in tgtItems.ts); all unless given. */
  readonly parts?: readonly string[];
}

/** Problems with the server that has them. */
const named = (host: string, problems: readonly RemoteProblem[]): RemoteProblem[] =>
  problems.map(({ message, ...problem }) => ({
    ...problem,
    message: message.includes(host) ? message : `${host}: ${message}`,
  }));

export interface RemoteGatewaysOptions {
  readonly clock: Clock;
  readonly ceph: Ceph;
  readonly access: ServerAccess;
  readonly node: Pick<ManagementNode, 'servers'>;
  readonly note: Note;
  readonly lease: Pick<Lease, 'held'>;
  /** The folder on a server for the files of its gateways; /var/lib/storedeck unless given. */
  readonly folder?: string | undefined;
}

/** Runs the gateways of one kind on servers that are reached over ssh. */
export interface RemoteGateways extends Disposable {
  /** Has the servers of a service serve what is saved. @returns problems, each with its server */
  serve(id: number, concerns?: (part: string) => boolean): Promise<readonly string[]>;
  /** Stops the gateways of servers. @throws Refusal 501, 503 when one is not reached; it may run on then */
  stop(servers: readonly number[]): Promise<void>;
}

/**
 * Starts to keep the gateways running, until it is disposed: those of all services while this service holds the lease, and
 * otherwise those that did not serve when they last were to.
 */
export function createRemoteGateways<Saved>(
  { clock, ceph, access, node, note, lease, folder = FOLDER }: RemoteGatewaysOptions,
  { kind, services, serversOf, ...daemons }: RemoteKind<Saved>,
): RemoteGateways {
  const queue = keyedQueue<number>();
  const problemsOf = new Map<number, readonly string[]>();

  const hostsOf = async (servers: readonly number[]) =>
    [...(await node.servers())].filter(([, id]) => servers.includes(id));
  const daemonOn = async (host: string): Promise<RemoteDaemon> =>
    remoteDaemon(access.on(host), `${folder}/${await readFsid(ceph)}/${kind}`, kind);

  const serveNow = async (id: number) => {
    const saved = await services.get(id);
    const problems = await Promise.all(
      (await hostsOf(serversOf(saved))).map(async ([host, server]) => {
        try {
          const serving = daemonOn(host).then((daemon) => daemons.serve(daemon, saved, server));
          return named(host, (await within(clock, WAIT_MS, serving)) ?? [LATE]);
        } catch (failure) {
          return named(host, [{ message: messageOf(failure) }]);
        }
      }),
    );
    return problems.flat();
  };
  const serve: RemoteGateways['serve'] = (id, concerns = () => true) =>
    queue.run(id, async () => {
      const found = await serveNow(id);
      const problems = found.map(({ message }) => message);
      const before = problemsOf.get(id) ?? [];
      for (const problem of problems)
        if (!before.includes(problem)) note(`gateway on ${problem}`, PRIORITY.error, kind);
      if (problems.length > 0) problemsOf.set(id, problems);
      else if (problemsOf.delete(id)) note(`${kind} service ${id} is served again`, PRIORITY.notice, kind);
      return found
        .filter(({ parts }) => parts === undefined || parts.some(concerns))
        .map(({ message }) => message);
    });

  const timer = every(clock, CHECK_MS, async () => {
    const ids = lease.held ? (await services.entries()).map(([id]) => id) : [...problemsOf.keys()];
    // One that has been removed meanwhile must not keep the others from being served.
    for (const id of ids) await serve(id).catch(ifRefused(() => problemsOf.delete(id), 404));
  });
  return {
    serve,
    async stop(servers) {
      for (const [host] of await hostsOf(servers)) {
        const daemon = await daemonOn(host);
        await daemons.release(daemon);
        await daemon.stop();
        note(`the ${kind} gateway on ${host} was stopped`, PRIORITY.notice, kind);
      }
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };
}
