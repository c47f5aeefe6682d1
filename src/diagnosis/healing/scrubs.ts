import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { Setting } from '../../api/contract/config.ts';
import type { Flag } from '../../api/contract/maintenance.ts';
import { roughAge } from '../../lib/format.ts';
import { number } from '../../lib/untyped.ts';
import { listed, plural } from '../../lib/words.ts';
import { activeFlags } from '../evidence/flags.ts';
import { paceOf, type TimeLeft } from './pace.ts';
import { type HealingSample, overdueOf, type Overdue } from './samples.ts';
import { settingValue } from './settingValue.ts';

/**
 * The state of overdue scrubs. `catching-up`: fewer are overdue than some minutes ago. `falling-behind`: more are
 * overdue. `held`: flags prevent all of them. `waiting`: their number is constant, and settings restrict scrubs to
 * certain hours. `stalled`: their number is constant for another reason. `measuring`: the observation is too short for
 * a verdict.
 */
export type ScrubState =
  | 'none'
  | 'catching-up'
  | 'falling-behind'
  | 'held'
  | 'waiting'
  | 'stalled'
  | 'measuring';

/** The overdue scrubs, and the progress in catching up on them. */
export interface ScrubDebt {
  readonly state: ScrubState;
  readonly overdue: Overdue;
  /** The set flags that prevent some of them. */
  readonly heldBy: readonly string[];
  /** An estimate from the progress of the last minutes; undefined if unknown. */
  readonly left: TimeLeft | undefined;
  /** The time without a change of the counts, in milliseconds. */
  readonly stillFor: number;
  /** The hours in which scrubs may start, in words, if they are restricted. */
  readonly hours: string | undefined;
}

/** The time without a change after which scrubs count as stalled, in milliseconds; a single scrub takes minutes. */
const STILL_MS = 10 * 60_000;
/** The minimum time of observation for a pace, in milliseconds. */
const PACE_MS = 3 * 60_000;

const sumOf = ({ shallow, deep }: Overdue): number => shallow + deep;

/** Assesses overdue scrubs from the samples, oldest first; the last one is the current state. */
export function judgeScrubs({
  status,
  flags = [],
  settings = [],
  history,
}: {
  readonly status?: ClusterStatus | undefined;
  readonly flags?: readonly Flag[] | undefined;
  readonly settings?: readonly Setting[] | undefined;
  readonly history: readonly HealingSample[];
}): ScrubDebt {
  const overdue = overdueOf(status) ?? { shallow: 0, deep: 0 };
  const now = history.at(-1)?.at ?? 0;
  const samples = sinceFirstOverdue(history);
  const recent = samples.filter(({ at }) => now - at <= STILL_MS);
  const set = activeFlags(flags);
  const holds = [
    ...(overdue.shallow > 0 && set.includes('noscrub') ? [{ name: 'noscrub', count: overdue.shallow }] : []),
    ...(overdue.deep > 0 && set.includes('nodeep-scrub')
      ? [{ name: 'nodeep-scrub', count: overdue.deep }]
      : []),
  ];
  const changed = samples.findLast(
    (sample, index) => lateOf(sample) !== lateOf(samples[index - 1] ?? sample),
  );
  const stillFor = now - (changed ?? samples[0] ?? { at: now }).at;
  const state = stateOf({
    isNone: sumOf(overdue) === 0,
    isHeld: holds.reduce((sum, { count }) => sum + count, 0) === sumOf(overdue),
    watchedFor: now - (samples[0]?.at ?? now),
    change: lateOf(recent.at(-1) ?? {}) - lateOf(recent[0] ?? {}),
    stillFor,
    hasHours: hoursOf(settings) !== undefined,
  });
  return {
    state,
    overdue,
    heldBy: holds.map(({ name }) => name),
    left: state === 'catching-up' ? leftOf(samples) : undefined,
    stillFor,
    hours: hoursOf(settings),
  };
}

const lateOf = ({ overdue }: Pick<HealingSample, 'overdue'>): number => (overdue ? sumOf(overdue) : 0);

/** The samples since scrubs have been overdue. */
const sinceFirstOverdue = (history: readonly HealingSample[]): readonly HealingSample[] =>
  history.slice(history.findLastIndex((sample) => lateOf(sample) === 0) + 1);

function stateOf(facts: {
  readonly isNone: boolean;
  readonly isHeld: boolean;
  readonly watchedFor: number;
  /** The change of the number of overdue scrubs within the last ten minutes. */
  readonly change: number;
  readonly stillFor: number;
  readonly hasHours: boolean;
}): ScrubState {
  if (facts.isNone) return 'none';
  if (facts.isHeld) return 'held';
  if (facts.watchedFor >= PACE_MS && facts.change < 0) return 'catching-up';
  if (facts.watchedFor >= PACE_MS && facts.change > 0) return 'falling-behind';
  if (facts.stillFor < STILL_MS) return 'measuring';
  return facts.hasHours ? 'waiting' : 'stalled';
}

/** The remaining time, between the estimates by the recent pace and by the pace of all samples. */
function leftOf(samples: readonly HealingSample[]): TimeLeft | undefined {
  const rest = lateOf(samples.at(-1)!);
  const now = samples.at(-1)!.at;
  const paces = [samples, samples.filter(({ at }) => now - at <= STILL_MS / 2)]
    .map((some) => paceOf(some, (sample) => -lateOf(sample)) ?? 0)
    .filter((pace) => pace > 0);
  if (paces.length < 2) return undefined;
  return { from: rest / Math.max(...paces), to: rest / Math.min(...paces) };
}

/** The hours to which settings restrict scrubs, in words; undefined for the whole day. */
function hoursOf(settings: readonly Setting[]): string | undefined {
  const hour = (name: string) => number(settingValue(settings, 'osd', name)) ?? 0;
  const [begin, end] = [hour('osd_scrub_begin_hour'), hour('osd_scrub_end_hour')];
  return begin % 24 === end % 24 ? undefined : `scrubs start only from ${begin}:00 to ${end}:00`;
}

/** The overdue scrubs in clauses, the most important first; none if no scrub is overdue. */
export function scrubClauses(debt: ScrubDebt): readonly string[] {
  const { state, overdue, heldBy, left, stillFor, hours } = debt;
  if (state === 'none') return [];
  const groups = [
    ...(overdue.shallow > 0 ? [`${plural(overdue.shallow, 'scrub')} overdue`] : []),
    ...(overdue.deep > 0 ? [`${plural(overdue.deep, 'deep scrub')} overdue`] : []),
  ];
  const states = {
    'catching-up': 'catching up',
    'falling-behind': 'falling behind',
    held: `held: ${listed(heldBy)}`,
    waiting: `waiting: ${hours ?? ''}`,
    stalled: 'stalled',
    measuring: 'pace not known yet',
  };
  const pace =
    left !== undefined
      ? [`${roughAge(left.from, 10)} to ${roughAge(left.to, 10)} left`]
      : state === 'catching-up'
        ? ['end not known']
        : [];
  return [
    states[state],
    ...pace,
    ...groups,
    ...(heldBy.length > 0 && state !== 'held' ? [`held by ${listed(heldBy)}`] : []),
    ...(stillFor >= STILL_MS && state !== 'held' ? [`no progress for ${roughAge(stillFor / 1000, 60)}`] : []),
  ];
}

/** The overdue scrubs in words; empty if there are none. */
export const scrubText = (debt: ScrubDebt): string => scrubClauses(debt).join(', ');
