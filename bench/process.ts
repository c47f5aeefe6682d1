import { readFileSync } from 'node:fs';

/** The unit of CPU time in /proc on Linux (USER_HZ is 100). */
const TICK_MS = 10;

/** The CPU time used by a process with all its threads, in milliseconds. */
export function cpuMs(pid: number): number {
  // The second field is the name, which may contain blanks and brackets; the fields after it are numbers.
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
}

/** The sum of some fields of /proc/PID/smaps_rollup, in megabytes. */
function pagesMb(pid: number, fields: RegExp): number {
  const lines = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').split('\n');
  const kilobytes = lines.filter((line) => fields.test(line)).map((line) => /(\d+) kB$/.exec(line)?.[1]);
  return kilobytes.reduce((sum, value) => sum + Number(value), 0) / 1024;
}

/** The memory of a process with shared pages counted proportionally (PSS), in megabytes. */
export const memoryMb = (pid: number): number => pagesMb(pid, /^Pss:/);

/** The memory that ending the process would free: pages not shared with any other, in megabytes. */
export const ownMemoryMb = (pid: number): number => pagesMb(pid, /^Private_(?:Clean|Dirty):/);
