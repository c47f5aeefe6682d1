import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '../../lib/clock.ts';
import { CONNECTION_SETTINGS } from './connectionSettings.ts';
import type { HelperCommand, HelperMeans } from './helperProtocol.ts';
import { pythonHelper } from './helperSource.ts';
import type { ReachedPlace } from './place/place.ts';
import { withConnection } from './setup/probe.ts';

/** The cluster that answers with the configuration file of a machine, which names no other one. */
export interface AnsweringCluster {
  readonly fsid: string;
  /** Daemons by their version as Ceph writes it: `ceph version 20.2.4 (commit) tentacle (stable)`. */
  readonly versions: Readonly<Record<string, number>>;
  readonly means: HelperMeans;
}

/** The parts of Ceph that a machine has. */
export interface CephNode {
  readonly conf: string;
  /** The cluster, or in words why none answers. */
  readonly cluster: AnsweringCluster | string;
  /** Programs and Python modules that some operations of the service need and that are not here, each with what needs it. */
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

function isExecutable(program: string, path: string): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The modules of Python that are missing, all of them without a Python. */
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
  let means: HelperMeans = 'librados';
  const onStart = (by: HelperMeans) => void (means = by);
  try {
    return await withConnection({ clock, command, onStart }, cluster, async (ceph) => {
      const { fsid } = await ceph.read<{ fsid: string }>({ prefix: 'fsid' });
      const { overall } = await ceph.read<{ overall: Record<string, number> }>({ prefix: 'versions' });
      return { fsid, versions: overall, means };
    });
  } catch (failure) {
    if (failure instanceof Error) return failure.message;
    throw failure;
  }
}

/** Looks whether a cluster answers at a place, with a connection of its own: the cluster, or in words why none does. */
export const lookAtPlace = (
  clock: Clock,
  place: ReachedPlace,
  conf?: string,
  name?: string,
): Promise<AnsweringCluster | string> => answeringCluster(clock, pythonHelper(PYTHON, place), { conf, name });

/** Looks what this machine has of Ceph, with a connection of its own. `path` is where programs are looked for. */
export async function lookAtNode(clock: Clock, conf: string, path: string): Promise<CephNode> {
  const [cluster, modules] = await Promise.all([
    answeringCluster(clock, pythonHelper(PYTHON), { conf }),
    missingModules(),
  ]);
  const programs = Object.entries(PROGRAMS).filter(([program]) => !isExecutable(program, path));
  const lacking = Object.entries(MODULES).filter(([module]) => modules.includes(module));
  return {
    conf,
    cluster,
    missing: [
      ...programs.map(([program, use]) => `${program} (${use})`),
      ...lacking.map(([module, use]) => `python3-${module} (${use})`),
    ],
  };
}
