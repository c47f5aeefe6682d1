/** A moment's rates, in bytes per second; one that is not known is missing. */
export interface TrafficSample {
  readonly read?: number | undefined;
  readonly write?: number | undefined;
  readonly recovery?: number | undefined;
}

export type TrafficKind = keyof TrafficSample;
const KINDS = ['read', 'write', 'recovery'] as const satisfies readonly TrafficKind[];

/** The rates of a step of time: sums of its samples, and how many there were of each. */
interface TrafficStep {
  /** Number of the step since the epoch. */
  readonly step: number;
  readonly sums: Readonly<Record<TrafficKind, number>>;
  readonly counts: Readonly<Record<TrafficKind, number>>;
}

/** The last minutes in steps, oldest first. */
export type Traffic = readonly TrafficStep[];

/** Length of a step in milliseconds, and how many are kept. */
export const STEP_MS = 10_000;
const MOST_STEPS = 60;

const NOTHING = { read: 0, write: 0, recovery: 0 } as const;
const isKnown = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value);

/** Takes in a sample of a moment, in milliseconds since the epoch. One of the past, after the clock was set back, begins anew. */
export function addTraffic(traffic: Traffic, at: number, sample: TrafficSample): Traffic {
  const step = Math.floor(at / STEP_MS);
  const last = traffic.at(-1);
  const before = last?.step === step ? last : undefined;
  const { sums, counts } = before ?? { sums: NOTHING, counts: NOTHING };
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
  return [...kept.slice(1 - MOST_STEPS), added];
}

/**
 * The means of the newest whole spans before `now`, oldest first, `count` of them; one that nothing is known of is missing.
 * A span is `everyMs` long, in whole steps, and stands still until it is over.
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
