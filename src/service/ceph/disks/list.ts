import type { Disk } from '../../../api/contract/disks.ts';
import { readDisks, withHostDisks } from '../access/disks.ts';
import type { HostDisk } from '../access/hostDisk.ts';
import { latestAnswers, type AgedValue } from '../access/latestAnswers.ts';
import { memoizeLast } from '../client/memoizeLast.ts';
import type { ClusterParts } from '../clusterParts.ts';
import { encryptionReader } from './encryption.ts';
import { disks, readOsdMetadata, type MonMetadata } from './read.ts';

/** Makes the function that lists disks: those that daemons report, and all disks of the servers that can be reached. */
export function diskLister({ ceph, inventory, access, clock }: ClusterParts): () => Promise<Disk[]> {
  const reportedDisks = memoizeLast(disks);
  const readEncrypted = encryptionReader(ceph);
  const readByHelper = latestAnswers(access, clock, readDisks, { version: access.diskChanges });
  /** Reads a server's disks through the orchestrator if it manages the server, otherwise through the helper there. */
  const seenOn = async (
    hosts: Iterable<string>,
  ): Promise<ReadonlyMap<string, AgedValue<readonly HostDisk[]>>> => {
    const all = await Promise.all(
      [...hosts].map(async (host) => ({ host, managed: await access.orchestrated(host) })),
    );
    const others = all.filter(({ managed }) => managed === undefined).map(({ host }) => host);
    return new Map([
      ...(await readByHelper(others)),
      ...all.flatMap(({ host, managed }) =>
        managed ? [[host, { value: managed.disks, age: managed.age }] as const] : [],
      ),
    ]);
  };
  const merged = memoizeLast(withHostDisks);
  return async () => {
    const servers = await inventory.servers();
    const [osds, mons, tree, encrypted, seen] = await Promise.all([
      readOsdMetadata(ceph),
      ceph.read<MonMetadata[]>({ prefix: 'mon metadata' }, { fixedBy: 'maps' }),
      inventory.tree(),
      readEncrypted(),
      seenOn(servers.keys()),
    ]);
    const reported = reportedDisks(osds, mons, tree, servers, encrypted);
    return seen.size === 0 ? reported : merged(reported, seen, servers);
  };
}
