import type { Clock } from '../../../lib/clock.ts';
import { ifRefused, Refusal } from '../../engine.ts';
import { createCeph, readFsid, type Ceph } from '../client/ceph.ts';
import { HelperProcess, type HelperOptions } from '../helper/process.ts';
import type { ClusterAccess, HelperCommand } from '../helper/protocol.ts';

export interface ProbeOptions {
  readonly clock: Clock;
  readonly command: HelperCommand;
  /** Ceph options, such as timeouts. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Runs `use` with a separate connection to the cluster, which is closed afterwards. */
export async function withConnection<T>(
  connection: Pick<HelperOptions, 'clock' | 'command' | 'onStart'>,
  cluster: ClusterAccess,
  use: (ceph: Ceph) => Promise<T>,
): Promise<T> {
  const { clock } = connection;
  const helper = new HelperProcess({ ...connection, cluster, onLog: () => undefined });
  try {
    return await use(createCeph(helper, clock, 0));
  } finally {
    await helper.close();
  }
}

/**
 * Connects to a cluster as client.admin, without a configuration file.
 * @returns its fsid
 * @throws Refusal 400 when it does not answer
 */
export async function probeCluster(
  options: ProbeOptions,
  mons: readonly string[],
  key: string,
): Promise<string> {
  const settings = { ...options.settings, mon_host: mons.join(','), key };
  const cluster = { conf: '/dev/null', name: 'client.admin', settings };
  return withConnection(options, cluster, readFsid).catch(
    ifRefused(({ message }) => {
      throw new Refusal(400, message);
    }),
  );
}
