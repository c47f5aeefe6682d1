import { FAULT_KINDS, type FaultKind } from '../../src/service/sim/faults/fault.ts';
import { scoreTrial, shareFound, type TrialScore } from './score.ts';
import { runTrial, type TrialOptions } from './trial.ts';
import { isFalseBlame } from './truth.ts';

/** A size of the simulated cluster and the number of seeds tried with it; the rules were tuned on seeds below 100. */
export interface CauseSize {
  readonly osds: number;
  readonly seeds: number;
}

/** The first seed that the rules were not tuned on. */
export const FIRST_SEED = 101;
const seedsOf = ({ seeds }: CauseSize): number[] =>
  Array.from({ length: seeds }, (_, index) => FIRST_SEED + index);

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

/** The times of the readings, in seconds after the fault. */
const LOOKS = [...range(2, 30, 2), ...range(35, 60, 5), ...range(70, 240, 10)];

/** The scores of all trials of a kind of fault. */
export interface KindScores {
  readonly kind: FaultKind;
  readonly scores: readonly TrialScore[];
}

/** The figures of one cluster size: single faults, faults after a decoy, two faults at once, and no fault. */
export interface CauseFigures {
  readonly size: CauseSize;
  readonly single: readonly KindScores[];
  readonly decoy: readonly KindScores[];
  /** With two faults: the share of faults found, and the number of trials in which an innocent part was blamed. */
  readonly double: {
    readonly trials: number;
    readonly found: number;
    readonly blamed: number;
    readonly wronglyCertain: number;
  };
  /** Without faults: the hours simulated, and the readings at which anything was named. */
  readonly calm: { readonly hours: number; readonly alarms: number; readonly looks: number };
}

type MakeClock = () => TrialOptions['clock'];

/** Measures how often the diagnosis is right on simulated clusters of one size. */
export async function measureCauses(
  size: CauseSize,
  makeClock: MakeClock,
  say: (line: string) => void,
): Promise<CauseFigures> {
  const trial = (kinds: readonly FaultKind[], seed: number, decoy: boolean, looks: readonly number[]) =>
    runTrial({ kinds, seed, decoy, looks, scale: size.osds, clock: makeClock() });
  const each = async (decoy: boolean): Promise<KindScores[]> => {
    const all: KindScores[] = [];
    for (const kind of FAULT_KINDS) {
      say(`${kind}${decoy ? ' after a decoy' : ''} on ${size.osds} OSDs`);
      const scores: TrialScore[] = [];
      for (const seed of seedsOf(size)) scores.push(scoreTrial(await trial([kind], seed, decoy, LOOKS)));
      all.push({ kind, scores });
    }
    return all;
  };
  const single = await each(false);
  const decoy = await each(true);
  return { size, single, decoy, double: await doubles(size, trial), calm: await calm(size, trial) };
}

type Trial = (
  kinds: readonly FaultKind[],
  seed: number,
  decoy: boolean,
  looks: readonly number[],
) => ReturnType<typeof runTrial>;

/** The reading in trials of two faults, in seconds: late enough for faults that only a scrub finds. */
const LATE = 300;

async function doubles(size: CauseSize, trial: Trial): Promise<CauseFigures['double']> {
  let [trials, found, blamed, wronglyCertain] = [0, 0, 0, 0];
  for (const seed of seedsOf(size)) {
    for (const [index, kind] of FAULT_KINDS.entries()) {
      // Each seed combines a kind with a different second one.
      const other = FAULT_KINDS[(index + seed) % FAULT_KINDS.length]!;
      if (other === kind || (index + seed) % 4 !== 0) continue;
      const result = await trial([kind, other], seed, false, [LATE]);
      trials++;
      found += shareFound(result);
      const wrong = result.looks[0]!.verdict.causes.filter((cause) => isFalseBlame(cause, result.truths));
      if (wrong.length > 0) blamed++;
      if (wrong.some(({ confidence }) => confidence === 'certain')) wronglyCertain++;
    }
  }
  return { trials, found: found / Math.max(1, trials), blamed, wronglyCertain };
}

/** The duration of a trial without faults, in seconds; it starts with something harmless. */
const CALM_S = 1200;

async function calm(size: CauseSize, trial: Trial): Promise<CauseFigures['calm']> {
  let [alarms, looks] = [0, 0];
  const seeds = seedsOf(size);
  for (const seed of seeds) {
    const result = await trial([], seed, false, range(10, CALM_S, 10));
    looks += result.looks.length;
    alarms += result.looks.filter(({ verdict }) => verdict.causes.length > 0).length;
  }
  return { hours: (seeds.length * CALM_S) / 3600, alarms, looks };
}
