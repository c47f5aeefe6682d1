import { execFile } from 'node:child_process';
import { Refusal } from '../../../engine.ts';

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
 * @param conf path of ceph.conf, where it is not in the usual place
 * @param name the Ceph user whose key is used
 */
export function createRadosgwAdmin(conf: string | undefined, name: string): RadosgwAdmin {
  const cluster = [...(conf === undefined ? [] : ['--conf', conf]), '--name', name];
  return (...args) =>
    new Promise((resolve, reject) => {
      execFile('radosgw-admin', [...cluster, ...args], { timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else if (error.code === 'ENOENT')
          reject(new Refusal(503, 'radosgw-admin is needed once and is not installed (Debian: ceph-common)'));
        else if (typeof error.code === 'number')
          reject(new RadosgwAdminError(error.code, stderr.trim() || error.message));
        else
          reject(
            new Refusal(
              503,
              `radosgw-admin did not end within ${TIMEOUT_MS / 1000} s: check that the cluster answers`,
            ),
          );
      });
    });
}
