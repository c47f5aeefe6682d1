import type { TSchema } from 'typebox';
import { yieldToLoop } from '../lib/chunked.ts';
import { messageOf } from '../lib/thrown.ts';
import { inputProblems } from './check.ts';
import { contract, type Input, type OperationId, type Output } from './contract/index.ts';
import { encodeRequest } from './encode.ts';
import { ApiError, outcomeUnknown } from './failure.ts';
import { isLong, parseJsonInChunks } from './jsonInChunks.ts';
import { logEvents } from './logStream.ts';
import { maskInput } from './mask.ts';
import { oneLine, rejectionMessage } from './message.ts';
import { isExtension, type Method, type Operation, type Tier } from './operation.ts';
import { taskIn } from './task.ts';
import { tolerate } from './tolerate.ts';
import type { Answer, RawInput, Transport } from './transport.ts';

export interface CallOptions {
  /** Ends the call, and a stream, whenever it is aborted. */
  readonly signal?: AbortSignal;
}

/** The arguments of a call; the input may be left out when nothing in it is required. */
export type Args<Id extends OperationId> =
  unknown extends Input<Id>
    ? [input?: Record<string, never>, options?: CallOptions]
    : Partial<Input<Id>> extends Input<Id>
      ? [input?: Input<Id>, options?: CallOptions]
      : [input: Input<Id>, options?: CallOptions];

/**
 * The interface as functions, one for each operation. Each rejects with ApiError only. A reply fits its
 * type whatever the server sent; where the interface promises none, a task that came all the same is
 * returned (see `taskIn`). A stream ends its connection when its consumer stops.
 */
export type Api = { readonly [Id in OperationId]: (...args: Args<Id>) => Promise<Output<Id>> };

/** The record of a write that left this program, for the audit file. */
export interface WriteRecord {
  /** When the call began, in milliseconds since the epoch. */
  readonly at: number;
  readonly id: OperationId;
  readonly method: Method;
  /** Percent-encoded, with the query. */
  readonly path: string;
  /** Secrets are masked. */
  readonly input: RawInput;
  readonly tier: Tier;
  /** `unknown`: it may have taken effect. */
  readonly outcome: 'ok' | 'failed' | 'unknown';
  readonly status?: number;
  readonly message?: string;
  readonly tookMs: number;
}

export interface ApiOptions {
  readonly transport: Transport;
  /** Asked before each call: whether everything but reads is refused. */
  readonly readOnly: () => boolean;
  readonly onWrite?: (record: WriteRecord) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The longest answer that is read, in characters; twenty thousand disks take about ten million. */
const MAX_ANSWER_LENGTH = 256 * 1024 * 1024;
/** As much of a rejection as its message is looked for in. */
const MAX_REJECTION_LENGTH = 64 * 1024;

/** Reads a body up to a limit; leaving it then closes the connection. */
async function readText(
  body: AsyncIterable<string>,
  limit: number,
): Promise<{ text: string; whole: boolean }> {
  let text = '';
  for await (const chunk of body) {
    text += chunk;
    if (text.length > limit) return { text, whole: false };
  }
  return { text, whole: true };
}

function malformed(message: string): ApiError {
  return new ApiError({ kind: 'malformed', message });
}

/** The statuses of a path, or of a method on it, that a service does not know. */
const UNKNOWN_PATH = new Set([404, 405]);

/** Tells whether the answer means that the service lacks an extension. Where the path names something, that may be what is missing. */
const isNotOffered = (operation: Operation, status: number): boolean =>
  isExtension(operation) && UNKNOWN_PATH.has(status) && !operation.path.includes('{');

async function rejection(operation: Operation, { status, body, location }: Answer): Promise<ApiError> {
  // The status says what happened, so a body that breaks off must not hide it. One that is left unread keeps its connection.
  const text = await readText(body, MAX_REJECTION_LENGTH).then(
    (read) => read.text,
    () => '',
  );
  if (isNotOffered(operation, status)) {
    const message = `This service does not offer it: ${operation.method} ${operation.path} is an extension of the interface.`;
    return new ApiError({ kind: 'rejected', status, message, notOffered: true });
  }
  return new ApiError({ kind: 'rejected', status, message: rejectionMessage(status, text, location) });
}

const isJson = (contentType: string) => /[/+]json$/.test(contentType);

async function readReply(schema: TSchema | undefined, text: string, contentType: string): Promise<unknown> {
  if (text.trim() === '') return schema && tolerate(schema, undefined);
  const described: { type?: string } | undefined = schema;
  if (described?.type === 'string' && !isJson(contentType)) return text;
  const parsed = await parseJsonInChunks(text);
  if ('value' in parsed) {
    if (schema === undefined) return taskIn(parsed.value);
    const reply = tolerate(schema, parsed.value);
    // What comes next, comparing and joining the rows, takes as long again.
    if (isLong(text)) await yieldToLoop();
    return reply;
  }
  if (schema === undefined) return undefined;
  throw malformed(
    `The answer is not valid JSON from byte ${parsed.brokenAtByte} on; it begins with "${oneLine(text, 60)}". Is the base URL right?`,
  );
}

async function readAnswer(operation: Operation, answer: Answer): Promise<unknown> {
  if (answer.status < 200 || answer.status > 299) throw await rejection(operation, answer);
  if (operation.stream) return logEvents(answer.body, answer.contentType);
  const { text, whole } = await readText(answer.body, MAX_ANSWER_LENGTH);
  if (!whole) throw malformed(`The answer is longer than ${MAX_ANSWER_LENGTH / 1024 / 1024} MiB.`);
  return await readReply(operation.reply, text, answer.contentType);
}

/** Makes the client of a service. Read-only mode and the record of writes are enforced here, for every caller. */
export function createApi({ transport, readOnly, onWrite, now }: ApiOptions): Api {
  async function write(id: OperationId, input: RawInput, options: CallOptions): Promise<unknown> {
    const operation: Operation = contract[id];
    const at = now();
    const { method, path } = encodeRequest(operation, input);
    const record = (end: Pick<WriteRecord, 'outcome' | 'status' | 'message'>) =>
      onWrite?.({
        at,
        id,
        method,
        path,
        input: maskInput(operation, input),
        tier: operation.tier,
        ...end,
        tookMs: now() - at,
      });
    let status: number | undefined;
    let value: unknown;
    try {
      const answer = await transport.send(id, input, options);
      status = answer.status;
      value = await readAnswer(operation, answer);
    } catch (error) {
      const unknown = !(error instanceof ApiError) || outcomeUnknown(error.failure);
      record({
        outcome: unknown ? 'unknown' : 'failed',
        ...(status !== undefined && { status }),
        message: messageOf(error),
      });
      throw error;
    }
    record({ outcome: 'ok', status });
    return value;
  }

  async function call(id: OperationId, input: RawInput = {}, options: CallOptions = {}): Promise<unknown> {
    const operation: Operation = contract[id];
    const isRead = operation.tier === 'read';
    if (!isRead && readOnly()) {
      const message = `Read-only mode: "${operation.summary}" was not sent.`;
      throw new ApiError({ kind: 'refused', message });
    }
    const problems = inputProblems(operation, input);
    if (problems.length > 0) throw new ApiError({ kind: 'refused', message: problems.join('; ') });
    if (options.signal?.aborted)
      throw new ApiError({ kind: 'cancelled', message: 'Cancelled before it was sent.' });
    if (!isRead) return await write(id, input, options);
    return await readAnswer(operation, await transport.send(id, input, options));
  }

  const ids = Object.keys(contract) as OperationId[];
  const calls = ids.map((id) => [
    id,
    async (input?: RawInput, options?: CallOptions) => await call(id, input, options),
  ]);
  return Object.fromEntries(calls) as Api;
}
