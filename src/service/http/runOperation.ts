import { contract, type OperationId } from '../../api/contract/index.ts';
import { decodeInput } from '../../api/decode.ts';
import type { Operation } from '../../api/operation.ts';
import type { RawInput } from '../../api/transport.ts';
import { withAge } from '../answerAge.ts';
import {
  notPossible,
  Refusal,
  UnknownOutcome,
  type AnyHandler,
  type CallContext,
  type Engine,
  type Unsupported,
} from '../engine.ts';

/** The answer to a caller: JSON as bytes, which several responses can share, or a stream of values. An answer without content has neither. */
export interface Reply {
  readonly status: number;
  readonly json?: Buffer;
  readonly stream?: AsyncIterable<unknown>;
  /** Age of its oldest data in milliseconds, if a source did not reply in time. */
  readonly ageMs?: number;
  /** The tag of a long answer (`ETag`), which a client that has it names to get none. */
  readonly tag?: string;
}

/** Receives unexpected errors in full; callers learn only that there was one. */
export type Log = (message: string) => void;

/** The message to a caller after an unexpected error. */
export const SERVICE_FAILED = 'the service failed; its log says why';

const encode = (output: unknown): Buffer => Buffer.from(JSON.stringify(output));

const failed = (status: number, message: string): Reply => ({ status, json: encode({ message }) });

const detail = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** The bytes of frozen answers, as long as an engine keeps these. */
const encoded = new WeakMap<object, Buffer>();

/**
 * Encodes an answer. A frozen one is encoded once: an engine returns it again while nothing has changed, and never modifies it.
 * Encoding a thousand disks takes most of a millisecond, and half a megabyte outside the heap, whose growth makes V8 collect
 * garbage.
 */
function bytesOf(output: unknown): Buffer {
  if (typeof output !== 'object' || output === null || !Object.isFrozen(output)) return encode(output);
  const bytes = encoded.get(output) ?? encode(output);
  encoded.set(output, bytes);
  return bytes;
}

async function answer(handler: AnyHandler, operation: Operation, input: RawInput, context: CallContext) {
  const { value: output, ageMs } = await withAge(() => handler(input, context));
  if (operation.stream) return { status: 200, stream: output as AsyncIterable<unknown> };
  return operation.reply === undefined || output === undefined
    ? { status: 200 }
    : { status: 200, json: bytesOf(output), ageMs };
}

/**
 * Calls an operation of an engine with an unchecked input. Never rejects: an invalid input gives status 400, a
 * Refusal its own status, an unknown outcome of a change 504, and any other error 500.
 */
export async function runOperation(
  engine: Engine,
  id: OperationId,
  raw: RawInput,
  context: CallContext,
  log: Log,
): Promise<Reply> {
  const operation: Operation = contract[id];
  const handler = engine.handlers[id] as AnyHandler | Unsupported;
  if ('unsupported' in handler) return failed(501, notPossible(handler.unsupported).message);
  const decoded = decodeInput(operation, raw);
  if ('problems' in decoded) return failed(400, decoded.problems.join('; '));
  try {
    return await answer(handler, operation, decoded.input, context);
  } catch (error) {
    if (error instanceof UnknownOutcome && operation.method !== 'GET') return failed(504, error.message);
    if (error instanceof Refusal) return failed(error.status, error.message);
    // A handler that stops because its caller disconnected is not a failure.
    if (!context.signal.aborted) log(`${id} failed: ${detail(error)}`);
    return failed(500, SERVICE_FAILED);
  }
}
