import { contract, type OperationId } from '../../api/contract/index.ts';
import { encodeRequest } from '../../api/encode.ts';
import { parseJson } from '../../api/json.ts';
import { maskInput } from '../../api/mask.ts';
import type { Method, Operation, Tier } from '../../api/operation.ts';
import { taskIn } from '../../api/task.ts';
import type { Answer as Reply, RawInput, Transport } from '../../api/transport.ts';
import type { Clock } from '../../lib/clock.ts';
import { Ring } from '../../lib/ring.ts';
import type { RowAnswer } from '../answers/rowAnswers.ts';
import { failureOf } from '../cache/failureOf.ts';

/** A request that this program sent, and its outcome. */
export interface RequestRecord {
  /** The sequence number since the start of the program. */
  readonly number: number;
  /** The time at which it was sent, in milliseconds since the epoch. */
  readonly at: number;
  readonly id: OperationId;
  readonly method: Method;
  /** The path with its query; secrets are masked. */
  readonly path: string;
  readonly tier: Tier;
  /** The HTTP status; absent until there is an answer. */
  readonly status?: number;
  /** The reason why there is no status. */
  readonly failure?: string;
  /** The time until the answer began, or until the request failed, in milliseconds. */
  readonly tookMs?: number;
  /** The id of the task that the request started. */
  readonly task?: number;
}

/** The requests of this session. */
export interface RequestLog {
  /** Newest first. */
  readonly list: () => readonly RequestRecord[];
  /** The newest request for each of these answers, without duplicates. */
  readonly newest: (answers: readonly RowAnswer[]) => readonly RequestRecord[];
}

/** The numbers of records that are kept. Writes have their own limit, so that frequent reads do not push them out. */
const READS_KEPT = 1000;
const WRITES_KEPT = 500;
/** The maximum length of an answer in which a task id is searched; longer answers do not contain one. */
const LARGEST_TASK = 64 * 1024;

/** The path and query of a request with secrets masked; the path template if the input cannot be encoded. */
export function maskedPath(operation: Operation, input: RawInput): string {
  try {
    return encodeRequest(operation, maskInput(operation, input)).path;
  } catch {
    return operation.path;
  }
}

/** Passes a body through, and calls `onText` with its text at the end unless it is too long. */
async function* withBodyText(
  body: AsyncIterable<string>,
  onText: (text: string) => void,
): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of body) {
    if (text.length <= LARGEST_TASK) text += chunk;
    yield chunk;
  }
  if (text.length <= LARGEST_TASK) onText(text);
}

/** Wraps a transport so that each of its requests is recorded. */
export function recordRequests(
  transport: Transport,
  clock: Clock,
): { readonly transport: Transport; readonly requests: RequestLog } {
  const reads = new Ring<RequestRecord>(READS_KEPT);
  const writes = new Ring<RequestRecord>(WRITES_KEPT);
  /** The current version of each record by number; the rings contain the version from before the answer. */
  const latest = new Map<number, RequestRecord>();
  let count = 0;
  /** The sorted list, cached until a record changes. */
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
    return { ...answer, body: withBodyText(answer.body, onText) };
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

/** A request on one line: method, path, status and duration. */
export const requestLine = ({ method, path, status, failure, tookMs }: RequestRecord): string => {
  const end = status === undefined ? (failure ?? 'under way') : `${status} in ${tookMs} ms`;
  return `${method} ${path}: ${end}`;
};
