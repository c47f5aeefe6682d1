import { worstOf, type Level } from './level.ts';
import { BACKFILLFULL, FULL, judgeFullness, NEARFULL, takesPart } from './node.ts';
import type { OsdRow } from './osds.ts';

/** Room to heal, or the lack of it. */
export interface Room {
  /** The OSD that fills first: it decides, not the mean. */
  readonly fullest: { readonly id: string; readonly share: number } | undefined;
  /** Use of all OSDs that are up and in, 0 to 1. */
  readonly mean: number | undefined;
  /** OSDs at or over each threshold, each counted at its highest only. */
  readonly nearfull: number;
  readonly backfillfull: number;
  readonly full: number;
  /**
   * The host whose loss would fill the rest of its device class most, and the use of the then fullest OSD once
   * its data was made again there. An estimate: as if data spread evenly and any host could take it.
   */
  readonly afterLoss:
    | { readonly host: string; readonly deviceClass: string; readonly share: number }
    | undefined;
  readonly level: Level;
}

/** The OSDs on a host, of one device class. */
interface HostUse {
  readonly host: string;
  /** Bytes. */
  size: number;
  used: number;
  /** The use of its fullest OSD, 0 to 1. */
  fullest: number;
}

/** Counts the OSDs that are up and in and tell both size and use; the others say nothing about room. */
export function selectRoom({ osds }: { readonly osds: readonly OsdRow[] }): Room {
  const classes = new Map<string, Map<string, HostUse>>();
  const reached = { nearfull: 0, backfillfull: 0, full: 0 };
  let fullest: Room['fullest'];
  let [size, used] = [0, 0];
  for (const row of osds) {
    const share = row.usedShare;
    if (
      row.node === undefined ||
      !takesPart(row.node) ||
      row.capacity === undefined ||
      row.used === undefined ||
      share === undefined
    )
      continue;
    if (fullest === undefined || share > fullest.share) fullest = { id: row.id, share };
    size += row.capacity;
    used += row.used;
    if (share >= FULL) reached.full++;
    else if (share >= BACKFILLFULL) reached.backfillfull++;
    else if (share >= NEARFULL) reached.nearfull++;
    const host = hostOf(classes, row);
    host.size += row.capacity;
    host.used += row.used;
    host.fullest = Math.max(host.fullest, share);
  }
  return {
    fullest,
    mean: fullest === undefined ? undefined : used / size,
    ...reached,
    afterLoss: afterLoss(classes),
    level:
      fullest === undefined
        ? 'unknown'
        : worstOf(judgeFullness(fullest.share).map((verdict) => verdict.level)),
  };
}

function hostOf(classes: Map<string, Map<string, HostUse>>, { deviceClass, host }: OsdRow): HostUse {
  let hosts = classes.get(deviceClass);
  if (hosts === undefined) classes.set(deviceClass, (hosts = new Map<string, HostUse>()));
  let use = hosts.get(host);
  if (use === undefined) hosts.set(host, (use = { host, size: 0, used: 0, fullest: 0 }));
  return use;
}

function afterLoss(classes: ReadonlyMap<string, ReadonlyMap<string, HostUse>>): Room['afterLoss'] {
  let worst: Room['afterLoss'];
  for (const [deviceClass, uses] of classes) {
    const hosts = [...uses.values()].sort((a, b) => b.fullest - a.fullest);
    const size = hosts.reduce((sum, host) => sum + host.size, 0);
    // The fullest OSD that is left stands on the first host, unless that is the one lost.
    const [first, second] = hosts;
    for (const lost of hosts) {
      const left = lost === first ? second : first;
      if (left === undefined || size <= lost.size) continue;
      const share = left.fullest + lost.used / (size - lost.size);
      if (worst === undefined || share > worst.share) worst = { host: lost.host, deviceClass, share };
    }
  }
  return worst;
}
