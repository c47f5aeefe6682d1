import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Ceph } from '../client/ceph.ts';
import { parseStamp } from '../log/lines.ts';
import { readOsdDump } from '../map/osdMap.ts';
import { endedOsds, MAX_ENDED } from './answers.ts';

/** The maximum number of earlier maps that are read at a time, and of those whose time is remembered. */
const [MAX_READ, MAX_KNOWN] = [8, 1000];

/**
 * Makes the function that reads which OSDs are down, since when, and of which the daemons have ended. The time is that of the
 * map in which an OSD was marked down: the monitors keep some hundred maps, and may forget their log at each election.
 */
export function downReader(ceph: Ceph, clock: Clock) {
  const times = new Map<number, number>();
  const readTime = async (epoch: number): Promise<void> => {
    const command = { prefix: 'osd dump', epoch };
    const { modified } = await ceph.read<{ readonly modified: string }>(command, { only: ['modified'] });
    const { seconds } = parseStamp(modified);
    if (Number.isFinite(seconds)) times.set(epoch, seconds * 1000);
    if (times.size > MAX_KNOWN) times.delete(times.keys().next().value!);
  };
  return async (): Promise<Pick<ClusterEvidence, 'ended' | 'down'>> => {
    const map = await readOsdDump(ceph, ['osds', 'osd_xinfo'], { fixedBy: 'osdmap' });
    const down = map.osds
      .flatMap(({ osd, up, down_at: epoch = 0 }) => (up === 0 && epoch > 0 ? [{ osd, epoch }] : []))
      .toSorted((a, b) => b.epoch - a.epoch)
      .slice(0, MAX_ENDED);
    const unknown = [...new Set(down.map(({ epoch }) => epoch))].filter((epoch) => !times.has(epoch));
    // One that the monitors have dropped stays unknown.
    await Promise.all(unknown.slice(0, MAX_READ).map((epoch) => readTime(epoch).catch(() => undefined)));
    const now = clock.now();
    return {
      ended: endedOsds(map),
      down: down.flatMap(({ osd, epoch }) => {
        const at = times.get(epoch);
        return at === undefined ? [] : [{ osd, seconds: Math.max(0, (now - at) / 1000) }];
      }),
    };
  };
}
