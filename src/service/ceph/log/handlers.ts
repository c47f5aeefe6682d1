import type { Section } from '../../engine.ts';
import { followLog, readLog } from '../../log/query.ts';
import type { LogBook } from './book.ts';

export function logHandlers(book: LogBook) {
  return {
    readLogs: ({ query = {} }) => readLog(book, query),
    followLogs: ({ query = {} }, { signal }) => followLog(book, query, signal),
  } satisfies Section;
}
