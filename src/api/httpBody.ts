import { Readable } from 'node:stream';
import { messageOf } from '../lib/thrown.ts';
import { type Attempt, connectFailure } from './connectFailure.ts';
import type { EncodedRequest, FormParts } from './encode.ts';
import { ApiError } from './failure.ts';

/** A field or file name, quoted as in the HTML standard for "multipart/form-data". */
const quoted = (name: string) =>
  `"${name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`;

/**
 * Encodes form data part by part, streaming the file's content.
 * @param boundary a word that does not occur in the content
 */
async function* multipart({ fields, file }: FormParts, boundary: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const head = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`;
  for (const [name, value] of fields) yield encoder.encode(`${head(`name=${quoted(name)}`)}\r\n${value}\r\n`);
  if (file !== undefined) {
    const disposition = `name=${quoted(file.field)}; filename=${quoted(file.upload.name)}`;
    yield encoder.encode(`${head(disposition)}content-type: application/octet-stream\r\n\r\n`);
    yield* file.upload.content;
    yield encoder.encode('\r\n');
  }
  yield encoder.encode(`--${boundary}--\r\n`);
}

/** The content of an uploaded file. A read error is reported as such, not as a failure of the service. */
async function* readable(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    const why = messageOf(error);
    throw new ApiError(
      { kind: 'cancelled', message: `The file could not be read: ${why}` },
      { cause: error },
    );
  }
}

/** The body of a request and its media type. */
export function bodyOf({ json, form }: Pick<EncodedRequest, 'json' | 'form'>): {
  body?: string | Readable;
  type?: string;
} {
  if (json !== undefined) return { body: json, type: 'application/json' };
  if (form === undefined) return {};
  const boundary = crypto.randomUUID();
  const { file } = form;
  const upload = file && { ...file, upload: { ...file.upload, content: readable(file.upload.content) } };
  const parts = multipart({ fields: form.fields, ...(upload && { file: upload }) }, boundary);
  return { body: Readable.from(parts), type: `multipart/form-data; boundary=${boundary}` };
}

/** Converts any error of a request to an ApiError. */
export function failure(error: unknown, target: Attempt, signal: AbortSignal | undefined): ApiError {
  if (error instanceof ApiError) return error;
  if (signal?.aborted) return new ApiError({ kind: 'cancelled', message: 'Cancelled.' }, { cause: error });
  return new ApiError(connectFailure(error, target), { cause: error });
}

/** The body as it arrives, with errors as ApiError. Stopping early closes the connection. */
export async function* bytesOf(
  body: AsyncIterable<Uint8Array>,
  target: Attempt,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw failure(error, target, signal);
  }
}

/** Decodes a body as UTF-8. */
export async function* textOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
