import type { Verdict } from '../budgets.ts';
import { markdown, number, verdictList } from '../report.ts';
import type { ScaleRun } from './measure.ts';

/** The goals for a service on a large cluster: answer times in milliseconds, costs in the units of `ScaleRun`. */
const GOALS = { median: 50, longest: 250, calmKilobytes: 200, memoryMb: 300, ourCpuS: 3, monitorCpuS: 1 };

const whereOf = ({ consoles, osds, groups }: ScaleRun): string =>
  `${consoles === 1 ? '1 console' : `${consoles} consoles`}, ${osds} OSDs, ${groups}`;

/** Verdicts on each run: the slowest operation by median and by longest answer, and the costs. */
const scaleVerdicts = (runs: readonly ScaleRun[]): readonly Verdict[] =>
  runs.flatMap((run) => {
    const where = whereOf(run);
    const times = [...run.answers.values()];
    const verdict = (what: string, unit: string, measured: number, budget: number): Verdict => ({
      what,
      where,
      unit,
      measured,
      budget,
    });
    return [
      verdict('slowest answer, median', 'ms', Math.max(...times.map((time) => time.median)), GOALS.median),
      verdict('longest answer', 'ms', Math.max(...times.map((time) => time.longest)), GOALS.longest),
      ...(run.groups === 'calm'
        ? [verdict('asked of the cluster', 'KB/s', run.kilobytesPerSecond, GOALS.calmKilobytes)]
        : []),
      verdict('service and helper', 'MB', run.memoryMb, GOALS.memoryMb),
      verdict('service and helper, processor a minute', 's', run.ourCpuS, GOALS.ourCpuS),
      verdict('monitor above its own, processor a minute', 's', run.monitorCpuS, GOALS.monitorCpuS),
    ];
  });

const columnOf = ({ consoles, osds, groups }: ScaleRun): string => `${osds}, ${groups}, ${consoles}`;

/** The figures of the runs as Markdown, one column per run. */
export function scaleReport(where: string, runs: readonly ScaleRun[]): string {
  const operations = [...new Set(runs.flatMap(({ answers }) => [...answers.keys()]))].sort();
  const cost = (name: string, of: (run: ScaleRun) => number) => [name, ...runs.map((run) => number(of(run)))];
  const table = [
    ['answer, ms: median, longest', ...runs.map(columnOf)],
    ...operations.map((id) => [
      id,
      ...runs.map(({ answers }) => {
        const time = answers.get(id);
        return time ? `${number(time.median)}, ${number(time.longest)}` : '';
      }),
    ]),
    cost('failed', ({ failures }) => failures),
    cost('KB/s of the cluster', ({ kilobytesPerSecond }) => kilobytesPerSecond),
    cost('CPU s/min, service and helper', ({ ourCpuS }) => ourCpuS),
    cost('CPU s/min, monitor above its own', ({ monitorCpuS }) => monitorCpuS),
    cost('MB, service and helper', ({ memoryMb }) => memoryMb),
  ];
  return `${where}

${markdown(table)}

${verdictList(scaleVerdicts(runs))}
`;
}
