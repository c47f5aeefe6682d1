import type { SimCrushRule } from '../crush/rules.ts';
import { OUTSIDE } from '../crush/scopes.ts';
import type { Model } from '../model/model.ts';
import type { Osd } from '../model/topology.ts';
import { shardBytes, type SimPool } from '../pools/pool.ts';

const LEVELS = ['ok', 'nearfull', 'backfillfull', 'full'] as const;
/** The fullness of an OSD by the ratios of the cluster: the highest level that it has reached. */
export type FullnessLevel = (typeof LEVELS)[number];

function levelOf({ settings }: Model, { used, capacity }: Osd): FullnessLevel {
  const ratio = used / capacity;
  if (ratio >= settings.fullRatio) return 'full';
  if (ratio >= settings.backfillfullRatio) return 'backfillfull';
  return ratio >= settings.nearfullRatio ? 'nearfull' : 'ok';
}

/** Sets the used space of an OSD. All changes go through this function, so that `filling` stays correct. */
export function setUsed({ settings, filling }: Model, osd: Osd, used: number): void {
  osd.used = Math.max(0, Math.min(used, osd.capacity));
  if (osd.used >= osd.capacity * settings.nearfullRatio) filling.add(osd);
  else filling.delete(osd);
}

/** The in OSDs above the nearfull ratio, with their level, sorted by id. */
export function fillingOsds(model: Model): { osd: Osd; level: FullnessLevel }[] {
  return Array.from(model.filling)
    .filter((osd) => osd.in)
    .sort((a, b) => a.id - b.id)
    .map((osd) => ({ osd, level: levelOf(model, osd) }));
}

/** The worst level among the OSDs that each rule chooses from: a pool is as full as the fullest OSD of its rule. */
export function worstLevels(model: Model): ReadonlyMap<SimCrushRule, FullnessLevel> {
  const filling = fillingOsds(model);
  const worst = new Map<SimCrushRule, FullnessLevel>();
  if (filling.length === 0) return worst;
  for (const rule of model.rules) {
    const domains = rule.takes.map((take) => model.scopes.of(take).domains);
    for (const { osd, level } of filling) {
      if (LEVELS.indexOf(level) <= LEVELS.indexOf(worst.get(rule) ?? 'ok')) continue;
      if (domains.some((domain) => domain[osd.id] !== OUTSIDE)) worst.set(rule, level);
    }
  }
  return worst;
}

/** The level of a pool, given the worst level of each rule. */
export const poolLevel = (
  { rule }: SimPool,
  worst: ReadonlyMap<SimCrushRule, FullnessLevel>,
): FullnessLevel => worst.get(rule) ?? 'ok';

/** Interval in seconds at which each OSD reports its statistics; the OSDs take turns. */
const REPORT_INTERVAL = 60;

/** Updates the used space of those OSDs that report in this second, after the growth of their pools. */
export function stepUsage(model: Model): void {
  const { tick, osds, pgs } = model;
  for (let id = tick % REPORT_INTERVAL; id < osds.length; id += REPORT_INTERVAL) {
    const osd = osds[id]!;
    let used = 0;
    for (const pg of osd.shards) used += shardBytes(pgs.poolOf(pg)!);
    setUsed(model, osd, used);
  }
}
