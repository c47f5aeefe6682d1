import type { CrushMap, CrushNode } from '../../api/contract/crush.ts';
import { share } from '../../lib/untyped.ts';
import type { Level } from './level.ts';

/** Ceph's names for OSDs that fill up, in ascending order of their usage. */
export const FILL_STATES = ['nearfull', 'backfillfull', 'full'] as const;
export type FillState = (typeof FILL_STATES)[number];

/** The shares of an OSD's capacity, 0 to 1, from which it has each state. */
export type FillRatios = Readonly<Record<FillState, number>>;

/** The defaults of mon_osd_nearfull_ratio, mon_osd_backfillfull_ratio and mon_osd_full_ratio. */
const DEFAULT_RATIOS: FillRatios = { nearfull: 0.85, backfillfull: 0.9, full: 0.95 };

/** The current fill ratios (`ceph osd set-full-ratio`), or Ceph's defaults if the service does not report them. */
export function fillRatios(map: CrushMap | undefined): FillRatios {
  const { fillRatios: reported } = map ?? {};
  return isComplete(reported) ? reported : DEFAULT_RATIOS;
}

const isComplete = (ratios: CrushMap['fillRatios']): ratios is FillRatios =>
  FILL_STATES.every((state) => ratios?.[state] !== undefined);

/** The state of an OSD with this usage, 0 to 1; undefined if it is below all ratios, or its usage is unknown. */
export const fillState = (used: number | undefined, ratios: FillRatios): FillState | undefined =>
  used === undefined ? undefined : FILL_STATES.findLast((state) => used >= ratios[state]);

/** The state of an OSD by its usage; undefined while it is down or out, since its usage hinders nothing then. */
export const fillStateOf = (node: CrushNode, ratios: FillRatios): FillState | undefined =>
  isUpAndIn(node) ? fillState(share(node.used, node.size), ratios) : undefined;

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
export function judgeOsd(node: CrushNode, fill: FillState | undefined): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  const say = (level: Level, text: string) => verdicts.push({ level, text });
  switch (node.status) {
    case 'UP':
      if (!isIn(node)) say('warn', 'out: no data is placed on it');
      break;
    case 'DOWN':
      if (isIn(node)) say('error', 'down and in: its copies are not rebuilt yet');
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
  if (fill !== undefined) verdicts.push(FULLNESS[fill]);
  return verdicts;
}

/** The problem that an OSD with each state causes for the cluster. */
export const FULLNESS: Readonly<Record<FillState, Verdict>> = {
  nearfull: { level: 'warn', text: 'nearfull' },
  backfillfull: { level: 'warn', text: 'backfillfull: takes no more backfill' },
  full: { level: 'error', text: 'full: writes to its pools stop' },
};
