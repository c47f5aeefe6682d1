import { expect } from 'vitest';
import { storageBench, type StorageBench } from '../storage.ts';

/** The refusal of operations that need a cluster. */
export const NO_CLUSTER = 'there is no cluster yet: create one, import one or restore a backup';

/** Servers with empty disks, and no cluster. */
export const bench = (options = {}) => storageBench({ scenario: 'new', scale: 15, ...options });

/** Monitors on the first candidates. */
export async function monitors({ api }: StorageBench, count = 3) {
  const candidates = await api.listMonitorCandidates();
  return candidates
    .slice(0, count)
    .map(({ id = 0, hostname = '', ips = [] }) => ({ server: id, hostname, ip: ips[0]! }));
}

/** Creates the cluster and gives its monitors time for an election. */
export async function create(site: StorageBench, count = 3) {
  const mons = await monitors(site, count);
  const task = await site.finish(site.api.createCluster({ body: { mons } }));
  site.engine.cluster.step(10);
  return task;
}

/** Creates OSDs on unassigned disks, on one server after the other. */
export async function addOsds({ api, finish }: StorageBench, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    const disks = await api.listDisks();
    const osdsOn = (server?: number) =>
      disks.filter((disk) => disk.role === 'osd' && disk.server === server).length;
    const [disk] = disks
      .filter(({ role }) => role === 'unassigned')
      .toSorted((a, b) => osdsOn(a.server) - osdsOn(b.server) || a.id! - b.id!);
    const params = { id: disk!.server!, diskId: disk!.id! };
    expect(await finish(api.updateServerDisk({ params, body: { role: 'osd' } }))).toMatchObject({
      state: 'FINISHED',
    });
  }
}
