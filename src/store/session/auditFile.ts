import { Ring } from '../../lib/ring.ts';
import { fields, number, text as textIn } from '../../lib/untyped.ts';

/** One line of the audit file: a write that the console or a command made. */
export interface AuditEntry {
  /** The line number in the file, from 1. */
  readonly line: number;
  readonly time: string;
  readonly cluster: string;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly outcome: string;
  readonly status: number | undefined;
  readonly tookMs: number | undefined;
  readonly message: string;
  /** All fields of the line. */
  readonly all: Readonly<Record<string, unknown>>;
}

/** The number of newest entries that are kept. */
const MAX_ENTRIES = 5000;

const text = (value: unknown): string => textIn(value) ?? '';

function entryOf(source: string, line: number): AuditEntry | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch {
    return undefined;
  }
  const all = fields(parsed);
  if (all === undefined) return undefined;
  return {
    line,
    time: text(all['time']),
    cluster: text(all['cluster']),
    id: text(all['id']),
    method: text(all['method']),
    path: text(all['path']),
    outcome: text(all['outcome']),
    status: number(all['status']),
    tookMs: number(all['tookMs']),
    message: text(all['message']),
    all,
  };
}

/**
 * Reads the audit file, newest entries first. Lines that are not entries, such as a partly written one, are skipped.
 */
export async function readAudit(content: AsyncIterable<Uint8Array>): Promise<readonly AuditEntry[]> {
  const entries = new Ring<AuditEntry>(MAX_ENTRIES);
  const decoder = new TextDecoder();
  let rest = '';
  let count = 0;
  const take = (source: string) => {
    count++;
    const entry = source.trim() === '' ? undefined : entryOf(source, count);
    if (entry) entries.push(entry);
  };
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
  take(rest);
  return [...entries].toReversed();
}
