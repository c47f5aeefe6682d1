import { ifRefused } from '../../engine.ts';
import type { Ceph } from '../client/ceph.ts';
import { readFilesystems } from '../files/filesystem.ts';
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

/** The id of an NFS service's cluster in the orchestrator. */
const clusterName = (id: number): string => `storedeck-${id}`;

/** An export in the format of the manager module `nfs`. It serves only its listed clients, without root squash. */
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

/** The fields of an export that can change, as a text for comparison. */
const essence = ({ export_id, path, pseudo, clients = [] }: OrchExport): string =>
  JSON.stringify([
    export_id,
    path,
    pseudo,
    clients.map(({ addresses, access_type, squash }) => [addresses, access_type?.toLowerCase(), squash]),
  ]);

/**
 * Makes the orchestrator run NFS gateways on servers, with exactly these exports.
 * @returns problems: exports that are not served as defined
 */
export async function orderNfs(
  ceph: Ceph,
  id: number,
  hosts: readonly string[],
  exports: readonly SavedExport[],
): Promise<readonly string[]> {
  for (const host of hosts) requirePlain('the server', host);
  const [filesystem] = await readFilesystems(ceph);
  if (!filesystem) return ['the cluster has no filesystem to export'];
  const cluster_id = clusterName(id);
  const placement = hosts.join(' ');
  // This creates what is missing, but does not change the servers of an existing service.
  const answer = await ceph.writeOne({ prefix: 'nfs cluster create', cluster_id, placement });
  if (answer.includes('already exists'))
    await ceph.writeOne({ prefix: 'orch apply nfs', svc_id: cluster_id, placement });
  const present = await ceph.read<readonly OrchExport[]>(
    { prefix: 'nfs export ls', cluster_id, detailed: true },
    { fresh: true },
  );
  const wanted = new Map(exports.map((entry) => [entry.number, exportOf(entry, filesystem.name)]));
  // Remove old exports first, because a new one may use the same pseudo path.
  for (const { export_id = NaN, pseudo = '' } of present)
    if (!wanted.has(export_id))
      await ceph.writeOne({ prefix: 'nfs export rm', cluster_id, pseudo_path: pseudo });
  const kept = new Set(present.map(essence));
  const problems: string[] = [];
  for (const entry of wanted.values()) {
    if (kept.has(essence(entry))) continue;
    await ceph
      .writeInput({ prefix: 'nfs export apply', cluster_id }, JSON.stringify(entry))
      .catch(ifRefused(({ message }) => void problems.push(`${entry.pseudo}: ${message}`)));
  }
  return problems;
}
