import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The reasons why a file cannot be written, in words, by the code of the error. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left there: make room, and try again',
  EDQUOT: 'the quota of this user is used up there: make room, and try again',
  EROFS: 'the filesystem is mounted read-only: mount it for writing',
  EACCES: 'this user may not write there: give it the directory',
  ENOENT: 'the directory is gone: make it again',
  EIO: 'the disk fails: look at the kernel log',
};

export interface DurableOptions {
  /** Puts it in the place of a file of that name; otherwise one that is there is never replaced. */
  readonly replace?: boolean;
}

/**
 * Writes a file for its owner only, whole or not at all: it is on the disk before it has its name, and its name is
 * before this resolves.
 * @throws Error in words, with the code of the system's error
 */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  { replace = false }: DurableOptions = {},
): Promise<void> {
  const arriving = `${path}.${process.pid}.new`;
  try {
    // One that was left behind may have another owner's mode.
    await rm(arriving, { force: true });
    await writeAndSync(arriving, content);
    if (replace) await rename(arriving, path);
    else await link(arriving, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw Object.assign(new Error(`cannot write ${path}: ${REASONS[code] ?? message}`, { cause: error }), {
      code,
    });
  } finally {
    await rm(arriving, { force: true }).catch(() => undefined);
  }
}

async function writeAndSync(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes a directory's entries to the disk, so that a name that was made in it is there after a power loss. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
