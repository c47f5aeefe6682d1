import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Reasons why a file cannot be written, by the system's error code. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left there: free some, then try again',
  EDQUOT: 'the quota of this user there is used up: free some space, then try again',
  EROFS: 'the filesystem is mounted read-only: remount it read-write',
  EACCES: 'this user may not write there: change the owner or mode of the directory',
  ENOENT: 'the directory is gone: create it again',
  EIO: 'the disk has failed: check the kernel log',
};

export interface DurableOptions {
  /** Replaces an existing file. Without it, an existing file is left as it is and the write fails with EEXIST. */
  readonly replace?: boolean;
}

/**
 * Writes a file with mode 0600, atomically and durably: its content is synced before the file gets its name, and the
 * directory is synced before this resolves.
 * @throws Error with a message for the operator and the `code` of the system's error
 */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  { replace = false }: DurableOptions = {},
): Promise<void> {
  // Another process, or another call of this one, may write the same file.
  const temporary = `${path}.${randomUUID()}.new`;
  try {
    await writeAndSync(temporary, content);
    if (replace) await rename(temporary, path);
    else await link(temporary, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw Object.assign(new Error(`cannot write ${path}: ${REASONS[code] ?? message}`, { cause: error }), {
      code,
    });
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
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

/** Syncs a directory, so that a name created in it survives a power loss. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
