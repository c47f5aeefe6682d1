import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Verdict } from './budgets.ts';
import { soakConsole, type ConsoleSample } from './soakConsole.ts';
import { AcceleratedConsole, type DaySample } from './soakDay.ts';
import { median } from './statistics.ts';

/** A sample of the accelerated day with the heap of this process, which includes the simulated cluster. */
export type HourSample = DaySample & { readonly heapMb: number };

export interface SoakRuns {
  readonly day: readonly HourSample[];
  /** The number of timers still running after the end of the day. */
  readonly left: number;
  readonly console: readonly ConsoleSample[];
}

export interface SoakOptions {
  readonly hours: number;
  readonly minutes: number;
}

/** The allowed growth of the heap, which always varies: in MB and as a share. */
const HEAP_SLACK_MB = 3;
const HEAP_SLACK = 0.1;
/** The allowed variation of counts: idle connections may be open or closed, and a read is waiting (a timer) or running. */
const FEW = 4;

/** A figure of the samples, and its budget as a function of the earlier value. */
type Row<T> = readonly [what: string, of: (sample: T) => number, budget: (before: number) => number];
const same = (before: number) => before;
const few = (before: number) => before + FEW;

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

async function soakDay(hours: number, say: (line: string) => void): Promise<Pick<SoakRuns, 'day' | 'left'>> {
  const collect = collector();
  const console = new AcceleratedConsole();
  const day: HourSample[] = [];
  for (let hour = 1; hour <= hours; hour++) {
    await console.run(60);
    for (let round = 0; round < 3; round++) collect();
    day.push({ ...console.sample(), heapMb: process.memoryUsage().heapUsed / 2 ** 20 });
    if (hour % 6 === 0) say(`${hour} of ${hours} hours`);
  }
  return { day, left: await console.end() };
}

/** Measures a console over an accelerated day, which takes a minute or two, and over some minutes of real time. */
export async function measureSoak(
  folder: string,
  { hours, minutes }: SoakOptions,
  say: (line: string) => void,
): Promise<SoakRuns> {
  say(`a day of ${hours} hours, accelerated`);
  const day = await soakDay(hours, say);
  say(`a console over a service that fails, ${minutes} minutes`);
  return { ...day, console: await soakConsole(folder, minutes, say) };
}

const heapBudget = (before: number): number => before * (1 + HEAP_SLACK) + HEAP_SLACK_MB;

/**
 * The middle and the last third of the samples. In the first third everything with a size limit fills up: the log, histories,
 * the cluster's own records.
 */
function thirds<T>(samples: readonly T[]): readonly [middle: readonly T[], last: readonly T[]] {
  const third = Math.max(1, Math.floor(samples.length / 3));
  return [samples.slice(third, -third), samples.slice(-third)];
}

/** The lowest value: caches of frames fill up and are emptied in turns, so only the minimum shows what stays. */
const lowest = (values: readonly number[]): number => Math.min(...values);

/** Compares the last third of the samples with the middle one. */
export function soakVerdicts({ day, left, console }: SoakRuns): Verdict[] {
  const verdicts: Verdict[] = [];
  function hold<T>(where: string, samples: readonly T[], rows: readonly Row<T>[]): void {
    const [before, after] = thirds(samples);
    for (const [what, of, budget] of rows) {
      const [kind, unit] = what === 'heap' ? [lowest, 'MB'] : [median, 'count'];
      verdicts.push({
        what,
        where,
        unit,
        measured: kind(after.map(of)),
        budget: budget(kind(before.map(of))),
      });
    }
  }
  const where = `${day.length} h accelerated`;
  hold(where, day, [
    ['heap', (sample) => sample.heapMb, heapBudget],
    ['timers', (sample) => sample.timers, few],
    ['listeners', (sample) => sample.listeners, same],
    ['requests recorded', (sample) => sample.recordedRequests, same],
    ['requests under way', (sample) => sample.requestsUnderWay, few],
  ]);
  verdicts.push({ what: 'timers after the end', where, unit: 'count', measured: left, budget: 0 });
  hold(`${console.length} min as they are`, console, [
    ['heap', (sample) => sample.heapMb, heapBudget],
    ['handles', (sample) => sample.handles, few],
    ['open files', (sample) => sample.files, few],
    ['timers', (sample) => sample.timers, few],
    ['listeners', (sample) => sample.listeners, same],
  ]);
  return verdicts;
}
