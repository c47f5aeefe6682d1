import type { Disk } from '../../../api/contract/disks.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Ceph } from '../ceph.ts';
import { readDisks, withHostDisks } from '../hands/disks.ts';
import type { Hands } from '../hands/hands.ts';
import type { HostDisk } from '../hands/hostDisk.ts';
import { lately, type Told } from '../hands/lately.ts';
import type { Inventory } from '../inventory.ts';
import { sameInputs } from '../sameInputs.ts';
import { disks, readOsdMetadata, type MonMetadata } from './read.ts';

/** The parts of the service that disks are listed and changed through. */
export interface DiskSources {
  readonly ceph: Ceph;
  readonly inventory: Inventory;
  readonly hands: Hands;
  readonly clock: Clock;
}

/** Makes the function that lists disks: those that daemons report, and all of the servers that a hand leads to. */
export function diskLister({ ceph, inventory, hands, clock }: DiskSources): () => Promise<readonly Disk[]> {
  const known = sameInputs(disks);
  const told = lately(hands, clock, readDisks);
  /** By the orchestrator where it has the server, else by the helper there. */
  const seenOn = async (hosts: Iterable<string>): Promise<ReadonlyMap<string, Told<readonly HostDisk[]>>> => {
    const all = [...hosts].map(async (host) => ({ host, there: await hands.orchestrated(host) }));
    const asked = await Promise.all(all);
    const others = asked.filter(({ there }) => there === undefined).map(({ host }) => host);
    return new Map([
      ...(await told(others)),
      ...asked.flatMap(({ host, there }) =>
        there ? [[host, { value: there.disks, age: there.age }] as const] : [],
      ),
    ]);
  };
  const merged = sameInputs(withHostDisks);
  return async () => {
    const servers = await inventory.servers();
    const [osds, mons, tree, seen] = await Promise.all([
      readOsdMetadata(ceph),
      ceph.read<MonMetadata[]>({ prefix: 'mon metadata' }, { fixedBy: 'maps' }),
      inventory.tree(),
      seenOn(servers.keys()),
    ]);
    const reported = known(osds, mons, tree, servers);
    return seen.size === 0 ? reported : merged(reported, seen, servers);
  };
}
