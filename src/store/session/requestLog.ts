import { contract, type OperationId } from '../../api/contract/index.ts';
import { encodeRequest } from '../../api/encode.ts';
import { parseJson } from '../../api/json.ts';
import { maskInput } from '../../api/mask.ts';
import type { Method, Operation, Tier } from '../../api/operation.ts';
import { taskIn } from '../../api/task.ts';
import type { Answer as Reply, RawInput, Transport } from '../../api/transport.ts';
import type { Clock } from '../../lib/clock.ts';
import { Ring } from '../../lib/ring.ts';
import type { RowAnswer } from '../answers.ts';
import { failureOf } from '../cache/failureOf.ts';

/** A request that left this program, and what came of it. */
export interface RequestRecord {
  /** Counted from the start of the program, in the order in which they were sent. */
  readonly number: number;
  /** When it was sent, in milliseconds since the epoch. */
  readonly at: number;
  readonly id: OperationId;
  readonly method: Method;
  /** With its query, secrets masked. */
  readonly path: string;
  readonly tier: Tier;
  /** HTTP status; absent while none came. */
  readonly status?: number;
  /** Why there is no status. */
  readonly failure?: string;
  /** Milliseconds until the answer began. */
  readonly tookMs?: number;
  /** The task that it started. */
  readonly task?: number;
}

/** The requests of this session. */
export interface RequestLog {
  /** Newest first. */
  readonly list: () => readonly RequestRecord[];
  /** The newest requests that these are answers to, each once. */
  readonly newest: (answers: readonly RowAnswer[]) => readonly RequestRecord[];
}

/** Reads come every two seconds; writes are few and are kept longer. */
const READS_KEPT = 1000;
const WRITES_KEPT = 500;
/** A task is told at the beginning of an answer; longer ones hold none. */
const LARGEST_TASK = 64 * 1024;

/** The path and query of a request with secrets masked; the path of the interface where no request can carry the input. */
export function maskedPath(operation: Operation, input: RawInput): string {
  try {
    return encodeRequest(operation, maskInput(operation, input)).path;
  } catch {
    return operation.path;
  }
}

/** Hands a body on, and tells its text at the end where it is short. */
async function* watched(body: AsyncIterable<string>, onText: (text: string) => void): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of body) {
    if (text.length <= LARGEST_TASK) text += chunk;
    yield chunk;
  }
  if (text.length <= LARGEST_TASK) onText(text);
}

/** Keeps a record of each request that goes through a transport. */
export function recordRequests(
  transport: Transport,
  clock: Clock,
): { readonly transport: Transport; readonly requests: RequestLog } {
  const reads = new Ring<RequestRecord>(READS_KEPT);
  const writes = new Ring<RequestRecord>(WRITES_KEPT);
  /** Records as they are now: they change when the answer comes. */
  const latest = new Map<number, RequestRecord>();
  let count = 0;
  /** Until something changes. */
  let sorted: readonly RequestRecord[] | undefined;

  function begin(id: OperationId, input: RawInput): RequestRecord {
    const operation: Operation = contract[id];
    const { method, tier } = operation;
    const record = { number: count++, at: clock.now(), id, method, path: maskedPath(operation, input), tier };
    const ring = tier === 'read' ? reads : writes;
    if (ring.length === ring.capacity) latest.delete(ring.at(0)?.number ?? -1);
    ring.push(record);
    latest.set(record.number, record);
    sorted = undefined;
    return record;
  }

  function change(number: number, part: Partial<RequestRecord>): void {
    const now = latest.get(number);
    if (now) latest.set(number, { ...now, ...part });
    sorted = undefined;
  }

  function answered(record: RequestRecord, answer: Reply, tookMs: number): Reply {
    change(record.number, { status: answer.status, tookMs });
    if (record.tier === 'read') return answer;
    const onText = (text: string) => {
      const parsed = parseJson(text);
      const task = 'value' in parsed ? taskIn(parsed.value)?.id : undefined;
      if (task !== undefined) change(record.number, { task });
    };
    return { ...answer, body: watched(answer.body, onText) };
  }

  const list = () => (sorted ??= [...latest.values()].sort((a, b) => b.number - a.number));
  return {
    transport: {
      ...transport,
      async send(id, input, options) {
        const record = begin(id, input);
        const began = clock.elapsed();
        try {
          const answer = await transport.send(id, input, options);
          return answered(record, answer, clock.elapsed() - began);
        } catch (error) {
          const { kind, message } = failureOf(error);
          change(record.number, {
            failure: kind === 'cancelled' ? 'cancelled' : message,
            tookMs: clock.elapsed() - began,
          });
          throw error;
        }
      },
    },
    requests: {
      list,
      newest(answers) {
        const all = list();
        const found = answers.flatMap(({ operation, params }) => {
          if (operation === undefined) return [];
          const path = params && maskedPath(contract[operation], { params });
          return all.find((record) => record.id === operation && (path ?? record.path) === record.path) ?? [];
        });
        return [...new Set(found)];
      },
    },
  };
}

/** A request in a line: method, path, status and how long it took. */
export const requestLine = ({ method, path, status, failure, tookMs }: RequestRecord): string => {
  const end = status === undefined ? (failure ?? 'under way') : `${status} in ${tookMs} ms`;
  return `${method} ${path}: ${end}`;
};
