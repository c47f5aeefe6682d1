import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Verdict } from './budgets.ts';
import { soakConsole, type ConsoleSample } from './soakConsole.ts';
import { AcceleratedConsole, type DaySample } from './soakDay.ts';
import { median } from './statistics.ts';

/** A sample of the accelerated day with the heap of this process, which holds the simulated cluster as well. */
export type HourSample = DaySample & { readonly heapMb: number };

export interface SoakRuns {
  readonly day: readonly HourSample[];
  /** Timers that run after the end of the day. */
  readonly left: number;
  readonly console: readonly ConsoleSample[];
}

export interface SoakOptions {
  readonly hours: number;
  readonly minutes: number;
}

/** A heap is never the same twice: what it may grow by, in MB and as a share of what it was. */
const HEAP_SLACK_MB = 3;
const HEAP_SLACK = 0.1;
/** A pool keeps a few connections open or not, and a read that waits has a timer or is under way. */
const FEW = 4;

/** A figure that is counted, and its budget given the value before. */
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
    await console.live(60);
    for (let round = 0; round < 3; round++) collect();
    day.push({ ...console.sample(), heapMb: process.memoryUsage().heapUsed / 2 ** 20 });
    if (hour % 6 === 0) say(`${hour} of ${hours} hours`);
  }
  return { day, left: await console.end() };
}

/** Lives a day in a minute or two, and some minutes as they are. */
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
 * The middle third of the time and the last one. In the first third everything that is bounded fills up: a log, a
 * history, the cluster's own records.
 */
function thirds<T>(samples: readonly T[]): readonly [middle: readonly T[], last: readonly T[]] {
  const third = Math.max(1, Math.floor(samples.length / 3));
  return [samples.slice(third, -third), samples.slice(-third)];
}

/** Caches of frames fill and are emptied by turns: what stays for good shows in the lowest value. */
const lowest = (values: readonly number[]): number => Math.min(...values);

/** Holds the last third of the time against the middle one. */
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
