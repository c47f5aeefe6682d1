import type { Section } from '../../engine.ts';
import type { LogBook } from './book.ts';
import { followLog, readLog } from './query.ts';

export function logHandlers(book: LogBook) {
  return {
    readLogs: ({ query = {} }) => readLog(book, query),
    followLogs: ({ query = {} }, { signal }) => followLog(book, query, signal),
  } satisfies Section;
}
