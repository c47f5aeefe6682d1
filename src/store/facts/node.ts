import type { CrushMap, CrushNode } from '../../api/contract/crush.ts';
import { share } from '../../lib/untyped.ts';
import type { Level } from './level.ts';

/** The defaults of mon_osd_nearfull_ratio, mon_osd_backfillfull_ratio and mon_osd_full_ratio. */
export const NEARFULL = 0.85;
export const BACKFILLFULL = 0.9;
export const FULL = 0.95;

/** A severity with its reason. */
export interface Verdict {
  readonly level: Level;
  readonly text: string;
}

/** True for an OSD: by its type, or, if it has none, by its id, which is negative for buckets. */
export const isOsd = (node: CrushNode): boolean =>
  node.type === 'OSD' || (node.type === undefined && (node.id ?? -1) >= 0);

/** The OSDs of a map, including those outside the hierarchy. */
export const osdsOf = (map: CrushMap | undefined): readonly CrushNode[] =>
  [...(map?.nodes ?? []), ...(map?.stray ?? [])].filter(isOsd);

/** True if data is placed on the OSD, which is so unless its reweight is zero or it is destroyed. */
export const isIn = (node: CrushNode): boolean => node.reweight !== 0 && node.status !== 'DESTROYED';

/** True if the OSD is up and in, so that its capacity and usage count. */
export const isUpAndIn = (node: CrushNode): boolean => node.status === 'UP' && isIn(node);

/** The problems of an OSD that the CRUSH map alone shows. */
export function judgeOsd(node: CrushNode): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  const say = (level: Level, text: string) => verdicts.push({ level, text });
  switch (node.status) {
    case 'UP':
      if (!isIn(node)) say('warn', 'out: no data is placed on it');
      break;
    case 'DOWN':
      if (isIn(node)) say('error', 'down and in: its copies are missing and not yet rebuilt');
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
  if (used !== undefined && isUpAndIn(node)) verdicts.push(...judgeFullness(used));
  return verdicts;
}

/** The problem that the usage of an OSD (0 to 1) causes for the cluster; empty if none. */
export function judgeFullness(used: number): readonly Verdict[] {
  if (used >= FULL) return [{ level: 'error', text: 'full: writes to its pools stop' }];
  if (used >= BACKFILLFULL) return [{ level: 'warn', text: 'backfillfull: takes no more backfill' }];
  return used >= NEARFULL ? [{ level: 'warn', text: 'nearfull' }] : [];
}
