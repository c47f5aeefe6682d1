import type { TSchema } from 'typebox';
import { ApiError } from './failure.ts';
import { readJson } from './jsonReader.ts';
import { logEvents } from './logStream.ts';
import { oneLine, rejectionMessage } from './message.ts';
import { isExtension, type Operation } from './operation.ts';
import { reuse } from './reuse.ts';
import { taskIn } from './task.ts';
import { tolerate } from './tolerate.ts';
import type { Answer } from './transport.ts';

/** The longest answer that is read, in characters; twenty thousand disks take about ten million. */
const MAX_ANSWER_LENGTH = 256 * 1024 * 1024;
/** As much of a rejection as its message is looked for in. */
const MAX_REJECTION_LENGTH = 64 * 1024;

const malformed = (message: string) => new ApiError({ kind: 'malformed', message });

/** A body up to a limit; leaving it there closes the connection. */
async function* upTo(limit: number, body: AsyncIterable<string>, tooLong?: string): AsyncGenerator<string> {
  let left = limit;
  for await (const piece of body) {
    left -= piece.length;
    if (left < 0 && tooLong !== undefined) throw malformed(tooLong);
    yield piece;
    if (left < 0) return;
  }
}

async function textOf(body: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of body) text += piece;
  return text;
}

/** The statuses of a path, or of a method on it, that a service does not know. */
const UNKNOWN_PATH = new Set([404, 405]);

/** Tells whether the answer means that the service lacks an extension. Where the path names something, that may be what is missing. */
const isNotOffered = (operation: Operation, status: number): boolean =>
  isExtension(operation) && UNKNOWN_PATH.has(status) && !operation.path.includes('{');

async function rejection(operation: Operation, { status, body, location }: Answer): Promise<ApiError> {
  // The status says what happened, so a body that breaks off must not hide it. One that is left unread keeps its connection.
  const text = await textOf(upTo(MAX_REJECTION_LENGTH, body)).catch(() => '');
  if (isNotOffered(operation, status)) {
    const message = `This service does not offer it: ${operation.method} ${operation.path} is an extension of the interface.`;
    return new ApiError({ kind: 'rejected', status, message, notOffered: true });
  }
  return new ApiError({ kind: 'rejected', status, message: rejectionMessage(status, text, location) });
}

const isText = (schema: { readonly type?: string } | undefined, contentType: string): boolean =>
  schema?.type === 'string' && !/[/+]json$/.test(contentType);

/** The item that stood at a place of a list in an earlier answer. */
function itemBefore(previous: unknown, index: number, listName: string | undefined): unknown {
  const list =
    listName === undefined ? previous : (previous as Record<string, unknown> | undefined)?.[listName];
  return Array.isArray(list) ? (list[index] as unknown) : undefined;
}

async function readReply(
  schema: TSchema | undefined,
  body: AsyncIterable<string>,
  previous: unknown,
): Promise<unknown> {
  const json = await readJson(body, (item, index, listName) =>
    reuse(itemBefore(previous, index, listName), item),
  );
  if (json === undefined) return schema && tolerate(schema, undefined);
  if ('value' in json) return schema === undefined ? taskIn(json.value) : tolerate(schema, json.value);
  if (schema === undefined) return undefined;
  throw malformed(
    `The answer is not valid JSON from byte ${json.brokenAtByte} on; it begins with "${oneLine(json.beginning, 60)}". Is the base URL right?`,
  );
}

/**
 * Reads the answer to an operation: its reply, made to fit the schema, or its log as events.
 * @param previous the last answer to the same request, from which items of a long list that are as they were are taken
 * @throws ApiError of kind `rejected` for any status but 2xx, `malformed` for what is no answer
 */
export async function readAnswer(operation: Operation, answer: Answer, previous?: unknown): Promise<unknown> {
  if (answer.status < 200 || answer.status > 299) throw await rejection(operation, answer);
  if (operation.stream) return logEvents(answer.body, answer.contentType);
  const tooLong = `The answer is longer than ${MAX_ANSWER_LENGTH / 1024 / 1024} MiB.`;
  const body = upTo(MAX_ANSWER_LENGTH, answer.body, tooLong);
  if (isText(operation.reply, answer.contentType)) return await textOf(body);
  return await readReply(operation.reply, body, previous);
}
