import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs, memoryMb } from '../process.ts';

/** A process that ends between two looks is counted up to the last one. */
const LOOK_MS = 500;

/** Resources that a process and its children took over a while. */
export interface FamilyUse {
  readonly cpuMs: number;
  /** Bytes that its children read of files, pipes and sockets. */
  readonly bytesRead: number;
  /** Of all of them together at the end, in megabytes. */
  readonly memoryMb: number;
}

/** Counters of a process at one look. */
interface Look {
  readonly cpuMs: number;
  readonly bytesRead: number;
}

const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

const bytesRead = (pid: number): number =>
  Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);

/** Gives what `read` does; undefined where the process has ended. */
function ofLiving<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Watches a process and its children for so long; children may come and go. */
export async function watchFamily(pid: number, forMs: number): Promise<FamilyUse> {
  const first = new Map<number, Look>();
  const last = new Map<number, Look>();
  const look = () => {
    for (const member of [pid, ...childrenOf(pid)]) {
      const seen = ofLiving(() => ({
        cpuMs: cpuMs(member),
        bytesRead: member === pid ? 0 : bytesRead(member),
      }));
      if (seen) last.set(member, seen);
    }
  };
  look();
  for (const [member, seen] of last) first.set(member, seen);
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    await sleep(LOOK_MS);
    look();
  }
  const sum = (of: (look: Look) => number) =>
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
