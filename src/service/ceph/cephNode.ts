import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '../../lib/clock.ts';
import { ifRefused } from '../engine.ts';
import { readFsid } from './client/ceph.ts';
import { CONNECTION_SETTINGS } from './connectionSettings.ts';
import type { HelperCommand, HelperTransport } from './helper/protocol.ts';
import { pythonHelper } from './helper/source.ts';
import { withConnection } from './setup/probe.ts';
import { isExecutable } from './via/programs.ts';
import type { Via } from './via/via.ts';

/** A cluster that answers with the configuration file of a machine. */
export interface AnsweringCluster {
  readonly fsid: string;
  /** The number of daemons by version text: `ceph version 20.2.4 (commit) tentacle (stable)`. */
  readonly versions: Readonly<Record<string, number>>;
  readonly transport: HelperTransport;
  /** The capabilities of the user by daemon kind, such as `allow *`, or the reason why it may not read them. */
  readonly capabilities: Readonly<Record<string, string>> | string;
}

/** The state of this machine as a client of a Ceph cluster. */
export interface CephNode {
  readonly conf: string;
  /** The cluster, or the reason why none answers. */
  readonly cluster: AnsweringCluster | string;
  /** Missing programs and Python modules, each with the feature that needs it. */
  readonly missing: readonly string[];
}

const PYTHON = '/usr/bin/python3';
const PROGRAMS = {
  'radosgw-admin': 'S3',
  'ganesha.nfsd': 'NFS gateways',
  tgtd: 'iSCSI gateways',
} as const;
const MODULES = { rados: 'everything', rbd: 'images', cephfs: 'the filesystem' } as const;
const LIST_MISSING =
  'import importlib.util, sys; print(*(m for m in sys.argv[1:] if not importlib.util.find_spec(m)))';

const isInstalled = (program: string, path: string): boolean =>
  path.split(delimiter).some((folder) => isExecutable(join(folder, program)));

/** The missing Python modules; all of them if there is no Python. */
async function missingModules(): Promise<readonly string[]> {
  const names = Object.keys(MODULES);
  const run = promisify(execFile)(PYTHON, ['-I', '-c', LIST_MISSING, ...names]);
  const printed = await run.then(
    ({ stdout }) => stdout,
    () => names.join(' '),
  );
  return printed.split(/\s+/).filter((name) => name !== '');
}

async function answeringCluster(
  clock: Clock,
  command: HelperCommand,
  { conf, name = 'client.admin' }: { readonly conf?: string | undefined; readonly name?: string | undefined },
): Promise<AnsweringCluster | string> {
  const cluster = { name, settings: CONNECTION_SETTINGS, ...(conf !== undefined && { conf }) };
  let transport: HelperTransport = 'librados';
  const onStart = (by: HelperTransport) => void (transport = by);
  try {
    return await withConnection({ clock, command, onStart }, cluster, async (ceph) => {
      const fsid = await readFsid(ceph);
      const { overall } = await ceph.read<{ overall: Record<string, number> }>({ prefix: 'versions' });
      const entity = name;
      const capabilities = await ceph
        .read<readonly { caps: Record<string, string> }[]>({ prefix: 'auth get', entity })
        .then(
          ([user]) => user?.caps ?? {},
          ifRefused(({ message }) => message, 403),
        );
      return { fsid, versions: overall, transport, capabilities };
    });
  } catch (failure) {
    if (failure instanceof Error) return failure.message;
    throw failure;
  }
}

/** Connects to the cluster through a `via` command. @returns the cluster, or the reason why none answers */
export const inspectVia = (
  clock: Clock,
  via: Via,
  conf?: string,
  name?: string,
): Promise<AnsweringCluster | string> => answeringCluster(clock, pythonHelper(PYTHON, via), { conf, name });

/** Checks the software of this machine and connects to its cluster. @param path the PATH in which programs are searched */
export async function inspectNode(clock: Clock, conf: string, path: string): Promise<CephNode> {
  const [cluster, modules] = await Promise.all([
    answeringCluster(clock, pythonHelper(PYTHON), { conf }),
    missingModules(),
  ]);
  const programs = Object.entries(PROGRAMS).filter(([program]) => !isInstalled(program, path));
  const missing = Object.entries(MODULES).filter(([module]) => modules.includes(module));
  return {
    conf,
    cluster,
    missing: [
      ...programs.map(([program, use]) => `${program} (${use})`),
      ...missing.map(([module, use]) => `python3-${module} (${use})`),
    ],
  };
}
