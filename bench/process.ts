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

/** The memory that the process takes, shared pages counted by their share (PSS), in megabytes. */
export function memoryMb(pid: number): number {
  const [, kilobytes = ''] =
    /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
