import type { Output } from '../../api/contract/index.ts';
import type { StatsGraph } from '../../api/contract/stats.ts';
import { percent } from '../../lib/format.ts';
import { median } from '../../lib/median.ts';
import { plural } from '../../lib/words.ts';
import type { FreeSpace } from '../answers/freeSpace.ts';
import type { FillRatios } from '../answers/node.ts';
import { type OsdRow, smartText } from '../answers/osds.ts';
import { judgeBackups, OLD_BACKUP_S } from './backups.ts';

const DAY_S = 86_400;
const DAY_MS = 1000 * DAY_S;
/** The minimum period of usage data for an estimate of growth. */
const MIN_PERIOD_MS = 3 * DAY_MS;
/** The limit in days beyond which an estimate is not shown. */
const MAX_DAYS = 730;

/** The data from which the next problems are predicted; missing data is ignored. */
export interface UpcomingInput {
  readonly freeSpace: FreeSpace;
  readonly ratios: FillRatios;
  readonly osds: readonly OsdRow[];
  /** The usage of the cluster over days, in percent. */
  readonly usage: StatsGraph | undefined;
  readonly backups: Output<'getConfigBackups'> | undefined;
  /** The number of monitors. */
  readonly monitors?: number | undefined;
  /** The number of managers that stand by. */
  readonly standbyManagers?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A predicted problem in words, and the days until it occurs; 0 if it exists now. */
interface UpcomingProblem {
  readonly text: string;
  readonly days: number;
}

/**
 * The next problems of a healthy cluster, nearest first: a failing disk, daemons that nothing replaces, the OSD that fills up
 * first, an aging backup.
 */
export const selectUpcomingProblems = (input: UpcomingInput): readonly string[] =>
  [weakestDisk(input), irreplaceable(input), fullestOsd(input), backupAge(input)]
    .flat()
    .toSorted((a, b) => a.days - b.days)
    .map(({ text }) => text);

function weakestDisk({ osds }: UpcomingInput): readonly UpcomingProblem[] {
  const weak = osds.filter(({ smart }) => smart === 'bad');
  const [first] = weak;
  if (first === undefined) return [];
  const more = weak.length > 1 ? ` and ${plural(weak.length - 1, 'more disk')}` : '';
  return [{ text: `SMART of ${first.id}${more}: ${smartText(first.disk).split(':')[0]}`, days: 0 }];
}

/** The daemons after whose loss the cluster stands still, or nothing manages it; Ceph calls that healthy. */
const irreplaceable = ({ monitors, standbyManagers }: UpcomingInput): readonly UpcomingProblem[] => [
  ...(monitors === 1 || monitors === 2
    ? [{ text: `no monitor can be lost: there ${monitors === 1 ? 'is 1' : 'are 2'}`, days: 0 }]
    : []),
  ...(standbyManagers === 0 ? [{ text: 'there is no standby manager', days: 0 }] : []),
];

function fullestOsd({
  freeSpace: { fullest },
  ratios: { nearfull },
  usage,
}: UpcomingInput): readonly UpcomingProblem[] {
  if (fullest === undefined) return [];
  const { id, share } = fullest;
  const text = `fullest ${id} ${percent(share)}`;
  const growth = dailyGrowth(usage);
  const days = growth === undefined ? Infinity : (nearfull / share - 1) / growth;
  if (growth === undefined || days <= 0 || days > MAX_DAYS) return [{ text, days: Infinity }];
  return [{ text: `${text}, ${percent(nearfull)} in about ${Math.max(1, Math.round(days))}d`, days }];
}

/** The daily growth as a share of the current usage; undefined if it does not grow or is unknown. */
function dailyGrowth(usage: StatsGraph | undefined): number | undefined {
  const points = (usage?.graphs?.[0]?.datapoints ?? []).flatMap(({ t, v }) =>
    t === undefined || v === undefined ? [] : [{ t, v }],
  );
  const quarter = Math.floor(points.length / 4);
  const [first, last] = [middle(points.slice(0, quarter)), middle(points.slice(-quarter))];
  if (quarter === 0 || last.v <= 0) return undefined;
  const days = ((last.t - first.t) * 1000) / DAY_MS;
  if (days * DAY_MS < MIN_PERIOD_MS) return undefined;
  const growth = (last.v - first.v) / days / last.v;
  return growth > 0 ? growth : undefined;
}

/** The point with the median time and the median value. */
const middle = (points: readonly { readonly t: number; readonly v: number }[]) => ({
  t: median(points.map(({ t }) => t)) ?? 0,
  v: median(points.map(({ v }) => v)) ?? 0,
});

function backupAge({ backups, now }: UpcomingInput): readonly UpcomingProblem[] {
  if (backups === undefined) return [];
  const seconds = judgeBackups(backups, now);
  if (seconds === 'off') return [{ text: 'configuration backups are off', days: 0 }];
  if (seconds === 'never') return [{ text: 'configuration never backed up', days: 0 }];
  const days = Math.floor(seconds / DAY_S);
  const age = days < 1 ? 'less than a day old' : `${days}d old`;
  return [{ text: `backup ${age}`, days: Math.max(0, OLD_BACKUP_S / DAY_S - days) }];
}
