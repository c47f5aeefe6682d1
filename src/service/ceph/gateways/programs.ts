import { notPossible } from '../../engine.ts';
import type { ServerHelper } from '../access/serverAccess.ts';
import type { GatewayKind } from './runner.ts';

/** The program of each kind of gateway, and the Debian packages with it. */
export const PROGRAMS: Readonly<Record<GatewayKind, readonly [path: string, packages: string]>> = {
  iscsi: ['/usr/sbin/tgtd', 'tgt and tgt-rbd'],
  nfs: ['/usr/bin/ganesha.nfsd', 'nfs-ganesha and nfs-ganesha-ceph'],
};

const TIMEOUT_MS = 5000;

/** Refusal 501: a server lacks the program of a gateway. */
export function notInstalled(host: string, kind: GatewayKind) {
  const [program, packages] = PROGRAMS[kind];
  return notPossible(`${host} does not have ${program}; install ${packages}`);
}

/** @throws Refusal 501 when a server that is reached over ssh lacks the program of a gateway, 503 when it is not reached */
export async function requireInstalledOn({ run }: ServerHelper, host: string, kind: GatewayKind) {
  const { status } = await run(['test', '-x', PROGRAMS[kind][0]], TIMEOUT_MS);
  if (status !== 0) throw notInstalled(host, kind);
}
