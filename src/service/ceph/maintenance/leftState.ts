import { messageOf } from '../../../lib/thrown.ts';
import type { Ceph } from '../client/ceph.ts';
import type { LongWorkParts } from '../clusterParts.ts';
import { type OsdDump, readOsdDump } from '../map/osdMap.ts';
import type { RebootTask, StoredReboot } from './storedReboot.ts';

const stateOf = ({ up, in: isIn }: OsdDump['osds'][number]): string =>
  `${up === 1 ? 'up' : 'down'} and ${isIn === 1 ? 'in' : 'out'}`;

/** The state of a server's OSDs and of the flags that a reboot set for them, in words. */
async function leftState(ceph: Ceph, { before, nooutHosts }: StoredReboot): Promise<string> {
  if (before.osds.length === 0) return 'no OSD ran on it';
  const { osds, crush_node_flags: set = {} } = await readOsdDump(ceph, ['osds', 'crush_node_flags'], {
    fresh: true,
  });
  const ran = new Set(before.osds.map(([osd]) => osd));
  const own = osds.filter(({ osd }) => ran.has(osd));
  const states = Array.from(
    Map.groupBy(own, stateOf),
    ([state, some]) => `${state}: ${some.map(({ osd }) => `osd.${osd}`).join(', ')}`,
  );
  const flags = nooutHosts.map((host) => `flags for ${host}: ${set[host]?.join(', ') || 'none'}`);
  const others = 'the flags that others had set for it stay set';
  return [...states, ...(nooutHosts.length > 0 ? flags : [others])].join('; ');
}

/** Does work on a server. If it fails or is cancelled, the task tells the state of the server's OSDs and flags. */
export async function reportStateOnFailure(
  { ceph, ending }: LongWorkParts,
  begun: StoredReboot,
  { say }: Pick<RebootTask, 'say'>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (failure) {
    if (!ending.aborted) {
      const notKnown = (why: unknown) => `the state of its OSDs is not known (${messageOf(why)})`;
      say(`${begun.host}: ${await leftState(ceph, begun).catch(notKnown)}`);
    }
    throw failure;
  }
}
