import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { WriteRecord } from '../../api/client.ts';

/** Appends each write of the console to a local file. */
export interface AuditWriter {
  /** Queues a record; never throws. */
  write(record: WriteRecord): void;
  /** Resolves when everything queued has been written, or has failed to be. */
  close(): Promise<void>;
}

/**
 * Writes one JSON object a line, to a file that only its owner can read; directories are made. `about` stands in
 * each record: the cluster and who wrote. Secrets are masked in a WriteRecord already.
 *
 * @param onFailure told in words when a record could not be written; the next one is tried all the same
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
    // A file that was there before may be open to others.
    if (((await file.stat()).mode & 0o077) !== 0) await file.chmod(0o600);
    await file.appendFile(text);
  } finally {
    await file.close();
  }
}
