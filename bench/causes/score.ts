import { baselinesRight, type BaselineName } from './baselines.ts';
import type { Look, TrialResult } from './trial.ts';
import { isFalseBlame, isRight } from './truth.ts';

/** The result of one trial. */
export interface TrialScore {
  /** For each of these times in seconds: the first cause is right, one of the first three is right, nothing was named. */
  readonly at: ReadonlyMap<
    number,
    { readonly first: boolean; readonly three: boolean; readonly silent: boolean }
  >;
  /** The time in seconds after the fault from which the first cause is always right; undefined if it never is. */
  readonly stableAfter: number | undefined;
  /** The number of readings at which something innocent was blamed, and at which that was called certain. */
  readonly blamed: number;
  readonly wronglyCertain: number;
  readonly looks: number;
  /** The baselines that were right at the last reading. */
  readonly baselines: readonly BaselineName[];
}

/** The times shown in the table, in seconds. */
export const SHOWN_AT = [10, 60, 240] as const;

/** Scores a trial of one fault. */
export function scoreTrial({ truths, looks }: TrialResult): TrialScore {
  const [truth] = truths;
  const right = ({ verdict }: Look, first: number): boolean =>
    truth !== undefined && verdict.causes.slice(0, first).some((cause) => isRight(cause, truth));
  const lastWrong = looks.findLastIndex((look) => !right(look, 1));
  const blames = (look: Look, certain: boolean): boolean =>
    look.verdict.causes.some(
      (cause) => isFalseBlame(cause, truths) && (!certain || cause.confidence === 'certain'),
    );
  const last = looks.at(-1);
  return {
    at: new Map(
      SHOWN_AT.flatMap((at) => {
        const look = looks.findLast((one) => one.at <= at);
        return look === undefined
          ? []
          : [
              [
                at,
                { first: right(look, 1), three: right(look, 3), silent: look.verdict.causes.length === 0 },
              ],
            ];
      }),
    ),
    stableAfter: looks[lastWrong + 1]?.at,
    blamed: looks.filter((look) => blames(look, false)).length,
    wronglyCertain: looks.filter((look) => blames(look, true)).length,
    looks: looks.length,
    baselines: last === undefined ? [] : baselinesRight(last.snapshot, truths),
  };
}

/** The share of faults that are among the causes at the last reading, in any order. */
export const shareFound = ({ truths, looks }: TrialResult): number =>
  truths.filter((truth) => looks.at(-1)?.verdict.causes.some((cause) => isRight(cause, truth))).length /
  Math.max(1, truths.length);
