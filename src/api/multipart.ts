import type { FormParts } from './encode.ts';

/** Field and file names as browsers write them into a part's head (HTML standard, "multipart/form-data"). */
const quoted = (name: string) =>
  `"${name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`;

/**
 * Writes form data part by part, the file's content as it comes.
 * @param boundary a word that does not occur in the content
 */
export async function* multipart({ fields, file }: FormParts, boundary: string): AsyncGenerator<Uint8Array> {
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
