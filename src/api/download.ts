import { contract, type OperationId } from './contract/index.ts';
import type { FileDownload } from './contract/shapes.ts';
import { ApiError } from './failure.ts';
import type { Operation } from './operation.ts';
import type { Arriving, Transport } from './transport.ts';

interface Answered {
  readonly properties?: Readonly<Record<string, { readonly 'x-secret'?: boolean }>>;
}

const fieldsOf = (id: OperationId) => (contract[id] as Operation & { reply?: Answered }).reply?.properties;

/** Tells whether an operation answers with a file. */
export const isDownload = (id: OperationId): boolean =>
  ['fileName', 'url', 'fileContents'].every((name) => Object.hasOwn(fieldsOf(id) ?? {}, name));

/** Tells whether the file that an operation answers with holds keys or passwords. */
export const isSecretDownload = (id: OperationId): boolean =>
  fieldsOf(id)?.['fileContents']?.['x-secret'] === true;

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** The progress of a file while it comes. */
interface Following {
  readonly signal: AbortSignal;
  /** Called once, before the first piece. */
  readonly onSize?: (bytes: number | undefined) => void;
  readonly onMoved: (bytes: number) => void;
}

/** The file that a download operation answered with: its content stands in the answer, or at an address. */
async function openDownload(
  { url = '', fileContents }: FileDownload,
  transport: Pick<Transport, 'download'>,
  signal: AbortSignal,
): Promise<Arriving> {
  if (url !== '') return await transport.download(url, { signal });
  if (fileContents === undefined)
    throw new ApiError({
      kind: 'malformed',
      message: 'The service answered with neither the content of the file nor an address of it.',
    });
  const content = new TextEncoder().encode(fileContents);
  return { size: content.length, content: once(content) };
}

/** The content as it comes, which must be whole; `onMoved` is told how many bytes came with each piece. */
export async function* counted(
  { size, content }: Arriving,
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
 * The file that a download operation answers with, as it comes; it must be whole. Asked for when its first piece is
 * wanted, and not where it cannot be saved: what comes and is never taken would hold its connection.
 */
export async function* downloaded(
  ask: () => Promise<FileDownload>,
  transport: Pick<Transport, 'download'>,
  { signal, onSize, onMoved }: Following,
): AsyncGenerator<Uint8Array> {
  const file = await openDownload(await ask(), transport, signal);
  onSize?.(file.size);
  yield* counted(file, onMoved);
}
