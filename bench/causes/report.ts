import type { HealingScore } from './healing.ts';
import type { CauseFigures, KindScores } from './measure.ts';
import { SHOWN_AT, type TrialScore } from './score.ts';

const share = (part: number, whole: number): string =>
  whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`;

const median = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[values.length >> 1];

function row({ kind, scores }: KindScores): string {
  const count = (is: (score: TrialScore) => boolean) => share(scores.filter(is).length, scores.length);
  const [early] = SHOWN_AT;
  const stable = scores.flatMap(({ stableAfter }) => stableAfter ?? []);
  const sum = (of: (score: TrialScore) => number) => scores.reduce((total, score) => total + of(score), 0);
  const looks = sum((score) => score.looks);
  const cells = [
    kind,
    ...SHOWN_AT.map((at) => count((score) => score.at.get(at)?.first === true)),
    count((score) => score.at.get(SHOWN_AT[2])?.three === true),
    count((score) => score.at.get(early)?.silent === true),
    stable.length === 0 ? '' : String(median(stable)),
    share(
      sum((score) => score.blamed),
      looks,
    ),
    String(sum((score) => score.wronglyCertain)),
    ...(['check', 'latency', 'log'] as const).map((name) =>
      count(({ baselines }) => baselines.includes(name)),
    ),
  ];
  return `| ${cells.join(' | ')} |`;
}

const HEAD = [
  `| fault | first at ${SHOWN_AT.join(' s | at ')} s | of three | silent at 10 s | stable after, s | innocent blamed | wrongly certain | worst check | slowest disk | most in the log |`,
  '|---|---|---|---|---|---|---|---|---|---|---|---|',
].join('\n');

/** The table on the estimates of the end of healing, as Markdown. */
export const healingReport = (scores: readonly HealingScore[]): string =>
  [
    '### The end of healing, on 60 OSDs',
    '',
    '| lost | trials | looks with a range | range held the real end | its width, of what was left | time of marking out wrong by, s |',
    '|---|---|---|---|---|---|',
    ...scores.map(
      ({ kind, trials, estimates, correct, looks, width, outWrongBy }) =>
        `| ${kind} | ${trials} | ${share(estimates, looks)} | ${share(correct, estimates)} | ${width.toFixed(2)} | ${outWrongBy} |`,
    ),
  ].join('\n');

/** The figures of one cluster size as Markdown. */
export function causesReport({ size, single, decoy, double, calm }: CauseFigures): string {
  return [
    `### ${size.osds.toLocaleString('en')} OSDs, ${size.seeds} ${size.seeds === 1 ? 'seed' : 'seeds'} a kind`,
    '',
    HEAD,
    ...single.map(row),
    '',
    'The same with something harmless shortly before (a setting, a flag, a scrub, a new pool, a backup):',
    '',
    HEAD,
    ...decoy.map(row),
    '',
    `Two faults, twenty seconds apart: ${double.trials} trials, ${Math.round(100 * double.found)} % of the faults are named after five minutes; an innocent part was blamed in ${double.blamed}, and called certain in ${double.wronglyCertain}.`,
    '',
    `Calm: ${calm.hours.toFixed(1)} hours, ${calm.alarms} of ${calm.looks} looks named anything.`,
  ].join('\n');
}
