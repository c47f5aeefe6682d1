import { accessSync, constants } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../lib/clock.ts';
import { notPossible, Refusal } from '../../engine.ts';
import type { Ceph } from '../ceph.ts';
import type { ManagementNode } from '../management.ts';
import { PRIORITY, type Note } from '../ownLog.ts';
import { every, within } from '../timeouts.ts';
import type { Collection } from '../state/collection.ts';
import type { HostLock } from '../state/hostLock.ts';
import type { GatewayKind, GatewayRun, RunOptions } from './runner.ts';
import { iscsiRun } from '../iscsi/runner.ts';
import type { KeptIscsi } from '../iscsi/services.ts';
import { nfsRun } from '../nfs/runner.ts';
import type { KeptNfs } from '../nfs/services.ts';

export interface GatewayPorts {
  /** Port of the iSCSI gateway; 3260 unless given. */
  readonly iscsiPort?: number;
  /** Port of the NFS gateway; 2049 unless given. */
  readonly nfsPort?: number;
  /** The address that NFS is served at; all of the server's unless given. */
  readonly nfsAddress?: string;
}

export interface KeeperOptions extends GatewayPorts {
  readonly clock: Clock;
  readonly ceph: Ceph;
  readonly node: ManagementNode;
  readonly note: Note;
  /** Gateways run only where it is held. */
  readonly lock: HostLock;
  readonly iscsi: Collection<KeptIscsi>;
  readonly nfs: Collection<KeptNfs>;
  /** Private to this service; without one there are no gateways. */
  readonly directory: string | undefined;
  readonly conf: string | undefined;
  /** The Ceph user, such as `client.admin`. */
  readonly user: string;
}

/** Runs the gateways of this server as the services' definitions have them. */
export interface GatewayKeeper {
  /** @throws Refusal 501 when this server cannot run such a gateway */
  requireAble(kind: GatewayKind): void;
  /**
   * Looks at the definitions now.
   * @param concerns limits what is said of the iSCSI gateway to these parts of it (changedParts of tgtFacts.ts)
   * @returns what a gateway does not serve as it should
   */
  refresh(kind: GatewayKind, concerns?: (part: string) => boolean): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Milliseconds until a definition that another management node has changed is served here. */
const REFRESH_MS = 5000;
const CLOSING_MS = 2000;
/** Of the path of a socket, less the name of tgtd's. */
const LONGEST_DIRECTORY = 95;

const PROGRAMS: Readonly<Record<GatewayKind, readonly [path: string, packages: string]>> = {
  iscsi: ['/usr/sbin/tgtd', 'tgt and tgt-rbd'],
  nfs: ['/usr/bin/ganesha.nfsd', 'nfs-ganesha and nfs-ganesha-ceph'],
};

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function runOptions(
  { ceph, note, conf, user, directory = '' }: KeeperOptions,
  isClosed: () => boolean,
): RunOptions {
  return {
    isClosed,
    access: { user: user.replace('client.', ''), ...(conf === undefined ? {} : { conf }) },
    async place(kind) {
      const { fsid } = await ceph.read<{ fsid: string }>({ prefix: 'fsid' });
      const path = join(directory, fsid, kind);
      if (path.length > LONGEST_DIRECTORY)
        throw new Error(
          `${path} is too long for the gateway's socket: start the service with a shorter state directory`,
        );
      await mkdir(path, { recursive: true, mode: 0o700 });
      // What the daemons write there is of their own making, and so is its mode.
      await chmod(path, 0o700);
      return path;
    },
    died: (kind, program) => (why) =>
      note(`${program} ended (${why}) and is started again`, PRIORITY.error, kind),
  };
}

/** Gateways run only while the lock of this server is held, and where there is a directory for them. */
export function createGatewayKeeper(options: KeeperOptions): GatewayKeeper {
  const { clock, ceph, node, note, lock, directory } = options;
  const { iscsiPort = 3260, nfsPort = 2049, nfsAddress = '0.0.0.0' } = options;
  let closed = false;

  const run = runOptions(options, () => closed);
  const surroundings = { ...run, clock, node, note };
  const runs: Record<GatewayKind, GatewayRun> = {
    iscsi: iscsiRun({ ...surroundings, services: options.iscsi, port: iscsiPort }),
    nfs: nfsRun({ ...surroundings, ceph, services: options.nfs, port: nfsPort, address: nfsAddress }),
  };
  const turns: Record<GatewayKind, Promise<unknown>> = { iscsi: Promise.resolve(), nfs: Promise.resolve() };
  const refresh: GatewayKeeper['refresh'] = (kind, concerns = () => true) => {
    const turn = turns[kind].then(async () => {
      const isRun = !closed && directory !== undefined && (await lock.acquire());
      return isRun ? runs[kind].refresh(concerns) : [];
    });
    turns[kind] = turn.catch(() => undefined);
    return turn;
  };

  let logged = '';
  const watching = (['iscsi', 'nfs'] as const).map((kind) =>
    every(clock, REFRESH_MS, async () => {
      try {
        await refresh(kind);
      } catch (failure) {
        // Other parts log that the cluster does not answer.
        const problem =
          failure instanceof Refusal ? '' : `the ${kind} gateway: ${(failure as Error).message}`;
        if (problem !== '' && problem !== logged) note(problem, PRIORITY.error, kind);
        logged = problem;
      }
    }),
  );

  return {
    requireAble(kind) {
      const [program, packages] = PROGRAMS[kind];
      if (directory === undefined)
        throw notPossible('this service was started without a directory of its own');
      if (!isExecutable(program)) throw notPossible(`${node.hostname} lacks ${program}; install ${packages}`);
    },
    refresh,
    async close() {
      closed = true;
      for (const timer of watching) timer[Symbol.dispose]();
      // A turn may wait for a cluster that does not answer; it starts nothing any more.
      await within(clock, CLOSING_MS, Promise.all(Object.values(turns)));
      await Promise.all([runs.iscsi.stop(), runs.nfs.stop()]);
    },
  };
}
