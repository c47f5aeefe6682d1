import { open } from 'node:fs/promises';
import { READ_NONBLOCKING, requireRegular } from './regularFile.ts';

/** The largest file in bytes that is read; no token is that long. */
const MAX_BYTES = 64 * 1024;

/** Thrown for a file of secrets that is missing, unreadable or accessible to others. The message says what to do. */
export class SecretFileError extends Error {
  override readonly name = 'SecretFileError';
  readonly missing: boolean;

  constructor(message: string, { missing = false } = {}) {
    super(message);
    this.missing = missing;
  }
}

const WHY: Record<string, string> = {
  ENOENT: 'it does not exist',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a directory',
};

function unreadable(path: string, error: unknown): SecretFileError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new SecretFileError(`cannot read ${path}: ${WHY[code] ?? message}`, { missing: code === 'ENOENT' });
}

/**
 * Reads a file that contains a secret and trims the whitespace around it. The permissions are checked on the open file
 * handle, so that the file cannot be replaced between check and read.
 * @throws SecretFileError also if anyone but the owner may read, write or execute the file
 */
export async function readSecretFile(path: string): Promise<string> {
  const file = await open(path, READ_NONBLOCKING).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  try {
    const stats = await file.stat();
    const { mode, size } = stats;
    requireRegular(stats);
    if ((mode & 0o077) !== 0) {
      const now = (mode & 0o777).toString(8).padStart(4, '0');
      throw new SecretFileError(`${path} is open to other users (mode ${now}): chmod 600 ${path}`);
    }
    if (size > MAX_BYTES) throw new SecretFileError(`${path} is too large to hold a token`);
    return (await file.readFile('utf8')).trim();
  } catch (error) {
    throw error instanceof SecretFileError ? error : unreadable(path, error);
  } finally {
    await file.close();
  }
}
