import { diagnose } from '../../src/diagnosis/index.ts';
import { readSnapshot } from '../../src/diagnosis/read.ts';
import type { ClusterSnapshot } from '../../src/diagnosis/snapshot.ts';
import type { Diagnosis } from '../../src/diagnosis/verdict.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { type RehearsalOptions, rehearse, rehearsedApi } from './rehearsal.ts';
import type { Truth } from './truth.ts';

/** A trial with one rehearsed fault, several or none. */
export type TrialOptions = Pick<RehearsalOptions, 'kinds' | 'seed' | 'scale'> & {
  /** A clock that only moves when it is advanced, in milliseconds. */
  readonly clock: Clock & { advance(ms: number): Promise<void> };
  readonly decoy?: boolean;
  /** The times of the readings in seconds after the last fault, ascending. */
  readonly looks: readonly number[];
};

/** The diagnosis at one reading. */
export interface Look {
  /** Seconds since the last fault. */
  readonly at: number;
  readonly verdict: Diagnosis;
  readonly snapshot: ClusterSnapshot;
}

export interface TrialResult {
  readonly truths: readonly Truth[];
  readonly looks: readonly Look[];
  /** The cluster a minute before the last fault. */
  readonly earlier: ClusterSnapshot;
}

/** Seconds of a healthy cluster before the first fault, long enough for a history of statistics. */
const BEFORE = 240;
/** Seconds between two faults. */
const APART = 20;

/** Injects faults into a simulated cluster and runs the diagnosis at each reading, using only data from the interface. */
export async function runTrial({ kinds, looks, clock, ...options }: TrialOptions): Promise<TrialResult> {
  const engine = rehearse({ ...options, kinds, clock, after: BEFORE, apart: APART });
  const { cluster } = engine;
  const { api, close } = rehearsedApi(engine, clock);
  const begin = cluster.model.tick + BEFORE + APART * Math.max(0, kinds.length - 1);
  const now = () => cluster.model.timeOf(cluster.model.tick);
  await clock.advance((begin - 60 - cluster.model.tick) * 1000);
  const earlier = await readSnapshot(api, now());
  const diagnosed: Look[] = [];
  for (const at of looks) {
    await clock.advance((begin + at - cluster.model.tick) * 1000);
    const snapshot = await readSnapshot(api, now());
    diagnosed.push({ at, snapshot, verdict: diagnose([earlier, snapshot]) });
  }
  await close();
  return {
    truths: cluster.incidents.map(({ kind, objects }) => ({ kind, objects })),
    looks: diagnosed,
    earlier,
  };
}
