import { contract, type OperationId } from '../api/contract/index.ts';
import { encodeRequest } from '../api/encode.ts';
import { ApiError } from '../api/failure.ts';
import type { Operation } from '../api/operation.ts';
import type { Answer, IncomingFile, RawInput, Transport } from '../api/transport.ts';
import { EXPIRED } from './downloads.ts';
import { type Engine, Refusal } from './engine.ts';
import { PREFIX } from './http/limits.ts';
import { runOperation, type Log, type Reply } from './http/runOperation.ts';
import { encodeValues, untilAborted } from './http/stream.ts';

const cancelled = () => new ApiError({ kind: 'cancelled', message: 'cancelled' });

/** The input as it would arrive over HTTP: throws for values that HTTP cannot carry, and drops what HTTP drops. */
function asReceivedOverHttp(operation: Operation, input: RawInput): RawInput {
  const { path, json, form } = encodeRequest(operation, input);
  const [, search = ''] = path.split('?');
  const fields = new URLSearchParams(search);
  const query = Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const [first, ...more] = fields.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
  return {
    params: input.params ?? {},
    query,
    ...(json !== undefined && { body: JSON.parse(json) as unknown }),
    ...(form && {
      form: { ...Object.fromEntries(form.fields), ...(form.file && { [form.file.field]: form.file.upload }) },
    }),
  };
}

async function* body({ json, stream }: Reply, signal: AbortSignal): AsyncGenerator<string> {
  if (json !== undefined) yield json.toString();
  if (stream === undefined) return;
  yield* encodeValues(untilAborted(stream, signal), 'application/x-ndjson');
  if (signal.aborted) throw cancelled();
}

/** The content of a download until the signal is aborted. */
async function* pieces(
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ended: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of content) {
      if (ended.aborted) throw cancelled();
      yield piece;
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new ApiError({ kind: 'rejected', status: error.status, message: error.message });
  }
}

/**
 * A transport to an engine in this process. Requests and answers pass the same checks and the same JSON encoding as
 * over HTTP, so a client cannot tell the difference. Closing the transport closes the engine.
 */
export function embeddedTransport(engine: Engine, log: Log = () => undefined): Transport {
  const closing = new AbortController();

  async function send(
    id: OperationId,
    input: RawInput,
    { signal }: { readonly signal?: AbortSignal },
  ): Promise<Answer> {
    const ended = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
    if (ended.aborted) throw cancelled();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = () => reject(cancelled());
    ended.addEventListener('abort', abort, { once: true });
    try {
      const call = runOperation(
        engine,
        id,
        asReceivedOverHttp(contract[id], input),
        { signal: ended, by: 'console' },
        log,
      );
      const reply = await Promise.race([call, aborted]);
      const contentType = reply.stream
        ? 'application/x-ndjson'
        : reply.json === undefined
          ? ''
          : 'application/json';
      return { status: reply.status, contentType, ageMs: reply.ageMs ?? 0, body: body(reply, ended) };
    } finally {
      ended.removeEventListener('abort', abort);
    }
  }

  async function download(url: string, signal?: AbortSignal): Promise<IncomingFile> {
    const ended = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
    if (ended.aborted) throw cancelled();
    const [, token = ''] = url.split(`${PREFIX}/downloads/`);
    const file = await engine.downloads?.open(token);
    if (file === undefined) throw new ApiError({ kind: 'rejected', status: 404, message: EXPIRED });
    return { size: file.size, content: pieces(file.content, ended) };
  }

  return {
    send,
    download: (url, { signal }) => download(url, signal),
    ...(engine.injectedFaults && { reveal: () => Promise.resolve(engine.injectedFaults?.() ?? []) }),
    async close() {
      closing.abort();
      await engine.close();
    },
  };
}
