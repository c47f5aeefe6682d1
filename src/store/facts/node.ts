import type { CrushMap, CrushNode } from '../../api/contract/crush.ts';
import { share } from '../../lib/untyped.ts';
import type { Level } from './level.ts';

/** Defaults of mon_osd_nearfull_ratio, mon_osd_backfillfull_ratio and mon_osd_full_ratio. */
export const NEARFULL = 0.85;
export const BACKFILLFULL = 0.9;
export const FULL = 0.95;

/** A judgement with its reason. */
export interface Verdict {
  readonly level: Level;
  readonly text: string;
}

/** Devices have ids from zero on, buckets negative ones; the type is believed first. */
export const isOsd = (node: CrushNode): boolean =>
  node.type === 'OSD' || (node.type === undefined && (node.id ?? -1) >= 0);

/** The OSDs of a map, those outside of its hierarchy among them. */
export const osdsOf = (map: CrushMap | undefined): readonly CrushNode[] =>
  [...(map?.nodes ?? []), ...(map?.stray ?? [])].filter(isOsd);

/** Data is placed on an OSD unless its reweight is zero. */
export const isIn = (node: CrushNode): boolean => node.reweight !== 0 && node.status !== 'DESTROYED';

/** Tells whether the room of an OSD counts, and what it holds: the cluster can store only on what is up and in. */
export const takesPart = (node: CrushNode): boolean => node.status === 'UP' && isIn(node);

/** The problem of an OSD as far as the CRUSH map alone shows it. */
export function judgeOsd(node: CrushNode): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  const say = (level: Level, text: string) => verdicts.push({ level, text });
  switch (node.status) {
    case 'UP':
      if (!isIn(node)) say('warn', 'out: no data is placed on it');
      break;
    case 'DOWN':
      if (isIn(node)) say('error', 'down and in: its copies are missing and not yet made again');
      else say('warn', 'down and out');
      break;
    case 'DESTROYED':
      say('warn', 'destroyed: its id waits for a new disk');
      break;
    case 'UNKNOWN':
    case undefined:
    default:
      say('unknown', 'state not known');
  }
  const used = share(node.used, node.size);
  if (used !== undefined && takesPart(node)) verdicts.push(...judgeFullness(used));
  return verdicts;
}

/** The meaning for the cluster of the use of an OSD, 0 to 1. */
export function judgeFullness(used: number): readonly Verdict[] {
  if (used >= FULL) return [{ level: 'error', text: 'full: writes to its pools stop' }];
  if (used >= BACKFILLFULL) return [{ level: 'warn', text: 'backfillfull: takes no more data from healing' }];
  return used >= NEARFULL ? [{ level: 'warn', text: 'nearfull' }] : [];
}
