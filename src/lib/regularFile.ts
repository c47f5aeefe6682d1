import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** Bytes of a file that somebody wrote for a program to read; what is longer is the wrong file. */
const LARGEST = 16 * 1024 * 1024;

/** Without O_NONBLOCK, opening a named pipe would wait for somebody to write to it. */
export const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK;

/** @throws Error for a pipe, a device, a socket or a directory, and for a file that is too large, in words */
export function requireRegular(stats: Stats): void {
  if (stats.isDirectory()) throw new Error('it is a directory: name a file');
  if (!stats.isFile()) throw new Error('it is a pipe or a device: name a regular file');
  if (stats.size > LARGEST) throw new Error('it is larger than 16 MiB: name another file');
}

/** Reads a regular file as text, and never waits for one. @throws Error */
export function readRegularFile(file: string): { readonly text: string; readonly mode: number } {
  const handle = openSync(file, READ_AT_ONCE);
  try {
    const stats = fstatSync(handle);
    requireRegular(stats);
    return { text: readFileSync(handle, 'utf8'), mode: stats.mode };
  } finally {
    closeSync(handle);
  }
}
