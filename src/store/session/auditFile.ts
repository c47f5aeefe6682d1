import { Ring } from '../../lib/ring.ts';

/** One line of the audit file: a write that this console or a command made. */
export interface AuditEntry {
  /** Its number in the file, from 1. */
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
  /** All that stands in the line. */
  readonly all: Readonly<Record<string, unknown>>;
}

/** The newest entries that are read. */
const MOST = 5000;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function entryOf(source: string, line: number): AuditEntry | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  const all = parsed as Readonly<Record<string, unknown>>;
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

/** Reads the audit file, newest entries first. A line that is no entry, such as a half written one, is left out. */
export async function readAudit(content: AsyncIterable<Uint8Array>): Promise<readonly AuditEntry[]> {
  const entries = new Ring<AuditEntry>(MOST);
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
