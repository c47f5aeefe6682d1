import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs, memoryMb } from '../process.ts';

/** The interval between samples; a process that ends is counted up to its last sample. */
const SAMPLE_MS = 500;

/** The resources that a process and its children used during a measurement. */
export interface FamilyUse {
  readonly cpuMs: number;
  /** The number of bytes that its children read from files, pipes and sockets. */
  readonly bytesRead: number;
  /** The total memory at the end, in megabytes. */
  readonly memoryMb: number;
}

/** The counters of a process at one time. */
interface Sample {
  readonly cpuMs: number;
  readonly bytesRead: number;
}

const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

const bytesRead = (pid: number): number =>
  Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);

/** The result of `read`; undefined if the process has ended. */
function ofLiving<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Measures a process and its children for `forMs` milliseconds; children may start and end meanwhile. */
export async function watchFamily(pid: number, forMs: number): Promise<FamilyUse> {
  const first = new Map<number, Sample>();
  const last = new Map<number, Sample>();
  const sample = () => {
    for (const member of [pid, ...childrenOf(pid)]) {
      const seen = ofLiving(() => ({
        cpuMs: cpuMs(member),
        bytesRead: member === pid ? 0 : bytesRead(member),
      }));
      if (seen) last.set(member, seen);
    }
  };
  sample();
  for (const [member, seen] of last) first.set(member, seen);
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    await sleep(SAMPLE_MS);
    sample();
  }
  const sum = (of: (sample: Sample) => number) =>
    [...last].reduce(
      (all, [member, seen]) => all + of(seen) - of(first.get(member) ?? { cpuMs: 0, bytesRead: 0 }),
      0,
    );
  const living = [pid, ...childrenOf(pid)].flatMap((member) => ofLiving(() => memoryMb(member)) ?? []);
  return {
    cpuMs: sum((seen) => seen.cpuMs),
    bytesRead: sum((seen) => seen.bytesRead),
    memoryMb: living.reduce((all, one) => all + one, 0),
  };
}
