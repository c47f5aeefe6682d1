import type { Clock } from '../../lib/clock.ts';
import { Refusal } from '../engine.ts';
import { createCeph } from './ceph.ts';
import { HelperProcess, type HelperCommand } from './helperProcess.ts';

export interface ProbeOptions {
  readonly clock: Clock;
  readonly command: HelperCommand;
  /** Ceph options, timeouts among them. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * The fsid of the cluster that answers at these monitors with this key of client.admin. A connection of its own,
 * that reads no configuration file and is ended afterwards.
 * @throws Refusal 400 when none answers
 */
export async function probeCluster(
  { clock, command, settings }: ProbeOptions,
  mons: readonly string[],
  key: string,
): Promise<string> {
  const helper = new HelperProcess({
    clock,
    command,
    cluster: {
      conf: '/dev/null',
      name: 'client.admin',
      settings: { ...settings, mon_host: mons.join(','), key },
    },
    onLog: () => undefined,
  });
  try {
    const { fsid } = await createCeph(helper, clock, 0).read<{ fsid: string }>({ prefix: 'fsid' });
    return fsid;
  } catch (failure) {
    throw failure instanceof Refusal ? new Refusal(400, failure.message) : failure;
  } finally {
    await helper.close();
  }
}
