import { diagnose } from '../../src/diagnosis/index.ts';
import { readSnapshot } from '../../src/diagnosis/read.ts';
import type { ClusterSnapshot } from '../../src/diagnosis/snapshot.ts';
import type { Diagnosis } from '../../src/diagnosis/verdict.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { type RehearsalOptions, rehearse } from '../../src/service/sim/faults/rehearsal.ts';
import { rehearsedApi } from './rehearsedApi.ts';
import type { Truth } from './truth.ts';

/** One rehearsed fault, or several, or none. */
export type TrialOptions = Pick<RehearsalOptions, 'kinds' | 'seed' | 'scale'> & {
  /** A clock that stands still until it is advanced by milliseconds. */
  readonly clock: Clock & { advance(ms: number): Promise<void> };
  readonly decoy?: boolean;
  /** Seconds after the last fault at which the cluster is looked at, ascending. */
  readonly looks: readonly number[];
};

/** The diagnosis at one look. */
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

/** Seconds of a calm cluster before the first fault, long enough for its statistics to have a past. */
const BEFORE = 240;
/** Seconds between two faults. */
const APART = 20;

/** Lets a fault happen on a simulated cluster and asks at each look what is to blame, through the interface only. */
export async function runTrial({ kinds, looks, clock, ...options }: TrialOptions): Promise<TrialResult> {
  const engine = rehearse({ ...options, kinds, clock, after: BEFORE, apart: APART });
  const { cluster } = engine;
  const { api, close } = rehearsedApi(engine, clock);
  const begin = cluster.model.tick + BEFORE + APART * Math.max(0, kinds.length - 1);
  const now = () => cluster.model.timeOf(cluster.model.tick);
  await clock.advance((begin - 60 - cluster.model.tick) * 1000);
  const earlier = await readSnapshot(api, now());
  const said: Look[] = [];
  for (const at of looks) {
    await clock.advance((begin + at - cluster.model.tick) * 1000);
    const snapshot = await readSnapshot(api, now());
    said.push({ at, snapshot, verdict: diagnose([earlier, snapshot]) });
  }
  await close();
  return { truths: cluster.incidents.map(({ kind, objects }) => ({ kind, objects })), looks: said, earlier };
}
