import { existsSync, readFileSync } from 'node:fs';

/** Tells whether a process is still running. A killed one can remain as a zombie, without a command line. */
export const isRunning = (pid: string): boolean =>
  existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'latin1') !== '';
