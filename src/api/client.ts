import type { Clock } from '../lib/clock.ts';
import { messageOf } from '../lib/thrown.ts';
import { inputProblems } from './check.ts';
import { contract, type Input, type OperationId, type Output } from './contract/index.ts';
import { encodeRequest } from './encode.ts';
import { ApiError, outcomeUnknown } from './failure.ts';
import { maskInput } from './mask.ts';
import type { Method, Operation, Tier } from './operation.ts';
import { readAnswer } from './readAnswer.ts';
import type { RawInput, Transport } from './transport.ts';

export interface CallOptions {
  /** Cancels the call, or ends the stream, when it is aborted. */
  readonly signal?: AbortSignal;
  /** The last answer to the same request; unchanged items of a long list are reused from it. */
  readonly previous?: unknown;
  /** The tag of that answer: a service that knows tags sends nothing while the answer is still the same. */
  readonly previousTag?: string | undefined;
  /** Called with the tag of the answer if the service named one. */
  readonly onTag?: (tag: string) => void;
  /** Called with the age of the answer's data in milliseconds if it is not current. */
  readonly onAge?: (ageMs: number) => void;
}

/** The arguments of a call; the input may be omitted if nothing in it is required. */
export type Args<Id extends OperationId> =
  unknown extends Input<Id>
    ? [input?: Record<string, never>, options?: CallOptions]
    : Partial<Input<Id>> extends Input<Id>
      ? [input?: Input<Id>, options?: CallOptions]
      : [input: Input<Id>, options?: CallOptions];

/**
 * The interface as functions, one per operation. Each rejects with ApiError only. A reply fits its type whatever the
 * server sent; if the interface declares no reply, a task in the answer is returned all the same (see `taskIn`). A stream
 * closes its connection when its consumer stops.
 */
export type Api = { readonly [Id in OperationId]: (...args: Args<Id>) => Promise<Output<Id>> };

/** The record of a write that was sent, for the audit file. */
export interface WriteRecord {
  /** The time at which the call began, in milliseconds since the epoch. */
  readonly at: number;
  readonly id: OperationId;
  readonly method: Method;
  /** Percent-encoded, with the query. */
  readonly path: string;
  /** The input with secrets masked. */
  readonly input: RawInput;
  readonly tier: Tier;
  /** `unknown` means that the write may have taken effect. */
  readonly outcome: 'ok' | 'failed' | 'unknown';
  readonly status?: number;
  readonly message?: string;
  readonly tookMs: number;
}

export interface ApiOptions {
  readonly transport: Transport;
  /** Called before each call; true refuses everything except reads. */
  readonly readOnly: () => boolean;
  readonly onWrite?: (record: WriteRecord) => void;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
}

/** Creates the client of a service. It enforces read-only mode and the recording of writes for all callers. */
export function createApi({ transport, readOnly, onWrite, clock }: ApiOptions): Api {
  async function write(id: OperationId, input: RawInput, options: CallOptions): Promise<unknown> {
    const operation: Operation = contract[id];
    const at = clock.now();
    const began = clock.elapsed();
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
        tookMs: clock.elapsed() - began,
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
    const { previous, previousTag } = options;
    const unless = previous === undefined ? undefined : previousTag;
    const answer = await transport.send(id, input, { ...options, ...(unless !== undefined && { unless }) });
    if (answer.ageMs) options.onAge?.(answer.ageMs);
    if (answer.tag !== undefined) options.onTag?.(answer.tag);
    return await readAnswer(operation, answer, previous);
  }

  const ids = Object.keys(contract) as OperationId[];
  const calls = ids.map((id) => [
    id,
    async (input?: RawInput, options?: CallOptions) => await call(id, input, options),
  ]);
  return Object.fromEntries(calls) as Api;
}
