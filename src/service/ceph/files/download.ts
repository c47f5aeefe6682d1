import type { FileDownload } from '../../../api/contract/shapes.ts';
import type { Downloads } from '../../downloads.ts';
import { Refusal } from '../../engine.ts';
import { asText, INLINE_LIMIT } from '../../inlineText.ts';
import { notDownloadable, quotedPath } from '../../rules/files.ts';
import { refusal } from '../../rules/refused.ts';
import { pathText, type Path } from '../../values/path.ts';
import { typeOf, type FileStat } from './entry.ts';
import type { Files } from './filesystem.ts';
import { pathMeanings } from './meanings.ts';
import { statOrRefuse } from './read.ts';

/** The number of bytes that one call reads. */
const CHUNK_BYTES = 1024 * 1024;
const TIMEOUT_MS = 120_000;

/** The content of a file in chunks; the next chunk is read while the present one is sent. */
async function* read(files: Files, path: string, size: number): AsyncGenerator<Uint8Array> {
  const options = { meanings: pathMeanings(path), timeoutMs: TIMEOUT_MS };
  const handle = await files.call<string>('open', { path }, options);
  const readChunk = (offset: number) => {
    const length = Math.min(CHUNK_BYTES, size - offset);
    const reading = length > 0 ? files.call<Buffer>('read', { handle, offset, length }, options) : undefined;
    // Avoids an unhandled rejection; the failure is still thrown where the chunk is awaited.
    reading?.catch(() => undefined);
    return reading;
  };
  try {
    let offset = 0;
    for (let next = readChunk(0); next !== undefined;) {
      const content = await next;
      if (content.length === 0) throw new Error(`${quotedPath(path)} was truncated while it was read`);
      offset += content.length;
      next = readChunk(offset);
      yield content;
    }
  } finally {
    await files.call('close', { handle });
  }
}

const isUnchanged = (before: FileStat, now: FileStat) =>
  before.ino === now.ino && before.size === now.size && before.modified === now.modified;

/** The content of a file, if it has not changed since it was offered for download. */
async function* readOffered(files: Files, path: Path, offered: FileStat): AsyncGenerator<Uint8Array> {
  const stat = await statOrRefuse(files, path);
  if (!isUnchanged(offered, stat))
    throw new Refusal(404, 'the file has changed since the download was requested: request it again');
  yield* read(files, pathText(path), stat.size);
}

/** The content of a small text file, or the URL of a download. @throws Refusal 404, or 409 if it is not a file */
export async function downloadFile(files: Files, downloads: Downloads, path: Path): Promise<FileDownload> {
  const stat = await statOrRefuse(files, path);
  const text = pathText(path);
  if (typeOf(stat) !== 'FILE') throw refusal(notDownloadable(text));
  const fileName = path.at(-1) ?? '';
  const { size } = stat;
  if (size <= INLINE_LIMIT) {
    const fileContents = asText(Buffer.concat(await Array.fromAsync(read(files, text, size))));
    if (fileContents !== undefined) return { fileName, fileContents };
  }
  return downloads.offer(fileName, () => ({ fileName, size, content: readOffered(files, path, stat) }));
}
