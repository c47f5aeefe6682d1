import type { Upload } from '../../../api/operation.ts';
import type { Clock } from '../../../lib/clock.ts';
import { noDirectory, notADirectory, refuseSnapshots, uploadOntoDirectory } from '../../rules/files.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { pathText, type Path } from '../../values/path.ts';
import { permissionsOf, typeOf, type FileStat } from './entry.ts';
import type { Files } from './filesystem.ts';
import { pathMeanings, newPathMeanings } from './meanings.ts';
import { join, statIfExists } from './read.ts';

/** The number of bytes that one call writes, and the maximum number of concurrent calls. */
const CHUNK_BYTES = 1024 * 1024;
const MAX_WRITES = 4;
/** A long timeout, because writes to a full or degraded pool wait, and the file is flushed before it is renamed. */
const TIMEOUT_MS = 120_000;
/** The permission bits of a new file. */
const NEW_MODE = 0o644;

/** The same content in chunks of at least CHUNK_BYTES, except for the last one. */
async function* chunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    parts.push(part);
    size += part.length;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}

/** Writes the content, several chunks at a time; rejects with the first failure. */
async function writeAll(
  content: AsyncIterable<Uint8Array>,
  write: (offset: number, chunk: Uint8Array) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  const pending = new Set<Promise<void>>();
  const check = () => {
    signal.throwIfAborted();
    if (failures.length > 0) throw failures[0];
  };
  let offset = 0;
  for await (const chunk of chunks(content)) {
    check();
    const writing = write(offset, chunk)
      .catch((failure: unknown) => void failures.push(failure))
      .finally(() => pending.delete(writing));
    pending.add(writing);
    offset += chunk.length;
    if (pending.size >= MAX_WRITES) await Promise.race(pending);
  }
  await Promise.all(pending);
  check();
}

/** The file that the upload replaces; undefined for a new one. @throws Refusal 404 or 409 */
async function fileToReplace(files: Files, path: string, directory: string): Promise<FileStat | undefined> {
  const stat = await statIfExists(files, path, 'follow');
  if (stat !== null) {
    if (typeOf(stat) === 'FILE') return stat;
    throw refusal(uploadOntoDirectory(path));
  }
  const parent = await statIfExists(files, directory, 'follow');
  if (parent === null) throw refusal(noDirectory(directory));
  if (typeOf(parent) !== 'DIR') throw refusal(notADirectory(directory));
  return undefined;
}

/**
 * Writes an upload to a temporary file in the target directory, and renames it once it is complete. The temporary file
 * counts towards the quota. A file that is replaced passes on its owner, mode and pool.
 * @throws Refusal 400, 404 or 409
 */
export async function uploadFile(
  { files, clock }: { readonly files: Files; readonly clock: Clock },
  path: Path,
  { content }: Upload,
  signal: AbortSignal,
): Promise<void> {
  enforce(refuseSnapshots(path));
  const text = pathText(path);
  const target = await files.call<string>('resolve', { path: text }, { meanings: pathMeanings(text) });
  const directory = target.slice(0, target.lastIndexOf('/')) || '/';
  const replaced = await fileToReplace(files, target, directory);
  const pool = replaced && (await files.call<string>('layout', { path: target }));
  const temporary = join(directory, `.storedeck-upload-${clock.random().toString(36).slice(2)}`);
  const options = { meanings: { ...newPathMeanings(text), ...pathMeanings(text) }, timeoutMs: TIMEOUT_MS };
  const handle = await files.call<string>(
    'create',
    { path: temporary, ...(pool !== undefined && { pool }) },
    options,
  );
  try {
    const write = (offset: number, payload: Uint8Array) =>
      files.call('write', { handle, offset }, { ...options, payload });
    await writeAll(content, write, signal).finally(() => files.call('close_flushed', { handle }, options));
    const owner = replaced ? { uid: replaced.uid, gid: replaced.gid } : {};
    await files.call(
      'change',
      { path: temporary, ...owner, mode: replaced ? permissionsOf(replaced) : NEW_MODE },
      options,
    );
    await files.call('rename', { path: temporary, to: target }, options);
  } catch (failure) {
    // The caller needs the first failure. If the temporary file remains, its name tells the operator its purpose.
    await files.call('remove_file', { path: temporary }).catch(() => undefined);
    throw failure;
  }
}
