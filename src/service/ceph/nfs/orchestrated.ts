import { Refusal } from '../../engine.ts';
import type { Ceph } from '../ceph.ts';
import { requirePlain } from '../orchestrator/orders.ts';
import { clientsOf } from './access.ts';
import type { SavedExport } from './ganesha.ts';

/** An export in the answer of `ceph nfs export ls`, as far as it is compared. */
interface OrchExport {
  readonly export_id?: number;
  readonly pseudo?: string;
  readonly path?: string;
  readonly clients?: readonly {
    readonly addresses?: readonly string[];
    readonly access_type?: string;
    readonly squash?: string;
  }[];
}

/** The name of an NFS service at the orchestrator. */
const clusterName = (id: number): string => `storedeck-${id}`;

/** An export as the manager's module `nfs` takes it. As elsewhere, an export serves only its clients, whose root is root there. */
const exportOf = ({ number, path, nfsPath, access }: SavedExport, filesystem: string) => ({
  export_id: number,
  path,
  pseudo: nfsPath,
  access_type: 'none',
  squash: 'none',
  security_label: false,
  protocols: [4],
  transports: ['TCP'],
  fsal: { name: 'CEPH', fs_name: filesystem },
  clients: clientsOf(access).map(({ addresses, rw }) => ({
    addresses,
    access_type: rw ? 'rw' : 'ro',
    squash: 'none',
  })),
});

/** The part of an export that a change of it changes, to be compared. */
const essence = ({ export_id, path, pseudo, clients = [] }: OrchExport): string =>
  JSON.stringify([
    export_id,
    path,
    pseudo,
    clients.map(({ addresses, access_type, squash }) => [addresses, access_type?.toLowerCase(), squash]),
  ]);

/**
 * Has the orchestrator run NFS gateways on servers, with these exports and no others.
 * @returns what it does not serve as it should
 */
export async function orderNfs(
  ceph: Ceph,
  id: number,
  hosts: readonly string[],
  exports: readonly SavedExport[],
): Promise<readonly string[]> {
  for (const host of hosts) requirePlain('the server', host);
  const [filesystem] = await ceph.read<{ name: string }[]>({ prefix: 'fs ls' });
  if (!filesystem) return ['the cluster has no filesystem to export'];
  const cluster_id = clusterName(id);
  const placement = hosts.join(' ');
  // It makes what is missing of a service, and leaves the servers of one that is there as they are.
  const words = await ceph.writeOne({ prefix: 'nfs cluster create', cluster_id, placement });
  if (words.includes('already exists'))
    await ceph.writeOne({ prefix: 'orch apply nfs', svc_id: cluster_id, placement });
  const present = await ceph.read<readonly OrchExport[]>(
    { prefix: 'nfs export ls', cluster_id, detailed: true },
    { fresh: true },
  );
  const wanted = new Map(exports.map((entry) => [entry.number, exportOf(entry, filesystem.name)]));
  // First, for another directory may be at the same place.
  for (const { export_id = NaN, pseudo = '' } of present)
    if (!wanted.has(export_id))
      await ceph.writeOne({ prefix: 'nfs export rm', cluster_id, pseudo_path: pseudo });
  const kept = new Set(present.map(essence));
  const problems: string[] = [];
  for (const entry of wanted.values()) {
    if (kept.has(essence(entry))) continue;
    await ceph
      .writeInput({ prefix: 'nfs export apply', cluster_id }, JSON.stringify(entry))
      .catch((failure: unknown) => {
        if (!(failure instanceof Refusal)) throw failure;
        problems.push(`${entry.pseudo}: ${failure.message}`);
      });
  }
  return problems;
}
