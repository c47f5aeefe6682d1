import type { TSchema } from 'typebox';
import { ApiError } from './failure.ts';
import { readJson } from './jsonReader.ts';
import { logEvents } from './logStream.ts';
import { oneLine } from './message.ts';
import { isExtension, type Operation } from './operation.ts';
import { readRejection } from './rejection.ts';
import { reuse } from './reuse.ts';
import { taskIn } from './task.ts';
import { tolerate } from './tolerate.ts';
import type { Answer } from './transport.ts';

/** The maximum length of an answer in characters; twenty thousand disks take about ten million. */
const MAX_ANSWER_LENGTH = 256 * 1024 * 1024;

const malformed = (message: string) => new ApiError({ kind: 'malformed', message });

/** A body up to the maximum length, beyond which it throws. */
async function* limited(body: AsyncIterable<string>): AsyncGenerator<string> {
  let left = MAX_ANSWER_LENGTH;
  for await (const piece of body) {
    left -= piece.length;
    if (left < 0) throw malformed(`The answer is longer than ${MAX_ANSWER_LENGTH / 1024 / 1024} MiB.`);
    yield piece;
  }
}

async function textOf(body: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of body) text += piece;
  return text;
}

/** The statuses for an unknown path, or for an unknown method of a path. */
const UNKNOWN_PATH = new Set([404, 405]);

/**
 * True if the answer means that the service lacks an extension. For a path with parameters it is not certain, as the named
 * object may be missing instead.
 */
const isNotOffered = (operation: Operation, status: number): boolean =>
  isExtension(operation) && UNKNOWN_PATH.has(status) && !operation.path.includes('{');

async function rejection(operation: Operation, answer: Answer): Promise<ApiError> {
  const rejected = await readRejection(answer);
  const { status } = answer;
  if (!isNotOffered(operation, status)) return rejected;
  const message = `This service does not offer it: ${operation.method} ${operation.path} is an extension of the interface.`;
  return new ApiError({ kind: 'rejected', status, message, notOffered: true });
}

const isText = (schema: { readonly type?: string } | undefined, contentType: string): boolean =>
  schema?.type === 'string' && !/[/+]json$/.test(contentType);

/** The item at the same index of the same list in the previous answer. */
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

/** The status of an answer without content because the client has it. */
const NOT_MODIFIED = 304;

/**
 * Reads the answer to an operation: its reply, made to fit the schema, or its stream of log events.
 * @param previous the last answer to the same request; unchanged items of a long list are reused from it, or all of it, if the
 *   service says that it is still the same
 * @throws ApiError of kind `rejected` for any status but 2xx, `malformed` for an invalid answer
 */
export async function readAnswer(operation: Operation, answer: Answer, previous?: unknown): Promise<unknown> {
  if (answer.status === NOT_MODIFIED && previous !== undefined) {
    await textOf(answer.body);
    return previous;
  }
  if (answer.status < 200 || answer.status > 299) throw await rejection(operation, answer);
  if (operation.stream) return logEvents(answer.body, answer.contentType);
  const body = limited(answer.body);
  if (isText(operation.reply, answer.contentType)) return await textOf(body);
  return await readReply(operation.reply, body, previous);
}
