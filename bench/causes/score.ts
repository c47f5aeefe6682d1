import { baselinesRight, type BaselineName } from './baselines.ts';
import type { Look, TrialResult } from './trial.ts';
import { isFalseBlame, isRight } from './truth.ts';

/** The outcome of one trial. */
export interface TrialScore {
  /** At each of these seconds: the first cause is right, one of the first three is, nothing was named. */
  readonly at: ReadonlyMap<
    number,
    { readonly first: boolean; readonly three: boolean; readonly silent: boolean }
  >;
  /** Seconds from the fault to the first look from which on the first cause is always right; undefined where there is none. */
  readonly stableAfter: number | undefined;
  /** Looks at which something innocent was blamed, and at which that was called certain. */
  readonly blamed: number;
  readonly wronglyCertain: number;
  readonly looks: number;
  /** The baselines that were right at the last look. */
  readonly baselines: readonly BaselineName[];
}

/** The seconds at which the table shows how many were right. */
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

/** The share of faults that are among the causes at the last look, whatever their order. */
export const shareFound = ({ truths, looks }: TrialResult): number =>
  truths.filter((truth) => looks.at(-1)?.verdict.causes.some((cause) => isRight(cause, truth))).length /
  Math.max(1, truths.length);
