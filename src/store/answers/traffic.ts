import { wasSetBack } from '../../lib/clock.ts';

/** Rates at one time, in bytes per second; undefined if unknown. */
export interface TrafficSample {
  readonly read?: number | undefined;
  readonly write?: number | undefined;
  readonly recovery?: number | undefined;
}

export type TrafficKind = keyof TrafficSample;
const KINDS = ['read', 'write', 'recovery'] as const satisfies readonly TrafficKind[];

/** The rates of one time step: for each kind, the sum and the number of its samples. */
interface TrafficStep {
  /** The number of the step since the epoch. */
  readonly step: number;
  readonly sums: Readonly<Record<TrafficKind, number>>;
  readonly counts: Readonly<Record<TrafficKind, number>>;
}

/** The last minutes in steps, oldest first. */
export type Traffic = readonly TrafficStep[];

/** The length of a step in milliseconds. */
export const STEP_MS = 10_000;
/** The number of steps that are kept. */
const MAX_STEPS = 60;

const ZERO = { read: 0, write: 0, recovery: 0 } as const;
const isKnown = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value);

/**
 * Adds a sample at a time in milliseconds since the epoch. A sample from before the last step is left out, unless the clock
 * was set back: then the previous steps are dropped.
 */
export function addTraffic(traffic: Traffic, at: number, sample: TrafficSample): Traffic {
  const step = Math.floor(at / STEP_MS);
  const last = traffic.at(-1);
  if (last !== undefined && last.step > step && !wasSetBack(last.step * STEP_MS, at)) return traffic;
  const before = last?.step === step ? last : undefined;
  const { sums, counts } = before ?? { sums: ZERO, counts: ZERO };
  const added = {
    step,
    sums: { ...sums },
    counts: { ...counts },
  };
  for (const kind of KINDS) {
    const value = sample[kind];
    if (!isKnown(value)) continue;
    added.sums[kind] += value;
    added.counts[kind]++;
  }
  const kept = before ? traffic.slice(0, -1) : last !== undefined && last.step > step ? [] : traffic;
  return [...kept.slice(1 - MAX_STEPS), added];
}

/**
 * The mean rates of the last `count` complete time spans before `now`, oldest first; undefined for a span without
 * samples. A span is `everyMs` long, rounded to whole steps. The current, incomplete span is not included.
 */
export function trafficMeans(
  traffic: Traffic,
  kind: TrafficKind,
  {
    now,
    count,
    everyMs = STEP_MS,
  }: { readonly now: number; readonly count: number; readonly everyMs?: number },
): (number | undefined)[] {
  const steps = Math.max(1, Math.round(everyMs / STEP_MS));
  const end = Math.floor(now / (steps * STEP_MS));
  const found = Map.groupBy(traffic, ({ step }) => Math.floor(step / steps));
  return Array.from({ length: count }, (_, index) => {
    const span = found.get(end - count + index) ?? [];
    const samples = span.reduce((sum, { counts }) => sum + counts[kind], 0);
    return samples === 0 ? undefined : span.reduce((sum, { sums }) => sum + sums[kind], 0) / samples;
  });
}
