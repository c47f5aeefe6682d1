import type { ServerEvidence } from '../../../api/contract/evidence.ts';
import { complaintsIn, killedIn } from './kernelLog.ts';
import type { ObservedServer } from './observe.ts';

/** A server as the cluster knows it. */
export interface ServerInCluster {
  readonly server: string;
  /** The names of its monitors. */
  readonly monitors: readonly string[];
  /** Its OSDs, by the names of their disks. */
  readonly osds: ReadonlyMap<string, number>;
}

/** The facts about a server as evidence. */
export function factsOf(known: ServerInCluster, observed: ObservedServer): ServerEvidence {
  const { server, monitors, osds } = known;
  const ids = new Set(osds.values());
  const complaints = complaintsIn(observed);
  const killed = killedIn(observed, (osd) => ids.has(osd));
  const links = linksOf(observed);
  const disks = disksOf(osds, observed);
  const { ahead, within, isOwn, told } = observed;
  return {
    server,
    ...(monitors.length > 0 && { monitors: [...monitors] }),
    clock: {
      ahead: milliseconds(ahead),
      within: milliseconds(within),
      same: isOwn,
      ...(told.synchronised !== undefined && { synchronised: told.synchronised }),
    },
    ...(links.length > 0 && { links }),
    ...(disks.length > 0 && { disks }),
    ...(complaints && { complaints }),
    ...(killed.length > 0 && { killed }),
  };
}

const milliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** The interfaces that had traffic since the oldest reading of the last minute, or that came or went. */
function linksOf({ now, earlier }: ObservedServer): NonNullable<ServerEvidence['links']> {
  const oldest = earlier[0];
  if (oldest === undefined) return [];
  const before = new Map(oldest.links?.map((link) => [link.name, link]));
  return (now.links ?? []).flatMap(({ name, state, speed, ...counted }) => {
    const last = before.get(name);
    if (last === undefined || counted.packets < last.packets) return [];
    const [errors, changes] = [counted.errors - last.errors, counted.changes - last.changes];
    if (counted.packets === last.packets && changes === 0) return [];
    const seconds = (now.at - oldest.at) / 1000;
    return [{ name, state, ...(speed !== undefined && { speed }), errors, changes, seconds }];
  });
}

function disksOf(
  osds: ReadonlyMap<string, number>,
  { told: { controllers = {}, smart = {} } }: ObservedServer,
): NonNullable<ServerEvidence['disks']> {
  return [...osds].flatMap(([device, osd]) => {
    const [controller, verdict] = [controllers[device], smart[device]];
    if (controller === undefined && verdict === undefined) return [];
    return [
      {
        osd,
        device,
        ...(controller !== undefined && { controller }),
        ...(verdict !== undefined && { smart: verdict.status, details: verdict.details }),
      },
    ];
  });
}
