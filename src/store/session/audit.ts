import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { WriteRecord } from '../../api/client.ts';

/** Appends a record of each write of the console to a local file. */
export interface AuditWriter {
  /** Queues a record; never throws. */
  write(record: WriteRecord): void;
  /** Resolves when every queued record has been written or has failed. */
  close(): Promise<void>;
}

/**
 * Creates a writer of one JSON object per line, to a file that only its owner can read; missing directories are
 * created. `about` is added to each record: the cluster and the user. Secrets are already masked in a WriteRecord.
 *
 * @param onFailure receives a message if a record could not be written; later records are still tried
 */
export function createAuditWriter(options: {
  readonly path: string;
  readonly about: Readonly<Record<string, string>>;
  readonly onFailure: (message: string) => void;
}): AuditWriter {
  const { path, about, onFailure } = options;
  let queue: Promise<void> = Promise.resolve();

  async function append(record: WriteRecord): Promise<void> {
    const { at, ...rest } = record;
    try {
      await appendPrivately(
        path,
        `${JSON.stringify({ time: new Date(at).toISOString(), ...about, ...rest })}\n`,
      );
    } catch (error) {
      onFailure(`The audit file ${path} could not be written: ${String(error)}`);
    }
  }

  return {
    write(record) {
      queue = queue.then(() => append(record));
    },
    close: () => queue,
  };
}

async function appendPrivately(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a', 0o600);
  try {
    // An existing file may be accessible to others.
    if (((await file.stat()).mode & 0o077) !== 0) await file.chmod(0o600);
    await file.appendFile(text);
  } finally {
    await file.close();
  }
}
