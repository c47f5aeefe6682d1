import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../lib/clock.ts';
import { PRIORITY } from '../../../lib/priority.ts';
import { messageOf } from '../../../lib/thrown.ts';
import { notPossible, Refusal } from '../../engine.ts';
import { readFsid, type Ceph } from '../client/ceph.ts';
import { every, within } from '../client/timeouts.ts';
import { iscsiRunner } from '../iscsi/runner.ts';
import type { SavedIscsi } from '../iscsi/services.ts';
import type { ManagementNode } from '../management.ts';
import { nfsRunner } from '../nfs/runner.ts';
import type { SavedNfs } from '../nfs/services.ts';
import type { Note } from '../ownLog.ts';
import type { Collection } from '../state/collection.ts';
import type { HostLock } from '../state/hostLock.ts';
import { keyedQueue } from '../state/keyedQueue.ts';
import { isExecutable } from '../via/programs.ts';
import { notInstalled, PROGRAMS } from './programs.ts';
import type { GatewayKind, GatewayRunner, RunnerOptions } from './runner.ts';

export interface GatewayPorts {
  /** Port of the iSCSI gateway; {@link GATEWAY_PORTS} unless given. */
  readonly iscsiPort?: number;
  readonly nfsPort?: number;
  /** The address that the NFS gateway listens on. */
  readonly nfsAddress?: string;
  /** The folder on servers that are reached over ssh for the files of their gateways; /var/lib/storedeck unless given. */
  readonly remoteFolder?: string;
}

/** The ports and the address of gateways unless others are given. */
export const GATEWAY_PORTS = { iscsiPort: 3260, nfsPort: 2049, nfsAddress: '0.0.0.0' } as const;

export interface SupervisorOptions extends GatewayPorts {
  readonly clock: Clock;
  readonly ceph: Ceph;
  readonly node: ManagementNode;
  readonly note: Note;
  /** Gateways run only while this lock is held. */
  readonly lock: HostLock;
  /** False if the service runs outside the cluster; then this machine cannot be a gateway. */
  readonly isServer: boolean;
  readonly iscsi: Collection<SavedIscsi>;
  readonly nfs: Collection<SavedNfs>;
  /** The service's private directory; without one there are no gateways. */
  readonly directory?: string | undefined;
  readonly conf?: string;
  /** The Ceph user, such as `client.admin`. */
  readonly name: string;
}

/** Runs the gateways of this server according to the service definitions. */
export interface GatewaySupervisor {
  /** @throws Refusal 501 when this server cannot run such a gateway */
  requireInstalled(kind: GatewayKind): void;
  /**
   * Applies the definitions now.
   * @param concerns selects the parts of the iSCSI gateway whose problems are returned (changedParts in tgtItems.ts)
   * @returns problems: parts that a gateway does not serve as defined
   */
  refresh(kind: GatewayKind, concerns?: (part: string) => boolean): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The interval at which definitions that another management node has changed are applied here. */
const REFRESH_MS = 5000;
const CLOSING_MS = 2000;
/** The maximum length of a gateway's directory: tgtd's socket in it may have a path of 107 characters. */
const MAX_DIRECTORY_LENGTH = 95;

function runnerOptions(
  { ceph, note, conf, name, directory = '' }: SupervisorOptions,
  closing: AbortSignal,
): RunnerOptions {
  return {
    closing,
    access: { user: name.replace('client.', ''), ...(conf === undefined ? {} : { conf }) },
    async directory(kind) {
      const path = join(directory, await readFsid(ceph), kind);
      if (path.length > MAX_DIRECTORY_LENGTH)
        throw new Error(
          `${path} is too long for the gateway's socket: start the service with a shorter state directory`,
        );
      await mkdir(path, { recursive: true, mode: 0o700 });
      // The daemons choose the modes of their files, so the directory itself is made private.
      await chmod(path, 0o700);
      return path;
    },
    logExit: (kind, program) => (why) =>
      note(`${program} exited (${why}) and is being restarted`, PRIORITY.error, kind),
  };
}

/** Runs gateways only while the lock of this server is held, and if there is a directory for them. */
export function createGatewaySupervisor(options: SupervisorOptions): GatewaySupervisor {
  const { clock, ceph, node, note, lock, isServer, directory } = options;
  const { iscsiPort, nfsPort, nfsAddress } = { ...GATEWAY_PORTS, ...options };
  const closing = new AbortController();

  const run = runnerOptions(options, closing.signal);
  const shared = { ...run, clock, node, note };
  const runs: Record<GatewayKind, GatewayRunner> = {
    iscsi: iscsiRunner({ ...shared, services: options.iscsi, port: iscsiPort }),
    nfs: nfsRunner({ ...shared, ceph, services: options.nfs, port: nfsPort, address: nfsAddress }),
  };
  const queue = keyedQueue<GatewayKind>();
  const refresh: GatewaySupervisor['refresh'] = (kind, concerns = () => true) =>
    queue.run(kind, async () => {
      const mayRun = !closing.signal.aborted && isServer && directory !== undefined && (await lock.acquire());
      return mayRun ? runs[kind].refresh(concerns) : [];
    });

  const watching = (['iscsi', 'nfs'] as const).map((kind) => {
    let logged = '';
    return every(clock, REFRESH_MS, async () => {
      try {
        await refresh(kind);
        logged = '';
      } catch (failure) {
        if (closing.signal.aborted) return;
        // A Refusal means that the cluster does not answer, which other parts log.
        const problem = failure instanceof Refusal ? '' : `the ${kind} gateway: ${messageOf(failure)}`;
        if (problem !== '' && problem !== logged) note(problem, PRIORITY.error, kind);
        logged = problem;
      }
    });
  });

  return {
    requireInstalled(kind) {
      if (!isServer)
        throw notPossible(
          'this service runs outside the cluster, so this machine cannot be a gateway of it: choose one of its servers',
        );
      if (directory === undefined) throw notPossible('this service was started without a state directory');
      if (!isExecutable(PROGRAMS[kind][0])) throw notInstalled(node.hostname, kind);
    },
    refresh,
    async close() {
      closing.abort();
      for (const timer of watching) timer[Symbol.dispose]();
      // A pending refresh may wait for a cluster that does not answer, but it no longer starts anything.
      await within(clock, CLOSING_MS, queue.settled());
      await Promise.all([runs.iscsi.stop(), runs.nfs.stop()]);
    },
  };
}
