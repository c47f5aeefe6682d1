import type { Clock } from '../../../lib/clock.ts';
import { readNow, type Ceph } from '../client/ceph.ts';
import type { StorageCall } from '../client/storage.ts';
import { commitTimes, type PerfDump } from '../evidence/answers.ts';
import type { Inventory } from '../map/inventory.ts';
import { isOsd } from '../map/osdTree.ts';
import { paced } from './paced.ts';

/** An OSD that does not answer within this many seconds is left out. */
const SILENT_S = 2;

interface LatencySources {
  readonly clock: Clock;
  readonly ceph: Ceph;
  readonly call: StorageCall;
  readonly inventory: Pick<Inventory, 'tree'>;
}

/** Some of the OSDs that are up, evenly from the whole list. */
const sampleOf = (ids: readonly number[], most: number): readonly number[] =>
  ids.length <= most
    ? ids
    : Array.from({ length: most }, (_, index) => ids[Math.floor((index * ids.length) / most)]!);

/**
 * Makes the function that reads the present commit latencies of OSDs in milliseconds: those of all, which the managers know, or,
 * where these are all 0 as in Ceph 20.2, those of some OSDs from their own counters.
 * @param most the number of OSDs that are asked then: always the same ones, so that each reading has a previous one
 */
export function commitLatencies({ clock, ceph, call, inventory }: LatencySources, most: number) {
  const readPerf = paced(clock, () => readNow<PerfDump>(ceph, { prefix: 'osd perf' }));
  const readSample = async (): Promise<ReadonlyMap<number, number>> => {
    const up = (await inventory.tree()).nodes.filter((node) => isOsd(node) && node.status === 'up');
    const osds = sampleOf(
      up.map(({ id }) => id),
      most,
    );
    if (osds.length === 0) return new Map();
    const commits = await call<readonly { readonly osd: number; readonly commitMs: number }[]>(
      'osds.commits',
      { osds, seconds: SILENT_S },
    );
    return new Map(commits.map(({ osd, commitMs }) => [osd, commitMs]));
  };
  return async (): Promise<ReadonlyMap<number, number>> => {
    // `osd perf` fails while no manager runs.
    const times = commitTimes(await readPerf().catch(() => ({})));
    return times.size > 0 ? times : readSample().catch(() => new Map<number, number>());
  };
}
