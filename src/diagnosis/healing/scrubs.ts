import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { Setting } from '../../api/contract/config.ts';
import type { Flag } from '../../api/contract/maintenance.ts';
import { roughAge } from '../../lib/format.ts';
import { number } from '../../lib/untyped.ts';
import { listed, plural } from '../../lib/words.ts';
import { paceOf, type TimeLeft } from './pace.ts';
import { type HealingSample, overdueOf, type Overdue } from './samples.ts';

/**
 * `catching-up`: fewer scrubs are overdue than minutes ago. `falling-behind`: more are. `held`: flags forbid all that are
 * overdue. `waiting`: nothing changes, and scrubs have hours by the settings. `stalled`: nothing changes, and that is not the
 * reason. `measuring`: looked at for too short a time to say.
 */
export type ScrubState =
  | 'none'
  | 'catching-up'
  | 'falling-behind'
  | 'held'
  | 'waiting'
  | 'stalled'
  | 'measuring';

/** The scrubs that are overdue, and whether they are made good. */
export interface ScrubDebt {
  readonly state: ScrubState;
  readonly overdue: Overdue;
  /** Flags that are set and forbid some of them. */
  readonly heldBy: readonly string[];
  /** From what was made good in the last minutes; undefined where that is not known. */
  readonly left: TimeLeft | undefined;
  /** Milliseconds for which the counts have been the same. */
  readonly stillFor: number;
  /** The hours in which scrubs may begin, in words, where there are such. */
  readonly hours: string | undefined;
}

/** A scrub takes minutes: what stands still for so long stands still; and no pace is told before so long. */
const [STILL_MS, PACE_MS] = [10 * 60_000, 3 * 60_000];

const sumOf = ({ shallow, deep }: Overdue): number => shallow + deep;

/** Judges the debt of scrubs from the samples, oldest first; the last one stands for the present. */
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
  const samples = sinceBegun(history);
  const recent = samples.filter(({ at }) => now - at <= STILL_MS);
  const isSet = (name: string) => flags.some((flag) => flag.name === name && flag.currentState === true);
  const holds = [
    ...(overdue.shallow > 0 && isSet('noscrub') ? [{ name: 'noscrub', count: overdue.shallow }] : []),
    ...(overdue.deep > 0 && isSet('nodeep-scrub') ? [{ name: 'nodeep-scrub', count: overdue.deep }] : []),
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

/** The samples since there is a debt. */
const sinceBegun = (history: readonly HealingSample[]): readonly HealingSample[] =>
  history.slice(history.findLastIndex((sample) => lateOf(sample) === 0) + 1);

function stateOf(seen: {
  readonly isNone: boolean;
  readonly isHeld: boolean;
  readonly watchedFor: number;
  /** Scrubs that are overdue more than ten minutes ago. */
  readonly change: number;
  readonly stillFor: number;
  readonly hasHours: boolean;
}): ScrubState {
  if (seen.isNone) return 'none';
  if (seen.isHeld) return 'held';
  if (seen.watchedFor >= PACE_MS && seen.change < 0) return 'catching-up';
  if (seen.watchedFor >= PACE_MS && seen.change > 0) return 'falling-behind';
  if (seen.stillFor < STILL_MS) return 'measuring';
  return seen.hasHours ? 'waiting' : 'stalled';
}

/** The time that is left by the pace of late and by that of all samples, whichever is less and more. */
function leftOf(samples: readonly HealingSample[]): TimeLeft | undefined {
  const rest = lateOf(samples.at(-1)!);
  const now = samples.at(-1)!.at;
  const paces = [samples, samples.filter(({ at }) => now - at <= STILL_MS / 2)]
    .map((some) => paceOf(some, (sample) => -lateOf(sample)) ?? 0)
    .filter((pace) => pace > 0);
  if (paces.length < 2) return undefined;
  return { from: rest / Math.max(...paces), to: rest / Math.min(...paces) };
}

/** Hours of the day as a setting names them; a whole day is no limit. */
function hoursOf(settings: readonly Setting[]): string | undefined {
  const hour = (name: string) => number(settings.find((setting) => setting.name === name)?.value?.value) ?? 0;
  const [begin, end] = [hour('osd_scrub_begin_hour'), hour('osd_scrub_end_hour')];
  return begin % 24 === end % 24 ? undefined : `scrubs begin from ${begin}:00 to ${end}:00 only`;
}

/** The debt of scrubs in words, as recovery is told; empty where there is none. */
export function scrubText({ state, overdue, heldBy, left, stillFor, hours }: ScrubDebt): string {
  if (state === 'none') return '';
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
  ].join(', ');
}
