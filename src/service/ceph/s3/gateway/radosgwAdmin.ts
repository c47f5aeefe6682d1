import type { RunProgram } from '../../place/programs.ts';

/** Runs radosgw-admin without a shell. @returns its output @throws RadosgwAdminError, Refusal 503 */
export type RadosgwAdmin = (...args: readonly string[]) => Promise<string>;

/** A run of radosgw-admin that failed. */
export class RadosgwAdminError extends Error {
  override readonly name = 'RadosgwAdminError';
  /** An errno. */
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A timeout is needed because radosgw-admin waits forever for a cluster that does not answer. */
const TIMEOUT_MS = 60_000;

/**
 * @param run runs a program on a machine that can reach the cluster
 * @param conf path of ceph.conf, if it is not in a usual place
 * @param name the Ceph user whose key is used
 */
export function createRadosgwAdmin(run: RunProgram, conf: string | undefined, name: string): RadosgwAdmin {
  const cluster = [...(conf === undefined ? [] : ['--conf', conf]), '--name', name];
  return async (...args) => {
    const { status, out, err } = await run(['radosgw-admin', ...cluster, ...args], TIMEOUT_MS);
    if (status !== 0) throw new RadosgwAdminError(status, err.trim());
    return out;
  };
}
