import multipart, { type Multipart, type MultipartFile, type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Operation, Upload } from '../../api/operation.ts';
import { messageOf } from '../../lib/thrown.ts';
import { Refusal } from '../engine.ts';

/** Maximum size of a file that is kept in memory because it arrives before the fields it needs. */
const BUFFER_LIMIT = 64 * 1024 * 1024;
/** Maximum size of a form field, in bytes: an S3 key has at most 1024, a filesystem path 4096. */
const FIELD_LIMIT = 8192;

/** Lets the service accept multipart forms. A file has no size limit, because it is passed on as it arrives. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { files: 1, fields: 16, fieldSize: FIELD_LIMIT, fileSize: Number.POSITIVE_INFINITY },
  });
}

const isUpload = (operation: Operation, name: string) =>
  'x-upload' in (operation.form?.properties[name] ?? {});

/** The names of a form's required fields, apart from its file. */
function requiredFields(operation: Operation): string[] {
  return (operation.form?.required ?? []).filter((name) => !isUpload(operation, name));
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

async function bufferFile(part: MultipartFile): Promise<AsyncIterable<Uint8Array>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BUFFER_LIMIT) throw new Refusal(413, 'send the fields of the form before a file of this size');
    chunks.push(chunk);
  }
  return once(Buffer.concat(chunks));
}

/** The content as it arrives. Content that breaks off is reported as the client's error. */
async function* streamed(part: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    yield* part.file as AsyncIterable<Buffer>;
  } catch (error) {
    throw truncatedForm(error);
  }
}

const truncatedForm = (error: unknown) => new Refusal(400, `the form is incomplete: ${messageOf(error)}`);

const asUpload = (part: MultipartFile, content: AsyncIterable<Uint8Array>): Upload => ({
  name: part.filename,
  content,
});

function readField(part: MultipartValue, operation: Operation): unknown {
  if (isUpload(operation, part.fieldname)) {
    throw new Refusal(400, `form.${part.fieldname}: must be sent as a file, with a file name`);
  }
  if (part.valueTruncated)
    throw new Refusal(413, `form.${part.fieldname}: is longer than ${FIELD_LIMIT} bytes`);
  return part.value;
}

/**
 * Reads a form up to its file, whose content then flows as the engine consumes it. Fields after the file are read
 * only if a field that the operation requires did not come before it.
 * @throws Refusal when the request holds no such form
 */
export async function readForm(
  request: FastifyRequest,
  operation: Operation,
): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new Refusal(415, 'the body must be sent as multipart/form-data');
  try {
    return await readParts(request.parts(), operation);
  } catch (error) {
    throw error instanceof Refusal || 'statusCode' in (error as object) ? error : truncatedForm(error);
  }
}

async function readParts(parts: AsyncIterable<Multipart>, operation: Operation) {
  const form: Record<string, unknown> = {};
  const required = requiredFields(operation);
  for await (const part of parts) {
    if (part.type === 'field') {
      form[part.fieldname] = readField(part, operation);
    } else if (!isUpload(operation, part.fieldname)) {
      throw new Refusal(400, `form.${part.fieldname}: is not a file`);
    } else if (required.every((name) => Object.hasOwn(form, name))) {
      form[part.fieldname] = asUpload(part, streamed(part));
      break;
    } else {
      form[part.fieldname] = asUpload(part, await bufferFile(part));
    }
  }
  return form;
}

/** Discards the rest of a form that its operation did not read, so that the connection can be reused. */
export function discardForm(request: FastifyRequest): void {
  request.raw.unpipe();
  request.raw.resume();
}
