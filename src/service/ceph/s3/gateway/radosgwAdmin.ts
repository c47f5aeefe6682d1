import type { RunProgram } from '../../place/programs.ts';

/** Runs radosgw-admin, the gateways' own tool, without a shell. Resolves with what it prints. @throws RadosgwAdminError, Refusal 503 */
export type RadosgwAdmin = (...args: readonly string[]) => Promise<string>;

/** The tool ended with an error. */
export class RadosgwAdminError extends Error {
  override readonly name = 'RadosgwAdminError';
  /** An errno. */
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** It waits for ever for a cluster that does not answer. */
const TIMEOUT_MS = 60_000;

/**
 * @param run where the cluster is reached
 * @param conf path of ceph.conf, where it is not in the usual place
 * @param name the Ceph user whose key is used
 */
export function createRadosgwAdmin(run: RunProgram, conf: string | undefined, name: string): RadosgwAdmin {
  const cluster = [...(conf === undefined ? [] : ['--conf', conf]), '--name', name];
  return async (...args) => {
    // In ceph-common, which the machine of a service has.
    const { status, out, err } = await run(['radosgw-admin', ...cluster, ...args], TIMEOUT_MS);
    if (status !== 0) throw new RadosgwAdminError(status, err.trim());
    return out;
  };
}
