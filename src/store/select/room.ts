import { gravest, type Level } from './level.ts';
import { BACKFILLFULL, FULL, judgeFullness, NEARFULL } from './node.ts';
import type { OsdRow } from './osds.ts';

/** Is there room to heal? */
export interface Room {
  /** The OSD that fills first: it decides, not the mean. */
  readonly fullest: { readonly id: string; readonly share: number } | undefined;
  /** Use of all OSDs that are in, 0 to 1. */
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

interface FilledOsd {
  readonly id: string;
  readonly host: string;
  readonly deviceClass: string;
  readonly size: number;
  readonly used: number;
  readonly share: number;
}

/** Counts the OSDs that are in and tell both size and use; the others say nothing about room. */
export function selectRoom({ osds }: { readonly osds: readonly OsdRow[] }): Room {
  const filled: FilledOsd[] = [];
  for (const row of osds) {
    const { id, host, deviceClass, capacity: size, used, usedShare: share } = row;
    if (row.in !== true || size === undefined || used === undefined || share === undefined) continue;
    filled.push({ id, host, deviceClass, size, used, share });
  }
  const fullest = fullestOf(filled);
  const atLeast = (from: number, below: number) =>
    filled.filter((osd) => osd.share >= from && osd.share < below).length;
  return {
    fullest: fullest === undefined ? undefined : { id: fullest.id, share: fullest.share },
    mean: filled.length === 0 ? undefined : total(filled, 'used') / total(filled, 'size'),
    nearfull: atLeast(NEARFULL, BACKFILLFULL),
    backfillfull: atLeast(BACKFILLFULL, FULL),
    full: atLeast(FULL, Infinity),
    afterLoss: afterLoss(filled),
    level:
      fullest === undefined
        ? 'unknown'
        : gravest(judgeFullness(fullest.share).map((verdict) => verdict.level)),
  };
}

function afterLoss(osds: readonly FilledOsd[]): Room['afterLoss'] {
  const losses = [...Map.groupBy(osds, (osd) => osd.deviceClass)].flatMap(([deviceClass, peers]) => {
    const size = total(peers, 'size');
    const hosts = [...Map.groupBy(peers, (osd) => osd.host)]
      .map(([host, own]) => ({
        host,
        size: total(own, 'size'),
        used: total(own, 'used'),
        fullest: fullestOf(own)?.share ?? 0,
      }))
      .sort((a, b) => b.fullest - a.fullest);
    // The fullest OSD that is left stands on the first host, unless that is the one lost.
    const [first, second] = hosts;
    return hosts.flatMap((lost) => {
      const left = lost === first ? second : first;
      if (left === undefined || size <= lost.size) return [];
      return [{ host: lost.host, deviceClass, share: left.fullest + lost.used / (size - lost.size) }];
    });
  });
  return losses.reduce<Room['afterLoss']>(
    (a, b) => (a === undefined || b.share > a.share ? b : a),
    undefined,
  );
}

const total = (osds: readonly FilledOsd[], field: 'size' | 'used'): number =>
  osds.reduce((sum, osd) => sum + osd[field], 0);

const fullestOf = (osds: readonly FilledOsd[]): FilledOsd | undefined =>
  osds.reduce<FilledOsd | undefined>((a, b) => (a === undefined || b.share > a.share ? b : a), undefined);
