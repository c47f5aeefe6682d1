import { contract, type OperationId } from './contract/index.ts';
import type { FileDownload } from './contract/shapes.ts';
import { ApiError } from './failure.ts';
import type { Operation } from './operation.ts';
import type { IncomingFile, Transport } from './transport.ts';

interface SecretMarks {
  readonly properties?: Readonly<Record<string, { readonly 'x-secret'?: boolean }>>;
}

const fieldsOf = (id: OperationId) => (contract[id] as Operation & { reply?: SecretMarks }).reply?.properties;

/** True if an operation returns a file. */
export const isDownload = (id: OperationId): boolean =>
  ['fileName', 'url', 'fileContents'].every((name) => Object.hasOwn(fieldsOf(id) ?? {}, name));

/** True if the file that an operation returns contains keys or passwords. */
export const isSecretDownload = (id: OperationId): boolean =>
  fieldsOf(id)?.['fileContents']?.['x-secret'] === true;

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Cancellation and progress of a download. */
interface DownloadOptions {
  readonly signal: AbortSignal;
  /** Called once, before the first chunk. */
  readonly onSize?: (bytes: number | undefined) => void;
  readonly onMoved: (bytes: number) => void;
}

/** Opens the file of a download operation: its content is in the answer or at a URL. */
async function openDownload(
  { url = '', fileContents }: FileDownload,
  transport: Pick<Transport, 'download'>,
  signal: AbortSignal,
): Promise<IncomingFile> {
  if (url !== '') return await transport.download(url, { signal });
  if (fileContents === undefined)
    throw new ApiError({
      kind: 'malformed',
      message: 'The service answered with neither the content of the file nor an address of it.',
    });
  const content = new TextEncoder().encode(fileContents);
  return { size: content.length, content: once(content) };
}

/** The content as it arrives; throws if it is incomplete. `onMoved` gets the size of each chunk. */
export async function* counted(
  { size, content }: IncomingFile,
  onMoved: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let moved = 0;
  for await (const piece of content) {
    moved += piece.length;
    onMoved(piece.length);
    yield piece;
  }
  if (size !== undefined && moved !== size)
    throw new ApiError({ kind: 'malformed', message: `It ended after ${moved} of ${size} bytes.` });
}

/**
 * The content of a download operation's file as it arrives; throws if it is incomplete. The request is sent only when the
 * first chunk is read, not if the file cannot be saved: an unread answer would keep its connection occupied.
 */
export async function* downloaded(
  ask: () => Promise<FileDownload>,
  transport: Pick<Transport, 'download'>,
  { signal, onSize, onMoved }: DownloadOptions,
): AsyncGenerator<Uint8Array> {
  const file = await openDownload(await ask(), transport, signal);
  onSize?.(file.size);
  yield* counted(file, onMoved);
}
