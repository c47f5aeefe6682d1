import type { ServerHelper } from '../access/serverAccess.ts';
import type { Ceph } from '../client/ceph.ts';

/** The state of a daemon after an order, and the part of its log since then. */
export interface DaemonNews {
  readonly running: boolean;
  readonly log: string;
}

export interface DaemonStart {
  /** The texts of its files by name, below the daemon's folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly argv: readonly [program: string, ...args: string[]];
  readonly environment?: Readonly<Record<string, string>>;
  readonly listens: readonly [address: string, port: number];
  /** The texts in its log that end the wait for its start; without any, nothing is awaited. */
  readonly until: readonly string[];
}

/** A daemon that runs, and what was remembered of it. */
export interface Recalled<Memory> {
  readonly memory: Memory;
  /** False if systemd has started it again since then, with the same files. */
  readonly sameRun: boolean;
}

/**
 * The daemon of a gateway on a server that is reached over ssh (helper_gateway.py). It outlives this service and the
 * connection; through systemd, it is restarted when it ends. All methods reject with a Refusal that names the server.
 */
export interface RemoteDaemon {
  /** The folder of its files on the server. */
  readonly folder: string;
  /** Returns its state: if it runs, the text that was remembered since its files were changed, and if that was in this run. */
  look(): Promise<{ readonly running: boolean; readonly memory: string | null; readonly sameRun: boolean }>;
  remember(text: string): Promise<void>;
  /** Starts it anew. */
  start(start: DaemonStart): Promise<DaemonNews>;
  /** Makes it read changed files. */
  reload(files: Readonly<Record<string, string>>, until: readonly string[]): Promise<DaemonNews>;
  /** Sends a request to its socket and returns the answer. */
  exchange(socket: string, request: Buffer): Promise<Buffer>;
  /** Stops it for good, and deletes its access to the cluster. */
  stop(): Promise<void>;
}

/** The time for a start or a reload; a client waits ten seconds for the service. */
const WAIT_SECONDS = 7;
const TIMEOUT_MS = 30_000;

/** @param name the name of its log, and of its unit of systemd */
export function remoteDaemon({ call }: ServerHelper, folder: string, name: string): RemoteDaemon {
  const order = <T>(what: string, args: Readonly<Record<string, unknown>> = {}): Promise<T> =>
    call<T>(
      'host.gateway',
      { order: what, folder, name, ...args },
      { timeoutMs: TIMEOUT_MS, called: `${name} gateway ${what}` },
    );
  return {
    folder,
    look: () => order('look'),
    remember: (text) => order('remember', { text }),
    start: ({ environment = {}, until, ...start }) =>
      order('start', { ...start, environment, until, seconds: until.length > 0 ? WAIT_SECONDS : 0 }),
    reload: (files, until) => order('reload', { files, until, seconds: WAIT_SECONDS }),
    async exchange(address, request) {
      const data = request.toString('base64');
      return Buffer.from(await order<string>('exchange', { address, data }), 'base64');
    },
    stop: () => order('stop'),
  };
}

/** Reads what was remembered of a daemon, as JSON; undefined if nothing was, or if it does not run. */
export async function recall<Memory>(
  daemon: Pick<RemoteDaemon, 'look'>,
): Promise<Recalled<Memory> | undefined> {
  const { running, memory, sameRun } = await daemon.look();
  return running && memory !== null ? { memory: JSON.parse(memory) as Memory, sameRun } : undefined;
}

/** The name of the file in a daemon's folder with which it finds the cluster. */
export const CONF = 'ceph.conf';
const KEYRING = 'keyring';

/**
 * The files with which a daemon connects to the cluster as a user of its own. The user is created where it is missing, and
 * gets exactly these capabilities.
 * @param user without `client.`
 * @param caps such as `{ mon: 'allow r' }`
 */
export async function clusterFiles(
  ceph: Ceph,
  folder: string,
  user: string,
  caps: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const entity = `client.${user}`;
  const { key } = await ceph.read<{ readonly key: string }>(
    { prefix: 'auth get-or-create-key', entity },
    { fresh: true },
  );
  await ceph.write({ prefix: 'auth caps', entity, caps: Object.entries(caps).flat() });
  const minimal = await ceph.readText({ prefix: 'config generate-minimal-conf' }, { fresh: true });
  return {
    [CONF]: `${minimal.trimEnd()}\n\tkeyring = ${folder}/${KEYRING}\n`,
    [KEYRING]: `[${entity}]\n\tkey = ${key}\n`,
  };
}
