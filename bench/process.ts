import { readFileSync } from 'node:fs';

/** Linux counts processor time for /proc in hundredths of a second (USER_HZ). */
const TICK_MS = 10;

/** Processor time that the process has taken so far, all of its threads, in milliseconds. */
export function cpuMs(pid: number): number {
  // The name in the second field may hold blanks and brackets; the fields after it are numbers.
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
}

/** The sum of some fields of what Linux says of a process's pages, in megabytes. */
function pagesMb(pid: number, fields: RegExp): number {
  const lines = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').split('\n');
  const kilobytes = lines.filter((line) => fields.test(line)).map((line) => /(\d+) kB$/.exec(line)?.[1]);
  return kilobytes.reduce((sum, value) => sum + Number(value), 0) / 1024;
}

/** The memory that the process takes, shared pages counted by their share (PSS), in megabytes. */
export const memoryMb = (pid: number): number => pagesMb(pid, /^Pss:/);

/** The memory that would be free without the process: pages that no other shares, in megabytes. */
export const ownMemoryMb = (pid: number): number => pagesMb(pid, /^Private_(?:Clean|Dirty):/);
