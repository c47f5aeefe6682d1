import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** The largest file in bytes that is read; a larger one is certainly not what the operator meant. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Open flags for reading. Without O_NONBLOCK, opening a named pipe would block until a writer opens it. */
export const READ_NONBLOCKING = constants.O_RDONLY | constants.O_NONBLOCK;

/** @throws Error with a message for the operator if it is a pipe, device, socket or directory, or larger than 16 MiB */
export function requireRegular(stats: Stats): void {
  if (stats.isDirectory()) throw new Error('it is a directory: name a file');
  if (!stats.isFile()) throw new Error('it is a pipe or a device: name a regular file');
  if (stats.size > MAX_BYTES) throw new Error('it is larger than 16 MiB: name another file');
}

/** Reads a regular file as text; refuses anything else, such as a named pipe, without blocking. @throws Error */
export function readRegularFile(file: string): { readonly text: string; readonly mode: number } {
  const handle = openSync(file, READ_NONBLOCKING);
  try {
    const stats = fstatSync(handle);
    requireRegular(stats);
    return { text: readFileSync(handle, 'utf8'), mode: stats.mode };
  } finally {
    closeSync(handle);
  }
}
